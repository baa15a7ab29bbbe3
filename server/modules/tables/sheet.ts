import { isDay } from '../../../src/core/dates.ts';
import { widthOf } from '../../../src/core/rules.ts';
import type { Calls } from '../../../src/generated/calls.ts';
import type { Sheet, SheetCell } from '../spreadsheets/workbook.ts';

type TableSheet = Calls['table.workbook']['body'];
type Column = TableSheet['columns'][number];
type Value = TableSheet['rows'][number][number];

const moment = /^\d{4}-\d{2}-\d{2} ([01]\d|2[0-3]):[0-5]\d:[0-5]\d$/;
/** Widths of columns in characters. */
const narrowest = 10;
const widest = 60;
/** Rows that tell how wide a column is: later ones hardly differ. */
const measured = 200;

/** The sheet of a table: heads, cells of the kinds their columns say, and rows of a tree indented. */
export function sheetOfTable({ title, columns, rows, levels = [] }: TableSheet): Sheet {
  return {
    name: title,
    columns: columns.map((column, at) => ({ title: column.title, width: columnWidth(column, at, rows) })),
    rows: cellsOf(columns, rows, levels),
  };
}

/** One row after the other, so that they are written while they are made. */
function* cellsOf(columns: readonly Column[], rows: TableSheet['rows'], levels: readonly number[]): Generator<SheetCell[]> {
  for (const [index, row] of rows.entries()) {
    const cells: SheetCell[] = row.map((value, at) => cellOf(value, columns[at]));
    const indent = levels[index] ?? 0;
    const [first = null] = cells;
    if (indent > 0) cells[0] = { inner: first, indent };
    yield cells;
  }
}

function cellOf(value: Value, { kind = 'text', digits }: Column = { title: '' }): SheetCell {
  if (value === null) return null;
  if (typeof value === 'string') {
    const isTime =
      (kind === 'day' && isDayThere(value)) || (kind === 'moment' && isDayThere(moment.test(value) ? value.slice(0, 10) : value));
    return isTime ? { time: value } : value;
  }
  if (kind === 'percent') return { number: value, decimals: digits ?? 0, isShare: true };
  return kind === 'number' ? { number: value, ...(digits !== undefined && { decimals: digits }) } : value;
}

/** A day that a spreadsheet can hold: they begin with 1900. */
export function isDayThere(text: string): boolean {
  return isDay(text) && text >= '1900-03-01';
}

function columnWidth({ title, kind }: Column, at: number, rows: TableSheet['rows']): number {
  if (kind === 'moment') return Math.max(20, Math.min(widest, wide(title) + 2));
  const longest = rows.slice(0, measured).reduce((most, row) => Math.max(most, wide(String(row[at] ?? ''))), wide(title));
  return Math.max(narrowest, Math.min(widest, longest + 2));
}

/** Width of its longest line. */
function wide(text: string): number {
  return Math.max(
    ...text
      .slice(0, 2 * widest)
      .split('\n')
      .map(widthOf),
  );
}
