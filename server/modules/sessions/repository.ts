import { sql } from 'kysely';
import type { Reading } from '../../context.ts';
import type { Database } from '../../database/connection.ts';
import { onPage } from '../../database/paging.ts';
import type { LabelValue } from '../../database/values.ts';
import { nameIn } from '../../reader.ts';
import { lifetimes } from '../identity/sessions.ts';
import { containing } from '../search.ts';
import { describeAgent } from './agent.ts';

/** A session that holds now. */
export interface SessionAnswer {
  id: string;
  userId: string;
  username: string;
  name: string;
  departmentName: LabelValue | null;
  ip: string | null;
  agent: string | null;
  loginTime: string;
  lastUsedTime: string;
  expireTime: string;
}

const sortColumns = {
  username: 'app_user.username',
  ip: 'session.ip',
  loginTime: 'session.created_at',
  lastUsedTime: 'session.last_used_at',
} as const;

function active(db: Database, keyword: string) {
  const query = db
    .selectFrom('session')
    .innerJoin('app_user', 'app_user.id', 'session.user_id')
    .leftJoin('department', 'department.id', 'app_user.department_id')
    .where('session.revoked_at', 'is', null)
    .where('app_user.status', '=', '0')
    // Who looks at a role is there with the session it was begun in.
    .where('session.role_id', 'is', null)
    .where('session.expires_at', '>', sql<Date>`now()`)
    .where('session.last_used_at', '>', sql<Date>`now() - make_interval(secs => ${lifetimes.idleSeconds})`);
  if (keyword === '') return query;
  const pattern = containing(keyword);
  const parts = ['app_user.username', 'app_user.name', 'app_user.name_en', 'app_user.user_code', 'session.ip'] as const;
  return query.where((row) => row.or(parts.map((part) => row(part, 'ilike', pattern))));
}

const columns = [
  'session.id',
  'session.user_id as userId',
  'app_user.username',
  'app_user.name',
  'app_user.name_en as nameEn',
  'department.name as departmentName',
  'session.ip',
  'session.user_agent as userAgent',
  'session.created_at as createdAt',
  'session.last_used_at as lastUsedAt',
  'session.expires_at as expiresAt',
] as const;

interface Row {
  id: number;
  userId: number;
  username: string;
  name: string;
  nameEn: string | null;
  departmentName: LabelValue | null;
  ip: string | null;
  userAgent: string | null;
  createdAt: Date;
  lastUsedAt: Date;
  expiresAt: Date;
}

function toAnswer({ userAgent, createdAt, lastUsedAt, expiresAt, nameEn, ...row }: Row): SessionAnswer {
  return {
    ...row,
    id: String(row.id),
    userId: String(row.userId),
    agent: describeAgent(userAgent),
    loginTime: createdAt.toISOString(),
    lastUsedTime: lastUsedAt.toISOString(),
    expireTime: expiresAt.toISOString(),
  };
}

/** A page of the sessions that hold now, with what their people are called by whoever reads it. */
export async function listSessions(
  context: Reading & { db: Database },
  filter: { keyword: string; sort: string; order: 'asc' | 'desc'; current: number; size: number },
): Promise<{ content: SessionAnswer[]; total: number }> {
  const query = active(context.db, filter.keyword);
  const { total } = await query.select((row) => row.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  const column = Object.hasOwn(sortColumns, filter.sort) ? sortColumns[filter.sort as keyof typeof sortColumns] : 'session.last_used_at';
  const rows = await query
    .select(columns)
    .orderBy(column, filter.sort === '' ? 'desc' : filter.order)
    .orderBy('session.id', 'desc')
    .$call(onPage(filter.current, filter.size))
    .execute();
  return { content: rows.map((row) => ({ ...toAnswer(row), name: nameIn(context, row) ?? row.name })), total };
}

/** The sessions of a user that hold now, the latest used first. A view of a role is part of the session it was begun in. */
export async function sessionsOf(db: Database, userId: string): Promise<SessionAnswer[]> {
  const rows = await active(db, '')
    .select(columns)
    .where('session.user_id', '=', Number(userId))
    .where('session.role_id', 'is', null)
    .orderBy('session.last_used_at', 'desc')
    .orderBy('session.id', 'desc')
    .execute();
  return rows.map(toAnswer);
}

/** Ends a session. Tells whether it held until now. */
export async function endSession(db: Database, id: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('session')
    .set({ revoked_at: sql<Date>`now()` })
    .where('id', '=', Number(id))
    .where('revoked_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** One session that holds now. */
export async function findActiveSession(db: Database, id: string): Promise<SessionAnswer | undefined> {
  const row = await active(db, '').select(columns).where('session.id', '=', Number(id)).executeTakeFirst();
  return row && toAnswer(row);
}
