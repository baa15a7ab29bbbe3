import type { Readable } from 'node:stream';
import { sql } from 'kysely';
import type { Context } from '../../context.ts';
import type { Database } from '../../database/connection.ts';
import { ApiError } from '../../errors.ts';
import type { ByteRange } from '../../files/store.ts';
import { record } from '../audit/record.ts';
import type { Author } from '../changes.ts';
import { lockOf } from '../wopi/locks.ts';
import { type Person, person } from '../workspaces/people.ts';
import './tables.ts';

/** A file as everybody gets to know it. */
export interface StoredFile {
  bid: string;
  path: string;
  businessType: string;
  businessId: string | null;
  scope: string | null;
  originName: string;
  extension: string;
  type: string;
  /** Bytes. */
  size: number;
  /** Of the bytes, in hexadecimal. */
  sha256: string;
  /** Account of who uploaded it; null: a visitor. */
  createBy: string | null;
  createTime: string;
  /** 1 until somebody edits it. */
  version: number;
  /** When its content was changed, and the account of who did it. Null: it is as it was uploaded. */
  changeTime: string | null;
  changeBy: string | null;
  owner: Person | null;
  /** Whose it is. Not for clients. */
  userId: number | null;
  /** Where its bytes are in the store. Not for clients. */
  contentPath: string;
}

function selectFiles(db: Database) {
  return db
    .selectFrom('stored_file')
    .leftJoin('app_user as owner', 'owner.id', 'stored_file.user_id')
    .selectAll('stored_file')
    .select(person('owner').as('owner'))
    .where('kept_at', 'is not', null)
    .where('removed_at', 'is', null);
}
type Row = Awaited<ReturnType<ReturnType<typeof selectFiles>['execute']>>[number];

function toFile(row: Row): StoredFile {
  return {
    bid: row.bid,
    path: row.path,
    businessType: row.business_type,
    businessId: row.business_id,
    scope: row.scope,
    originName: row.origin_name,
    extension: row.extension,
    type: row.type,
    size: row.size,
    sha256: row.sha256.toString('hex'),
    createBy: row.created_by,
    createTime: row.created_at.toISOString(),
    version: row.version,
    changeTime: row.changed_at?.toISOString() ?? null,
    changeBy: row.changed_by,
    contentPath: row.content_path ?? row.path,
    owner: row.owner,
    userId: row.user_id,
  };
}

/** A file by its id or by its path. Whether somebody may see it is the business of who asks (`requireReader`). */
export async function findFile(db: Database, by: { bid: string } | { path: string }): Promise<StoredFile | undefined> {
  const files = selectFiles(db);
  const row = await ('bid' in by ? files.where('bid', '=', by.bid) : files.where('path', '=', by.path)).executeTakeFirst();
  return row && toFile(row);
}

/** What a file belongs to. */
export interface Belonging {
  businessType: string;
  businessId: string;
  /** Only files of this scope. */
  scope?: string | undefined;
}

/** The files of a thing, oldest first. */
export async function listFiles(db: Database, belonging: Belonging): Promise<StoredFile[]> {
  const rows = await selectFiles(db).where(belongsTo(belonging)).orderBy('stored_file.id').execute();
  return rows.map(toFile);
}

function belongsTo({ businessType, businessId, scope }: Belonging) {
  return scope === undefined
    ? sql<boolean>`business_type = ${businessType} and business_id = ${businessId}`
    : sql<boolean>`business_type = ${businessType} and business_id = ${businessId} and scope = ${scope}`;
}

/** The bytes of a file, or a part of them. */
export async function openFile(
  { services }: Pick<Context, 'services'>,
  file: Pick<StoredFile, 'contentPath'>,
  range?: ByteRange,
): Promise<Readable> {
  return await services.files.read(file.contentPath, range);
}

/**
 * Ties uploaded files that nothing has claimed to what they belong to, in the transaction of the caller. `userId`: whose they must be.
 * @throws ApiError NOT_FOUND where one of them is no such file
 */
export async function bindFiles(
  db: Database,
  paths: readonly string[],
  { businessType, businessId, scope }: Belonging,
  userId: number | null,
): Promise<void> {
  if (paths.length === 0) return;
  const bound = await db
    .updateTable('stored_file')
    .set({ business_id: businessId, ...(scope !== undefined && { scope }) })
    .where('path', 'in', paths)
    .where('business_type', '=', businessType)
    .where('business_id', 'is', null)
    .where('user_id', 'is not distinct from', userId)
    .where('kept_at', 'is not', null)
    .where('removed_at', 'is', null)
    .executeTakeFirst();
  if (Number(bound.numUpdatedRows) !== new Set(paths).size) throw new ApiError('NOT_FOUND');
}

/**
 * Takes a file away from everybody, in the transaction of the caller; of two at once one does it.
 * @throws ApiError NOT_FOUND, FILE_LOCKED while somebody edits it: what they have not saved yet would be lost
 */
export async function removeFile(db: Database, file: StoredFile, { user, origin }: Author): Promise<void> {
  if ((await lockOf(db, file.bid)).current !== '') throw new ApiError('FILE_LOCKED');
  const gone = await db
    .updateTable('stored_file')
    .set({ removed_at: sql<Date>`now()` })
    .where('bid', '=', file.bid)
    .where('removed_at', 'is', null)
    .executeTakeFirst();
  if (gone.numUpdatedRows === 0n) throw new ApiError('NOT_FOUND');
  await record(db, origin, { action: 'file_delete', targetType: 'file', targetId: file.bid, actor: user, detail: { before: noted(file) } });
}

/** Takes all files of a thing away with it, also those somebody edits: their editor hears that they are gone. */
export async function removeFilesOf(db: Database, belonging: Belonging): Promise<void> {
  await db
    .updateTable('stored_file')
    .set({ removed_at: sql<Date>`now()` })
    .where(belongsTo(belonging))
    .where('removed_at', 'is', null)
    .execute();
}

/** The files of a thing that were one person's are another's then. */
export async function passFilesOf(db: Database, belonging: Belonging, from: number, to: number): Promise<void> {
  await db.updateTable('stored_file').set({ user_id: to }).where(belongsTo(belonging)).where('user_id', '=', from).execute();
}

/** What the audit log says of a file. */
export function noted({ businessType, businessId, originName, size, sha256 }: StoredFile): Record<string, unknown> {
  return { businessType, businessId, originName, size, sha256 };
}

/** What it says of one that somebody takes. */
export function downloaded(file: StoredFile) {
  return { action: 'file_download', targetType: 'file', targetId: file.bid, targetName: file.originName, detail: noted(file) };
}
