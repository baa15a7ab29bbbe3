/** A day as a number, so that days can be counted; nothing where a text is none. */
export function dayNumber(text: unknown): number | undefined {
  if (typeof text !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(text)) return undefined;
  const time = Date.parse(`${text}T00:00:00Z`);
  return Number.isNaN(time) ? undefined : Math.round(time / 86_400_000);
}

export function dayText(day: number): string {
  return new Date(day * 86_400_000).toISOString().slice(0, 10);
}

/** Monday of the week of a day. */
export function weekStart(day: number): number {
  // The first day of 1970 was a Thursday.
  return day - ((((day + 3) % 7) + 7) % 7);
}

export interface Span {
  /** First and last day. */
  from: number;
  to: number;
}
export interface Column extends Span {
  label: string;
  isWeekend: boolean;
}
export interface Axis extends Span {
  scale: 'day' | 'week';
  columns: Column[];
  /** Runs of columns of the same month, for the line above them. */
  months: { key: string; count: number }[];
}

/** More days get a column a week. */
const mostDays = 56;
/** More weeks than these nobody looks at; what lies beyond is cut. */
const mostWeeks = 261;

/** The axis that holds all spans, in whole weeks; with `today` where that lies near. Nothing without a span. */
export function axisOf(spans: readonly Span[], scale: 'auto' | 'day' | 'week' = 'auto'): Axis | undefined {
  if (spans.length === 0) return undefined;
  const from = weekStart(Math.min(...spans.map((span) => span.from)));
  const last = weekStart(Math.max(...spans.map((span) => span.to))) + 6;
  const isByDay = scale === 'day' || (scale === 'auto' && last - from < mostDays);
  const to = Math.min(last, from + mostWeeks * 7 - 1);
  const step = isByDay ? 1 : 7;
  const columns: Column[] = [];
  for (let day = from; day <= to; day += step) {
    const text = dayText(day);
    columns.push({ from: day, to: day + step - 1, label: String(Number(text.slice(8))), isWeekend: isByDay && day - weekStart(day) > 4 });
  }
  return { from, to, scale: isByDay ? 'day' : 'week', columns, months: monthsOf(columns) };
}

function monthsOf(columns: readonly Column[]): Axis['months'] {
  const months: Axis['months'] = [];
  for (const { from } of columns) {
    const key = dayText(from).slice(0, 7);
    const current = months.at(-1);
    if (current?.key === key) current.count += 1;
    else months.push({ key, count: 1 });
  }
  return months;
}

/** Where a bar begins and how long it is, in columns and parts of them. */
export function placeOf({ from, to }: Span, axis: Axis): { start: number; length: number } {
  const step = axis.scale === 'day' ? 1 : 7;
  const first = Math.max(from, axis.from);
  const last = Math.min(to, axis.to);
  return { start: (first - axis.from) / step, length: Math.max(0, last - first + 1) / step };
}

/** The middle of a day, in columns and parts of them. */
export function middleOf(day: number, axis: Axis): number {
  const { start, length } = placeOf({ from: day, to: day }, axis);
  return start + length / 2;
}
