import { sql } from 'kysely';
import type { Database } from '../../database/connection.ts';
import { hashSecret, newSecret } from './secrets.ts';

export const lifetimes = { idleSeconds: 30 * 60, absoluteSeconds: 8 * 60 * 60, touchSeconds: 60 } as const;

export interface ActiveSession {
  sessionId: number;
  userId: number;
  username: string;
  name: string;
  /** Number of the current state of roles and menus. */
  revision: number;
  /** Whether the last use was noted long enough ago to note it again. */
  isStale: boolean;
}

/** Starts a session and returns its token, which exists nowhere else. */
export async function startSession(db: Database, userId: number, origin: { ip: string; userAgent: string | undefined }): Promise<string> {
  const token = newSecret();
  await db
    .insertInto('session')
    .values({
      token_hash: hashSecret(token),
      user_id: userId,
      expires_at: sql<Date>`now() + make_interval(secs => ${lifetimes.absoluteSeconds})`,
      ip: origin.ip,
      user_agent: origin.userAgent?.slice(0, 500) ?? null,
    })
    .execute();
  return token;
}

/** The session of a token, if it still holds and its user is not disabled. Asked at every request: revocation is immediate. */
export async function findSession(db: Database, token: string): Promise<ActiveSession | undefined> {
  return await db
    .selectFrom('session')
    .innerJoin('app_user', 'app_user.id', 'session.user_id')
    .innerJoin('access_revision', (join) => join.onTrue())
    .select([
      'session.id as sessionId',
      'session.user_id as userId',
      'app_user.username as username',
      'app_user.name as name',
      'access_revision.revision as revision',
      sql<boolean>`session.last_used_at < now() - make_interval(secs => ${lifetimes.touchSeconds})`.as('isStale'),
    ])
    .where('session.token_hash', '=', hashSecret(token))
    .where('session.revoked_at', 'is', null)
    .where('session.expires_at', '>', sql<Date>`now()`)
    .where('session.last_used_at', '>', sql<Date>`now() - make_interval(secs => ${lifetimes.idleSeconds})`)
    .where('app_user.status', '=', '0')
    .executeTakeFirst();
}

export async function touchSession(db: Database, sessionId: number): Promise<void> {
  await db.updateTable('session').set({ last_used_at: sql<Date>`now()` }).where('id', '=', sessionId).execute();
}

/** Ends the session of a token. Tells whose it was, or nothing when it had ended already. */
export async function revokeSession(
  db: Database,
  token: string,
): Promise<{ userId: number; sessionId: number; username: string } | undefined> {
  return await db
    .updateTable('session')
    .from('app_user')
    .set({ revoked_at: sql<Date>`now()` })
    .where('session.token_hash', '=', hashSecret(token))
    .where('session.revoked_at', 'is', null)
    .whereRef('app_user.id', '=', 'session.user_id')
    .returning(['session.user_id as userId', 'session.id as sessionId', 'app_user.username as username'])
    .executeTakeFirst();
}

/** Ends every session of a user, except one. Tells how many. */
export async function revokeSessionsOf(db: Database, userId: number, except?: string): Promise<number> {
  let query = db.updateTable('session').set({ revoked_at: sql<Date>`now()` }).where('user_id', '=', userId).where('revoked_at', 'is', null);
  if (except !== undefined) query = query.where('id', '<>', Number(except));
  return Number((await query.executeTakeFirst()).numUpdatedRows);
}
