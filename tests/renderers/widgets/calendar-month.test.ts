import { expect, it } from 'vitest';
import { isMonth, monthsLater, weeksOf } from '../../../renderers/widgets/calendar/month.ts';

it('a month is shown in whole weeks from Monday to Sunday', () => {
  const weeks = weeksOf('2026-11');
  expect(weeks).toHaveLength(6);
  expect([weeks[0]?.[0], weeks.at(-1)?.at(-1)]).toEqual(['2026-10-26', '2026-12-06']);
  // February 2027 begins on a Monday and has four weeks, and summer time ends within a month.
  expect(weeksOf('2027-02').map((week) => week[0])).toEqual(['2027-02-01', '2027-02-08', '2027-02-15', '2027-02-22']);
  expect(new Set(weeksOf('2026-10').flat()).size).toBe(35);
  expect([monthsLater('2026-12', 1), monthsLater('2026-01', -1), monthsLater('2026-03', 0)]).toEqual(['2027-01', '2025-12', '2026-03']);
  expect([isMonth('2026-13'), isMonth('2026-1'), isMonth(undefined), isMonth('2026-12')]).toEqual([false, false, false, true]);
});
