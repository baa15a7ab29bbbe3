import { sql } from 'kysely';
import { liveFields } from '../../../src/core/register/computed.ts';
import type { RegisterField } from '../../../src/core/register/document.ts';
import type { Database } from '../../database/connection.ts';
import type { Documents } from '../../documents.ts';
import { pointsAt } from './pointing.ts';
import { namingPeople, type Pointing } from './registers.ts';
import { isUnfinished } from './sight.ts';

export interface OpenRecords {
  register: Pointing;
  field: RegisterField;
  /** How many records of the register, in no final state, name them in the field. */
  count: number;
}

/** The records in no final state that name somebody, by register and field, whoever asks: how many, and nothing of them. One statement. */
export async function openRecordsOf(db: Database, documents: Documents, userId: string): Promise<OpenRecords[]> {
  const asked = namingPeople(documents).flatMap((register) => {
    const live = liveFields(register.document);
    return register.fields.filter(({ name }) => !live.has(name)).map((field) => ({ register, field }));
  });
  if (asked.length === 0) return [];
  const counts = asked.map(({ register: { id, document }, field }, index) => {
    const isTheirs = sql`register = ${id} and ${pointsAt([field], userId)} and ${isUnfinished(document)}`;
    return sql`(select ${index}::integer as place, count(*)::integer as count from register_row where ${isTheirs})`;
  });
  const { rows } = await sql<{ place: number; count: number }>`${sql.join(counts, sql` union all `)} order by place`.execute(db);
  return rows.flatMap(({ place, count }) => {
    const one = asked[place];
    return one && count > 0 ? [{ ...one, count }] : [];
  });
}
