const dayMs = 86_400_000;
const firstDay = Date.UTC(1900, 0, 1);
const lastDay = Date.UTC(2999, 11, 31);

/** Whether a text is the timestamp of a midnight in UTC of the years 1900 to 2999. */
export function isDayStamp(value: string): boolean {
  const moment = Number(value);
  return /^-?\d{1,15}$/.test(value) && moment % dayMs === 0 && moment >= firstDay && moment <= lastDay;
}

/** The day of a timestamp `readDayStamp` gave; an empty text for anything else. */
export function formatDay(value: string): string {
  const moment = Number(value);
  return isDayStamp(value) ? new Date(moment).toISOString().slice(0, 10) : '';
}
