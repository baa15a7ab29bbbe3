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

function two(value: number): string {
  return String(value).padStart(2, '0');
}

/** A date (milliseconds, ISO text or Date) in local time by a pattern of YYYY MM M DD D HH H mm ss SSS; '' for what is no date. */
export function formatDate(value: unknown, pattern = 'YYYY-MM-DD HH:mm'): string {
  const date = toDate(value);
  if (!date) return '';
  return pattern.replace(/YYYY|MM?|DD?|HH?|mm|SSS|ss/g, (part) => PARTS[part]?.(date) ?? part);
}

function toDate(value: unknown): Date | undefined {
  if (value === undefined || value === null || value === '') return undefined;
  if (typeof value !== 'number' && typeof value !== 'string' && !(value instanceof Date)) return undefined;
  // A date without a time means that day here, not midnight in Greenwich.
  const dayOnly = typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value);
  const date = new Date(dayOnly ? `${value}T00:00:00` : value);
  return Number.isNaN(date.getTime()) ? undefined : date;
}
