import { sql } from 'kysely';
import type { Database } from '../../database/connection.ts';
import type {} from './tables.ts';

/** The first tables a rule set fills, or that have rows it judged: they keep it from being deleted, because its versions explain them. */
export async function tablesOfSet(db: Database, setId: number): Promise<string[]> {
  const rows = await db
    .selectFrom('data_table')
    .select('title')
    .where(
      sql<boolean>`exists (select 1 from rule_output where rule_output.table_id = data_table.id and rule_output.rule_set_id = ${setId})
        or exists (select 1 from data_part join rule_run on rule_run.run_id = data_part.run_id
          where data_part.table_id = data_table.id and data_part.dropped_at is null and rule_run.rule_set_id = ${setId})`,
    )
    .orderBy('id')
    .limit(5)
    .execute();
  return rows.map(({ title }) => title);
}
