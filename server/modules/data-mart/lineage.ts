import { sql } from 'kysely';
import { keyOf, type LineageKind, type Maker, numbersOf, tableKey } from '../lineage/kinds.ts';
import { mayAct } from './rights.ts';

/** Files that tables were read from: of each table the last one, for who may see its rows. */
export const fileLineage: LineageKind = {
  async find(db, reader, { fills, own }) {
    const ids = [...numbersOf(fills, 'table'), ...numbersOf(own, 'file')];
    if (ids.length === 0) return [];
    const rows = await db
      .selectFrom('data_table')
      .innerJoin('data_refresh', (join) =>
        join.onRef('data_refresh.table_id', '=', 'data_table.id').onRef('data_refresh.revision', '=', 'data_table.revision'),
      )
      .select(['data_table.id', 'data_refresh.note', 'data_refresh.rejected', 'data_refresh.made_at as madeAt'])
      .select(mayAct(reader, 'view').as('isSeen'))
      .where('data_table.kind', '=', 'source')
      .where(sql<boolean>`data_table.id = any(${ids}::bigint[])`)
      .orderBy('data_table.id')
      .execute();
    return rows.map(
      ({ id, note, rejected, madeAt, isSeen }): Maker => ({
        ...{ key: keyOf('file', id), name: note, target: null, isSeen, isPrivate: true, keeps: false },
        ...{ inputs: [], outputs: [tableKey(id)], run: { status: 'finished', rejected, time: madeAt.toISOString() } },
      }),
    );
  },

  // A column of a file leads to nothing before it.
  ways: async (_db, makers) => new Map(makers.map(({ key }) => [key, []])),
};
