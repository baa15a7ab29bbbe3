import { type DayRange, daysOf, type RelativePeriod, readPeriod } from '../../../src/core/calendar/index.ts';
import { datedCondition } from '../../../src/core/data-graph/dated.ts';
import type { Context } from '../../context.ts';
import { dayIn } from '../../days.ts';
import type { RowChoice } from './chosen-rows.ts';
import type { Column } from './repository.ts';

/** A relative period of a question, and the days it means. */
interface AskedPeriod extends DayRange {
  column: string;
  title: string;
  period: RelativePeriod;
}
/** A question as it is today. */
export interface DatedChoice<Choice extends RowChoice> {
  today: string;
  choice: Choice;
  /** Those of columns with days the reader may see: of a filter that does not apply nothing is told. */
  periods: AskedPeriod[];
  /** Days all chosen rows of a column are within, as far as relative periods and filters say so. */
  bounds: ReadonlyMap<string, Partial<DayRange>>;
}

/** The day it is by the calendar of TIME_ZONE. */
export const todayOf = ({ services }: Pick<Context, 'services'>): string => dayIn(services.settings.timeZone);

const hasDays = ({ fieldType }: Column): boolean => fieldType === 'date' || fieldType === 'timestamp';

/** Turns the relative periods of conditions and filters into days, at the moment rows are read. */
export function datedChoice<Choice extends RowChoice>(columns: readonly Column[], choice: Choice, today: string): DatedChoice<Choice> {
  // Of a column without days no period holds.
  const titles = new Map(columns.filter(hasDays).map(({ name, title }) => [name, title]));
  const periods: AskedPeriod[] = [];
  const bounds = new Map<string, Partial<DayRange>>();
  const tell = (column: string, period: RelativePeriod, days: DayRange) => {
    const title = titles.get(column);
    if (title !== undefined) periods.push({ column, title, period, ...days });
  };
  const bind = (column: string, { from, to }: { from?: string | null | undefined; to?: string | null | undefined }) => {
    if (!titles.has(column)) return;
    const was = bounds.get(column) ?? {};
    const first = from && (!was.from || from > was.from) ? from : was.from;
    const last = to && (!was.to || to < was.to) ? to : was.to;
    bounds.set(column, { ...(first && { from: first }), ...(last && { to: last }) });
  };
  const condition = datedCondition(choice.condition, today, ({ column, period, from, to, isSure }) => {
    tell(column, period, { from, to });
    if (isSure) bind(column, { from, to });
  }) as RowChoice['condition'];
  const filters = choice.filters?.map((filter) => {
    const period = readPeriod(filter.period);
    const days = period && daysOf(period, today);
    if (period && days) tell(filter.column, period, days);
    const dated = days ? { ...filter, ...days } : filter;
    bind(dated.column, dated);
    return dated;
  });
  return { today, choice: { ...choice, condition, ...(filters && { filters }) }, periods, bounds };
}
