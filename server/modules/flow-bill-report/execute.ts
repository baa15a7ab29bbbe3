import { sql } from 'kysely';
import type { Context } from '../../context.ts';
import type { Database } from '../../database/connection.ts';
import { ApiError } from '../../errors.ts';
import { record } from '../audit/record.ts';
import { authorOf, signature } from '../changes.ts';
import { status } from '../evidence/tables.ts';
import { beginReview } from '../flow/review-changes.ts';
import { holdReviewObject } from '../flow/rights.ts';
import { evidenceOf, findReport, isTwice, type ReportAnswer } from './reports.ts';

/**
 * Goes through the tickets of all bill tasks of a review object, in one transaction (API-140). Verdicts and remarks of rows that come again stay. Where
 * nothing is left to report, the report of before is deleted: what it found is gone, too.
 * @throws ApiError NOT_FOUND, FLOW_NO_BILL_TASKS where there was no report either, FLOW_CLIENT_DISABLED, FLOW_PROJECT_CLOSED
 */
export async function executeReport(context: Context, reviewObjectId: string): Promise<ReportAnswer | null> {
  const author = authorOf(context);
  return await context.db.transaction().execute(async (transaction) => {
    const { object } = await holdReviewObject(transaction, author.user, reviewObjectId);
    const before = await findReport(transaction, object.id);
    if (await report(transaction, object.id, signature(author.user))) await beginReview(transaction, object, author);
    const after = await findReport(transaction, object.id);
    const target = after ?? before;
    if (!target) throw new ApiError('FLOW_NO_BILL_TASKS');
    await record(transaction, author.origin, {
      action: after ? 'flow_bill_report_execute' : 'flow_bill_report_delete',
      targetType: 'flow_bill_report',
      targetId: target.id,
      actor: author.user,
      detail: { ...(before && { before }), ...(after && { after }), dealer: object.dealerName },
    });
    return after ?? null;
  });
}

/** The report itself; a second one meanwhile waits for the row. Use a transaction. False where nothing is to be reported: then there is none any more. */
export async function report(db: Database, objectId: number, by: string): Promise<boolean> {
  const values = { evidence: evidenceOf(objectId), executed_at: new Date(), executed_by: by };
  const { id, version: run } = await db
    .insertInto('flow_bill_report')
    .values({ review_object_id: objectId, ...values })
    .onConflict((conflict) => conflict.column('review_object_id').doUpdateSet({ ...values, version: sql`flow_bill_report.version + 1` }))
    .returning(['id', 'version'])
    .executeTakeFirstOrThrow();
  const written = await writeRows(db, { id, run, objectId });
  if (written === 0) await db.deleteFrom('flow_bill_report').where('id', '=', id).execute();
  else await db.deleteFrom('flow_bill_report_row').where('report_id', '=', id).where('run', '<>', run).execute();
  return written > 0;
}

/** Ticket numbers that are named in a row, in characters. */
const longestNumbers = 300;

/**
 * A row for every ticket type a task needs or has tickets for. The same file, or the same number of the same type, in another task of the client is
 * found twice: who pays an invoice for two deliveries wants to know. A value differs where something else was read from the file.
 * Nothing of a task proves anything before somebody approved it, least of all once it was rejected.
 * A row that is there already keeps remark and verdict; where what was found changed, the verdict is open again. Approval alone opens none.
 */
async function writeRows(db: Database, { id, run, objectId }: { id: number; run: number; objectId: number }): Promise<number> {
  const figures = ['tickets', 'ticket_nums', 'amount', 'findings'].map((name) => sql.ref(name));
  const ofTickets = (table: string) => sql.join(['tickets', 'ticket_nums', 'amount'].map((name) => sql.ref(`${table}.${name}`)));
  const of = (table: string) => sql`${ofTickets(table)}, ${sql.ref(`${table}.findings`)}`;
  const changed = sql`(${of('flow_bill_report_row')}) is distinct from (${of('excluded')})`;
  const decided = (table: string) => sql`array_remove(${sql.ref(`${table}.findings`)}, 'not-approved')`;
  const isNews = sql`(${ofTickets('flow_bill_report_row')}, ${decided('flow_bill_report_row')}) is distinct from (${ofTickets('excluded')}, ${decided('excluded')})`;
  const result = await sql`
    with ticket as materialized (
      select ticket.*, upload.recognised, ${isTwice} as twice
      from flow_bill_ticket ticket
      join flow_ticket_upload upload on upload.path = ticket.file_path
      join flow_bill_collect task on task.id = ticket.collect_id
      join flow_review_object object on object.id = task.review_object_id
      join flow_project project on project.id = object.project_id
      where task.review_object_id = ${objectId}
    ), wanted as (
      select task.id as collect_id, task.task_name, task.product_name, types.code, task.status <> ${status.completed} as undecided,
        task.status = ${status.collecting} and task.rejected_at is not null as rejected
      from flow_bill_collect task
      left join flow_ticket_url link on link.review_object_id = task.review_object_id
      cross join lateral (
        select unnest(coalesce(task.ticket_types, link.ticket_types, '{}')) as code
        union select ticket_type_code from ticket where ticket.collect_id = task.id
      ) types
      where task.review_object_id = ${objectId}
    ), found as (
      select wanted.collect_id, wanted.task_name, wanted.product_name, wanted.code, undecided, rejected, count(ticket.id)::integer as tickets, sum(ticket.ticket_amount) as amount,
        left(string_agg(distinct ticket.ticket_num, ', '), ${longestNumbers}::integer) as ticket_nums,
        coalesce(bool_or(ticket.is_real = '0'), false) as unreal, coalesce(bool_or(ticket.twice), false) as twice,
        coalesce(bool_or(ticket.is_pass = '0'), false) as refused,
        coalesce(bool_or(
          coalesce(ticket.recognised ->> 'ocrNum' <> coalesce(ticket.ticket_num, ''), false)
          or coalesce(ticket.recognised ->> 'ocrCode' <> coalesce(ticket.ticket_code, ''), false)
          or coalesce(ticket.recognised ->> 'ocrDate' <> coalesce(to_char(ticket.ticket_date, 'YYYY-MM-DD'), ''), false)
          or (ticket.recognised ->> 'ocrAmount')::numeric is not null and (ticket.recognised ->> 'ocrAmount')::numeric is distinct from ticket.ticket_amount
        ), false) as differs
      from wanted left join ticket on ticket.collect_id = wanted.collect_id and ticket.ticket_type_code = wanted.code
      group by 1, 2, 3, 4, 5, 6
    )
    insert into flow_bill_report_row (report_id, run, collect_id, task_name, product_name, ticket_type_code, ${sql.join(figures)})
    select ${id}, ${run}, collect_id, task_name, product_name, code, tickets, ticket_nums, amount, array_remove(array[
      case when tickets = 0 then 'missing' end, case when unreal then 'not-real' end, case when rejected then 'rejected' end,
      case when twice then 'twice' end, case when refused then 'not-passed' end, case when differs then 'differs' end,
      case when undecided and not rejected and tickets > 0 then 'not-approved' end], null)
    from found
    order by task_name, code
    on conflict (report_id, collect_id, ticket_type_code) do update set run = excluded.run, task_name = excluded.task_name,
      product_name = excluded.product_name, ${sql.join(figures.map((name) => sql`${name} = excluded.${name}`))},
      verdict = case when flow_bill_report_row.verdict is not null and ${isNews} then 'open' else flow_bill_report_row.verdict end,
      version = flow_bill_report_row.version + case when ${changed} then 1 else 0 end`.execute(db);
  return Number(result.numAffectedRows ?? 0n);
}
