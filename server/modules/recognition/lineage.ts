import { filledLineage } from '../data-runs/filled-table.ts';
import { type LineageKind, tableKey, type Way } from '../lineage/kinds.ts';
import './tables.ts';

/** Columns with what was found in the text that was read. */
const found = ['kind', 'value', 'found', 'passed'];

/** Tables that are filled with what is recognised in a column. */
export const recognitionLineage: LineageKind = filledLineage('recognition', {
  from: 'text_recognition',
  runs: 'text-recognise',

  async ways(db, tables) {
    const rows = await db
      .selectFrom('text_recognition')
      .select(['table_id as id', 'column_name as read', 'key_column as key'])
      .where('table_id', 'in', [...tables.keys()])
      .execute();
    return new Map(
      rows.map(({ id, read, key }) => {
        const way = (from: string, to: string): Way => ({
          from: { key: tableKey(tables.get(id)?.inputId ?? 0), column: from },
          to: { key: tableKey(id), column: to },
        });
        return [id, [...(key === null ? [] : [way(key, 'key')]), ...found.map((column) => way(read, column))]];
      }),
    );
  },
});
