import { randomBytes, randomInt } from 'node:crypto';
import { sql } from 'kysely';
import type { Database } from '../../database/connection.ts';
import { findPassword, hashPassword, inPasswordQueue } from '../identity/password.ts';
import './tables.ts';

/** Digits and letters nobody takes for each other (Crockford's base 32): 50 bits a code. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const length = 10;
const count = 10;
/** Chance makes these codes, not people: a third of the work of a password. */
const work = 1;

/** From so many on their owner is told to make new ones. */
export const fewCodes = 3;

export interface NewCodes {
  /** As they are shown, once: `7KQ2M-X0ZD4`. */
  codes: string[];
  hashes: string[];
}

/** Ten new codes. Their hashes share a salt, so that looking one up costs one computation. Call it outside of a transaction. */
export async function newCodes(): Promise<NewCodes> {
  const codes = Array.from({ length: count }, () => Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join(''));
  const salt = randomBytes(16);
  const hashes = await Promise.all(codes.map((code) => inPasswordQueue(() => hashPassword(code, salt, work))));
  return { codes: codes.map((code) => `${code.slice(0, 5)}-${code.slice(5)}`), hashes };
}

/** A code as it was made, from what was typed; undefined where it can be none. */
export function readRecoveryCode(text: string): string | undefined {
  const code = text.toUpperCase().replaceAll(/[\s-]/g, '').replaceAll('O', '0').replaceAll(/[IL]/g, '1');
  return code.length === length && [...code].every((sign) => alphabet.includes(sign)) ? code : undefined;
}

/** Puts codes in the place of those of before. */
export async function keepCodes(db: Database, userId: number, { hashes }: NewCodes): Promise<void> {
  await db.deleteFrom('recovery_code').where('user_id', '=', userId).execute();
  await db
    .insertInto('recovery_code')
    .values(hashes.map((hash) => ({ user_id: userId, code_hash: hash })))
    .execute();
}

/** Id of the unused code of a user that this one is. */
export async function findRecoveryCode(db: Database, userId: number, code: string): Promise<number | undefined> {
  const rows = await db
    .selectFrom('recovery_code')
    .select(['id', 'code_hash as hash'])
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .execute();
  const found = await inPasswordQueue(() =>
    findPassword(
      code,
      rows.map(({ hash }) => hash),
    ),
  );
  return rows.find(({ hash }) => hash === found)?.id;
}

/** Uses a code up: of two at the same moment one gets it. */
export async function useRecoveryCode(db: Database, id: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('recovery_code')
    .set({ used_at: sql<Date>`now()` })
    .where('id', '=', id)
    .where('used_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

export async function codesLeft(db: Database, userId: number): Promise<number> {
  const { left } = await db
    .selectFrom('recovery_code')
    .select(sql<number>`count(*)::int`.as('left'))
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow();
  return left;
}
