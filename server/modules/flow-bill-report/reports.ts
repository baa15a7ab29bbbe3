import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../database/connection.ts';
import { inOrderOf, onPage } from '../../database/paging.ts';
import type { Verdict } from '../flow-comparison/tables.ts';
import { containing } from '../search.ts';
import { type Finding, findings } from './tables.ts';

/** The bill report of a review object as the API shows it. Amounts are exact decimals. */
export interface ReportAnswer {
  id: string;
  reviewObjectId: string;
  executeTime: string;
  executeBy: string | null;
  outdated: boolean;
  counts: {
    tasks: number;
    completedTasks: number;
    all: number;
    complete: number;
    withVerdict: number;
  };
  /** How many rows have which finding, the gravest first. */
  findings: { finding: Finding; rows: number }[];
  amount: string | null;
  /** Of tickets without a finding. */
  provenAmount: string | null;
  version: number;
}
export interface ReportRowAnswer {
  id: string;
  collectId: string;
  taskName: string;
  productName: string | null;
  ticketTypeCode: string;
  tickets: number;
  ticketNums: string | null;
  amount: string | null;
  findings: Finding[];
  verdict: Verdict | null;
  remark: string | null;
  version: number;
  updateTime: string | null;
  updateBy: string | null;
}

/** Whether the file of a `ticket` (`upload`), or its number, is that of another one of the client of a `project`, too. */
export const isTwice = sql`(exists (
    select 1 from flow_ticket_upload same join flow_bill_ticket other on other.file_path = same.path
    where same.sha256 = upload.sha256 and other.id <> ticket.id and ${isOfClient('other')}
  ) or exists (
    select 1 from flow_bill_ticket other
    where other.ticket_num = ticket.ticket_num and other.ticket_type_code = ticket.ticket_type_code
      and other.ticket_code is not distinct from ticket.ticket_code and other.id <> ticket.id and ${isOfClient('other')}
  ))`;

function isOfClient(table: string): RawBuilder<boolean> {
  return sql<boolean>`exists (
    select 1 from flow_bill_collect whose join flow_review_object at on at.id = whose.review_object_id join flow_project its on its.id = at.project_id
    where whose.id = ${sql.ref(`${table}.collect_id`)} and its.client_id = project.client_id
  )`;
}

/**
 * Tasks and tickets of a review object in one value that changes with every one of them, and with others of the client that have the same file or
 * number.
 */
export function evidenceOf(objectId: number | RawBuilder<number>): RawBuilder<string> {
  return sql<string>`(
    select md5(coalesce(string_agg(concat_ws(':', task.id, task.version, link.version, ticket.id, ticket.version, ticket.is_real,
      case when ticket.id is not null and ${isTwice} then 'twice' end), ',' order by task.id, ticket.id), ''))
    from flow_bill_collect task
    join flow_review_object object on object.id = task.review_object_id
    join flow_project project on project.id = object.project_id
    left join flow_ticket_url link on link.review_object_id = task.review_object_id
    left join flow_bill_ticket ticket on ticket.collect_id = task.id
    left join flow_ticket_upload upload on upload.path = ticket.file_path
    where task.review_object_id = ${objectId}
  )`;
}

/** The report of a review object; nothing while there is none. */
export async function findReport(db: Database, objectId: number): Promise<ReportAnswer | undefined> {
  const row = await db
    .selectFrom('flow_bill_report')
    .selectAll()
    .select(sql<boolean>`evidence <> ${evidenceOf(objectId)}`.as('outdated'))
    .where('review_object_id', '=', objectId)
    .executeTakeFirst();
  if (!row) return undefined;
  const found = await db
    .selectFrom('flow_bill_report_row')
    .where('report_id', '=', row.id)
    .select([sql<Finding>`unnest(findings)`.as('finding'), sql<number>`count(*)::int`.as('rows')])
    .groupBy('finding')
    .execute();
  const rowsOf = new Map(found.map(({ finding, rows }) => [finding, rows]));
  const { amount, provenAmount, ...counts } = await db
    .selectFrom('flow_bill_report_row')
    .where('report_id', '=', row.id)
    .select([
      sql<number>`count(distinct collect_id)`.as('tasks'),
      sql<number>`count(distinct collect_id) - count(distinct collect_id) filter (where findings <> '{}')`.as('completedTasks'),
      sql<number>`count(*)`.as('all'),
      sql<number>`count(*) filter (where findings = '{}')`.as('complete'),
      sql<number>`count(verdict)`.as('withVerdict'),
      sql<string | null>`sum(amount)::text`.as('amount'),
      sql<string | null>`sum(amount) filter (where findings = '{}')::text`.as('provenAmount'),
    ])
    .executeTakeFirstOrThrow();
  return {
    id: String(row.id),
    reviewObjectId: String(row.review_object_id),
    executeTime: row.executed_at.toISOString(),
    executeBy: row.executed_by,
    outdated: row.outdated,
    counts,
    findings: findings.map((finding) => ({ finding, rows: rowsOf.get(finding) ?? 0 })),
    amount,
    provenAmount,
    version: row.version,
  };
}

function selectRows(db: Database, reportId: number) {
  return db.selectFrom('flow_bill_report_row').selectAll().where('report_id', '=', reportId);
}

function toRow(row: Awaited<ReturnType<ReturnType<typeof selectRows>['executeTakeFirstOrThrow']>>): ReportRowAnswer {
  return {
    id: String(row.id),
    collectId: String(row.collect_id),
    taskName: row.task_name,
    productName: row.product_name,
    ticketTypeCode: row.ticket_type_code,
    tickets: row.tickets,
    ticketNums: row.ticket_nums,
    amount: row.amount,
    findings: row.findings,
    verdict: row.verdict,
    remark: row.remark,
    version: row.version,
    updateTime: row.updated_at?.toISOString() ?? null,
    updateBy: row.updated_by,
  };
}

export interface ReportFilter {
  /** A finding, or `complete` for none; empty: all. */
  finding: string;
  /** A verdict, or `none`; empty: all. */
  verdict: string;
  keyword: string;
}

/** A page of the rows of a report by task and ticket type (API-145). */
export async function pageOfRows(
  db: Database,
  reportId: number,
  { finding, verdict, keyword, pageNo, pageSize }: ReportFilter & { pageNo: number; pageSize: number },
): Promise<{ content: ReportRowAnswer[]; total: number; current: number; size: number }> {
  const pattern = containing(keyword);
  const fits = sql<boolean>`(${finding} = '' or ${finding} = any(findings) or ${finding} = 'complete' and findings = '{}')
    and (${verdict} = '' or coalesce(verdict, 'none') = ${verdict})
    and (${keyword} = '' or task_name ilike ${pattern} or product_name ilike ${pattern} or ticket_nums ilike ${pattern} or remark ilike ${pattern})`;
  const { total } = await db
    .selectFrom('flow_bill_report_row')
    .where('report_id', '=', reportId)
    .where(fits)
    .select((row) => row.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  const rows = await selectRows(db, reportId)
    .where(fits)
    .orderBy('task_name')
    .orderBy('ticket_type_code')
    .orderBy('id')
    .$call(onPage(pageNo, pageSize))
    .execute();
  return { content: rows.map(toRow), total, current: pageNo, size: pageSize };
}

/** Rows by their ids, in the order of these. */
export async function findRows(db: Database, reportId: number, ids: readonly number[]): Promise<ReportRowAnswer[]> {
  if (ids.length === 0) return [];
  const rows = await selectRows(db, reportId).where('id', 'in', ids).execute();
  return inOrderOf(ids, rows).map(toRow);
}

/** Every row by task and ticket type: a review object has hundreds of tasks, not more. */
export async function allRows(db: Database, reportId: number): Promise<ReportRowAnswer[]> {
  const rows = await selectRows(db, reportId).orderBy('task_name').orderBy('ticket_type_code').orderBy('id').execute();
  return rows.map(toRow);
}
