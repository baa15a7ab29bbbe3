import type { Database } from '../../database/connection.ts';
import { type Column, columnsOf } from '../data-mart/repository.ts';
import type { SeenTable } from '../data-mart/rights.ts';
import { RightLacked, RunFailure } from './kinds.ts';

/** The columns of an input something was made with, as far as they are still there. @throws RightLacked naming what is denied to whoever runs it */
export async function requireColumns(db: Database, input: SeenTable, names: readonly string[]): Promise<Column[]> {
  const there = new Set((await columnsOf(db, input.table.id)).map((column) => column.name));
  const allowed = new Map(input.columns.map((column) => [column.name, column]));
  const denied = names.filter((one) => there.has(one) && !allowed.has(one));
  if (denied.length > 0)
    throw new RightLacked('reader', 'datarun.failure.columnsDenied', { table: input.table.title, columns: denied.join(', ') });
  return names.map((one) => allowed.get(one)).filter((column) => column !== undefined);
}

/** The columns of an input, where nothing can be done without one of them. @throws RightLacked as requireColumns, RunFailure naming what is gone */
export async function requireEvery<const Names extends readonly string[]>(
  db: Database,
  input: SeenTable,
  names: Names,
): Promise<{ [Place in keyof Names]: Column }> {
  const columns = await requireColumns(db, input, names);
  const gone = names.filter((one) => !columns.some((column) => column.name === one));
  if (gone.length > 0) throw new RunFailure('aimodel.failure.columns', { columns: gone.join(', ') });
  return columns as { [Place in keyof Names]: Column };
}
