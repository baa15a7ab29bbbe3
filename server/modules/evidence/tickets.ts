import { sql } from 'kysely';
import { Exact } from '../../../src/core/statement/exact.ts';
import type { Context } from '../../context.ts';
import type { Database } from '../../database/connection.ts';
import { textOrNull } from '../../database/values.ts';
import { ApiError, wrong } from '../../errors.ts';
import { isBehind } from '../changes.ts';
import { unlessUnchanged } from '../unchanged.ts';
import { type Actor, nameOf, noteActor, type OpenTask, requireOpenTask } from './actors.ts';
import { follow } from './following.ts';
import { countChange, keepTicket } from './history.ts';
import { requireTypes } from './links.ts';
import { findTicket, type TicketRow, toldTicket } from './ticket-rows.ts';

/** The edited values of a ticket (TICKET-02). What is left out starts as what was recognised, or stays as it is. */
export interface GivenTicket {
  ticketTypeCode?: string | undefined;
  filePath?: string | undefined;
  ticketCode?: string | null | undefined;
  ticketDate?: string | null | undefined;
  ticketNum?: string | null | undefined;
  checkNum?: string | null | undefined;
  /** Decimal text. */
  ticketAmount?: string | null | undefined;
  isPass?: '0' | '1' | undefined;
  diffReason?: string | null | undefined;
}

const target = 'flow_bill_ticket';

/**
 * Saves a ticket made of an uploaded file (API-152).
 * @throws ApiError NOT_FOUND, those of `requireOpenTask`, DUPLICATE where the file is that of a ticket already, PARAMETER_ERROR
 */
export async function createTicket(
  context: Context,
  actor: Actor,
  { id, ...given }: GivenTicket & { id: string; ticketTypeCode: string; filePath: string },
): Promise<TicketRow> {
  return await context.db.transaction().execute(async (db) => {
    const task = await requireOpenTask(db, actor, Number(id));
    await requireTypes(db, [given.ticketTypeCode], 'ticketTypeCode');
    const upload = await requireUpload(db, task, given.filePath);
    const read = upload.recognised;
    const values = {
      ticket_code: textOrNull(given.ticketCode === undefined ? read?.ocrCode : given.ticketCode),
      ticket_date: textOrNull(given.ticketDate === undefined ? read?.ocrDate : given.ticketDate),
      ticket_num: textOrNull(given.ticketNum === undefined ? read?.ocrNum : given.ticketNum),
      check_num: textOrNull(given.checkNum === undefined ? read?.ocrCheckNum : given.checkNum),
      ticket_amount: textOrNull(given.ticketAmount === undefined ? read?.ocrAmount : given.ticketAmount),
    };
    const { id: ticketId } = await db
      .insertInto('flow_bill_ticket')
      .values({
        collect_id: task.id,
        ticket_type_code: given.ticketTypeCode,
        file_path: given.filePath,
        ...values,
        ...judged(given.isPass ?? '1', given.diffReason),
        updated_by: nameOf(actor),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await keepTicket(db, ticketId, 'brought', nameOf(actor));
    const after = await requireTicket(db, String(ticketId));
    await noteActor(db, context, actor, { action: `${target}_create`, targetType: target, targetId: after.id, detail: { after } });
    await changed(db, context, actor, task);
    return after;
  });
}

/**
 * Changes a ticket, or gives it another file (API-153). What the check of the invoice said no longer counts where its values changed.
 * @throws ApiError NOT_FOUND, those of `requireOpenTask`, CONFLICT with the ticket as it is, DUPLICATE, PARAMETER_ERROR
 */
export async function updateTicket(
  context: Context,
  actor: Actor,
  { id, version, ...given }: GivenTicket & { id: string; version?: number | undefined },
): Promise<TicketRow> {
  return await context.db.transaction().execute(async (db) => {
    const { task, before } = await held(db, actor, id, version);
    if (given.ticketTypeCode !== undefined) await requireTypes(db, [given.ticketTypeCode], 'ticketTypeCode');
    if (given.filePath !== undefined && given.filePath !== before.filePath) await requireUpload(db, task, given.filePath);
    const isPass = given.isPass ?? before.isPass;
    const change = () =>
      db
        .updateTable('flow_bill_ticket')
        .set({
          ...(given.ticketTypeCode !== undefined && { ticket_type_code: given.ticketTypeCode }),
          ...(given.filePath !== undefined && { file_path: given.filePath }),
          ...(given.ticketCode !== undefined && { ticket_code: textOrNull(given.ticketCode) }),
          ...(given.ticketDate !== undefined && { ticket_date: textOrNull(given.ticketDate) }),
          ...(given.ticketNum !== undefined && { ticket_num: textOrNull(given.ticketNum) }),
          ...(given.checkNum !== undefined && { check_num: textOrNull(given.checkNum) }),
          ...(given.ticketAmount !== undefined && { ticket_amount: textOrNull(given.ticketAmount) }),
          ...judged(isPass, given.diffReason === undefined ? before.diffReason : given.diffReason),
          ...(isOther(given, before) && { is_real: null, verify_result: null, verified_by: null, verified_at: null }),
          version: sql<number>`version + 1`,
          updated_at: sql<Date>`now()`,
          updated_by: nameOf(actor),
        })
        .where('id', '=', Number(id))
        .execute();
    const { isChanged, state: after } = await unlessUnchanged(db, { before, work: change, read: () => requireTicket(db, id) });
    if (!isChanged) {
      // Whoever saves it once more says that it is ready: what was rejected goes under audit again.
      await follow(db, context, actor, task.id);
      return after;
    }
    await keepTicket(db, id, after.filePath === before.filePath ? 'changed' : 'replaced', nameOf(actor));
    await noteActor(db, context, actor, { action: `${target}_update`, targetType: target, targetId: id, detail: { before, after } });
    await changed(db, context, actor, task);
    return after;
  });
}

/** Whether what was checked of the invoice is another one now: its values, or its file. */
function isOther(given: GivenTicket, before: TicketRow): boolean {
  const checked = ['filePath', 'ticketCode', 'ticketDate', 'ticketNum', 'checkNum', 'ticketAmount'] as const;
  return checked.some((name) => {
    const [value, kept] = [textOrNull(given[name]), before[name]];
    if (given[name] === undefined || value === kept) return false;
    // 1000 and 1000.00 are one amount.
    return !(name === 'ticketAmount' && value !== null && kept !== null && new Exact(value).eq(kept));
  });
}

/** Takes a ticket from its task; what it was stays in the history, with its file. @throws ApiError NOT_FOUND, those of `requireOpenTask`, CONFLICT */
export async function removeTicket(context: Context, actor: Actor, { id, version }: { id: string; version: number }): Promise<void> {
  await context.db.transaction().execute(async (db) => {
    const { task, before } = await held(db, actor, id, version);
    await keepTicket(db, id, 'removed', nameOf(actor));
    await db.deleteFrom('flow_bill_ticket').where('id', '=', Number(id)).execute();
    await noteActor(db, context, actor, { action: `${target}_delete`, targetType: target, targetId: id, detail: { before } });
    await changed(db, context, actor, task);
  });
}

/** A ticket the actor may change, its task held. @throws ApiError NOT_FOUND, those of `requireOpenTask`, CONFLICT */
async function held(db: Database, actor: Actor, id: string, version: number | undefined): Promise<{ task: OpenTask; before: TicketRow }> {
  const found = await findTicket(db, id);
  if (!found) throw new ApiError('NOT_FOUND');
  const task = await requireOpenTask(db, actor, Number(found.collectId));
  // Read again now that nobody else changes it.
  const before = await requireTicket(db, id);
  if (isBehind(version, before.version)) throw new ApiError('CONFLICT', { data: toldTicket(before, actor) });
  return { task, before };
}

async function requireTicket(db: Database, id: string): Promise<TicketRow> {
  const ticket = await findTicket(db, id);
  if (!ticket) throw new ApiError('NOT_FOUND');
  return ticket;
}

/** A file that was uploaded for this very task and is that of no ticket. @throws ApiError NOT_FOUND, DUPLICATE */
async function requireUpload(db: Database, task: OpenTask, path: string) {
  const upload = await db
    .selectFrom('flow_ticket_upload as upload')
    .leftJoin('flow_bill_ticket as ticket', 'ticket.file_path', 'upload.path')
    .select(['upload.recognised', 'ticket.id as ticketId'])
    .where('upload.path', '=', path)
    .where('upload.collect_id', '=', task.id)
    // Nobody throws it away before the ticket is there.
    .forKeyShare('upload')
    .executeTakeFirst();
  if (!upload) throw new ApiError('NOT_FOUND');
  if (upload.ticketId !== null) {
    const details = [{ field: 'filePath', message: 'A ticket was saved with this file already', key: 'evidence.fileTaken' }];
    throw new ApiError('DUPLICATE', { details });
  }
  return upload;
}

/** @throws ApiError PARAMETER_ERROR where something does not pass and nobody says why */
function judged(isPass: '0' | '1', reason: string | null | undefined): { is_pass: '0' | '1'; diff_reason: string | null } {
  const diff_reason = isPass === '1' ? null : textOrNull(reason);
  if (isPass === '0' && diff_reason === null) throw wrong('diffReason', 'Say why it does not pass', 'evidence.reasonMissing');
  return { is_pass: isPass, diff_reason };
}

/** Counts a change of the tickets of a task, and lets its status follow. */
async function changed(db: Database, context: Context, actor: Actor, task: OpenTask): Promise<void> {
  await countChange(db, task.id);
  await follow(db, context, actor, task.id);
}
