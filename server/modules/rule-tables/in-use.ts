import type { Database } from '../../database/connection.ts';
import type { TableUse } from '../data-mart/in-use.ts';
import { tablesFilledFrom } from '../data-runs/filled-table.ts';
import type {} from './tables.ts';

/** Tables that rule sets fill from a table. */
export async function rulesReading(db: Database, tableId: number): Promise<TableUse[]> {
  return await tablesFilledFrom(db, 'rule_output', tableId, 'rule');
}

/** The first tables a rule set fills, which keep it from being deleted. */
export async function tablesOfSet(db: Database, setId: number): Promise<string[]> {
  const rows = await db
    .selectFrom('rule_output')
    .innerJoin('data_table', 'data_table.id', 'rule_output.table_id')
    .select('data_table.title')
    .where('rule_set_id', '=', setId)
    .orderBy('data_table.id')
    .limit(5)
    .execute();
  return rows.map(({ title }) => title);
}
