import { mayAct } from '../data-mart/rights.ts';
import { lastFilling } from '../data-runs/last-run.ts';
import { keyOf, type LineageKind, type Maker, numbersOf, tableKey } from '../lineage/kinds.ts';
import './tables.ts';

/** Sources of the installation, one for each table it fills. */
export const feedLineage: LineageKind = {
  async find(db, reader, { fills, own }) {
    const ids = [...numbersOf(fills, 'table'), ...numbersOf(own, 'feed')];
    const rows = await db
      .selectFrom('data_feed')
      .innerJoin('data_table', 'data_table.id', 'data_feed.table_id')
      .select([
        'data_table.id',
        'data_feed.source',
        'data_feed.relation',
        mayAct(reader, 'view').as('isSeen'),
        lastFilling('feed').as('run'),
      ])
      .where('data_feed.table_id', '=', (row) => row.fn.any(row.val(ids)))
      .orderBy('data_table.id')
      .execute();
    return rows.map(
      ({ id, source, relation, isSeen, run }): Maker => ({
        ...{ key: keyOf('feed', id), name: [source, relation].filter((part) => part !== '').join(' · '), target: null, isSeen, run },
        ...{ keeps: false, inputs: [], outputs: [tableKey(id)] },
      }),
    );
  },
};
