import type { Context } from '../../context.ts';
import { signedIn } from '../../contracts.ts';
import { viewedTables } from './question.ts';

/** A column filters can speak of. */
interface BoardColumn {
  name: string;
  title: string;
  isDay: boolean;
  /** The tables that have it. */
  tables: string[];
}

/** The columns of some tables the caller may view, by name, each with the tables that have it: those of most tables first. */
export async function columnsOfTables(context: Context, tables: readonly string[]): Promise<BoardColumn[]> {
  const found = new Map<string, BoardColumn>();
  for (const [bizId, { columns }] of await viewedTables(context.db, signedIn(context), tables)) {
    for (const { name, title, fieldType } of columns) {
      const isDay = fieldType === 'date' || fieldType === 'timestamp';
      const known = found.get(name) ?? { name, title, isDay, tables: [] };
      // One name for days here and words there is no one column.
      if (known.isDay !== isDay) continue;
      known.tables.push(bizId);
      found.set(name, known);
    }
  }
  return [...found.values()].sort((one, other) => other.tables.length - one.tables.length);
}
