import { fieldHint } from '../../suggest.ts';
import type { Parameters } from '../sql.ts';
import type { Column, InputTable } from '../types.ts';

/** What a kind of node reads: its settings, what comes in, and where to say what is wrong. */
export interface Given {
  settings: Record<string, unknown>;
  inputs: readonly (readonly Column[])[];
  /** Rows of the tables everything comes from, where known: the most. */
  rows: number | undefined;
  /** `values`: made where the fault is told, for of many the first ones are. */
  tell(
    path: string,
    kind: string,
    values?: Record<string, string> | (() => Record<string, string>),
    level?: 'error' | 'warning',
  ): undefined;
  table(id: string): InputTable | undefined;
  /** By its clock moments in UTC are compared with clock times. */
  timeZone: string;
}

/** Where the values of a column come from: a column of an input, taken over as it is or computed with. */
export interface Origin {
  /** Number of the input, from 0. */
  input: number;
  column: string;
  how: 'same' | 'computed';
}

/** What a node gives. */
export interface Made {
  columns: Column[];
  /** Where columns come from. One that is not named here is that of the same name of the first input, as it is. */
  origins?: ReadonlyMap<string, readonly Origin[]> | undefined;
  /** The query over relations of these names. Undefined as long as something is wrong. */
  sql?: ((inputs: readonly string[], parameters: Parameters) => string) | undefined;
  /** The number of rows a cleaning step leaves out, over the same relations. */
  rejected?: ((inputs: readonly string[], parameters: Parameters) => string) | undefined;
  rows?: number | undefined;
}

export interface Kind {
  least: number;
  most: number;
  /** Entries of lists of its settings that have fewer than others. */
  mostOf?: Readonly<Record<string, number>>;
  read(given: Given): Made;
}

export const nothing: Made = { columns: [] };

/** Columns a node gives at most, and entries of a list of its settings. */
export const mostColumns = 500;

/** Says so where a node would give more columns than one can. Ask before they are made: nodes one behind the other may double them each time. */
export function isTooWide(count: number, tell: Given['tell']): boolean {
  if (count > mostColumns) tell('', 'manyColumns', { most: String(mostColumns), is: String(count) });
  return count > mostColumns;
}

export const listOf = (value: unknown): Record<string, unknown>[] =>
  Array.isArray(value) ? value.filter((one): one is Record<string, unknown> => typeof one === 'object' && one !== null) : [];
export const textsOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string') : [];
export const textOf = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');

/** The column of a name, or says that there is none. */
export function columnOf(columns: readonly Column[], name: unknown, path: string, tell: Given['tell']): Column | undefined {
  const wanted = textOf(name);
  if (wanted === '') return tell(path, 'columnMissing');
  const found = columns.find((one) => one.name === wanted);
  if (found) return found;
  const names = () => columns.map((one) => one.name);
  return tell(path, 'columnUnknown', () => ({ column: wanted, hint: fieldHint(wanted, names()) ?? '' }));
}

/** RULE-12: what a field may be called. */
const fieldName = /^[A-Za-z_\u4e00-\u9fa5][A-Za-z0-9_\u4e00-\u9fa5]{0,23}$/;

/** A name for a new column, or says why it cannot be one: names differ in more than capitals. */
export function newName(taken: readonly { name: string }[], given: unknown, path: string, tell: Given['tell']): string | undefined {
  const name = textOf(given);
  if (name === '') return tell(path, 'nameMissing');
  if (!fieldName.test(name)) return tell(path, 'nameForm', { column: name });
  if (taken.some((one) => one.name.toLowerCase() === name.toLowerCase())) return tell(path, 'columnTwice', { column: name });
  return name;
}

export function isFieldName(name: string): boolean {
  return fieldName.test(name);
}
