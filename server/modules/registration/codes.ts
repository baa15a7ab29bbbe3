import { sql } from 'kysely';
import type { Database } from '../../database/connection.ts';
import { hashSecret, newSecret } from '../identity/secrets.ts';
import './tables.ts';

/** What a code is for: the address of a registration, or the password of an account. */
export type CodeTarget = { purpose: 'confirm'; registrationId: number } | { purpose: 'password'; userId: number };

/** How long the links of the mails work. */
export const codeMinutes = { confirm: 24 * 60, password: 30, welcome: 72 * 60 } as const;

/** A new code of 256 bits; the ones before it for the same thing end. It exists only in what this returns. */
export async function issueCode(db: Database, target: CodeTarget, minutes: number): Promise<string> {
  const code = newSecret();
  const row = {
    user_id: target.purpose === 'password' ? target.userId : null,
    registration_id: target.purpose === 'confirm' ? target.registrationId : null,
  };
  await endCodes(db, target);
  await db
    .insertInto('one_time_code')
    .values({
      ...row,
      code_hash: hashSecret(code),
      purpose: target.purpose,
      expires_at: sql<Date>`now() + make_interval(mins => ${minutes})`,
    })
    .execute();
  return code;
}

/** Ends every code for this. */
export async function endCodes(db: Database, target: CodeTarget): Promise<void> {
  const query = db.deleteFrom('one_time_code').where('purpose', '=', target.purpose);
  await (target.purpose === 'password'
    ? query.where('user_id', '=', target.userId)
    : query.where('registration_id', '=', target.registrationId)
  ).execute();
}

/** What a code is good for, which it stays. Nothing when it is unknown, used or too old. */
export async function findCode(db: Database, code: string): Promise<CodeTarget | undefined> {
  const row = await db
    .selectFrom('one_time_code')
    .select(['purpose', 'user_id as userId', 'registration_id as registrationId'])
    .where('code_hash', '=', hashSecret(code))
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst();
  return row && targetOf(row);
}

/** Uses a code up: of two at the same moment one gets it. Nothing when it is unknown, used or too old. */
export async function takeCode(db: Database, code: string): Promise<CodeTarget | undefined> {
  const row = await db
    .deleteFrom('one_time_code')
    .where('code_hash', '=', hashSecret(code))
    .returning(['purpose', 'user_id as userId', 'registration_id as registrationId', sql<boolean>`expires_at > now()`.as('isFresh')])
    .executeTakeFirst();
  return row?.isFresh ? targetOf(row) : undefined;
}

function targetOf(row: { purpose: string; userId: number | null; registrationId: number | null }): CodeTarget | undefined {
  if (row.purpose === 'password' && row.userId !== null) return { purpose: 'password', userId: row.userId };
  if (row.purpose === 'confirm' && row.registrationId !== null) return { purpose: 'confirm', registrationId: row.registrationId };
  return undefined;
}
