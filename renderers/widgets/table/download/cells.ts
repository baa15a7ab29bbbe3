import { isDay } from '../../../../src/core/dates.ts';
import { isLocalized } from '../../../../src/core/language.ts';
import { formatDate } from '../../../shared/format.ts';
import { attempt } from '../../../shared/lazy.ts';
import { type CellContext, cellText, cellValue, measures, type TableColumn } from '../cells.ts';
import type { Row } from '../model.ts';
import { LONGEST } from './limits.ts';

/** A cell as the call table.workbook takes it: what its column is says how it is read. */
export type FileCell = string | number | null;
export type FileKind = 'text' | 'number' | 'percent' | 'day' | 'moment';

/** Digits a spreadsheet keeps of a number; identifiers have more. */
const mostDigits = 15;

/** What the cells of a column are in a workbook. A pattern without a day, such as that of a month, is a text. */
export function fileKind({ format, pattern, dictionary }: TableColumn): FileKind {
  if (dictionary !== undefined) return 'text';
  if (format === 'number' || format === 'bytes') return 'number';
  if (format === 'percent') return 'percent';
  if (format !== 'date' && format !== 'dateTime') return 'text';
  if (pattern !== undefined && !pattern.includes('D')) return 'text';
  return format === 'date' || (pattern !== undefined && !pattern.includes('H')) ? 'day' : 'moment';
}

/** What a workbook says of a row in place of what the table draws. An expression that fails on this row says why, as the table does. */
export function fileValue(column: TableColumn, row: Row, index: number): unknown {
  const own = column.fileValue ?? column.value;
  const read = attempt(() => cellValue({ ...column, value: own }, row, index));
  if ('error' in read) return read.error;
  return own || !column.cell || isPlain(read.value) ? read.value : undefined;
}

/** Whether people can read it as it is: cells drawn by widgets make something else of objects. */
function isPlain(value: unknown): boolean {
  if (Array.isArray(value)) return value.every(isPlain);
  return typeof value !== 'object' || value === null || isLocalized(value);
}

/** A value as its column shows it, and as a number, a day or a moment where it is one. */
export function fileCell(column: TableColumn, kind: FileKind, value: unknown, context: CellContext): FileCell {
  if (value === undefined || value === null || value === '') return null;
  if (kind === 'number' || kind === 'percent') return numberIn(value) ?? textOf(value, column, context);
  if (kind === 'day' || kind === 'moment') return sendable(formatDate(value, kind === 'moment'));
  if (typeof value === 'number' && column.dictionary === undefined && isShown(column)) return numberIn(value) ?? String(value);
  return textOf(value, column, context);
}

/** Whether a number stands in the cells as it is. */
function isShown({ format = 'text' }: TableColumn): boolean {
  return format === 'text' || format === 'link' || format === 'tag';
}

function textOf(value: unknown, column: TableColumn, context: CellContext): FileCell {
  const text = measures.includes(column.format) ? String(value) : cellText(column, value, context);
  return text === '' ? null : sendable(text);
}

/** Half of a sign, and the sign 0, are no text: the server refuses whoever sends one. */
const noText = /[\0\uD800-\uDFFF]/gu;

/** A text as it can be sent. One that is too long for a cell loses its end, and no sign is cut in two. */
export function sendable(text: string, most: number = LONGEST.cell): string {
  return text.slice(0, most).replaceAll(noText, '\uFFFD');
}

/** A number that loses no digit in a spreadsheet; undefined for everything else. */
function numberIn(value: unknown): number | undefined {
  const text = typeof value === 'number' ? String(value) : typeof value === 'string' ? value.trim() : '';
  const number = Number(text);
  if (text === '' || !Number.isFinite(number)) return undefined;
  const digits = text.replace(/e.*$/i, '').replaceAll(/[-+.]/g, '').replace(/^0+/, '');
  // What was calculated (0.1 + 0.2) has more digits than it means: only those of whole numbers and of texts are somebody's.
  const isExact = typeof value === 'string' || Number.isInteger(number);
  return isExact && digits.length > mostDigits ? undefined : number;
}

/** Whether a value is a moment whose clock depends on who reads it. */
export function isAbsolute(value: unknown): boolean {
  if (typeof value === 'number' || value instanceof Date) return true;
  return typeof value === 'string' && !isDay(value.trim()) && /\d(?:Z|[+-]\d{2}:?\d{2})$/i.test(value.trim()) && value.includes(':');
}
