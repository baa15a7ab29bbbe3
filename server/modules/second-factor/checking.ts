import { sql } from 'kysely';
import type { Database } from '../../database/connection.ts';
import type { Seals } from '../../seals.ts';
import type { Origin } from '../audit/record.ts';
import { codesAt, failuresOf, reserve, settle } from '../identity/throttle.ts';
import { holdAccount } from './policy.ts';
import { findRecoveryCode, readRecoveryCode, useRecoveryCode } from './recovery-codes.ts';
import { stepOf } from './totp.ts';
import './tables.ts';

/** Wrong codes of one account in a day; the limits of a quarter of an hour are those of the password (`throttle.ts`). */
const mostOfDay = 30;
const daySeconds = 24 * 60 * 60;

type Means = 'app' | 'recovery';
export const placeOf = (userId: number) => `second-factor:${userId}`;

export interface CodeParts {
  db: Database;
  seals: Seals;
  log: { error(details: object, message: string): void };
}
export interface Owner {
  id: number;
  username: string;
}

/**
 * Codes are counted apart from passwords, under a name no account can have: a right password, which clears the failures of its account, must not
 * give whoever has stolen it new guesses.
 */
const countedAs = ({ username }: Owner) => `code:${username.toLowerCase()}`;

/** Wrong codes of an account within a day, since the last right one. */
export async function wrongCodes(db: Database, owner: Owner): Promise<number> {
  return await failuresOf(db, countedAs(owner), daySeconds);
}

/** Nobody's guesses count any more: the second factor is gone, or another one. */
export async function forgiveCodes(db: Database, owner: Owner): Promise<void> {
  await db.deleteFrom('login_attempt').where('account', '=', countedAs(owner)).execute();
}

/**
 * Checks a code of the app or a recovery code, and uses it up in one transaction with `work`. undefined: it is wrong, was used already, or there
 * were too many wrong ones, which nobody is told apart. A place among the guesses is taken before anything is checked. `hold`: see `holdAccount`;
 * the account before its second factor, always, so that no two changes wait for each other.
 */
export async function withCode<Result>(
  { db, seals, log }: CodeParts,
  owner: Owner,
  { code, origin, hold }: { code: string; origin: Origin; hold: 'signing in' | 'changing' },
  work: (transaction: Database, means: Means) => Promise<Result>,
): Promise<{ result: Result } | undefined> {
  if ((await wrongCodes(db, owner)) >= mostOfDay) return undefined;
  const guesser = codesAt(countedAs(owner), origin.ip);
  const place = await reserve(db, guesser);
  if (place.kind !== 'granted') return undefined;
  let isRight = false;
  try {
    const found = await match({ db, seals, log }, owner, code);
    if (!found) return undefined;
    return await db.transaction().execute(async (transaction) => {
      await holdAccount(transaction, owner.id, hold);
      // Of several that bring the same code at the same moment one gets it.
      if (!(await found.use(transaction))) return undefined;
      isRight = true;
      return { result: await work(transaction, found.means) };
    });
  } finally {
    await settle(db, place.id, guesser, isRight);
  }
}

/** How many second factors were sealed with a key this server does not have. */
export async function foreignFactors(db: Database, seals: Seals): Promise<number> {
  const rows = await db
    .selectFrom('second_factor')
    .select([sql<Buffer>`substring(secret from 1 for 5)`.as('head'), sql<number>`count(*)::int`.as('count')])
    .groupBy('head')
    .execute();
  return rows.filter(({ head }) => !seals.knows(head)).reduce((sum, { count }) => sum + count, 0);
}

interface Match {
  means: Means;
  use(db: Database): Promise<boolean>;
}

async function match({ db, seals, log }: CodeParts, { id }: Owner, code: string): Promise<Match | undefined> {
  const digits = code.replaceAll(/[\s-]/g, '');
  if (/^\d{6}$/.test(digits)) {
    const row = await db.selectFrom('second_factor').select('secret').where('user_id', '=', id).executeTakeFirst();
    const key = row && seals.open(placeOf(id), row.secret);
    if (row && !key) log.error({ userId: id }, 'a second factor was sealed with another key: see SECRET_KEY');
    const step = key && stepOf(key, digits);
    return step === undefined ? undefined : { means: 'app', use: (transaction) => useStep(transaction, id, step) };
  }
  const recovery = readRecoveryCode(code);
  const found = recovery === undefined ? undefined : await findRecoveryCode(db, id, recovery);
  return found === undefined ? undefined : { means: 'recovery', use: (transaction) => useRecoveryCode(transaction, found) };
}

/** A step counts once, and none after a later one (RFC 6238, 5.2). */
async function useStep(db: Database, userId: number, step: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('second_factor')
    .set({ last_step: step, last_used_at: sql<Date>`now()` })
    .where('user_id', '=', userId)
    .where('last_step', '<', step)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}
