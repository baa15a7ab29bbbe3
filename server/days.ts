import { dayIn as dayOrNone } from '../src/core/index.ts';

/** Calendar days as texts, YYYY-MM-DD. */

const milliseconds = 86_400_000;
const minute = 60_000;

/** The day of a moment by the clocks of a time zone; without a moment the day it is. @throws RangeError for what is no time zone */
export function dayIn(timeZone: string, moment = new Date()): string {
  const day = dayOrNone(timeZone, moment.getTime());
  if (day === undefined) throw new RangeError(`There is no time zone ${timeZone}`);
  return day;
}

/** The day so many days later; of a negative count earlier. */
export function addDays(day: string, count: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + count * milliseconds).toISOString().slice(0, 10);
}

/** Where the minute of a moment ends. */
export function minuteAfter(moment: Date): Date {
  return new Date((Math.floor(moment.getTime() / minute) + 1) * minute);
}
