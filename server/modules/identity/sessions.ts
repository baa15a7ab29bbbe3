import { sql } from 'kysely';
import { batched } from '../../batched.ts';
import { type Database, promptOf, writesOf } from '../../database/connection.ts';
import { whileUnwritten } from '../../database/writes.ts';
import { isRequiredSql } from '../second-factor/policy.ts';
import { remindedDays } from './password-due.ts';
import { hashSecret, newSecret } from './secrets.ts';

export const lifetimes = { idleSeconds: 30 * 60, absoluteSeconds: 8 * 60 * 60, touchSeconds: 60 } as const;

export interface ActiveSession {
  sessionId: number;
  userId: number;
  username: string;
  name: string;
  /** In a session that views a role: the role, and the session it was begun in. */
  roleId: number | null;
  parentId: number | null;
  /** Delegate mode: id of the user in whose name it acts. */
  actingFor: number | null;
  /** Number of the current state of roles and menus. */
  revision: number;
  /** Number of the current state of the data of each area, for answers that are kept. */
  revisions: Readonly<Record<string, number>>;
  /** What the password asks of whoever signed in with it; null in sessions of single sign-on and of programs, and those that act or view. */
  password: { given: boolean; ownIsForced: boolean | null; until: string | null } | null;
  /** A second factor has to be set up in it before anything else: it began with a password alone, of somebody who has to have one. */
  factorDue: boolean;
  /** Whether the last use was noted long enough ago to note it again. */
  isStale: boolean;
  /** Seconds until time alone changes any of this. */
  unchangedFor: number;
}

/**
 * Starts a session, notes the sign-in of a person and returns the token, which exists nowhere else. `provider`: id of the single sign-on it came through;
 * `factorDue`: a second factor has to be set up in it; `key`: the access key it was begun with, which it does not outlive.
 */
export async function startSession(
  db: Database,
  userId: number,
  origin: { ip: string; userAgent: string | undefined; provider?: string; factorDue?: boolean; key?: { id: number; expiresAt: Date } },
): Promise<string> {
  const token = newSecret();
  await db
    .insertInto('session')
    .values({
      token_hash: hashSecret(token),
      user_id: userId,
      expires_at: sql<Date>`least(now() + make_interval(secs => ${lifetimes.absoluteSeconds}), ${origin.key?.expiresAt ?? null}::timestamptz)`,
      access_key_id: origin.key?.id ?? null,
      ip: origin.ip,
      user_agent: origin.userAgent?.slice(0, 500) ?? null,
      sso_provider: origin.provider ?? null,
      factor_due: origin.factorDue ?? false,
    })
    .execute();
  // Who the address of an account belongs to hangs on its owner's having signed in since.
  if (origin.key) return token;
  const now = { at: sql<Date>`now()` };
  await db
    .insertInto('last_sign_in')
    .values({ user_id: userId, ...now })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(now))
    .execute();
  return token;
}

/**
 * Ends a session and goes on in a new one with another token, as long as the old one would have lived: on entering and leaving
 * delegate mode. Nothing when it had ended already.
 */
export async function rotateSession(
  db: Database,
  sessionId: string,
  actingFor: number | null,
  origin: { ip: string; userAgent: string | undefined },
): Promise<{ token: string; secondsLeft: number } | undefined> {
  const old = await db
    .updateTable('session')
    .set({ revoked_at: sql<Date>`now()`, switched: true })
    .where('id', '=', Number(sessionId))
    .where('revoked_at', 'is', null)
    .returning([
      'user_id',
      'expires_at',
      'sso_provider',
      'factor_due',
      'access_key_id',
      sql<number>`extract(epoch from expires_at - now())::int`.as('secondsLeft'),
    ])
    .executeTakeFirst();
  if (!old) return undefined;
  const token = newSecret();
  await db
    .insertInto('session')
    .values({
      token_hash: hashSecret(token),
      user_id: old.user_id,
      acting_for: actingFor,
      expires_at: old.expires_at,
      ip: origin.ip,
      user_agent: origin.userAgent?.slice(0, 500) ?? null,
      sso_provider: old.sso_provider,
      factor_due: old.factor_due,
      access_key_id: old.access_key_id,
    })
    .execute();
  return { token, secondsLeft: old.secondsLeft };
}

/**
 * The session of a token, if it still holds and its user is not disabled. Asked anew at every request, so that revocation is
 * immediate; requests that arrive while the database answers share the next question, and where nobody else writes to the database
 * nothing is asked until something is written.
 */
export async function findSession(db: Database, tokenHash: Buffer): Promise<ActiveSession | undefined> {
  let lookup = lookups.get(db);
  if (!lookup) {
    lookup = makeLookup(db);
    lookups.set(db, lookup);
  }
  return await lookup(tokenHash.toString('hex'));
}
type Lookup = (hash: string) => Promise<ActiveSession | undefined>;
const lookups = new WeakMap<Database, Lookup>();

function makeLookup(db: Database): Lookup {
  const ask = batched((hashes: string[]) => readSessions(promptOf(db), hashes));
  const writes = writesOf(db);
  return writes ? whileUnwritten(writes, ask, ({ unchangedFor }) => unchangedFor * 1_000) : ask;
}

async function readSessions(db: Database, hashes: string[]): Promise<Map<string, ActiveSession>> {
  const { rows } = await sql<ActiveSession & { hash: string }>`
    select encode(session.token_hash, 'hex') as hash, session.id as "sessionId", session.user_id as "userId",
      session.role_id as "roleId", session.parent_id as "parentId", session.acting_for as "actingFor", app_user.username, app_user.name,
      (select revision from access_revision) as revision,
      (select jsonb_object_agg(area, revision) from data_revision) as revisions,
      case when session.sso_provider is null and session.access_key_id is null and session.acting_for is null and session.role_id is null then json_build_object(
        'given', app_user.password_given, 'ownIsForced', policy.own, 'until', policy.until) end as password,
      case when session.factor_due and session.acting_for is null and session.role_id is null
        and not exists (select 1 from second_factor where second_factor.user_id = session.user_id)
        then ${isRequiredSql(sql<number>`session.user_id`)} else false end as "factorDue",
      session.last_used_at < now() - make_interval(secs => ${lifetimes.touchSeconds}) as "isStale",
      extract(epoch from least(session.last_used_at + make_interval(secs => ${lifetimes.touchSeconds}), session.expires_at, parent.expires_at,
        case when policy.until > now() then policy.until end) - now())
        ::float8 as "unchangedFor"
    from session join app_user on app_user.id = session.user_id left join session parent on parent.id = session.parent_id
      left join lateral (
        select coalesce((value ->> 'passwordOwn')::boolean, false) as own,
          case when (value ->> 'passwordDays')::int > 0 then greatest(
            app_user.password_set_at + make_interval(days => (value ->> 'passwordDays')::int),
            (select updated_at + make_interval(days => ${remindedDays}) from parameter_change where key = 'passwordDays')) end as until
        from config where key = 'security'
      ) policy on true
    where session.token_hash = any (select decode(unnest(${hashes}::text[]), 'hex'))
      and session.revoked_at is null and session.expires_at > now()
      and session.last_used_at > now() - make_interval(secs => ${lifetimes.idleSeconds}) and app_user.status = '0'
      and (parent.id is null or parent.revoked_at is null and parent.expires_at > now())`.execute(db);
  return new Map(rows.map(({ hash, ...session }) => [hash, session]));
}

/**
 * How the session of a token that does not hold any more ended: it ran out, its person went on under another name in another window, or the server
 * ended it. Nothing when it is not known (any more).
 */
export async function endOfSession(
  db: Database,
  token: string,
): Promise<'SESSION_EXPIRED' | 'SESSION_SWITCHED' | 'SESSION_ENDED' | undefined> {
  const session = await db
    .selectFrom('session')
    .innerJoin('app_user', 'app_user.id', 'session.user_id')
    .leftJoin('session as parent', 'parent.id', 'session.parent_id')
    .select([
      'session.revoked_at as revokedAt',
      // A window that views a role ends with the session it was begun in.
      sql<boolean>`session.switched or coalesce(parent.switched, false)`.as('switched'),
      'parent.revoked_at as parentRevokedAt',
      'app_user.status as status',
    ])
    .where('session.token_hash', '=', hashSecret(token))
    .executeTakeFirst();
  if (!session) return undefined;
  if (session.switched && session.status === '0') return 'SESSION_SWITCHED';
  return session.revokedAt !== null || session.parentRevokedAt !== null || session.status !== '0' ? 'SESSION_ENDED' : 'SESSION_EXPIRED';
}

/** Id of the single sign-on a session came through. */
export async function ssoProviderOf(db: Database, token: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('session')
    .select('sso_provider as provider')
    .where('token_hash', '=', hashSecret(token))
    .executeTakeFirst();
  return row?.provider ?? undefined;
}

/** Notes that a session is in use, and with it the one it was begun in. */
export async function touchSession(db: Database, { sessionId, parentId }: Pick<ActiveSession, 'sessionId' | 'parentId'>): Promise<void> {
  const ids = parentId === null ? [sessionId] : [sessionId, parentId];
  await db.updateTable('session').set({ last_used_at: sql<Date>`now()` }).where('id', 'in', ids).execute();
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
