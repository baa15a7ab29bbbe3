const PARTS: Record<string, (date: Date) => string> = {
  YYYY: (date) => String(date.getFullYear()).padStart(4, '0'),
  MM: (date) => two(date.getMonth() + 1),
  M: (date) => String(date.getMonth() + 1),
  DD: (date) => two(date.getDate()),
  D: (date) => String(date.getDate()),
  HH: (date) => two(date.getHours()),
  H: (date) => String(date.getHours()),
  mm: (date) => two(date.getMinutes()),
  ss: (date) => two(date.getSeconds()),
  SSS: (date) => String(date.getMilliseconds()).padStart(3, '0'),
};

/** Whether a text is a calendar day, YYYY-MM-DD, as databases keep them: there is no year 0. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text) || text < '0001') return false;
  const moment = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(text);
}

function two(value: number): string {
  return String(value).padStart(2, '0');
}

/** A date (milliseconds, ISO text, `2026-01-02 03:04:05` or Date) in local time by a pattern of YYYY MM M DD D HH H mm ss SSS; '' for what is no date. */
export function formatDate(value: unknown, pattern = 'YYYY-MM-DD HH:mm'): string {
  const date = toDate(value);
  if (!date) return '';
  return pattern.replace(/YYYY|MM?|DD?|HH?|mm|SSS|ss/g, (part) => PARTS[part]?.(date) ?? part);
}

const DAYS = new Map<string, Intl.DateTimeFormat | undefined>();

/** The day it is somewhere, YYYY-MM-DD; undefined for what is no time zone. `zone`: such as Asia/Shanghai. */
export function dayIn(zone: string, moment: number): string | undefined {
  if (!DAYS.has(zone)) DAYS.set(zone, daysOf(zone));
  // Swedes write it like this.
  return DAYS.get(zone)?.format(moment);
}

function daysOf(timeZone: string): Intl.DateTimeFormat | undefined {
  try {
    return new Intl.DateTimeFormat('sv-SE', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' });
  } catch {
    return undefined;
  }
}

function toDate(value: unknown): Date | undefined {
  if (value === undefined || value === null || value === '') return undefined;
  if (typeof value !== 'number' && typeof value !== 'string' && !(value instanceof Date)) return undefined;
  const source = typeof value === 'string' ? value.trim().replace(/^(\d{4}-\d{2}-\d{2}) /, '$1T') : value;
  // A date without a time means that day here, not midnight in Greenwich.
  const dayOnly = typeof source === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(source);
  const date = new Date(dayOnly ? `${source}T00:00:00` : source);
  return Number.isNaN(date.getTime()) ? undefined : date;
}
