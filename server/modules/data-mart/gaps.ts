import { type DayRange, dayOfKey, keyOf, keysUpTo, type Unit } from '../../../src/core/calendar/index.ts';
import type { AggregateRow, How } from './aggregate.ts';
import type { Dimension } from './chosen-rows.ts';

export type PeriodRow = AggregateRow & { own: string | null };

/** Measures of which nothing is nothing: no rows count 0 and sum up to 0. Of others nothing has no figure. */
const additive: ReadonlySet<How> = new Set(['count', 'sum', 'distinct']);
/** The figure where there are no rows. */
export const figureOfNone = (how: How): number | null => (additive.has(how) ? 0 : null);

interface Terms {
  by: Dimension;
  /** What days are grouped by; nothing where the largest periods were asked for, between which there are no gaps. */
  unit: Unit | undefined;
  how: How;
  /** Most periods that are shown. */
  top: number;
  /** Days the rows are within, as far as the question says so. */
  bounds: Partial<DayRange>;
  today: string;
  series: readonly string[];
}

/**
 * Periods in their order with those without rows between them, so that no line goes over a gap: from the first period there are rows of, or that was asked for, to the last one
 * up to today, and of those the latest `top`. What is to come has no gaps and takes no room from what was: the first `top` periods that have rows stand behind. Rows without a
 * day stand last. How many periods with rows, and how many rows, are not shown is told.
 */
export function withGaps(rows: readonly PeriodRow[], { by, unit, how, top, bounds, today, series }: Terms): PeriodRow[] {
  const inOrder = [...rows].sort(
    (one, other) => Number(one.own === null) - Number(other.own === null) || (one.own ?? '').localeCompare(other.own ?? ''),
  );
  if (!unit) return inOrder;
  const dated = inOrder.filter(({ own }) => own !== null && dayOfKey(own, unit) !== undefined);
  const others = inOrder.filter((row) => !dated.includes(row));
  const now = keyOf(today, unit);
  const future = dated.filter(({ own }) => own !== null && own > now);
  const ends = endsOf(dated, unit, bounds, today);
  // Days no calendar here knows, such as those of the year 10000: they stand as they are.
  if (!ends || others.some(({ own }) => own !== null)) return inOrder;
  const found = new Map(dated.map((row) => [row.own, row]));
  const none = figureOfNone(how);
  const values = Object.fromEntries(series.map((key) => [key, none]));
  const room = Math.max(top, rows.length - future.length) - others.length;
  const whole = keysUpTo(ends.from, ends.to, unit, room).map(
    (own): PeriodRow =>
      found.get(own) ?? {
        ...{ key: `p${own}`, own, name: own, value: none, count: 0, isRest: false },
        groups: [{ ...by, is: 'in', values: [own] }],
        ...(series.length > 0 && { values }),
      },
  );
  return [...whole, ...future, ...others];
}

/** The first and last period between which there are gaps: of the rows, and as far as the question asks for more, never beyond now. */
function endsOf(rows: readonly PeriodRow[], unit: Unit, { from, to }: Partial<DayRange>, today: string) {
  const first = rows[0]?.own;
  const last = rows.at(-1)?.own;
  if (!first || !last) return undefined;
  const now = keyOf(today, unit);
  const asked = [from, to].map((day) => day && keyOf(day < today ? day : today, unit));
  const until = last < now ? last : now;
  return { from: asked[0] && asked[0] < first ? asked[0] : first, to: asked[1] && asked[1] > until ? asked[1] : until };
}
