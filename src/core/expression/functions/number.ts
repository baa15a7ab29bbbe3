import { isDay } from '../../dates.ts';
import { formatDay } from '../../statement/day.ts';
import { nameOfType } from '../access.ts';
import { EvaluationFailure } from '../errors.ts';
import { toNumber } from '../operators.ts';
import { listOf, type PureFunction, pure, textOf, wholeOf } from './definition.ts';

function each(compute: (value: number) => number): PureFunction {
  return pure(1, 1, (value) => {
    const number = toNumber(value);
    return number === undefined ? undefined : compute(number);
  });
}

/** Smallest or largest of the arguments or of one list; missing entries do not count. */
function extreme(better: (value: number, best: number) => boolean): PureFunction {
  return pure(1, 20, (...args) => {
    const values = args.length === 1 && Array.isArray(args[0]) ? listOf(args[0]) : args;
    let best: number | undefined;
    for (const value of values) {
      const number = toNumber(value);
      if (number !== undefined && (best === undefined || better(number, best))) best = number;
    }
    return best;
  });
}

/** Rounds half away from zero, as people do: 1.005 with 2 digits is 1.01. */
export function round(value: unknown, digits: unknown): number | undefined {
  const number = toNumber(value);
  if (number === undefined) return undefined;
  const places = wholeOf(digits, 0, 0, 12);
  const [mantissa, exponent = '0'] = String(Math.abs(number)).split('e');
  const shifted = Math.round(Number(`${mantissa}e${Number(exponent) + places}`));
  const [shiftedMantissa, shiftedExponent = '0'] = String(shifted).split('e');
  return Math.sign(number) * Number(`${shiftedMantissa}e${Number(shiftedExponent) - places}`);
}

/** 1234567.5 as 1,234,567.5; with digits exactly so many decimals. The same in every language of the application. */
function formatNumber(value: unknown, digits: unknown): string {
  const number = toNumber(value);
  if (number === undefined || !Number.isFinite(number)) return '';
  const options = digits === undefined || digits === null ? { maximumFractionDigits: 12 } : fixed(wholeOf(digits, 0, 0, 12));
  return new Intl.NumberFormat('en-US', options).format(round(number, 12) ?? number);
}

function fixed(digits: number): Intl.NumberFormatOptions {
  return { minimumFractionDigits: digits, maximumFractionDigits: digits };
}

const UNITS = ['B', 'KB', 'MB', 'GB', 'TB', 'PB'] as const;

/** 1536 as 1.5 KB: powers of 1,024, at most one decimal. */
function formatBytes(value: unknown): string {
  const number = toNumber(value);
  if (number === undefined || !Number.isFinite(number)) return '';
  let size = Math.abs(number);
  let unit = 0;
  while (size >= 1024 && unit < UNITS.length - 1) {
    size /= 1024;
    unit += 1;
  }
  return `${number < 0 ? '-' : ''}${round(size, 1)} ${UNITS[unit]}`;
}

function toBoolean(value: unknown): boolean {
  if (typeof value === 'string') return !['', '0', 'false', 'no', 'off'].includes(value.trim().toLowerCase());
  return Boolean(value);
}

/** A number from text or undefined when it is none; never an error, unlike arithmetic. */
function readNumber(value: unknown): number | undefined {
  if (typeof value === 'boolean') return value ? 1 : 0;
  if (typeof value === 'string' && Number.isNaN(Number(value))) return undefined;
  return toNumber(typeof value === 'string' ? value.trim() : value);
}

/** Result of the first bound that is greater than the value; the last result otherwise. Bounds rise; results are one more than bounds. */
function band(value: unknown, bounds: unknown, results: unknown): unknown {
  const limits = listOf(bounds);
  const choices = listOf(results);
  if (choices.length !== limits.length + 1) {
    throw new EvaluationFailure(`band needs one result more than bounds, got ${limits.length} bounds and ${choices.length} results`);
  }
  const number = toNumber(value);
  if (number === undefined) return undefined;
  const index = limits.findIndex((limit) => {
    const bound = toNumber(limit);
    if (bound === undefined) throw new EvaluationFailure(`a bound must be a number, not ${nameOfType(limit)}`);
    return bound > number;
  });
  return index < 0 ? choices.at(-1) : choices[index];
}

/** A day registers keep (`2026-03-01`) stays as it is; of a midnight in UTC, as statements keep days, it is the day. */
const dayOf = (value: string): string => (isDay(value) ? value : formatDay(value));

/** Functions over numbers. */
export const numberFunctions: Readonly<Record<string, PureFunction>> = {
  min: extreme((value, best) => value < best),
  max: extreme((value, best) => value > best),
  round: pure(1, 2, round),
  abs: each(Math.abs),
  floor: each(Math.floor),
  ceil: each(Math.ceil),
  number: pure(1, 1, readNumber),
  bool: pure(1, 1, toBoolean),
  formatNumber: pure(1, 2, formatNumber),
  formatBytes: pure(1, 1, formatBytes),
  formatDay: pure(1, 1, (value) => dayOf(textOf(value))),
  band: pure(3, 3, band),
};
