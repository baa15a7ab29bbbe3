import { sql } from 'kysely';
import { addressKey } from '../../address-key.ts';
import type { Database } from '../../database/connection.ts';

/**
 * Throttling of guesses in the database, so that several servers share it.
 *
 *   reserve (short lock) -> check the password outside of any transaction -> settle
 *
 * A place is taken before the password is checked: a burst of parallel guesses can never check more than the limit. A right
 * password gives its place back and clears the failures from where it came, so any number of right logins pass one after the other, and give
 * nobody who guesses elsewhere new tries.
 */
export const limits = {
  /** Failures of one guesser at an account within the window. */
  account: 10,
  /** Failures and refusals from one address within the window. */
  address: 60,
  windowSeconds: 15 * 60,
  /** A reservation nobody settled (the server died) counts this long. */
  pendingSeconds: 30,
} as const;

/**
 * Whose guesses are counted together: at an account those of all browsers it does not know, by where they come from, too; those of a browser it
 * knows; those of its own sessions. The limits are the same for each, and who reaches one stops nobody of the others.
 */
export interface Guesser {
  /** The account, or a name no account can have. */
  account: string;
  address: string;
  /** Who else guesses at the address stops nobody who had the right password. */
  isPastPassword?: true;
}

export const strangerAt = (account: string, ip: string): Guesser => ({ account: account.toLowerCase(), address: addressKey(ip) });
export const codesAt = (account: string, ip: string): Guesser => ({ ...strangerAt(account, ip), isPastPassword: true });
/** They can guess at no other account, so that the limit of addresses is not for them. */
const apart = (name: string): Guesser => ({ account: name, address: name });
/** Keys cannot be guessed: wrong ones are counted so that they do not fill the log, apart from passwords, which a program with an old key must not stop. */
export const keysAt = (account: string, ip: string): Guesser => {
  const address = `key:${addressKey(ip)}`;
  return { account: `${address} ${account.toLowerCase()}`, address };
};
const deviceName = 'device:';
export const knownDevice = (id: number): Guesser => apart(`${deviceName}${id}`);
export const ownSessions = (account: string): Guesser => apart(`own:${account.toLowerCase()}`);

/** Nobody's guesses at an account count any more: it has another password. */
export async function forgiveGuesses(db: Database, account: string): Promise<void> {
  const names = [account.toLowerCase(), ownSessions(account).account];
  const devices = sql`select ${deviceName} || known_device.id from known_device join app_user on app_user.id = known_device.user_id
    where lower(app_user.username) = ${account.toLowerCase()}`;
  await db.deleteFrom('login_attempt').where(sql<boolean>`(account = any(${names}::text[]) or account in (${devices}))`).execute();
}

export type Reservation = { kind: 'granted'; id: number } | { kind: 'account-locked' } | { kind: 'address-locked' };

const retryMilliseconds = 50;
const longestWaitMilliseconds = 10_000;

/** Takes a place for one password check, waiting while places are only held by checks that still run. */
export async function reserve(db: Database, guesser: Guesser): Promise<Reservation> {
  const end = Date.now() + longestWaitMilliseconds;
  for (;;) {
    const outcome = await tryReserve(db, guesser, Date.now() >= end);
    if (outcome !== 'busy') return outcome;
    await new Promise((resolve) => setTimeout(resolve, retryMilliseconds));
  }
}

async function tryReserve(db: Database, { account, address, isPastPassword }: Guesser, lastTry: boolean): Promise<Reservation | 'busy'> {
  return await db.transaction().execute(async (transaction) => {
    // Always in this order, so that two logins never wait for each other.
    await sql`select pg_advisory_xact_lock(hashtextextended(${`login-address:${address}`}, 0))`.execute(transaction);
    await sql`select pg_advisory_xact_lock(hashtextextended(${`login-account:${account}`}, 0))`.execute(transaction);
    const window = sql<boolean>`at > clock_timestamp() - make_interval(secs => ${limits.windowSeconds})`;
    const running = sql<boolean>`state = 'pending' and at > clock_timestamp() - make_interval(secs => ${limits.pendingSeconds})`;
    const ofAddress = await transaction
      .selectFrom('login_attempt')
      .select([
        sql<number>`count(*) filter (where state <> 'pending')`.as('failed'),
        sql<number>`count(*) filter (where ${running})`.as('pending'),
      ])
      .where('address', '=', address)
      .where(window)
      .executeTakeFirstOrThrow();
    const limitOfAddress = isPastPassword ? Number.POSITIVE_INFINITY : limits.address;
    if (ofAddress.failed >= limitOfAddress) return { kind: 'address-locked' };
    const ofAccount = await transaction
      .selectFrom('login_attempt')
      .select([
        sql<number>`count(*) filter (where state = 'failed')`.as('failed'),
        sql<number>`count(*) filter (where ${running})`.as('pending'),
      ])
      .where('account', '=', account)
      .where(window)
      .executeTakeFirstOrThrow();
    const isLocked = ofAccount.failed >= limits.account;
    const isBusy = ofAccount.failed + ofAccount.pending >= limits.account || ofAddress.failed + ofAddress.pending >= limitOfAddress;
    if (isBusy && !isLocked && !lastTry) return 'busy';
    const row = await transaction
      .insertInto('login_attempt')
      .values({ account, address, at: await clock(transaction), state: isBusy ? 'refused' : 'pending' })
      .returning('id')
      .executeTakeFirstOrThrow();
    return isBusy ? { kind: 'account-locked' } : { kind: 'granted', id: row.id };
  });
}

/** Failures counted under a name within so many seconds: for limits over more than the window. */
export async function failuresOf(db: Database, account: string, seconds: number): Promise<number> {
  const { failed } = await db
    .selectFrom('login_attempt')
    .select(sql<number>`count(*)::int`.as('failed'))
    .where('account', '=', account)
    .where('state', '=', 'failed')
    .where(sql<boolean>`at > clock_timestamp() - make_interval(secs => ${seconds})`)
    .executeTakeFirstOrThrow();
  return failed;
}

async function clock(db: Database): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(db);
  return rows[0]?.now ?? new Date();
}

/** Says how the check of a granted reservation ended. */
export async function settle(db: Database, id: number, { account, address }: Guesser, right: boolean): Promise<void> {
  if (right) {
    await db
      .deleteFrom('login_attempt')
      .where((at) =>
        at.or([at('id', '=', id), at.and([at('account', '=', account), at('address', '=', address), at('state', '<>', 'pending')])]),
      )
      .execute();
    return;
  }
  await db
    .updateTable('login_attempt')
    .set({ state: 'failed', at: await clock(db) })
    .where('id', '=', id)
    .execute();
}
