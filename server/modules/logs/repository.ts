import type { Database } from '../../database/connection.ts';
import { onPage } from '../../database/paging.ts';
import { containing } from '../search.ts';

/** Signing in and out; everything else is an operation. */
export const signInActions = ['login', 'login_failed', 'logout'] as const;

export interface LogFilter {
  log: 'sign-in' | 'operation';
  keyword: string;
  action: string;
  targetType: string;
  /** Moments, both inclusive. */
  from: Date | undefined;
  to: Date | undefined;
}

export interface LogRow {
  id: number;
  at: Date;
  actor: string | null;
  /** In whose name, where somebody acted for another user. */
  subject: string | null;
  action: string;
  targetType: string;
  targetId: string | null;
  detail: Record<string, unknown>;
  ip: string | null;
  userAgent: string | null;
  requestId: string | null;
}

const sortColumns = { time: 'id', actor: 'actor', action: 'action', ip: 'ip' } as const;

function filtered(db: Database, filter: LogFilter) {
  let query = db.selectFrom('audit_log').where('action', filter.log === 'sign-in' ? 'in' : 'not in', signInActions);
  if (filter.action !== '') query = query.where('action', '=', filter.action);
  if (filter.targetType !== '') query = query.where('target_type', '=', filter.targetType);
  if (filter.from) query = query.where('at', '>=', filter.from);
  // A range that ends at 12:05 holds the whole minute.
  if (filter.to) query = query.where('at', '<', new Date(filter.to.getTime() + 60_000));
  if (filter.keyword !== '') {
    const pattern = containing(filter.keyword);
    query = query.where((row) =>
      row.or([
        row('actor', 'ilike', pattern),
        row('subject', 'ilike', pattern),
        row('ip', 'ilike', pattern),
        row('target_id', '=', filter.keyword),
      ]),
    );
  }
  return query;
}

const columns = [
  'id',
  'at',
  'actor',
  'subject',
  'action',
  'target_type as targetType',
  'target_id as targetId',
  'detail',
  'ip',
  'user_agent as userAgent',
  'request_id as requestId',
] as const;

export async function countLog(db: Database, filter: LogFilter): Promise<number> {
  const { total } = await filtered(db, filter)
    .select((row) => row.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return total;
}

/** A page of the log, the latest first unless asked otherwise. */
export async function listLog(
  db: Database,
  filter: LogFilter,
  page: { sort: string; order: 'asc' | 'desc'; current: number; size: number },
): Promise<LogRow[]> {
  const column = Object.hasOwn(sortColumns, page.sort) ? sortColumns[page.sort as keyof typeof sortColumns] : 'id';
  const order = page.sort === '' ? 'desc' : page.order;
  return await filtered(db, filter)
    .select(columns)
    .orderBy(column, order)
    .orderBy('id', 'desc')
    .$call(onPage(page.current, page.size))
    .execute();
}

const batch = 1_000;

/** Every row that fits and stood there when the reading began, the latest first, read a thousand at a time. */
export async function* readLog(db: Database, filter: LogFilter): AsyncGenerator<LogRow> {
  let before: number | undefined;
  for (;;) {
    let query = filtered(db, filter).select(columns).orderBy('id', 'desc').limit(batch);
    if (before !== undefined) query = query.where('id', '<', before);
    const rows = await query.execute();
    yield* rows;
    before = rows.at(-1)?.id;
    if (rows.length < batch || before === undefined) return;
  }
}
