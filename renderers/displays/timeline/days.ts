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
  /** Stands for a long stretch in which nothing begins or ends. */
  isFolded: boolean;
}
export interface Axis extends Span {
  scale: 'day' | 'week';
  columns: Column[];
  /** Runs of columns of the same month, for the line above them. */
  months: { key: string; label: string; count: number }[];
}

/** More days get a column a week. */
const mostDays = 56;
/** More days in which nothing begins or ends, which is more than a year, are folded into one column: what lies years away is a column away. */
const mostQuiet = 366;
/** More columns nobody looks at; of the rest those around today stay. */
const mostColumns = 1040;

/**
 * The axis that holds all spans, in whole weeks: stretches -> scale by the days that are not folded -> columns -> months. Nothing without a span.
 */
export function axisOf(spans: readonly Span[], scale: 'auto' | 'day' | 'week' = 'auto', today?: number): Axis | undefined {
  if (spans.length === 0) return undefined;
  const stretches = stretchesOf(spans, today);
  const days = stretches.reduce((sum, { from, to, isFolded }) => sum + (isFolded ? 0 : to - from + 1), 0);
  const isByDay = scale === 'day' || (scale === 'auto' && days <= mostDays);
  const all = stretches.flatMap((stretch) => (stretch.isFolded ? [folded(stretch)] : columnsOf(stretch, isByDay ? 1 : 7)));
  const columns = around(all, today);
  const [first, last] = [columns[0], columns.at(-1)];
  if (!first || !last) return undefined;
  return { from: first.from, to: last.to, scale: isByDay ? 'day' : 'week', columns, months: monthsOf(columns) };
}

/** Whole weeks one after the other: those in which something begins or ends, or that are today's, and what lies between. */
function stretchesOf(spans: readonly Span[], today: number | undefined): (Span & { isFolded: boolean })[] {
  const ends = spans.flatMap(({ from, to }) => [from, to]);
  const [first, last] = [Math.min(...ends), Math.max(...ends)];
  const marks = today !== undefined && today > first && today < last ? [...ends, today] : ends;
  const weeks = [...new Set(marks.map(weekStart))].toSorted((one, other) => one - other);
  return weeks.flatMap((from, index) => {
    const next = weeks[index + 1];
    const to = from + 6;
    const own = { from, to, isFolded: false };
    if (next === undefined || next === to + 1) return [own];
    return [own, { from: to + 1, to: next - 1, isFolded: next - to - 1 > mostQuiet }];
  });
}

function folded({ from, to }: Span): Column {
  return { from, to, label: '⋯', isWeekend: false, isFolded: true };
}

function columnsOf({ from, to }: Span, step: number): Column[] {
  return Array.from({ length: Math.ceil((to - from + 1) / step) }, (_, index) => {
    const day = from + index * step;
    const label = String(Number(dayText(day).slice(8)));
    return { from: day, to: day + step - 1, label, isWeekend: step === 1 && day - weekStart(day) > 4, isFolded: false };
  });
}

function around(columns: Column[], today: number | undefined): Column[] {
  if (columns.length <= mostColumns) return columns;
  const at = today === undefined ? 0 : columns.findIndex(({ to }) => to >= today);
  const start = Math.min(Math.max(0, (at < 0 ? columns.length : at) - mostColumns / 2), columns.length - mostColumns);
  return columns.slice(start, start + mostColumns);
}

function monthsOf(columns: readonly Column[]): Axis['months'] {
  const months: Axis['months'] = [];
  for (const { from, isFolded } of columns) {
    const month = dayText(from).slice(0, 7);
    const key = isFolded ? `${month} folded` : month;
    const current = months.at(-1);
    if (current?.key === key) current.count += 1;
    else months.push({ key, label: isFolded ? '' : month, count: 1 });
  }
  return months;
}

/** Where a bar begins and how long it is, in columns and parts of them. */
export function placeOf({ from, to }: Span, axis: Axis): { start: number; length: number } {
  const start = pointOf(from, axis);
  return { start, length: Math.max(0, pointOf(to + 1, axis) - start) };
}

/** Where a day begins, in columns and parts of them; before the first and after the last column at their edge. */
function pointOf(day: number, { columns }: Axis): number {
  const index = columns.findIndex(({ to }) => to >= day);
  const column = columns[index];
  if (!column) return columns.length;
  return index + Math.max(0, day - column.from) / (column.to - column.from + 1);
}

/** The middle of a day, in columns and parts of them. */
export function middleOf(day: number, axis: Axis): number {
  const { start, length } = placeOf({ from: day, to: day }, axis);
  return start + length / 2;
}
