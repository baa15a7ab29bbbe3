import { sql } from 'kysely';
import type { Principal } from '../../contracts.ts';
import type { Database } from '../../database/connection.ts';
import { ApiError } from '../../errors.ts';
import { type Origin, record } from '../audit/record.ts';
import { holdAccount } from '../second-factor/policy.ts';
import { sweep } from './housekeeping.ts';
import type { Credentials, TokenAnswer } from './login.ts';
import { hashSecret, newSecret } from './secrets.ts';
import { startSession } from './sessions.ts';
import { keysAt, reserve, settle } from './throttle.ts';

/** What a program sends as `grant_type`: its key stands in the place of the password (API-08). */
export const keyGrant = 'access_key';

/** So that whoever finds one, or a scanner of repositories, knows what it is. */
const prefix = 'tgk_';
const shape = /^tgk_[A-Za-z0-9_-]{43}$/;

/** A new key, of 256 random bits. */
export const newKey = (): string => `${prefix}${newSecret()}`;

/**
 * Signs a program in: no captcha, no password, no second factor, and a right key is let in however many wrong ones came. The session is one as any
 * other, and ends with the key. What was wrong is told in the audit log only.
 * @throws ApiError LOGIN_FAILED
 */
export async function signInByKey(db: Database, { username, password: key, scope }: Credentials, origin: Origin): Promise<TokenAnswer> {
  const begun = shape.test(key) ? await begin(db, username, key, origin) : undefined;
  if (!begun) await noteWrong(db, username, origin);
  await sweep(db);
  if (!begun) throw new ApiError('LOGIN_FAILED');
  return { access_token: begun.token, token_type: 'Bearer', expires_in: begun.seconds, scope: scope ?? 'server' };
}

/** An address that goes on after its limit stands in the server's log; here it could fill the database. */
async function noteWrong(db: Database, username: string, origin: Origin): Promise<void> {
  const guesser = keysAt(username, origin.ip);
  const reservation = await reserve(db, guesser);
  if (reservation.kind === 'address-locked') return;
  if (reservation.kind === 'granted') await settle(db, reservation.id, guesser, false);
  const detail = { reason: reservation.kind === 'granted' ? 'key' : reservation.kind };
  await record(db, origin, { action: 'login_failed', targetType: 'session', actor: { username }, detail });
}

async function begin(db: Database, username: string, key: string, origin: Origin): Promise<{ token: string; seconds: number } | undefined> {
  const hash = hashSecret(key);
  return await db.transaction().execute(async (transaction) => {
    const owner = await transaction.selectFrom('access_key').select('user_id as id').where('secret_hash', '=', hash).executeTakeFirst();
    if (!owner) return undefined;
    // In this order with whoever disables the account, and whoever takes the key away: no session begins after either.
    await holdAccount(transaction, owner.id, 'signing in');
    const found = await transaction
      .selectFrom('access_key as key')
      .innerJoin('app_user', 'app_user.id', 'key.user_id')
      .select(['key.id', 'key.name', 'key.user_id as userId', 'key.expires_at as expiresAt', 'app_user.username'])
      .where('key.secret_hash', '=', hash)
      .where('app_user.status', '=', '0')
      .where((row) => row(row.fn<string>('lower', ['app_user.username']), '=', username.toLowerCase()))
      .where('key.expires_at', '>', sql<Date>`now()`)
      .forKeyShare('key')
      .executeTakeFirst();
    if (!found) return undefined;
    const { id, expiresAt, userId } = found;
    const token = await startSession(transaction, userId, { ...origin, key: { id, expiresAt } });
    await transaction.updateTable('access_key').set({ used_at: sql<Date>`now()`, used_ip: origin.ip }).where('id', '=', id).execute();
    const { seconds } = await transaction
      .selectFrom('session')
      .select(sql<number>`extract(epoch from expires_at - now())::int`.as('seconds'))
      .where('token_hash', '=', hashSecret(token))
      .executeTakeFirstOrThrow();
    const actor = { id: String(userId), username: found.username };
    await record(transaction, origin, { action: 'login', targetType: 'session', actor, detail: { accessKey: found.name } });
    return { token, seconds };
  });
}

/** A program gives out no keys: what it holds would outlive the key it came with. @throws ApiError BEYOND_RIGHTS */
export async function requireNoProgram(db: Database, { sessionId }: Principal): Promise<void> {
  const session = await db
    .selectFrom('session')
    .leftJoin('session as parent', 'parent.id', 'session.parent_id')
    .select(sql<boolean>`coalesce(session.access_key_id, parent.access_key_id) is not null`.as('isProgram'))
    .where('session.id', '=', Number(sessionId))
    .executeTakeFirst();
  if (session?.isProgram) throw new ApiError('BEYOND_RIGHTS');
}
