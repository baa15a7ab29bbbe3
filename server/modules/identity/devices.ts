import { sql } from 'kysely';
import type { Context } from '../../context.ts';
import { cookieSecret, giveCookie } from '../../cookies.ts';
import type { Filled, Moment, Once } from '../../database/columns.ts';
import type { Database } from '../../database/connection.ts';
import { publicOrigin } from '../../public-origin.ts';
import { hashSecret, newSecret } from './secrets.ts';

/**
 * Browsers in which somebody signed in. Wrong passwords are counted for each of them apart, and apart from those of browsers nobody knows, so that
 * nobody else's guesses keep the owner of an account out (decision 242):
 *
 *   sign-in (with its second factor) -> cookie of 256 bits, kept here as its hash, for this account -> the next guesses of this browser count as its own
 *
 * A known browser opens nothing: it is asked for the password and the code as every other.
 */
const cookie = { name: 'targus_device', path: '/api', sameSite: 'Strict' } as const;
/** Days since the last sign-in in it. */
export const keptDays = 180;
/** Browsers of one account. */
const most = 20;

interface KnownDeviceTable {
  id: Filled<number>;
  /** One browser has the same for all its accounts. */
  token_hash: Buffer;
  user_id: Once<number>;
  made_at: Moment;
  used_at: Moment;
}

declare module '../../database/connection.ts' {
  interface Tables {
    known_device: KnownDeviceTable;
  }
}

/** The browser of a request: what it brings, and how it is given what it is known by from now on. */
export interface Browser {
  secret: string | undefined;
  keep(secret: string): void;
}

export function browserOf({ services, reply }: Pick<Context, 'services' | 'reply'>): Browser {
  const origin = publicOrigin(services.settings, reply.request);
  return {
    secret: cookieSecret(reply.request, origin, cookie.name),
    keep: (value) => giveCookie(reply, origin, { ...cookie, value, age: keptDays * 24 * 60 * 60 }),
  };
}

const isFresh = sql<boolean>`known_device.used_at > now() - make_interval(days => ${keptDays})`;

/** Number of a browser, where it is one of this account (as it is typed, in lower case). */
export async function deviceOf(db: Database, account: string, secret: string | undefined): Promise<number | undefined> {
  if (secret === undefined) return undefined;
  const row = await db
    .selectFrom('known_device')
    .innerJoin('app_user', 'app_user.id', 'known_device.user_id')
    .select('known_device.id')
    .where('known_device.token_hash', '=', hashSecret(secret))
    .where((user) => user(user.fn<string>('lower', ['app_user.username']), '=', account))
    .where(isFresh)
    .executeTakeFirst();
  return row?.id;
}

/**
 * From now on the browser is one of this account. Resolves with what it has to keep. Use the transaction of the sign-in, and call it once password
 * and code were right.
 */
export async function knowDevice(db: Database, userId: number, secret: string | undefined): Promise<string> {
  if (secret !== undefined && (await isUsedAgain(db, userId, secret))) return secret;
  return await knowAnew(db, userId, secret);
}

/**
 * The same, with another secret, where the owner of the account chose another password in this browser: no other is one of the account any more.
 * Call it once the row of the account is written: a sign-in under way holds that row, and ends before or finds the other password.
 */
export async function knowOnly(db: Database, userId: number, secret: string | undefined): Promise<string> {
  const fresh = await knowAnew(db, userId, secret);
  await forgetDevices(db, userId, fresh);
  return fresh;
}

/** No browser is known to an account any more, except one. */
export async function forgetDevices(db: Database, userId: number, except?: string): Promise<void> {
  let query = db.deleteFrom('known_device').where('user_id', '=', userId);
  if (except !== undefined) query = query.where('token_hash', '<>', hashSecret(except));
  await query.execute();
}

async function knowAnew(db: Database, userId: number, secret: string | undefined): Promise<string> {
  const fresh = newSecret();
  if (secret !== undefined) await moveAlong(db, { from: secret, to: fresh, userId });
  const { id } = await db
    .insertInto('known_device')
    .values({ token_hash: hashSecret(fresh), user_id: userId })
    .returning('id')
    .executeTakeFirstOrThrow();
  await prune(db, userId, id);
  return fresh;
}

async function isUsedAgain(db: Database, userId: number, secret: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('known_device')
    .set({ used_at: sql<Date>`now()` })
    .where('token_hash', '=', hashSecret(secret))
    .where('user_id', '=', userId)
    .where(isFresh)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/**
 * A browser gets a new secret with each account that comes to it: whoever put theirs there knows nothing of this account by it. The other accounts of
 * the browser move along; what it was to this one is over.
 */
async function moveAlong(db: Database, { from, to, userId }: { from: string; to: string; userId: number }): Promise<void> {
  const ofBrowser = db.selectFrom('known_device').select('id').where('token_hash', '=', hashSecret(from));
  // In one order: two people may sign in in it at the same moment.
  await ofBrowser.orderBy('id').forUpdate().execute();
  await db.deleteFrom('known_device').where('token_hash', '=', hashSecret(from)).where('user_id', '=', userId).execute();
  await db
    .updateTable('known_device')
    .set({ token_hash: hashSecret(to) })
    .where('token_hash', '=', hashSecret(from))
    .execute();
}

/**
 * The newest stays; of the others those that came back before those that never did: a program that signs in again and again without keeping cookies
 * puts no browser out.
 */
async function prune(db: Database, userId: number, newest: number): Promise<void> {
  await sql`delete from known_device where id in (
    select id from known_device where id in (
      select id from known_device where user_id = ${userId} and id <> ${newest}
      order by used_at > made_at desc, used_at desc, id desc offset ${most - 1})
    for update skip locked)`.execute(db);
}
