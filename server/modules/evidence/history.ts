import { sql } from 'kysely';
import type { Database } from '../../database/connection.ts';
import { onPage } from '../../database/paging.ts';
import { type Status, status, type TaskEvent, type TicketEvent } from './tables.ts';
import type { Words } from './words.ts';

const kept = sql.raw('ticket_type_code, file_path, ticket_code, ticket_date, ticket_num, check_num, ticket_amount, is_pass');

/**
 * Keeps a ticket as it stands now, in the transaction that changed it; one that is removed before it goes. `result`: of a check, which the ticket itself need
 * not hold.
 */
export async function keepTicket(db: Database, ticketId: string | number, event: TicketEvent, by: string, result?: string): Promise<void> {
  await sql`insert into flow_evidence_event (collect_id, event, ticket_id, ${kept}, verify_result, reason, created_by)
    select collect_id, ${event}, id, ${kept}, coalesce(${result ?? null}::text, verify_result), diff_reason, ${by}
    from flow_bill_ticket where id = ${Number(ticketId)}`.execute(db);
}

/** Counts a change of the tickets of a task: whoever looked at them before has not seen it (FLOW-07). */
export async function countChange(db: Database, taskId: number): Promise<void> {
  await db.updateTable('flow_bill_collect').set({ ticket_changes: sql<number>`ticket_changes + 1` }).where('id', '=', taskId).execute();
}

/** Keeps what staff decided about a task, in the transaction of the decision. `reason`: of a rejection. */
export async function keepDecision(
  db: Database,
  { taskId, before, after, reason, by }: { taskId: string; before: Status; after: Status; reason: string | null; by: string },
): Promise<void> {
  const event = decisionOf(before, after);
  await db
    .insertInto('flow_evidence_event')
    .values({ collect_id: Number(taskId), event, reason: event === 'rejected' ? reason : null, created_by: by })
    .execute();
}

function decisionOf(before: Status, after: Status): TaskEvent {
  if (after === status.completed) return 'approved';
  if (after === status.auditing) return 'submitted';
  return before === status.notStarted ? 'opened' : 'rejected';
}

/** A page of what happened to a task and its tickets, newest first; what an event says nothing about is null. */
export async function historyOfTask(db: Database, taskId: number, words: Words, { page, limit }: { page: number; limit: number }) {
  const { total } = await db
    .selectFrom('flow_evidence_event')
    .where('collect_id', '=', taskId)
    .select((row) => row.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  const rows = await db
    .selectFrom('flow_evidence_event as event')
    .leftJoin('flow_ticket_upload as upload', 'upload.path', 'event.file_path')
    .selectAll('event')
    .select(['upload.origin_name', 'upload.type', sql<string | null>`to_char(event.ticket_date, 'YYYY-MM-DD')`.as('day')])
    .where('event.collect_id', '=', taskId)
    .orderBy('event.id', 'desc')
    .$call(onPage(page, limit))
    .execute();
  const list = rows.map((row) => ({
    id: String(row.id),
    event: row.event,
    time: row.created_at.toISOString(),
    by: row.created_by,
    ticketId: row.ticket_id === null ? null : String(row.ticket_id),
    ticketTypeCode: row.ticket_type_code,
    ticketTypeName: row.ticket_type_code === null ? null : words.label('ticket-type', row.ticket_type_code),
    filePath: row.file_path,
    originName: row.origin_name,
    fileType: row.type,
    ticketCode: row.ticket_code,
    ticketNum: row.ticket_num,
    ticketDate: row.day,
    checkNum: row.check_num,
    ticketAmount: row.ticket_amount,
    isPass: row.is_pass,
    verifyResultName: row.verify_result === null ? null : words.label('invoice-verification', row.verify_result),
    reason: row.reason,
  }));
  return { list, total };
}
