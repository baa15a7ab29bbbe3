import { sql } from 'kysely';
import { addTo } from '../../../src/core/lists.ts';
import type { DataChart } from '../../../src/generated/calls.ts';
import { columnsAsked, isTold, viewedTables } from '../board-design/question.ts';
import { isOpenTo } from '../board-design/rights.ts';
import type {} from '../boards/tables.ts';
import { mayAct } from '../data-mart/rights.ts';
import { type Key, keyOf, type LineageKind, type Maker, numbersOf, tableKey, type Way } from './kinds.ts';

/** The charts on boards people make, each with its table. */
const charts = sql<{ boardId: number; tableId: number; chart: DataChart }>`(
  select report_board.id as "boardId", data_table.id as "tableId", card -> 'chart' as chart
  from report_board cross join jsonb_array_elements(report_board.content -> 'cards') as card join data_table on data_table.biz_id = card -> 'chart' ->> 'bizId'
  where report_board.content is not null)`.as('drawn');

/**
 * Boards people make of charts. Of one that is not open to the reader nothing is told, and of one that is only which tables they may view it is made of: nor does the
 * board tell of others.
 */
export const boardLineage: LineageKind = {
  async find(db, reader, { reads, own }) {
    const [tableIds, boardIds] = [numbersOf(reads, 'table'), numbersOf(own, 'board')];
    if (tableIds.length + boardIds.length === 0) return [];
    const rows = await db
      .selectFrom('report_board')
      .innerJoin(charts, 'drawn.boardId', 'report_board.id')
      .innerJoin('data_table', 'data_table.id', 'drawn.tableId')
      .select(['report_board.id', 'report_board.board_name as name', isOpenTo(reader).as('isOpen')])
      .select(sql<number[]>`array_agg(distinct drawn."tableId")`.as('tables'))
      .select(
        sql<
          { tableId: number; chart: DataChart }[]
        >`coalesce(jsonb_agg(jsonb_build_object('tableId', drawn."tableId", 'chart', drawn.chart))
          filter (where ${mayAct(reader, 'view')}), '[]')`.as('viewed'),
      )
      // Rights are asked for what is left: of those that are asked for all charts, as each says of which tables it is made.
      .where(
        sql<boolean>`report_board.id in (select unnest(${boardIds}::bigint[]) union all
          select drawn."boardId" from ${charts} where drawn."tableId" = any(${tableIds}::bigint[]))`,
      )
      .groupBy('report_board.id')
      .orderBy('report_board.id')
      .execute();
    const drawn = rows.flatMap(({ isOpen, viewed }) => (isOpen ? viewed : []));
    const seen = await viewedTables(db, reader, [...new Set(drawn.map(({ chart }) => chart.bizId))]);
    return rows.map(({ id, name, tables, viewed, isOpen }): Maker => {
      const key = keyOf('board', id);
      const shown = new Set(viewed.filter(({ chart }) => isTold(chart, seen)).map(({ tableId }) => tableId));
      const inputs = (isOpen ? [...shown].sort((one, other) => one - other) : tables).map((table) => tableKey(Number(table)));
      const isSeen = isOpen && (own.has(key) || inputs.some((table) => reads.has(table)));
      return { key, name, target: String(id), isSeen, isPrivate: true, keeps: false, run: null, inputs, outputs: [] };
    });
  },

  async ways(db, makers) {
    const ids = numbersOf(
      makers.map(({ key }) => key),
      'board',
    );
    const rows = await db
      .selectFrom(charts)
      .select(['drawn.boardId', 'drawn.tableId', 'drawn.chart'])
      .where('drawn.boardId', 'in', ids)
      .execute();
    const found = new Map<Key, Way[]>();
    for (const { boardId, tableId, chart } of rows) {
      const key = keyOf('board', boardId);
      const ways = columnsAsked(chart).map((column): Way => ({ from: { key: tableKey(tableId), column }, to: { key, column: '*' } }));
      addTo(found, key, ...ways);
    }
    return found;
  },
};
