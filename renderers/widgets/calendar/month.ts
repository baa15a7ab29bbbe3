import dayjs from 'dayjs';

const day = 'YYYY-MM-DD';
const daysOfWeek = 7;

/** The weeks of a month (YYYY-MM) as days (YYYY-MM-DD), from the Monday before its first day to the Sunday after its last. */
export function weeksOf(month: string): string[][] {
  const first = dayjs(`${month}-01`);
  const start = first.subtract((first.day() + 6) % daysOfWeek, 'day');
  const end = first.endOf('month');
  const weeks: string[][] = [];
  for (let week = start; !week.isAfter(end, 'day'); week = week.add(daysOfWeek, 'day'))
    weeks.push(Array.from({ length: daysOfWeek }, (_, index) => week.add(index, 'day').format(day)));
  return weeks;
}

/** The month some months later; negative for earlier. */
export function monthsLater(month: string, count: number): string {
  return dayjs(`${month}-01`).add(count, 'month').format('YYYY-MM');
}

export function isMonth(text: unknown): text is string {
  return typeof text === 'string' && /^\d{4}-(0[1-9]|1[0-2])$/.test(text);
}
