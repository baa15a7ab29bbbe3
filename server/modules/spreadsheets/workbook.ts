import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import type { Cell as ExcelCell } from 'exceljs';
import type { FileAnswer } from '../../contracts.ts';

/** A value of a cell. */
export type Cell = string | number | null | ExactCell | TimeCell;
/** A value of a cell of a workbook, which says how it is shown, too. */
export type SheetCell = Cell | NumberCell | IndentedCell;

/** A number with all its digits, as text: `-1234.50`. Where it has more than the fifteen a spreadsheet keeps, it is written as a text. */
export interface ExactCell {
  decimal: string;
  /** Digits it is shown with behind the point, at least. Default those it has. */
  decimals?: number;
}

/** A day as `2026-03-31`, or a moment by the clocks of a time zone as `2026-03-31 18:05:00`: spreadsheets sort and filter them, whatever zone they are opened in. */
export interface TimeCell {
  time: string;
}

/** A number as a column shows it, with so many digits behind the point; default those it has. `isShare`: 0.25 is shown as 25 %. */
export interface NumberCell {
  number: number;
  decimals?: number;
  isShare?: boolean;
}

/** A cell of a row that stands below another one in a tree, moved to the right by so many steps. */
interface IndentedCell {
  inner: SheetCell;
  indent: number;
}

/** Writes moments (ISO 8601) by the clocks of a time zone. */
export function clockOf(timeZone: string): (moment: string) => TimeCell {
  // Swedish writes a moment as year-month-day hours:minutes:seconds.
  const clock = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
  return (moment) => ({ time: clock.format(new Date(moment)) });
}

/** The heading of a column of moments: cells cannot say by whose clock they are. */
export function inZone(title: string, timeZone: string): string {
  return `${title} (${timeZone})`;
}

/** Heading and width in characters. */
export interface Column {
  title: string;
  width: number;
}
export interface Sheet {
  name: string;
  columns: readonly Column[];
  rows: Iterable<readonly SheetCell[]> | AsyncIterable<readonly SheetCell[]>;
}

type Style = Pick<ExcelCell, 'numFmt' | 'alignment' | 'font'>;

const type = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
/** Rows, and milliseconds, written without a pause for others: one row may be computed of many amounts. */
const rowsAtOnce = 200;
const timeAtOnce = 20;

/**
 * A workbook (Office Open XML) as the answer of a call, written row by row while it is sent, no faster than it is taken. Texts a spreadsheet
 * would take for a formula start with a quote; every sheet has a bold first row that stays in view.
 */
export function workbook(name: string, sheets: readonly Sheet[]): FileAnswer {
  const content = new PassThrough();
  write(content, sheets).catch((error: unknown) => content.destroy(error instanceof Error ? error : new Error(String(error))));
  return { name: `${name}.xlsx`, type, content };
}

async function write(output: PassThrough, sheets: readonly Sheet[]): Promise<void> {
  // Most servers never write one: the library is loaded by the first that does.
  const { default: exceljs } = await import('exceljs');
  const book = new exceljs.stream.xlsx.WorkbookWriter({ stream: output, useStyles: true, useSharedStrings: false });
  const names = sheetNames(sheets.map(({ name }) => name));
  for (const [index, { columns, rows }] of sheets.entries()) {
    const sheet = book.addWorksheet(names[index], { views: [{ state: 'frozen', ySplit: 1 }] });
    sheet.columns = columns.map(({ width }) => ({ width }));
    const head = sheet.addRow(columns.map(({ title }) => cellValue(title)));
    head.font = { bold: true };
    head.commit();
    let count = 0;
    let since = performance.now();
    for await (const row of rows) {
      const added = sheet.addRow(row.map(cellValue));
      for (const [at, cell] of row.entries()) dress(added.getCell(at + 1), cell);
      added.commit();
      count += 1;
      if (count % rowsAtOnce === 0 || performance.now() - since > timeAtOnce) {
        await room(output);
        since = performance.now();
      }
      // Nobody takes it any more.
      if (output.destroyed) return;
    }
    sheet.commit();
  }
  await book.commit();
}

/** Comes back when there is room for more, or nobody takes it any more. */
async function room(output: PassThrough): Promise<void> {
  await new Promise(setImmediate);
  if (output.destroyed || !output.writableNeedDrain) return;
  const over = new AbortController();
  await Promise.race(['drain', 'close'].map((event) => once(output, event, { signal: over.signal })));
  over.abort();
}

function isTime(cell: SheetCell): cell is TimeCell {
  return typeof cell === 'object' && cell !== null && 'time' in cell;
}

function isExact(cell: SheetCell): cell is ExactCell {
  return typeof cell === 'object' && cell !== null && 'decimal' in cell;
}

function isNumber(cell: SheetCell): cell is NumberCell {
  return typeof cell === 'object' && cell !== null && 'number' in cell;
}

function isIndented(cell: SheetCell): cell is IndentedCell {
  return typeof cell === 'object' && cell !== null && 'indent' in cell;
}

/** Whether a number is written as a text, which sums leave out: it has more digits than a spreadsheet keeps. */
export function isTooLong(cell: SheetCell): boolean {
  if (!isExact(cell)) return false;
  // Zeros at either end take no room.
  const digits = cell.decimal.replace(/(\.\d*?)0+$/, '$1').replace(/[-.]/g, '');
  return digits.replace(/^0+/, '').length > 15;
}

/** How a cell is shown. Numbers that are texts stand among the others as numbers do, in italics. */
function dress(shown: Style, cell: SheetCell): void {
  if (isTime(cell)) shown.numFmt = cell.time.length === 10 ? 'yyyy-mm-dd' : 'yyyy-mm-dd hh:mm:ss';
  else if (isTooLong(cell)) Object.assign(shown, { numFmt: '@', alignment: { horizontal: 'right' }, font: { italic: true } });
  else if (isExact(cell)) {
    const decimals = Math.max(cell.decimals ?? 0, cell.decimal.split('.')[1]?.length ?? 0);
    shown.numFmt = numberFormat(decimals);
  } else if (isNumber(cell))
    shown.numFmt = cell.isShare ? shareFormat(cell.decimals ?? 0) : numberFormat(cell.decimals ?? digitsOf(cell.number));
  else if (isIndented(cell)) {
    dress(shown, cell.inner);
    shown.alignment = { ...shown.alignment, indent: cell.indent };
  }
}

function numberFormat(decimals: number): string {
  return decimals === 0 ? '#,##0' : `#,##0.${'0'.repeat(decimals)}`;
}

function shareFormat(decimals: number): string {
  return decimals === 0 ? '0%' : `0.${'0'.repeat(decimals)}%`;
}

/** Digits a number has behind the point, ten at most: as lists show them. */
function digitsOf(number: number): number {
  return Math.min(
    10,
    number
      .toFixed(10)
      .replace(/\.?0+$/, '')
      .split('.')[1]?.length ?? 0,
  );
}

function cellValue(value: SheetCell): string | number | Date | null {
  if (value === '') return null;
  if (typeof value === 'string') return kept(safeText(writable(value)));
  if (value === null || typeof value === 'number') return value;
  if (isNumber(value)) return value.number;
  if (isIndented(value)) return cellValue(value.inner);
  // The cell shows the clock it is given: spreadsheets know no time zones.
  if (isTime(value)) return new Date(`${value.time.replace(' ', 'T')}${value.time.length === 10 ? 'T00:00:00' : ''}Z`);
  return isTooLong(value) ? value.decimal : Number(value.decimal);
}

/** What a spreadsheet would run is written as text; a text that looks like that already gets one more quote, so that none is ambiguous. */
export function safeText(value: string): string {
  return /^'*[=+\-@\t\r]/.test(value) ? `'${value}` : value;
}

/** The text `safeText` made safe: without the quote. */
export function plainText(value: string): string {
  return /^'+[=+\-@\t\r]/.test(value) ? value.slice(1) : value;
}

/** Spreadsheets refuse some characters, long names, and one name twice in whatever case. */
function sheetNames(names: readonly string[]): string[] {
  // Spreadsheets keep this one for themselves.
  const taken = new Set(['history']);
  return names.map((name, index) => {
    const clean = name.replaceAll(/[\\/?*[\]:']/g, ' ').trim() || `Sheet ${index + 1}`;
    let [free, number] = [clean.slice(0, 31), 2];
    for (; taken.has(free.toLowerCase()); number += 1) free = `${clean.slice(0, 30 - String(number).length)} ${number}`;
    taken.add(free.toLowerCase());
    return free;
  });
}

/** Most characters of a cell: spreadsheets call a file with more in one damaged. */
const mostCharacters = 32_767;

/** What cannot stand in a cell is cut, with a sign that something was. Codes such as `_x000D_` in a text would be read as the character they name. */
function kept(text: string): string {
  const cut = text.length > mostCharacters ? `${text.slice(0, mostCharacters - 1)}\u2026` : text;
  return cut.replaceAll(/_(?=x[0-9A-F]{4}_)/gi, '_x005F_');
}

/** Control characters have no place in a workbook, except line breaks and tabs. */
function writable(text: string): string {
  return text
    .replaceAll('\r\n', '\n')
    .replaceAll(/\p{Cc}|[\uFFFE\uFFFF]/gu, (sign) => (sign === '\n' || sign === '\t' ? sign : /\s/.test(sign) ? ' ' : ''));
}
