import type { BoardCard, DataChart } from '../../../src/generated/calls.ts';
import type { Database } from '../../database/connection.ts';
import { columnsOf } from '../data-mart/repository.ts';
import { mayAct, type Reader, requireTable, type SeenTable } from '../data-mart/rights.ts';

/** The tables of charts. */
export function tablesOf(cards: readonly Pick<BoardCard, 'chart'>[]): string[] {
  return [...new Set(cards.flatMap(({ chart }) => (chart ? [chart.bizId] : [])))];
}

/** Names of the columns a chart asks for: by which it groups, which it computes with, and which say of which rows. */
export function columnsAsked({ by, measure, condition, groups = [], filters = [] }: DataChart): string[] {
  const parts = [...by, measure, ...groups, ...filters].map(({ column }) => column);
  return [...new Set([...parts, ...fieldsIn(condition)])].filter((column) => column !== undefined);
}

/** Fields a condition asks for, however deep. */
function fieldsIn(condition: unknown): string[] {
  if (Array.isArray(condition)) return condition.flatMap(fieldsIn);
  if (typeof condition !== 'object' || condition === null) return [];
  return Object.entries(condition).flatMap(([key, value]) => (key === 'field' && typeof value === 'string' ? [value] : fieldsIn(value)));
}

/** A table somebody may view now: with the columns they see, and the names of those that are denied to them. */
export interface ViewedTable extends Pick<SeenTable, 'columns' | 'isWhole'> {
  denied: ReadonlySet<string>;
}
/** By the number of the table; those somebody may not view are not there. */
export type ViewedTables = ReadonlyMap<string, ViewedTable>;

/** Those of some tables that somebody may view now. */
export async function viewedTables(db: Database, reader: Reader, tables: readonly string[]): Promise<ViewedTables> {
  if (tables.length === 0) return new Map();
  const rows = await db
    .selectFrom('data_table')
    .select('biz_id')
    .where('biz_id', 'in', tables)
    .where(mayAct(reader, 'view'))
    .orderBy('id')
    .execute();
  const found = new Map<string, ViewedTable>();
  for (const { biz_id: bizId } of rows) {
    const { table, columns, isWhole } = await requireTable(db, reader, bizId, 'view');
    const own = new Set(columns.map(({ name }) => name));
    const all = isWhole ? [] : await columnsOf(db, table.id);
    found.set(bizId, { columns, isWhole, denied: new Set(all.map(({ name }) => name).filter((name) => !own.has(name))) });
  }
  return found;
}

/**
 * Whether somebody may know what a chart asks (PERM-15): the names of its columns and the values it compares them with. Whoever sees all columns of its table may, also where one
 * is gone; others as far as they see every column of the question. A column that is gone and one that is denied are the same to them.
 */
export function isTold(chart: DataChart, tables: ViewedTables): boolean {
  const table = tables.get(chart.bizId);
  if (!table) return false;
  if (table.isWhole) return true;
  const seen = new Set(table.columns.map(({ name }) => name));
  return columnsAsked(chart).every((column) => seen.has(column));
}
