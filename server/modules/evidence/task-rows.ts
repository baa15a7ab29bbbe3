import { type RawBuilder, sql } from 'kysely';
import type { Principal } from '../../contracts.ts';
import type { Database } from '../../database/connection.ts';
import { onPage } from '../../database/paging.ts';
import { isProjectSeenBy } from '../flow/rights.ts';
import { holds } from '../search.ts';
import type { Actor } from './actors.ts';
import { type Lock, lockedBy } from './sight.ts';
import { type Status, status } from './tables.ts';
import type { Words } from './words.ts';

/** A bill task as it is kept (EVID-07), its codes not yet worded. */
export interface TaskRow {
  id: string;
  version: number;
  /** Goes up with every change of the task and of its tickets. */
  revision: number;
  reviewObjectId: string;
  /** What keeps it and its tickets as they are. */
  lockedBy: Lock | null;
  clientCode: string;
  clientName: string;
  checkBatch: string;
  dealerCode: string;
  dealerName: string;
  taskName: string;
  taskType: string | null;
  ticketDate: string | null;
  productCode: string | null;
  productName: string | null;
  productSpec: string | null;
  qty: number | null;
  flowTypeCode: string | null;
  /** Types the task itself asks for; null: those of the link. */
  ticketTypes: string[] | null;
  /** The types it needs: its own, or those of the link. */
  needed: string[];
  ticketTypeCntPlan: number;
  ticketTypeCntReal: number;
  ticketCnt: number;
  endDate: string | null;
  status: Status;
  rejectLog: string | null;
  rejectTime: string | null;
  createTime: string;
  updateTime: string | null;
  updateBy: string | null;
}

const needed = sql<string[]>`coalesce(task.ticket_types, link.ticket_types, '{}')`;
const real = sql<number>`(select count(distinct ticket.ticket_type_code) from flow_bill_ticket ticket
  where ticket.collect_id = task.id and ticket.ticket_type_code = any(coalesce(task.ticket_types, link.ticket_types, '{}')))`;
/** A ticket of every type the task needs is there (EVID-03). */
const isUploaded = sql<boolean>`(cardinality(${needed}) > 0 and ${real} >= cardinality(${needed}))`;

function tasksOf(db: Database) {
  return db
    .selectFrom('flow_bill_collect as task')
    .innerJoin('flow_review_object as object', 'object.id', 'task.review_object_id')
    .innerJoin('flow_project as project', 'project.id', 'object.project_id')
    .innerJoin('flow_client as client', 'client.id', 'project.client_id')
    .leftJoin('flow_ticket_url as link', 'link.review_object_id', 'object.id');
}

function selectTasks(db: Database) {
  return tasksOf(db)
    .selectAll('task')
    .select([
      'client.client_code',
      'client.client_name',
      'object.review_batch_no',
      'object.dealer_code',
      'object.dealer_name',
      sql<string | null>`to_char(task.ticket_date, 'YYYY-MM-DD')`.as('day'),
      sql<string | null>`to_char(link.end_date, 'YYYY-MM-DD')`.as('end_day'),
      lockedBy.as('lockedBy'),
      needed.as('needed'),
      real.as('real'),
      sql<number>`(select count(*) from flow_bill_ticket ticket where ticket.collect_id = task.id)`.as('tickets'),
    ]);
}

type Selected = Awaited<ReturnType<ReturnType<typeof selectTasks>['execute']>>[number];

function toTask(row: Selected): TaskRow {
  return {
    id: String(row.id),
    version: row.version,
    revision: row.version + row.ticket_changes,
    reviewObjectId: String(row.review_object_id),
    lockedBy: row.lockedBy,
    clientCode: row.client_code,
    clientName: row.client_name,
    checkBatch: row.review_batch_no,
    dealerCode: row.dealer_code,
    dealerName: row.dealer_name,
    taskName: row.task_name,
    taskType: row.task_type,
    ticketDate: row.day,
    productCode: row.product_code,
    productName: row.product_name,
    productSpec: row.product_spec,
    qty: row.qty === null ? null : Number(row.qty),
    flowTypeCode: row.flow_type,
    ticketTypes: row.ticket_types,
    needed: row.needed,
    ticketTypeCntPlan: row.needed.length,
    ticketTypeCntReal: row.real,
    ticketCnt: row.tickets,
    endDate: row.end_day,
    status: row.status,
    rejectLog: row.reject_log,
    rejectTime: row.rejected_at?.toISOString() ?? null,
    createTime: row.created_at.toISOString(),
    updateTime: row.updated_at?.toISOString() ?? null,
    updateBy: row.updated_by,
  };
}

/** A task by the words of its reader. Who brings evidence by a link reads no names of staff. */
export function wordedTask({ needed: _needed, ...task }: TaskRow, words: Words, actor: Pick<Actor, 'kind'>) {
  return {
    ...task,
    ...(actor.kind === 'link' && { updateBy: null }),
    taskTypeName: task.taskType === null ? null : words.label('bill-task-type', task.taskType),
    flowType: task.flowTypeCode === null ? null : words.label('flow-type', task.flowTypeCode),
    statusName: words.label('collection-status', task.status),
  };
}

export interface TaskFilter {
  /** Whose tasks: those of a review object, or of the clients a user sees. */
  of: { reviewObjectId: number } | { user: Principal };
  clientCode: string;
  checkBatch: string;
  /** Part of the code or name of the dealer. */
  dealer: string;
  /** Undefined: all. */
  statuses: readonly Status[] | undefined;
  keyword: string;
  reviewObjectId: string;
  /** Only those that can be worked on: of no closed project and no disabled client. */
  unlocked?: true;
  /** What has to be there first in front, and of it what came last; without it the newest stand there. */
  dueFirst?: true;
  page: number;
  limit: number;
}

/** How many tasks there are, whatever their status. */
export interface TaskCounts {
  totalCnt: number;
  notStartedCnt: number;
  collectCnt: number;
  auditCnt: number;
  finishedCnt: number;
  uploadFinishedCnt: number;
}

/** A page of tasks. `counts` are of all that fit the filter but for the status. */
export async function listTasks(db: Database, filter: TaskFilter): Promise<{ list: TaskRow[]; total: number; counts: TaskCounts }> {
  const fits = fittingAll(filter);
  const has = hasStatus(filter);
  const many = (is: RawBuilder<boolean>) => sql<number>`count(*) filter (where ${is})`;
  const isIn = (code: Status) => many(sql<boolean>`task.status = ${code}`);
  const { total, ...counts } = await tasksOf(db)
    .select([
      sql<number>`count(*)`.as('totalCnt'),
      isIn(status.notStarted).as('notStartedCnt'),
      isIn(status.collecting).as('collectCnt'),
      isIn(status.auditing).as('auditCnt'),
      isIn(status.completed).as('finishedCnt'),
      many(isUploaded).as('uploadFinishedCnt'),
      many(has).as('total'),
    ])
    .where(fits)
    .executeTakeFirstOrThrow();
  return { list: await pageOf(db, filter), total, counts };
}

/** The same without the counts of each status, which look at every ticket. */
export async function tasksIn(db: Database, filter: TaskFilter): Promise<{ list: TaskRow[]; total: number }> {
  const { total } = await tasksOf(db)
    .select(sql<number>`count(*)`.as('total'))
    .where(fittingAll(filter))
    .where(hasStatus(filter))
    .executeTakeFirstOrThrow();
  return { list: await pageOf(db, filter), total };
}

async function pageOf(db: Database, filter: TaskFilter): Promise<TaskRow[]> {
  const rows = selectTasks(db).where(fittingAll(filter)).where(hasStatus(filter));
  const inOrder = filter.dueFirst
    ? rows
        .orderBy('link.end_date', (order) => order.asc().nullsLast())
        .orderBy(sql`coalesce(task.updated_at, task.created_at)`, 'desc')
        .orderBy('task.id')
    : rows.orderBy('task.id', 'desc');
  return (await inOrder.$call(onPage(filter.page, filter.limit)).execute()).map(toTask);
}

function hasStatus({ statuses }: TaskFilter): RawBuilder<boolean> {
  return statuses ? sql<boolean>`task.status = any(${[...statuses]})` : sql<boolean>`true`;
}

function fittingAll(filter: TaskFilter): RawBuilder<boolean> {
  const { of, clientCode, checkBatch, dealer, keyword, reviewObjectId } = filter;
  const parts = ['user' in of ? isProjectSeenBy(of.user) : sql<boolean>`object.id = ${of.reviewObjectId}`];
  if (clientCode !== '') parts.push(sql`client.client_code = ${clientCode}`);
  if (checkBatch !== '') parts.push(sql`object.review_batch_no = ${checkBatch}`);
  if (reviewObjectId !== '') parts.push(sql`object.id = ${Number(reviewObjectId)}`);
  if (dealer !== '') {
    parts.push(sql`(${holds(sql`object.dealer_code`, dealer)} or ${holds(sql`object.dealer_name`, dealer)})`);
  }
  if (filter.unlocked) parts.push(sql`${lockedBy} is null`);
  if (keyword !== '') {
    const texts = ['task.task_name', 'task.product_code', 'task.product_name'].map((name) => holds(sql.ref(name), keyword));
    parts.push(sql`(${sql.join(texts, sql` or `)})`);
  }
  return sql<boolean>`${sql.join(parts, sql` and `)}`;
}

/** A task whoever asks, for what was admitted before. */
export async function findTask(db: Database, id: string): Promise<TaskRow | undefined> {
  const row = await selectTasks(db).where('task.id', '=', Number(id)).executeTakeFirst();
  return row && toTask(row);
}

/** The tasks of these ids that the user sees, held against other changes until the transaction ends. */
export async function lockSeenTasks(db: Database, user: Principal, ids: readonly string[]): Promise<TaskRow[]> {
  const wanted = ids.map(Number);
  await sql`select id from flow_bill_collect where id = any(${wanted}) order by id for update`.execute(db);
  const rows = await selectTasks(db).where('task.id', 'in', wanted).where(isProjectSeenBy(user)).orderBy('task.id').execute();
  return rows.map(toTask);
}
