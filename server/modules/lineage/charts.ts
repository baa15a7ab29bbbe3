import { sql } from 'kysely';
import type { DataChart } from '../../../src/generated/calls.ts';
import type {} from '../chart-board/tables.ts';
import { keyOf, type LineageKind, type Maker, numbersOf, tableKey } from './kinds.ts';

/** Charts pinned to boards. Those of others are theirs alone. */
export const chartLineage: LineageKind = {
  async find(db, reader, { reads, own }) {
    const rows = await db
      .selectFrom('pinned_chart')
      .innerJoin('data_table', (join) => join.on(sql<boolean>`data_table.biz_id = pinned_chart.chart ->> 'bizId'`))
      .select(['pinned_chart.id', 'pinned_chart.name', 'data_table.id as tableId'])
      .select(sql<boolean>`pinned_chart.user_id = ${Number(reader.id)}`.as('isSeen'))
      .where(
        sql<boolean>`(data_table.id = any(${numbersOf(reads, 'table')}::bigint[]) or pinned_chart.id = any(${numbersOf(own, 'chart')}::bigint[]))`,
      )
      .orderBy('pinned_chart.name')
      .orderBy('pinned_chart.id')
      .execute();
    return rows.map(
      ({ id, name, tableId, isSeen }): Maker => ({
        ...{ key: keyOf('chart', id), name, target: null, isSeen, isPrivate: true, keeps: false, run: null },
        ...{ inputs: [tableKey(tableId)], outputs: [] },
      }),
    );
  },

  async ways(db, makers) {
    const ids = numbersOf(
      makers.map(({ key }) => key),
      'chart',
    );
    const rows = await db.selectFrom('pinned_chart').select(['id', 'chart']).where('id', 'in', ids).execute();
    return new Map(
      rows.map(({ id, chart }) => {
        const key = keyOf('chart', id);
        const inputs = makers.find((maker) => maker.key === key)?.inputs ?? [];
        return [
          key,
          inputs.flatMap((from) => columnsIn(chart).map((column) => ({ from: { key: from, column }, to: { key, column: '*' } }))),
        ];
      }),
    );
  },
};

/** Names of the columns a chart is drawn from. */
function columnsIn({ by, measure, condition, groups = [] }: DataChart): string[] {
  const parts = [...by, measure, ...groups.flatMap((group) => group)].map(({ column }) => column);
  return [...new Set([...parts, ...fieldsIn(condition)])].filter((column) => column !== undefined);
}

/** Fields a condition asks for, however deep. */
function fieldsIn(condition: unknown): string[] {
  if (Array.isArray(condition)) return condition.flatMap(fieldsIn);
  if (typeof condition !== 'object' || condition === null) return [];
  return Object.entries(condition).flatMap(([key, value]) => (key === 'field' && typeof value === 'string' ? [value] : fieldsIn(value)));
}
