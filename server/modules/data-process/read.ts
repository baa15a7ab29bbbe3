import { type DataGraph, datedGraph, type InputTable, type ReadGraph, readGraph } from '../../../src/core/data-graph/index.ts';
import type { Database } from '../../database/connection.ts';
import { dayIn } from '../../days.ts';
import { ApiError } from '../../errors.ts';
import { type Reader, requireTable, type SeenTable, seeTable } from '../data-mart/rights.ts';

/** Numbers of the tables a graph reads. */
export function tablesIn({ nodes }: DataGraph): string[] {
  const ids = nodes.filter(({ kind }) => kind === 'input').map(({ settings }) => String(settings.tableId ?? ''));
  return [...new Set(ids)].filter((id) => /^[0-9]{1,32}$/.test(id));
}

/** The input tables of a graph as somebody may use them: those they may not reference are left out, as if they did not exist. */
export async function inputsOf(db: Database, reader: Reader, graph: DataGraph): Promise<Map<string, SeenTable>> {
  const found = new Map<string, SeenTable>();
  for (const id of tablesIn(graph)) {
    try {
      found.set(id, await requireTable(db, reader, id, 'reference'));
    } catch (error) {
      if (!(error instanceof ApiError) || (error.code !== 'NOT_FOUND' && error.code !== 'FORBIDDEN')) throw error;
    }
  }
  return found;
}

/** What a table somebody may not use is called to them: its title where they see that there is one, else its number. */
export async function nameOfDenied(db: Database, reader: Reader, id: string): Promise<string> {
  try {
    return (await seeTable(db, reader, id)).table.title;
  } catch (error) {
    if (error instanceof ApiError && error.code === 'NOT_FOUND') return id;
    throw error;
  }
}

/** A graph with its tables, and the days its relative periods mean today by the calendar of a time zone, whose clock counts for moments. */
export function readWith(graph: DataGraph, inputs: ReadonlyMap<string, SeenTable>, timeZone: string): ReadGraph {
  const table = (id: string): InputTable | undefined => {
    const seen = inputs.get(id);
    return seen && { rows: seen.table.rows, columns: seen.columns.map(({ name, title, fieldType }) => ({ name, title, type: fieldType })) };
  };
  return readGraph(datedGraph(graph, dayIn(timeZone)), table, timeZone);
}
