import { isDay } from '../dates.ts';

/** How each is written. */
export const formats = { date: 'write 2026-01-31', timestamp: 'write 2026-01-31 13:30:00', time: 'write 13:30:00' } as const;
const patterns = {
  date: /^\d{4}-\d{2}-\d{2}$/,
  timestamp: /^\d{4}-\d{2}-\d{2}(?:[ T]\d{2}:\d{2}(?::\d{2}(?:\.\d{1,6})?)?)?Z?$/,
  time: /^\d{2}:\d{2}(?::\d{2})?$/,
} as const;

/** Whether a text is a date, moment or time of day. */
export function isMoment(type: 'date' | 'timestamp' | 'time', text: string): boolean {
  if (!patterns[type].test(text)) return false;
  if (type === 'time') return /^(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d)?$/.test(text);
  return isDay(text.slice(0, 10));
}
