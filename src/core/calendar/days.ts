import { isDay } from '../dates.ts';

/** What days are gathered in. Weeks begin on Monday and are numbered as ISO 8601 does. */
export const units = ['day', 'week', 'month', 'quarter', 'year'] as const;
export type Unit = (typeof units)[number];

const millisecondsOfDay = 86_400_000;
const first = '0001-01-01';
const last = '9999-12-31';

const two = (value: number): string => String(value).padStart(2, '0');
const partsOf = (day: string): [year: number, month: number, date: number] => [
  Number(day.slice(0, 4)),
  Number(day.slice(5, 7)),
  Number(day.slice(8)),
];

/** A day YYYY-MM-DD by its year, month (1 to 12) and date: of a shorter month its last one, beyond the years 1 to 9999 the first or last day there is. */
function dayAt(year: number, month: number, date: number): string {
  if (year < 1) return first;
  if (year > 9999) return last;
  const isLeap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  const length = month === 2 ? (isLeap ? 29 : 28) : [4, 6, 9, 11].includes(month) ? 30 : 31;
  return `${String(year).padStart(4, '0')}-${two(month)}-${two(Math.min(date, length))}`;
}

function plusDays(day: string, count: number): string {
  const moment = new Date(Date.parse(`${day}T00:00:00Z`) + count * millisecondsOfDay);
  const text = Number.isNaN(moment.getTime()) ? '' : moment.toISOString().slice(0, 10);
  if (isDay(text)) return text;
  return count < 0 ? first : last;
}

/** The day so many units later; of a negative count earlier. From the end of a month it is the end of a shorter one: 31 January, a month later, 28 February. */
export function shifted(day: string, count: number, unit: Unit): string {
  if (unit === 'day') return plusDays(day, count);
  if (unit === 'week') return plusDays(day, 7 * count);
  const [year, month, date] = partsOf(day);
  const months = year * 12 + month - 1 + count * { month: 1, quarter: 3, year: 12 }[unit];
  return dayAt(Math.floor(months / 12), (((months % 12) + 12) % 12) + 1, date);
}

/** Day of the week: Monday 1 to Sunday 7. */
function weekday(day: string): number {
  return new Date(`${day}T00:00:00Z`).getUTCDay() || 7;
}

/** The first day of the unit a day is in. */
export function startOf(day: string, unit: Unit): string {
  const [year, month] = partsOf(day);
  switch (unit) {
    case 'day':
      return day;
    case 'week':
      return plusDays(day, 1 - weekday(day));
    case 'month':
      return dayAt(year, month, 1);
    case 'quarter':
      return dayAt(year, month - ((month - 1) % 3), 1);
    case 'year':
      return dayAt(year, 1, 1);
  }
}

/** The last day of the unit a day is in. */
export function endOf(day: string, unit: Unit): string {
  const next = shifted(startOf(day, unit), 1, unit);
  return next === last ? last : plusDays(next, -1);
}
