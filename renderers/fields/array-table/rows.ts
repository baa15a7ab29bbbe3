import { parseNumber, unreadable } from '../../../src/core/typed-number.ts';

/** One row: values by column name. */
export type Row = Record<string, unknown>;

/** A removed row, with its key so that it comes back as itself. */
export interface Removed {
  row: Row;
  key: number;
  index: number;
}
export type Cell = {
  name: string;
  type?: string;
  default?: unknown;
  required?: boolean;
  min?: number;
  max?: number;
  maxLength?: number;
  unique?: boolean;
};

/** Reads the value of the field; anything that is no object becomes an empty row. */
export function readRows(value: unknown): Row[] {
  return Array.isArray(value) ? value.map((row) => (typeof row === 'object' && row !== null ? (row as Row) : {})) : [];
}

/** A new row with the defaults of its columns. */
export function emptyRow(columns: readonly Pick<Cell, 'name' | 'default'>[]): Row {
  return Object.fromEntries(columns.filter((column) => column.default !== undefined).map((column) => [column.name, column.default]));
}

export function withRow(rows: Row[], index: number, row: Row): Row[] {
  return rows.map((other, at) => (at === index ? row : other));
}

/** Moves an entry; places outside the list change nothing. */
export function moved<Item>(list: readonly Item[], from: number, to: number): Item[] {
  const next = [...list];
  if (to < 0 || to >= list.length || from < 0 || from >= list.length) return next;
  next.splice(to, 0, ...next.splice(from, 1));
  return next;
}

export function inserted<Item>(list: readonly Item[], index: number, item: Item): Item[] {
  const next = [...list];
  next.splice(Math.min(index, list.length), 0, item);
  return next;
}

export function without<Item>(list: readonly Item[], index: number): Item[] {
  return list.filter((_, at) => at !== index);
}

/** Keys for `count` rows: those there are, new ones from `next` for the rest. */
export function keysFor(keys: readonly number[], count: number, next: () => number): number[] {
  return Array.from({ length: count }, (_, index) => keys[index] ?? next());
}

export type CellProblem = 'field.cellRequired' | 'field.cellMin' | 'field.cellMax' | 'field.cellNumber' | 'field.cellDigits';

export function isBlank(value: unknown): boolean {
  return value === undefined || value === null || (typeof value === 'string' && value.trim() === '');
}

/** What is wrong with a cell, as a text key; undefined when nothing is. */
export function cellProblem(column: Cell, value: unknown): CellProblem | undefined {
  if (isBlank(value)) return column.required ? 'field.cellRequired' : undefined;
  if (column.required && column.type === 'checkbox' && value !== true) return 'field.cellRequired';
  if (column.type !== 'number') return undefined;
  const wrong = unreadableCell(column, value);
  if (wrong) return wrong;
  const number = numberIn(value);
  if (column.min !== undefined && number < column.min) return 'field.cellMin';
  return column.max !== undefined && number > column.max ? 'field.cellMax' : undefined;
}

/** Why the number in a cell cannot be read. */
export function unreadableCell({ type }: Pick<Cell, 'type'>, value: unknown): 'field.cellNumber' | 'field.cellDigits' | undefined {
  if (type !== 'number' || typeof value === 'number' || value === undefined || value === null) return undefined;
  const problem = unreadable(String(value));
  return problem && (problem === 'field.longNumber' ? 'field.cellDigits' : 'field.cellNumber');
}

const numberIn = (value: unknown): number => (typeof value === 'number' ? value : (parseNumber(String(value)) ?? Number.NaN));

/** The row above, counted from 1, that has the same in a column whose cells differ; undefined where there is none. */
export function rowWithSame(column: Pick<Cell, 'name' | 'unique'>, rows: readonly Row[], index: number): number | undefined {
  if (!column.unique) return undefined;
  const text = comparable(rows[index]?.[column.name]);
  const first = rows.findIndex((row) => comparable(row[column.name]) === text);
  return text === '' || first === index ? undefined : first + 1;
}

function comparable(value: unknown): string {
  return value === undefined || value === null ? '' : String(value).trim().toLowerCase();
}
