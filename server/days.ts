/** Calendar days as texts, YYYY-MM-DD. */

const milliseconds = 86_400_000;

/** The day of a moment by the clocks of a time zone; without a moment the day it is. */
export function dayIn(timeZone: string, moment = new Date()): string {
  // Swedish writes a date as year-month-day.
  return new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' }).format(moment);
}

/** The day so many days later; of a negative count earlier. */
export function addDays(day: string, count: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + count * milliseconds).toISOString().slice(0, 10);
}
