import type { FieldType } from '../../data-engine/index.ts';
import { dayOfCell, numberIn, plain } from '../flow-process/cells.ts';

/** How texts of cells are read as values of a field type. What may mean two things is refused, as in all files that are read. */

/** Most characters of a text. */
export const longestText = 10_000;
const largest = 2n ** 63n - 1n;
const truths: ReadonlyMap<string, string> = new Map([
  ...['true', 'yes', 'y', '1', '是', '真'].map((word) => [word, 'true'] as const),
  ...['false', 'no', 'n', '0', '否', '假'].map((word) => [word, 'false'] as const),
]);
const clock = /^([01]?\d|2[0-3]):([0-5]\d)(?::([0-5]\d)(?:\.\d{1,6})?)?$/;
const moment = /^(\S+?)(?:[ T](\d{1,2}:\d{2}(?::\d{2}(?:\.\d{1,6})?)?))?$/;
const years = { from: 1000, to: 9999 };

type Reader = (text: string) => string | undefined;

/** A value as the engine reads it, or nothing where the text is no such value. */
export const valueIn: Readonly<Record<FieldType, Reader>> = {
  string: (text) => (text.length > longestText || text.includes('\0') ? undefined : text),
  integer: (text) => {
    const value = integerIn(plain(text));
    return value !== undefined && BigInt(value) <= largest && BigInt(value) >= -largest ? value : undefined;
  },
  number: (text) => numberIn(plain(text)),
  float: (text) => {
    const value = plain(text);
    const read = numberIn(value) ?? (/^[+-]?\d+(\.\d+)?(e[+-]?\d{1,3})?$/i.test(value) ? value : undefined);
    return read !== undefined && Number.isFinite(Number(read)) ? read : undefined;
  },
  boolean: (text) => truths.get(plain(text).toLowerCase()),
  date: (text) => (/[:：]/.test(text) ? undefined : dayOfCell(plain(text), years)),
  timestamp: (text) => {
    const [, day, time] = moment.exec(plain(text)) ?? [];
    const read = day === undefined ? undefined : dayOfCell(day, years);
    const hours = time === undefined ? '00:00:00' : clockIn(time);
    return read === undefined || hours === undefined ? undefined : `${read} ${hours}`;
  },
  time: (text) => clockIn(plain(text)),
};

/** Numbers of more digits than amounts have, such as those of orders: as long as they are plain. */
function integerIn(text: string): string | undefined {
  if (/^-?\d{1,19}$/.test(text)) return String(BigInt(text));
  const value = numberIn(text);
  return value === undefined || value.includes('.') ? undefined : value;
}

function clockIn(text: string): string | undefined {
  const [, hours, minutes, seconds = '00'] = clock.exec(text) ?? [];
  return hours === undefined ? undefined : `${hours.padStart(2, '0')}:${minutes}:${seconds}`;
}

/** Of how many texts a type must be the type that it is proposed, where there are enough: the others are told when the file is taken. */
const mostly = 0.95;
const enough = 20;

/** What a column of texts holds, told from those that hold something. Codes with zeros before them stay texts. */
export function typeIn(texts: readonly string[]): FieldType {
  const whole = typeOfAll(texts, 1);
  return whole === 'string' && texts.length >= enough ? typeOfAll(texts, mostly) : whole;
}

function typeOfAll(texts: readonly string[], share: number): FieldType {
  if (texts.length === 0) return 'string';
  const all = (fits: (text: string) => boolean) => texts.filter(fits).length >= texts.length * share;
  if (all((text) => /^(true|false|yes|no|是|否)$/i.test(plain(text)))) return 'boolean';
  if (texts.some((text) => /^-?0\d+$/.test(plain(text)))) return 'string';
  if (all((text) => /^-?\d{1,18}$/.test(plain(text)))) return 'integer';
  if (all((text) => valueIn.number(text) !== undefined))
    return texts.some((text) => (valueIn.number(text)?.split('.')[1]?.length ?? 0) > 6) ? 'float' : 'number';
  if (all((text) => valueIn.time(text) !== undefined)) return 'time';
  if (all((text) => /\D/.test(text) && valueIn.date(text) !== undefined)) return 'date';
  if (all((text) => /\D/.test(text) && valueIn.timestamp(text) !== undefined)) return 'timestamp';
  return 'string';
}
