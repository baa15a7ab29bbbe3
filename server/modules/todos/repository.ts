import { sql } from 'kysely';
import type { Database } from '../../database/connection.ts';
import { onPage } from '../../database/paging.ts';
import type { LabelValue } from '../../database/values.ts';
import { containing } from '../search.ts';

export interface TodoFilter {
  mainSource?: string | undefined;
  source?: string | undefined;
  taskStatus: string;
  submitUserCode?: string | undefined;
  /** A calendar day, YYYY-MM-DD. */
  submitDate?: string | undefined;
  keyword?: string | undefined;
}

export interface TodoRow {
  id: string;
  mainSource: string;
  source: string;
  title: LabelValue;
  url: string | null;
  taskStatus: string;
  submitUserCode: string | null;
  submitUserName: string | null;
  submitDate: string;
  dueDate: string | null;
}

/** Whose tasks: of the user, or in delegate mode what an agent sees of them. */
export interface TodoOwner {
  id: number;
  /** Applications that were delegated; undefined: all. */
  applications?: readonly string[] | undefined;
  /** Nothing submitted before. */
  since?: Date | null | undefined;
}

function filtered(db: Database, owner: TodoOwner, filter: TodoFilter) {
  let query = db.selectFrom('todo_item').where('user_id', '=', owner.id).where('task_status', '=', filter.taskStatus);
  if (owner.applications) query = query.where(sql<boolean>`main_source = any (${[...owner.applications]}::text[])`);
  if (owner.since) query = query.where('submitted_at', '>=', owner.since);
  if (filter.mainSource) query = query.where('main_source', '=', filter.mainSource);
  if (filter.source) query = query.where('source', '=', filter.source);
  if (filter.submitUserCode) query = query.where('submit_user_code', '=', filter.submitUserCode);
  if (filter.submitDate) query = query.where(sql<string>`to_char(submitted_at, 'YYYY-MM-DD')`, '=', filter.submitDate.slice(0, 10));
  if (filter.keyword) query = query.where(sql<string>`title::text`, 'ilike', containing(filter.keyword));
  return query;
}

/** How many tasks of the user fit. */
export async function countTodos(db: Database, owner: TodoOwner, filter: TodoFilter): Promise<number> {
  const { total } = await filtered(db, owner, filter)
    .select((row) => row.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return total;
}

/** A page of the user's tasks, the most urgent first. */
export async function listTodos(
  db: Database,
  owner: TodoOwner,
  filter: TodoFilter,
  page: { current: number; size: number },
): Promise<TodoRow[]> {
  const rows = await filtered(db, owner, filter)
    .select([
      'id',
      'main_source as mainSource',
      'source',
      'title',
      'url',
      'task_status as taskStatus',
      'submit_user_code as submitUserCode',
      'submit_user_name as submitUserName',
      'submitted_at as submittedAt',
      sql<string | null>`to_char(due_on, 'YYYY-MM-DD')`.as('dueDate'),
    ])
    .orderBy('due_on', (order) => order.asc().nullsLast())
    .orderBy('id')
    .$call(onPage(page.current, page.size))
    .execute();
  return rows.map(({ submittedAt, ...row }) => ({ ...row, id: String(row.id), submitDate: submittedAt.toISOString() }));
}
