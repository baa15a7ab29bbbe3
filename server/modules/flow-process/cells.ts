import { readDateSigns } from '../../../src/core/date-signs.ts';
import { plainNumber } from '../../../src/core/typed-number.ts';

/** How texts of cells are read as days and numbers. Chinese ledgers mix widths, signs and units. */

const otherDay = /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4})$/;
/** Days as spreadsheets count them, from 2000 to 2099: what a cell holds that lost its format. */
const serial = /^\d{5}$/;
const firstSerial = 36_526;
const lastSerial = 73_050;

/** A cell in the one width and form there is of it. */
export function plain(cell: string | undefined): string {
  return (cell ?? '').normalize('NFKC').trim();
}

/** The day a cell names, as YYYY-MM-DD; nothing where it names none, or may mean two (05/03/2026). `years`: between which it must be. */
export function dayOfCell(cell: string, years = { from: 1990, to: 2100 }): string | undefined {
  const written = (year: number, month: number, dayOfMonth: number) => writtenDay(year, month, dayOfMonth, years);
  const [year, month, day] = readDateSigns(cell)?.parts ?? [];
  if (year !== undefined && month !== undefined && day !== undefined) return written(Number(year), Number(month), Number(day));
  const other = otherDay.exec(cell);
  if (other) {
    const [one, two, last] = [Number(other[1]), Number(other[2]), Number(other[3])];
    if (one === two || one > 12) return written(last, two, one);
    return two > 12 ? written(last, one, two) : undefined;
  }
  const count = serial.test(cell) ? Number(cell) : 0;
  if (count < firstSerial || count > lastSerial) return undefined;
  return new Date(Date.UTC(1899, 11, 30 + count)).toISOString().slice(0, 10);
}

function writtenDay(year: number, month: number, dayOfMonth: number, years: { from: number; to: number }): string | undefined {
  const date = new Date(Date.UTC(year, month - 1, dayOfMonth));
  const isReal = date.getUTCMonth() === month - 1 && date.getUTCDate() === dayOfMonth && year >= years.from && year <= years.to;
  return isReal ? date.toISOString().slice(0, 10) : undefined;
}

/** With digits on both sides of the point: 1. stands before an entry of a list. */
const plainDecimal = /^-?\d+(\.\d+)?$/;
const scientific = /^-?\d(?:\.\d+)?e[+-]?\d{1,2}$/i;
/** Digits before the point: more are a code or a mistake, and sums stay exact. */
const mostDigits = 15;

/**
 * The number a cell holds, as an exact decimal: thousands may be grouped by commas or blanks, a currency sign stand before it, and brackets mean less than nothing.
 * Nothing for all else, such as phone numbers with blanks.
 */
export function numberIn(cell: string): string | undefined {
  const bare = cell
    .replaceAll(/(?<!\d)\s+|\s+(?!\d)/g, '')
    .replaceAll(/[\u00a5$]|^(CNY|RMB)/gi, '')
    .replace(/^\+/, '');
  const text = /^\(.+\)$/.test(bare) && !bare.startsWith('(-') ? `-${bare.slice(1, -1)}` : bare;
  if (scientific.test(text)) return decimal(Number(text).toFixed(10));
  const digits = plainNumber(text) ?? '';
  return plainDecimal.test(digits) ? decimal(digits) : undefined;
}

function decimal(text: string): string | undefined {
  const [whole = '', fraction = ''] = text.split('.');
  const digits = whole.replace('-', '').replace(/^0+(?=\d)/, '');
  // Too large a number is not written out.
  if (/\D/.test(digits) || digits.length > mostDigits || fraction.length > 20) return undefined;
  const rest = fraction.replace(/0+$/, '');
  const value = rest === '' ? digits : `${digits}.${rest}`;
  return whole.startsWith('-') && value !== '0' ? `-${value}` : value;
}
