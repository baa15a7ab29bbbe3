import { expect, it } from 'vitest';
import { addDays, dayIn } from '../../../server/days.ts';

it('reckons calendar days by the clocks of a time zone, over months, leap years and changes of the clock', () => {
  const moment = new Date('2026-03-31T17:30:00Z');
  expect(['Asia/Shanghai', 'UTC', 'America/New_York'].map((zone) => dayIn(zone, moment))).toEqual([
    '2026-04-01',
    '2026-03-31',
    '2026-03-31',
  ]);
  expect(dayIn('UTC')).toMatch(/^\d{4}-\d{2}-\d{2}$/);
  expect([addDays('2028-02-28', 1), addDays('2027-02-28', 1), addDays('2026-01-01', -1), addDays('2026-03-29', 1)]).toEqual([
    '2028-02-29',
    '2027-03-01',
    '2025-12-31',
    '2026-03-30',
  ]);
});
