import type { Language } from '../../../src/core/types.ts';
import type { Reading } from '../../context.ts';
import { languageOf } from '../../language.ts';
import { wordsOfArea } from '../../reader.ts';

type Words = (key: string, values?: Record<string, string | number>) => string;
export type Say = (cron: string) => string;

/** More times a day than these are no list to read. */
const mostTimes = 6;
/** A day of the week; 2026-02-01 was a Sunday. */
const sunday = (day: number) => new Date(Date.UTC(2026, 1, 1 + day));

/** A field of a cron line of plain numbers, ranges and steps as its numbers; null where it holds everything, undefined where it says more than numbers. */
function numbersOf(field: string, least: number, most: number): number[] | null | undefined {
  if (field === '*') return null;
  const numbers = new Set<number>();
  for (const part of field.split(',')) {
    const [, all, from = '', to = from, step = '1'] = /^(?:(\*)|(\d+)(?:-(\d+))?)(?:\/(\d+))?$/.exec(part) ?? [];
    if (all === undefined && from === '') return undefined;
    const [first, last] = all ? [least, most] : [Number(from), part.includes('/') && !part.includes('-') ? most : Number(to)];
    if (Number(step) < 1 || first < least || last > most || first > last) return undefined;
    for (let number = first; number <= last; number += Number(step)) numbers.add(number);
  }
  return [...numbers].sort((one, other) => one - other);
}

/** Numbers of an even distance that go on around the clock: the distance. */
function stepOf(numbers: readonly number[], around: number): number | undefined {
  const step = around / numbers.length;
  return numbers.length > 1 && numbers.every((number, index) => number === index * step) ? step : undefined;
}

/** Of minutes, hours, days of the month, months, days of the week, where Sunday is 0 and 7. */
const ranges = [
  [0, 59],
  [0, 23],
  [1, 31],
  [1, 12],
  [0, 7],
] as const;

const two = (number: number): string => String(number).padStart(2, '0');

/** When a cron line starts something, in words; undefined for one that words would not say better. */
export function cronWords(line: string, language: Language, words: Words): string | undefined {
  const fields = line.split(' ');
  const [minutes, hours, dates, months, weekdays] = ranges.map(([least, most], at) => numbersOf(fields[at] ?? '', least, most));
  if (!minutes || hours === undefined || dates === undefined || months === undefined || weekdays === undefined) return undefined;
  // A day of the month and one of the week: either counts, which nobody reads out of a list.
  if (dates && weekdays) return undefined;
  const list = new Intl.ListFormat(language, { type: 'conjunction' });
  const name = (given: Intl.DateTimeFormatOptions, of: Date) => new Intl.DateTimeFormat(language, { ...given, timeZone: 'UTC' }).format(of);
  /** Three and more that follow each other are said by the first and the last. */
  const named = (numbers: readonly number[], nameOf: (number: number) => string) => {
    const [first, last] = [numbers[0] as number, numbers.at(-1) as number];
    const isRow = numbers.length > 2 && last - first === numbers.length - 1;
    return isRow ? words('times.range', { from: nameOf(first), to: nameOf(last) }) : list.format(numbers.map(nameOf));
  };
  const timesOfDay = (): string | undefined => {
    const every = stepOf(minutes, 60);
    if (every !== undefined && hours === null) return words('times.minutes', { count: every });
    if (minutes.length === 1) {
      const minute = minutes[0] as number;
      const apart = hours && stepOf(hours, 24);
      if (hours === null) return words('times.hourly', { minute });
      if (apart && hours.length > 2) return words('times.hours', { count: apart, minute });
    }
    if (hours === null || hours.length * minutes.length > mostTimes) return undefined;
    return list.format(hours.flatMap((one) => minutes.map((other) => `${two(one)}:${two(other)}`)));
  };
  const times = timesOfDay();
  if (times === undefined) return undefined;
  const of = months && named(months, (number) => name({ month: 'long' }, new Date(Date.UTC(2026, number - 1, 1))));
  const days = dates
    ? words(of ? 'times.datesOf' : 'times.dates', { days: named(dates, String), months: of ?? '' })
    : weekdays
      ? named(weekdays, (day) => name({ weekday: 'long' }, sunday(day)))
      : words('times.daily');
  return words('times.at', { days: of && !dates ? words('times.within', { days, months: of }) : days, times });
}

/** Says cron lines to a reader; those that words do not say better stay as they are. */
export function timesSayer(context: Reading): Say {
  const words = wordsOfArea(context, (key) => `dataschedule.${key}`);
  const language = languageOf(context);
  return (cron) => cronWords(cron, language, words) ?? cron;
}
