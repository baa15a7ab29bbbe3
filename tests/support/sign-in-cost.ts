import { scryptSync } from 'node:crypto';
import { sql } from 'kysely';
import type { Database } from '../../server/database/connection.ts';
import { demoSecrets } from '../../server/demo-secrets.ts';

/**
 * Gives the people of the demo data a hash of the same password that costs a hundredth. The tests sign in hundreds of times, and what a
 * check costs stands in the stored hash; hashes the server makes itself stay as expensive as they are.
 */
export async function cheapenSignIn(db: Database): Promise<void> {
  const salt = Buffer.alloc(16, 'cheap');
  const key = scryptSync(demoSecrets.administratorPassword, salt, 32, { N: 1024, r: 8, p: 1 });
  const hash = ['scrypt', 1024, 8, 1, salt.toString('base64'), key.toString('base64')].join('$');
  const people = sql<string>`(select password_hash from app_user where username = 'admin')`;
  const { numUpdatedRows } = await db
    .updateTable('app_user')
    .set({ password_hash: hash })
    .where('password_hash', '=', people)
    .executeTakeFirst();
  if (numUpdatedRows < 10n) throw new Error('the people of the demo data no longer share a password');
}
