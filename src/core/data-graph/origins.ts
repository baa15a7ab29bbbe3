import { textOf } from './kinds/kind.ts';
import type { ReadGraph } from './read.ts';

/** A column of a table that values come from, as they are or computed with. */
export interface TableOrigin {
  tableId: string;
  column: string;
  how: 'same' | 'computed';
}

/**
 * Where the values of each column of the output come from, by its name: columns of the input tables. Columns that only decide which rows there are (of filters, keys of joins,
 * groups) are none of them. Empty as long as there is no output.
 */
export function columnOrigins({ nodes, output }: ReadGraph): Map<string, TableOrigin[]> {
  const known = new Map<string, TableOrigin[]>();
  const trace = (id: string, column: string): TableOrigin[] => {
    const key = `${id} ${column}`;
    const before = known.get(key);
    if (before) return before;
    // What stands in a circle leads to itself, and so nowhere.
    known.set(key, []);
    const found = follow(id, column);
    known.set(key, found);
    return found;
  };
  const follow = (id: string, column: string): TableOrigin[] => {
    const read = nodes.get(id);
    if (!read) return [];
    if (read.node.kind === 'input') return [{ tableId: textOf(read.node.settings.tableId), column, how: 'same' }];
    const origins = read.made.origins?.get(column) ?? [{ input: 0, column, how: 'same' as const }];
    const all = origins.flatMap((origin) => {
      const from = read.inputs[origin.input];
      if (from === undefined) return [];
      return trace(from, origin.column).map((one) => (origin.how === 'computed' ? { ...one, how: origin.how } : one));
    });
    return all.filter((one, at) => all.findIndex(({ tableId, column: name }) => tableId === one.tableId && name === one.column) === at);
  };
  return new Map(output?.columns.map(({ name }) => [name, trace(output.node.id, name)]));
}
