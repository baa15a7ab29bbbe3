import { sql } from 'kysely';
import type { Database } from '../../database/connection.ts';
import { record } from '../audit/record.ts';
import { type Author, signature } from '../changes.ts';
import { parameters } from './definitions.ts';
import { readKept, valueIn, writeValue } from './values.ts';
import './tables.ts';

/** Parameters name roles by their codes: they go on meaning a role whose code changes, in the transaction of that change. */
export async function followRenamedRole(db: Database, { user, origin }: Author, before: string, after: string): Promise<void> {
  // As `changeParameter`: one after the other.
  await sql`select pg_advisory_xact_lock(hashtextextended('parameters', 0))`.execute(db);
  for (const parameter of parameters.filter(({ kind }) => kind === 'roles')) {
    const kept = await readKept(db, true);
    const codes = valueIn(parameter, kept);
    if (!Array.isArray(codes) || !codes.includes(before)) continue;
    const value = [...new Set(codes.map((code) => (code === before ? after : code)))];
    await writeValue(db, parameter, value, kept);
    await db
      .updateTable('parameter_change')
      .set({ version: sql<number>`version + 1`, updated_at: new Date(), updated_by: signature(user) })
      .where('key', '=', parameter.key)
      .execute();
    await record(db, origin, {
      action: 'parameter_update',
      targetType: 'parameter',
      targetId: parameter.key,
      actor: user,
      detail: { before: { value: codes }, after: { value } },
    });
  }
}
