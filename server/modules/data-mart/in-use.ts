import type { Database } from '../../database/connection.ts';
import { inUse } from '../../errors.ts';

/** Something that needs a table: what kind it is (a text `data-mart.use.<kind>`), and what people call it. */
export interface TableUse {
  kind: string;
  name: string;
}

/** What refers to tables, one line each: a table that is used is not deleted. */
export const tableUses: ((db: Database, tableId: number) => Promise<TableUse[]>)[] = [];

/** What needs a table. */
export async function usesOf(db: Database, tableId: number): Promise<TableUse[]> {
  const found: TableUse[] = [];
  for (const ask of tableUses) found.push(...(await ask(db, tableId)));
  return found;
}

/** Deletes a table that nothing needs; false when it is gone already. @throws ApiError IN_USE naming what does */
export async function deleteUnused(db: Database, tableId: number): Promise<boolean> {
  await db.selectFrom('data_table').select('id').where('id', '=', tableId).forUpdate().execute();
  const uses = await usesOf(db, tableId);
  if (uses.length > 0) {
    const names = uses.slice(0, 5).map(({ name }) => name);
    throw inUse('data-mart.isUsed', 'The table is used', { names: names.join(', '), count: String(uses.length) });
  }
  const gone = await db.deleteFrom('data_table').where('id', '=', tableId).executeTakeFirst();
  return gone.numDeletedRows === 1n;
}
