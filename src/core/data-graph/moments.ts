import { isDay } from '../dates.ts';

/** How each is written. */
export const formats = { date: 'write 2026-01-31', timestamp: 'write 2026-01-31 13:30:00', time: 'write 13:30:00' } as const;
const patterns = {
  date: /^\d{4}-\d{2}-\d{2}$/,
  timestamp: /^\d{4}-\d{2}-\d{2}(?:[ T]\d{2}:\d{2}(?::\d{2}(?:\.\d{1,6})?)?)?Z?$/,
  time: /^\d{2}:\d{2}(?::\d{2})?$/,
} as const;

/** A moment in UTC. */
const inUtc = /^(\d{4}-\d{2}-\d{2})[ T](\d{2}:\d{2}(?::\d{2})?)(?:\.0+|(\.\d{1,6}))?Z$/;

/**
 * Writes a moment in UTC, `2026-11-26T01:00:00.000Z`, as the clock of a time zone shows it, `2026-11-26 09:00:00`: tables keep clock times without a zone. Every other value
 * stays as it is.
 */
export function clockReader(timeZone: string): (value: unknown) => unknown {
  let clock: Intl.DateTimeFormat | undefined;
  return (value) => {
    const [, day, time, fraction = ''] = (typeof value === 'string' && inUtc.exec(value.trim())) || [];
    const moment = day !== undefined && isDay(day) ? Date.parse(`${day}T${time}Z`) : Number.NaN;
    if (Number.isNaN(moment)) return value;
    // Swedish writes a moment as year-month-day hours:minutes:seconds, years before 1000 with fewer digits.
    clock ??= new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
    return `${clock.format(moment).padStart(19, '0')}${fraction}`;
  };
}

/** Whether a text is a date, moment or time of day. */
export function isMoment(type: 'date' | 'timestamp' | 'time', text: string): boolean {
  if (!patterns[type].test(text)) return false;
  if (type === 'time') return /^(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d)?$/.test(text);
  return isDay(text.slice(0, 10));
}
