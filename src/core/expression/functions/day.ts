import { daysWithin, readPeriod, wordsOf } from '../../calendar/index.ts';
import { EvaluationFailure } from '../errors.ts';
import { type PureFunction, pure, textOf, wholeOf } from './definition.ts';

const length = 86_400_000;
const most = 1_000_000;

/** Midnight in UTC of a day YYYY-MM-DD; undefined where none is given. @throws EvaluationFailure where it is no day */
function midnight(value: unknown): number | undefined {
  const day = textOf(value);
  if (day === '') return undefined;
  const time = Date.parse(day);
  if (!Number.isNaN(time) && dayOf(time) === day) return time;
  throw new EvaluationFailure(`expected a day as YYYY-MM-DD, got "${day.slice(0, 40)}"`);
}

function dayOf(time: number): string {
  const [day = ''] = new Date(time).toISOString().split('T');
  if (day.length > 10) throw new EvaluationFailure('days are of the years 0 to 9999');
  return day;
}

/** Functions over days, the same in every time zone. */
export const dayFunctions: Readonly<Record<string, PureFunction>> = {
  addDays: pure(2, 2, (day, count) => {
    const time = midnight(day);
    return time === undefined ? undefined : dayOf(time + wholeOf(count, 0, -most, most) * length);
  }),
  daysBetween: pure(2, 2, (from, to) => {
    const [first, last] = [midnight(from), midnight(to)];
    return first === undefined || last === undefined ? undefined : (last - first) / length;
  }),
  periodDays: pure(2, 2, (period, today) => daysWithin(period, today)),
  periodWords: pure(1, 1, (period) => {
    const read = readPeriod(period);
    return read && wordsOf(read);
  }),
};
