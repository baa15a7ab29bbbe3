import { type TruthWords, truthIn } from '../../../src/core/index.ts';
import type { FieldType } from '../../data-engine/index.ts';
import { dayOfCell, numberIn, plain } from '../flow-process/cells.ts';

/** How texts of cells are read as values of a field type. What may mean two things is refused, as in all files that are read. */

/** Most characters of a text. */
export const longestText = 10_000;
const largest = 2n ** 63n - 1n;
const clock = /^([01]?\d|2[0-3]):([0-5]\d)(?::([0-5]\d)(?:\.\d{1,6})?)?$/;
const moment = /^(\S+?)(?:[ T](\d{1,2}:\d{2}(?::\d{2}(?:\.\d{1,6})?)?))?$/;
const scientific = /^[+-]?\d+(?:\.(\d+))?e([+-]?\d{1,3})$/i;
const plainNumber = /^[+-]?\d+(?:\.\d+)?$/;
const years = { from: 1000, to: 9999 };
/** A code, also in parts with blanks between them. */
const zerosFirst = /^[+-]?0\d+$/;

type Reader = (text: string, words: TruthWords) => string | undefined;

const readers: Readonly<Record<FieldType, Reader>> = {
  string: (text) => (text.length > longestText || text.includes('\0') ? undefined : text),
  integer: (text) => {
    const value = integerIn(plain(text));
    return value !== undefined && BigInt(value) <= largest && BigInt(value) >= -largest ? value : undefined;
  },
  // Six decimals are kept: those after the twentieth make no difference.
  number: (text) => numberIn(plain(text).replace(/(?<=\.\d{20})\d+$/, '')) ?? longNumberIn(plain(text)),
  float: (text) => {
    const value = plain(text);
    // With an exponent as it is written: an amount of money would keep ten decimals of it.
    const read = scientific.test(value) ? value : (numberIn(value) ?? (plainNumber.test(value) ? value : undefined));
    return read !== undefined && Number.isFinite(Number(read)) ? read : undefined;
  },
  boolean: (text, words) => {
    const truth = truthIn(plain(text), words);
    return truth === undefined ? undefined : String(truth);
  },
  date: (text) => (/[:：]/.test(text) ? undefined : dayOfCell(plain(text), years)),
  timestamp: (text) => {
    const [, day, time] = moment.exec(plain(text)) ?? [];
    const read = day === undefined ? undefined : dayOfCell(day, years);
    const hours = time === undefined ? '00:00:00' : clockIn(time);
    return read === undefined || hours === undefined ? undefined : `${read} ${hours}`;
  },
  time: (text) => clockIn(plain(text)),
};

/** A text as the engine reads a value of the type, or nothing where it is no such value. */
export function valueIn(type: FieldType, text: string, words: TruthWords): string | undefined {
  return readers[type](text, words);
}

/** Numbers of more digits than amounts have, such as those of orders: as long as they are plain. */
function integerIn(text: string): string | undefined {
  if (/^-?\d{1,19}$/.test(text)) return String(BigInt(text));
  const value = numberIn(text);
  return value === undefined || value.includes('.') ? undefined : value;
}

/** Numbers of more digits than amounts have, such as keys a database keeps as such: plain ones the type holds to the last digit. */
function longNumberIn(text: string): string | undefined {
  if (!/^-?\d{16,18}(?:\.\d{1,6}0*)?$/.test(text)) return undefined;
  return text.includes('.') ? text.replace(/\.?0+$/, '') : text;
}

function clockIn(text: string): string | undefined {
  const [, hours, minutes, seconds = '00'] = clock.exec(text) ?? [];
  return hours === undefined ? undefined : `${hours.padStart(2, '0')}:${minutes}:${seconds}`;
}

/** Decimals of a number as it is written, and as it was read. */
function decimalsOf(text: string, read: string | undefined): number {
  const [, fraction = '', exponent = '0'] = scientific.exec(text) ?? [];
  return Math.max(fraction.length - Number(exponent), read?.split('.')[1]?.length ?? 0);
}

/** Of how many texts a type must be the type that it is proposed, where there are enough: the others are told when the file is taken. */
const mostly = 0.95;
const enough = 20;

/** What a column of texts holds, told from those that hold something. Codes with zeros before them stay texts. */
export function typeIn(texts: readonly string[], words: TruthWords): FieldType {
  const whole = typeOfAll(texts, 1, words);
  return whole === 'string' && texts.length >= enough ? typeOfAll(texts, mostly, words) : whole;
}

function typeOfAll(texts: readonly string[], share: number, words: TruthWords): FieldType {
  if (texts.length === 0) return 'string';
  const all = (fits: (text: string) => boolean) => texts.filter(fits).length >= texts.length * share;
  const reads = (type: FieldType) => (text: string) => valueIn(type, text, words) !== undefined;
  // Ones and zeros are numbers unless somebody says otherwise.
  if (all((text) => !/^[01]$/.test(plain(text)) && reads('boolean')(text))) return 'boolean';
  if (texts.some((text) => zerosFirst.test(plain(text).replaceAll(/\s/g, '')))) return 'string';
  if (all((text) => /^-?\d{1,18}$/.test(plain(text)))) return 'integer';
  if (all(reads('number'))) {
    const isFiner = texts.some((text) => decimalsOf(plain(text), valueIn('number', text, words)) > 6);
    if (!isFiner) return 'number';
    // A float would round what has many digits before the point.
    return texts.some((text) => longNumberIn(plain(text)) !== undefined) ? 'string' : 'float';
  }
  if (all(reads('time'))) return 'time';
  if (all((text) => /\D/.test(text) && reads('date')(text))) return 'date';
  if (all((text) => /\D/.test(text) && reads('timestamp')(text))) return 'timestamp';
  return 'string';
}
