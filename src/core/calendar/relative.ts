import { isDay } from '../dates.ts';
import { endOf, shifted, startOf, type Unit, units } from './days.ts';

/** How a relative period lies to today. */
export const spans = ['this', 'toDate', 'last', 'previous'] as const;
export type Span = (typeof spans)[number];

/** Units a period counts at most. */
export const mostUnits = 1_000;

/**
 * A period that moves with the calendar, kept as it was said:
 * this: the whole unit today is in; toDate: that unit up to today; last: so many units that end today; previous: so many whole units before the one today is in.
 */
export interface RelativePeriod {
  span: Span;
  unit: Unit;
  /** Of last and previous; 1 unless given. */
  count?: number | undefined;
}

/** First and last day, YYYY-MM-DD, both of them in it. */
export interface DayRange {
  from: string;
  to: string;
}

/** Whether a span counts units. */
export const isCounted = (span: unknown): boolean => span === 'last' || span === 'previous';

/** A value as a relative period, or undefined for what is none. */
export function readPeriod(value: unknown): RelativePeriod | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { span, unit, count = 1, ...others } = value as Record<string, unknown>;
  const known = spans.find((one) => one === span);
  const of = units.find((one) => one === unit);
  if (!known || !of || Object.keys(others).length > 0) return undefined;
  if (!isCounted(known)) return { span: known, unit: of };
  const number = typeof count === 'string' && /^\d{1,4}$/.test(count.trim()) ? Number(count) : count;
  if (typeof number !== 'number' || !Number.isInteger(number) || number < 1 || number > mostUnits) return undefined;
  return { span: known, unit: of, count: number };
}

/** The days a period means on a day. The only place that says so; who calls it says which day it is, by the calendar that counts. */
export function daysOf({ span, unit, count = 1 }: RelativePeriod, today: string): DayRange {
  const start = startOf(today, unit);
  switch (span) {
    case 'this':
      return { from: start, to: endOf(today, unit) };
    case 'toDate':
      return { from: start, to: today };
    case 'last':
      return { from: shifted(shifted(today, -count, unit), 1, 'day'), to: today };
    case 'previous':
      return { from: shifted(start, -count, unit), to: shifted(start, -1, 'day') };
  }
}

/** `daysOf` for values of any kind: undefined where they are no period and no day. */
export function daysWithin(period: unknown, today: unknown): DayRange | undefined {
  const read = readPeriod(period);
  return read && typeof today === 'string' && isDay(today) ? daysOf(read, today) : undefined;
}

/** Key of the words for a period, with `count` in their placeholder: one unit has words of its own. */
export function wordsOf({ span, unit, count = 1 }: RelativePeriod): string {
  return `period.${span}${isCounted(span) && count === 1 ? '1' : ''}.${unit}`;
}
