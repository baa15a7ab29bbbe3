import { sql } from 'kysely';
import type { Database } from '../../database/connection.ts';
import { onPage } from '../../database/paging.ts';
import { minuteAfter } from '../../days.ts';
import { holds } from '../search.ts';

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
  targetName: string | null;
  detail: Record<string, unknown>;
  ip: string | null;
  userAgent: string | null;
  requestId: string | null;
}

const sortColumns = { time: 'id', actor: 'actor', action: 'action', ip: 'ip' } as const;

// Written out: the indexes of the two logs hold for these actions, and serve only who says so in the text of the query.
const isSignIn = sql<boolean>`action in (${sql.join(signInActions.map((action) => sql.lit(action)))})`;

/** The rows of a log that fit. */
export function logRows(db: Database, filter: LogFilter) {
  let query = db.selectFrom('audit_log').where(filter.log === 'sign-in' ? isSignIn : sql<boolean>`not (${isSignIn})`);
  if (filter.action !== '') query = query.where('action', '=', filter.action);
  if (filter.targetType !== '') query = query.where('target_type', '=', filter.targetType);
  if (filter.from) query = query.where('at', '>=', filter.from);
  // A range that ends at 12:05 holds the whole minute.
  if (filter.to) query = query.where('at', '<', minuteAfter(filter.to));
  if (filter.keyword !== '') {
    const texts = ['actor', 'subject', 'ip', 'target_name'].map((name) => holds(sql.ref(name), filter.keyword));
    query = query.where((row) => row.or([...texts, row('target_id', '=', filter.keyword)]));
  }
  return query;
}

const columns = [
  'audit_log.id',
  'at',
  'actor',
  'subject',
  'action',
  'target_type as targetType',
  'target_id as targetId',
  'target_name as targetName',
  'detail',
  'ip',
  'user_agent as userAgent',
  'request_id as requestId',
] as const;

export async function countLog(db: Database, filter: LogFilter): Promise<number> {
  const { total } = await logRows(db, filter)
    .select((row) => row.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return total;
}

/** A page of the log, the latest first unless asked otherwise, and how many rows fit. */
export async function listLog(
  db: Database,
  filter: LogFilter,
  page: { sort: string; order: 'asc' | 'desc'; current: number; size: number },
): Promise<{ rows: LogRow[]; total: number }> {
  const column = Object.hasOwn(sortColumns, page.sort) ? sortColumns[page.sort as keyof typeof sortColumns] : 'id';
  const order = page.sort === '' ? 'desc' : page.order;
  // What fits a keyword is found by reading the whole log, once; without one both the count and the page have an index.
  const isRead = filter.keyword !== '';
  const total = sql<number>`${isRead ? sql`count(*) over ()` : sql`null::int8`}`.as('total');
  // Only the rows of the page are read whole, not those before it.
  const ids = logRows(db, filter).select(['id', total]).orderBy(column, order).orderBy('id', 'desc').$call(onPage(page.current, page.size));
  const rows = db
    .selectFrom(ids.as('shown'))
    .innerJoin('audit_log', 'audit_log.id', 'shown.id')
    .select([...columns, 'shown.total'])
    .orderBy(`audit_log.${column}`, order)
    .orderBy('audit_log.id', 'desc')
    .execute();
  const [found, counted] = await Promise.all([rows, isRead ? undefined : countLog(db, filter)]);
  const told = counted ?? found[0]?.total ?? (page.current === 1 ? 0 : await countLog(db, filter));
  return { rows: found.map(({ total: _total, ...row }) => row), total: told };
}

const batch = 1_000;

/** Every row that fits and stood there when the reading began, the latest first, read a thousand at a time. */
export async function* readLog(db: Database, filter: LogFilter): AsyncGenerator<LogRow> {
  let before: number | undefined;
  for (;;) {
    let query = logRows(db, filter).select(columns).orderBy('id', 'desc').limit(batch);
    if (before !== undefined) query = query.where('id', '<', before);
    const rows = await query.execute();
    yield* rows;
    before = rows.at(-1)?.id;
    if (rows.length < batch || before === undefined) return;
  }
}
