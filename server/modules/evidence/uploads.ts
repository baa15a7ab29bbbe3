import { randomUUID } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { type RawBuilder, sql } from 'kysely';
import { askerOf, linkCaller } from '../../caller.ts';
import type { Context } from '../../context.ts';
import type { FileAnswer } from '../../contracts.ts';
import type { Database } from '../../database/connection.ts';
import { ApiError } from '../../errors.ts';
import type { UploadedFile } from '../../plugins/uploads.ts';
import { keepFile } from '../files/keep.ts';
import { openFile, removeFilesOf, type StoredFile } from '../files/stored.ts';
import { hashSecret, newSecret } from '../identity/secrets.ts';
import { type Actor, actorNow, givenTo, nameOf, noteActor, type OpenTask, requireOpenTask, requireTask, sightOf } from './actors.ts';
import { evidenceFiles } from './file-owner.ts';
import { recognise } from './recognition/recognise.ts';
import { type Recognised, status } from './tables.ts';
import { type Twin, twinsOf } from './ticket-rows.ts';

/** What of one link counts at a time: files, and bytes. What was replaced, removed or rejected makes room for what comes instead. */
const quota = { files: 1_000, bytes: 1_073_741_824 };
/** What one URL may bring in all, whatever became of it: what is replaced stays as proof, so storage would have no end. */
const total = { files: 5_000, bytes: 5 * quota.bytes };
/** Files of one link a minute. */
const pace = { max: 120, seconds: 60 };
const viewMinutes = 10;
/** How often a file may break off its reading, or take too long, before that is what is said of it: the first time something else may have been why. */
const mostBroken = 2;

export interface Uploaded {
  filePath: string;
  originName: string;
  size: number;
  type: string;
  sha256: string;
  /** Tasks that have the very same file. */
  duplicates: Twin[];
}

/**
 * Keeps a file for a task (API-156). It counts for the quota of the link until it is discarded, swept, replaced, removed or rejected, and for the total of its
 * URL for good. @throws ApiError NOT_FOUND, those of `requireOpenTask`, QUOTA_EXCEEDED, UPLOADS_EXHAUSTED, TOO_MANY_REQUESTS, PARAMETER_ERROR at `file`
 */
export async function uploadTicketFile(
  context: Context,
  actor: Actor,
  { taskId, ticketTypeCode, file }: { taskId: number; ticketTypeCode: string | undefined; file: UploadedFile | undefined },
): Promise<Uploaded> {
  const { db, services } = context;
  if (actor.kind === 'link') await services.rateLimits.take(`evidence-upload:${actor.linkId}`, pace.max, pace.seconds);
  // Before bytes are written, and once more when others who write at the same time are known.
  await db.transaction().execute((transaction) => admitted(transaction, actor, taskId, file?.content.length ?? 0));
  const id = randomUUID();
  const stored = await keepFile(context, { file, businessType: evidenceFiles, businessId: id, scope: String(taskId) });
  const task = await db
    .transaction()
    .execute(async (transaction) => {
      const open = await admitted(transaction, actor, taskId, stored.size);
      await insertUpload(transaction, actor, { id, taskId, ticketTypeCode, stored });
      const detail = { task: open.taskName, originName: stored.originName, size: stored.size, sha256: stored.sha256 };
      await noteActor(transaction, context, actor, {
        action: 'flow_bill_ticket_upload',
        targetType: 'flow_bill_collect',
        targetId: String(taskId),
        detail,
      });
      return open;
    })
    .catch(async (error: unknown) => {
      // What else fails does not say whether the row is there.
      if (error instanceof ApiError) await removeFilesOf(db, { businessType: evidenceFiles, businessId: id });
      throw error;
    });
  const twins = await twinsOf(db, [stored.sha256], task, sightOf(actor), stored.path);
  const { path: filePath, originName, size, type, sha256 } = stored;
  return { filePath, originName, size, type, sha256, duplicates: twins.get(sha256) ?? [] };
}

async function insertUpload(
  db: Database,
  actor: Actor,
  upload: { id: string; taskId: number; ticketTypeCode: string | undefined; stored: StoredFile },
): Promise<void> {
  const { id, taskId, ticketTypeCode, stored } = upload;
  await db
    .insertInto('flow_ticket_upload')
    .values({
      id,
      path: stored.path,
      collect_id: taskId,
      copy_id: actor.kind === 'link' ? actor.copyId : null,
      ticket_type_code: ticketTypeCode || null,
      origin_name: stored.originName,
      type: stored.type,
      size: stored.size,
      sha256: stored.sha256,
      created_by: nameOf(actor),
    })
    .execute();
  if (actor.kind === 'staff') return;
  await db
    .updateTable('flow_ticket_url_copy')
    .set({ brought_files: sql<number>`brought_files + 1`, brought_bytes: sql<number>`brought_bytes + ${stored.size}::bigint` })
    .where('id', '=', actor.copyId)
    .execute();
}

/** The task the file is for, where it, the quota of the link and the total of its URL have room. Uploads by one link are counted one after the other. */
async function admitted(db: Database, actor: Actor, taskId: number, bytes: number): Promise<OpenTask> {
  const task = await requireOpenTask(db, actor, taskId);
  if (actor.kind === 'staff') return task;
  await db.selectFrom('flow_ticket_url').select('id').where('id', '=', actor.linkId).forUpdate().execute();
  const used = await db
    .selectFrom('flow_ticket_upload as upload')
    .innerJoin('flow_ticket_url_copy as copy', 'copy.id', 'upload.copy_id')
    .innerJoin('flow_bill_collect as task', 'task.id', 'upload.collect_id')
    .select([sql<number>`count(*)`.as('files'), sql<number>`coalesce(sum(upload.size), 0)`.as('bytes')])
    .where('copy.link_id', '=', actor.linkId)
    .where(isCurrent)
    .executeTakeFirstOrThrow();
  if (isOver(quota, used, bytes)) throw new ApiError('QUOTA_EXCEEDED');
  const brought = await db
    .selectFrom('flow_ticket_url_copy')
    .select(['brought_files as files', 'brought_bytes as bytes'])
    .where('id', '=', actor.copyId)
    .executeTakeFirstOrThrow();
  if (isOver(total, brought, bytes)) throw new ApiError('UPLOADS_EXHAUSTED');
  return task;
}

function isOver(bound: { files: number; bytes: number }, used: { files: number; bytes: number }, bytes: number): boolean {
  return Number(used.files) + 1 > bound.files || Number(used.bytes) + bytes > bound.bytes;
}

/** Whether an `upload` of a `task` waits for its ticket or is that of one, and not of a task that was rejected with it and is open again. */
const isCurrent = sql<boolean>`(exists (select 1 from flow_bill_ticket ticket where ticket.file_path = upload.path) or ${isUnused('upload')})
  and not coalesce(task.status = ${status.collecting} and upload.created_at < task.rejected_at, false)`;

/** An uploaded file of a task the actor sees. @throws ApiError NOT_FOUND */
async function requireUpload(db: Database, actor: Actor, path: string) {
  const upload = await db
    .selectFrom('flow_ticket_upload as upload')
    .select(['upload.id', 'upload.path', 'upload.collect_id', 'upload.type', 'upload.recognised', isUnused('upload').as('isUnused')])
    .where('upload.path', '=', path)
    .executeTakeFirst();
  if (!upload) throw new ApiError('NOT_FOUND');
  await requireTask(db, actor, upload.collect_id);
  return upload;
}

/** Reads a file and keeps what was recognised with it (API-158); a second time answers the same. @throws ApiError NOT_FOUND, TOO_MANY_REQUESTS */
export async function recogniseUpload(context: Context, actor: Actor, path: string): Promise<Recognised & { filePath: string }> {
  const { db, services } = context;
  const upload = await requireUpload(db, actor, path);
  if (upload.recognised) return { filePath: path, ...upload.recognised };
  if (actor.kind === 'link') await services.rateLimits.take(`evidence-recognise:${actor.linkId}`, pace.max, pace.seconds);
  const asker = { ...askerOf(context), ...(actor.kind === 'link' && { caller: linkCaller(actor.linkId) }) };
  const content = await buffer(await opened(context, { path }));
  for (;;) {
    const read = await recognise(content, upload.type, asker);
    // Whoever went away, or came while too many others were read, may ask again.
    if (asker.signal.aborted) return { filePath: path, ...read };
    if (read.reason === 'busy') throw new ApiError('TOO_MANY_REQUESTS');
    const isBroken = read.reason === 'stopped' || read.reason === 'timeout';
    if (isBroken && !(await breaksAgain(db, path))) continue;
    const recognised = read.reason === 'stopped' ? { ...read, reason: 'unreadable' as const } : read;
    await db
      .updateTable('flow_ticket_upload')
      .set({ recognised: JSON.stringify(recognised) })
      .where('path', '=', path)
      .execute();
    return { filePath: path, ...recognised };
  }
}

/** Counts a reading that broke off. Whether it was one too many. @throws ApiError NOT_FOUND where the file is gone */
async function breaksAgain(db: Database, path: string): Promise<boolean> {
  const row = await db
    .updateTable('flow_ticket_upload')
    .set({ broken_reads: sql<number>`broken_reads + 1` })
    .where('path', '=', path)
    .returning('broken_reads as times')
    .executeTakeFirst();
  // It was thrown away meanwhile.
  if (!row) throw new ApiError('NOT_FOUND');
  return row.times >= mostBroken;
}

/** Throws a file away that no ticket has or had. @throws ApiError NOT_FOUND, IN_USE */
export async function discardUpload(context: Context, actor: Actor, path: string): Promise<void> {
  const upload = await requireUpload(context.db, actor, path);
  if (upload.isUnused && (await dropFiles(context.db, [path])) > 0) return;
  // Somebody made a ticket of it, or threw it away, at the same moment.
  await requireUpload(context.db, actor, path);
  throw new ApiError('IN_USE');
}

/** Whether no ticket has or had a file. `table`: what its table is called in the query. */
export function isUnused(table: 'upload' | 'flow_ticket_upload'): RawBuilder<boolean> {
  const path = sql.ref(`${table}.path`);
  return sql<boolean>`(not exists (select 1 from flow_bill_ticket where file_path = ${path})
    and not exists (select 1 from flow_evidence_event where file_path = ${path}))`;
}

/** Takes files away that no ticket has or had. @returns how many */
export async function dropFiles(db: Database, paths: readonly string[]): Promise<number> {
  if (paths.length === 0) return 0;
  return await db.transaction().execute(async (transaction) => {
    // Whoever makes a ticket of one at the same moment is done first: it is in use then.
    await transaction.selectFrom('flow_ticket_upload').select('path').where('path', 'in', paths).orderBy('path').forUpdate().execute();
    const dropped = await transaction
      .deleteFrom('flow_ticket_upload')
      .where('path', 'in', paths)
      .where(isUnused('flow_ticket_upload'))
      .returning('id')
      .execute();
    for (const { id } of dropped) await removeFilesOf(transaction, { businessType: evidenceFiles, businessId: id });
    return dropped.length;
  });
}

/** Takes the files of tasks away with them, in the transaction of the caller, once their tickets and history are gone. */
export async function dropFilesOfTasks(db: Database, taskIds: readonly number[]): Promise<void> {
  const dropped = await db.deleteFrom('flow_ticket_upload').where('collect_id', 'in', taskIds).returning('id').execute();
  for (const { id } of dropped) await removeFilesOf(db, { businessType: evidenceFiles, businessId: id });
}

/** Addresses to show files by, in the order of the paths; null for what the actor does not see (API-94, TICKET-03). */
export async function viewUrls(context: Context, actor: Actor, paths: readonly string[]): Promise<(string | null)[]> {
  const urls: (string | null)[] = [];
  for (const path of paths) {
    const secret = await visible(context.db, actor, path);
    urls.push(secret === undefined ? null : `/api/flow-bill-ticket/file?ticket=${secret}`);
  }
  return urls;
}

async function visible(db: Database, actor: Actor, path: string): Promise<string | undefined> {
  try {
    await requireUpload(db, actor, path);
  } catch (error) {
    if (error instanceof ApiError && error.code === 'NOT_FOUND') return undefined;
    throw error;
  }
  const secret = newSecret();
  const { copyId, sessionId } = givenTo(actor);
  const expires_at = new Date(Date.now() + viewMinutes * 60_000);
  await db
    .insertInto('flow_ticket_view')
    .values({ hash: hashSecret(secret), path, expires_at, copy_id: copyId, session_id: sessionId })
    .execute();
  return secret;
}

/** The file of an address that still counts, as long as who it was given to may see the file. @throws ApiError NOT_FOUND */
export async function viewedFile(context: Context, secret: string, permission: string): Promise<FileAnswer> {
  const found = await context.db
    .selectFrom('flow_ticket_view as view')
    .innerJoin('flow_ticket_upload as upload', 'upload.path', 'view.path')
    .select(['upload.path', 'upload.origin_name as name', 'upload.type', 'view.copy_id as copyId', 'view.session_id as sessionId'])
    .where('view.hash', '=', hashSecret(secret))
    .where('view.expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst();
  if (!found || !(await isStillSeen(context, found, permission))) throw new ApiError('NOT_FOUND');
  return { name: found.name, type: found.type, content: await opened(context, found) };
}

async function isStillSeen(
  context: Context,
  { path, copyId, sessionId }: { path: string; copyId: number | null; sessionId: number | null },
  permission: string,
): Promise<boolean> {
  try {
    const given = copyId === null ? sessionId !== null && { copyId, sessionId } : { copyId, sessionId: null };
    if (!given) return false;
    await requireUpload(context.db, await actorNow(context, given, permission), path);
    return true;
  } catch (error) {
    if (error instanceof ApiError && (error.code === 'NOT_FOUND' || error.code === 'FORBIDDEN')) return false;
    throw error;
  }
}

/** @throws ApiError NOT_FOUND where the bytes are gone, such as those of a demo whose folder was thrown away */
async function opened(context: Context, file: { path: string }) {
  try {
    return await openFile(context, { contentPath: file.path });
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') throw new ApiError('NOT_FOUND', { cause: error });
    throw error;
  }
}
