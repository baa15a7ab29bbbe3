import { sql } from 'kysely';
import { type Column, columnOrigins, type DataGraph, readGraph } from '../../../src/core/data-graph/index.ts';
import type { Database } from '../../database/connection.ts';
import { mayAct } from '../data-mart/rights.ts';
import { lastFilling } from '../data-runs/last-run.ts';
import { type Key, keyOf, type LineageKind, type Maker, numbersOf, tableKey, type Way } from '../lineage/kinds.ts';
import { tablesIn } from './read.ts';
import './tables.ts';

/** The numbers an input node names its table by. */
const named = sql`select distinct node -> 'settings' ->> 'tableId' as number from jsonb_array_elements(data_process.graph -> 'nodes') node
  where node ->> 'kind' = 'input' and node -> 'settings' ->> 'tableId' ~ '^[0-9]{1,32}$'`;

/** Processes between their input tables and the table each fills. What an input node names and is gone stays in the chain. */
export const processLineage: LineageKind = {
  async find(db, reader, { reads, fills, own }) {
    const outputs = [...numbersOf(fills, 'table'), ...numbersOf(own, 'process')];
    const inputs = numbersOf(reads, 'table');
    const rows = await db
      .selectFrom('data_process')
      .innerJoin('data_table', 'data_table.id', 'data_process.table_id')
      .select([
        'data_table.id',
        'data_table.title',
        'data_table.biz_id as bizId',
        mayAct(reader, 'view').as('isSeen'),
        lastFilling('process').as('run'),
        sql<number[]>`array(select used.id from data_table used join (${named}) named on named.number = used.biz_id order by used.id)`.as(
          'inputs',
        ),
        sql<
          string[]
        >`array(select named.number from (${named}) named where not exists (select 1 from data_table used where used.biz_id = named.number))`.as(
          'gone',
        ),
      ])
      .where(
        sql<boolean>`(data_table.id = any(${outputs}::bigint[]) or data_table.id in (select reading.table_id
          from data_table asked cross join lateral (select table_id from data_process where graph @> jsonb_build_object('nodes',
            jsonb_build_array(jsonb_build_object('kind', 'input', 'settings', jsonb_build_object('tableId', asked.biz_id))))) reading
          where asked.id = any(${inputs}::bigint[])))`,
      )
      .orderBy('data_table.title')
      .orderBy('data_table.id')
      .execute();
    return rows.map(
      ({ id, title, bizId, isSeen, run, ...row }): Maker => ({
        ...{ key: keyOf('process', id), name: title, target: bizId, isSeen, keeps: true, run },
        inputs: [...row.inputs.filter((one) => one !== id).map(tableKey), ...row.gone.map((number) => keyOf('gone', number))],
        outputs: [tableKey(id)],
      }),
    );
  },

  async ways(db, makers) {
    const ids = numbersOf(
      makers.map(({ key }) => key),
      'process',
    );
    const rows = await db.selectFrom('data_process').select(['table_id as id', 'graph']).where('table_id', 'in', ids).execute();
    const tables = await tablesOf(db, rows);
    return new Map(rows.map(({ id, graph }) => [keyOf('process', id), waysIn(graph, tables, tableKey(id))]));
  },
};

interface ReadTable {
  key: Key;
  columns: Column[];
}

/** The tables of graphs with all their columns, by their numbers. */
async function tablesOf(db: Database, rows: readonly { graph: DataGraph }[]): Promise<Map<string, ReadTable>> {
  const numbers = [...new Set(rows.flatMap(({ graph }) => tablesIn(graph)))];
  if (numbers.length === 0) return new Map();
  const found = await db
    .selectFrom('data_table')
    .innerJoin('data_column', 'data_column.table_id', 'data_table.id')
    .select(['data_table.id', 'data_table.biz_id as bizId', 'data_column.name', 'data_column.field_type as type'])
    .where('data_table.biz_id', 'in', numbers)
    .orderBy('data_column.position')
    .execute();
  const tables = new Map<string, ReadTable>();
  for (const { id, bizId, name, type } of found) {
    const table = tables.get(bizId) ?? { key: tableKey(id), columns: [] };
    table.columns.push({ name, type });
    tables.set(bizId, table);
  }
  return tables;
}

function waysIn(graph: DataGraph, tables: ReadonlyMap<string, ReadTable>, output: Key): Way[] {
  const ways: Way[] = [];
  for (const [column, origins] of columnOrigins(readGraph(graph, (number) => tables.get(number)))) {
    for (const origin of origins) {
      const from = tables.get(origin.tableId);
      if (from) ways.push({ from: { key: from.key, column: origin.column }, to: { key: output, column } });
    }
  }
  return ways;
}
