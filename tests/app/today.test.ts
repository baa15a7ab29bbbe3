import { expect, it } from 'vitest';
import { createHost } from '../../src/app/host.ts';
import { formatDate } from '../../src/core/index.ts';

const todayWith = (config: Record<string, unknown>) => {
  const parts = { state: { config }, translate: {}, dictionaries: {} } as unknown as Parameters<typeof createHost>[0];
  return createHost(parts).functions.today?.();
};

it('[STATE-06] today is the day of the back end, wherever the browser is', () => {
  // 26 hours lie between them: at no moment is it the same day.
  const behind = todayWith({ timeZone: 'Etc/GMT+12' });
  const ahead = todayWith({ timeZone: 'Etc/GMT-14' });
  expect([behind, ahead]).toEqual([formatDate(shifted(-12), 'YYYY-MM-DD'), formatDate(shifted(14), 'YYYY-MM-DD')]);
  expect(behind).not.toBe(ahead);
});

it.each([{}, { timeZone: null }, { timeZone: 'Nowhere/City' }, { timeZone: 7 }])('with %j it is that of the browser', (config) => {
  expect(todayWith(config)).toBe(formatDate(Date.now(), 'YYYY-MM-DD'));
});

/** A moment whose local time here is the time now so many hours from Greenwich. */
function shifted(hours: number): number {
  const now = new Date();
  return now.getTime() + (hours * 60 + now.getTimezoneOffset()) * 60_000;
}
