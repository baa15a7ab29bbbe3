import { describe, expect, it } from 'vitest';
import { dayIn } from '../../../server/days.ts';
import { dayOfKey, daysOf, daysWithin, keyOf, keysUpTo, readPeriod, shifted, units } from '../../../src/core/calendar/index.ts';

const of = (span: string, unit: string, today: string, count?: number) => {
  const days = daysWithin({ span, unit, ...(count !== undefined && { count }) }, today);
  return days && `${days.from} ${days.to}`;
};

describe('[DATA-01] relative periods as two days', () => {
  it.each([
    // Thursday
    ['this', 'day', '2026-11-26', undefined, '2026-11-26 2026-11-26'],
    ['toDate', 'day', '2026-11-26', undefined, '2026-11-26 2026-11-26'],
    ['previous', 'day', '2026-11-26', undefined, '2026-11-25 2026-11-25'],
    ['last', 'day', '2026-11-26', 7, '2026-11-20 2026-11-26'],
    ['previous', 'day', '2026-03-02', 3, '2026-02-27 2026-03-01'],
    // Weeks begin on Monday, also where today is Sunday or Monday.
    ['this', 'week', '2026-11-26', undefined, '2026-11-23 2026-11-29'],
    ['this', 'week', '2026-11-29', undefined, '2026-11-23 2026-11-29'],
    ['this', 'week', '2026-11-30', undefined, '2026-11-30 2026-12-06'],
    ['toDate', 'week', '2026-11-30', undefined, '2026-11-30 2026-11-30'],
    ['previous', 'week', '2026-11-30', undefined, '2026-11-23 2026-11-29'],
    ['previous', 'week', '2027-01-01', 2, '2026-12-14 2026-12-27'],
    ['last', 'week', '2026-11-26', 2, '2026-11-13 2026-11-26'],
    // Ends of months, also of February.
    ['this', 'month', '2026-02-14', undefined, '2026-02-01 2026-02-28'],
    ['this', 'month', '2028-02-14', undefined, '2028-02-01 2028-02-29'],
    ['this', 'month', '2100-02-14', undefined, '2100-02-01 2100-02-28'],
    ['toDate', 'month', '2026-12-31', undefined, '2026-12-01 2026-12-31'],
    ['previous', 'month', '2026-03-31', undefined, '2026-02-01 2026-02-28'],
    ['previous', 'month', '2026-01-15', undefined, '2025-12-01 2025-12-31'],
    ['previous', 'month', '2026-01-15', 3, '2025-10-01 2025-12-31'],
    ['last', 'month', '2026-03-31', 1, '2026-03-01 2026-03-31'],
    ['last', 'month', '2026-03-30', 1, '2026-03-01 2026-03-30'],
    ['last', 'month', '2026-11-26', 12, '2025-11-27 2026-11-26'],
    // Edges of quarters.
    ['this', 'quarter', '2026-01-01', undefined, '2026-01-01 2026-03-31'],
    ['this', 'quarter', '2026-06-30', undefined, '2026-04-01 2026-06-30'],
    ['toDate', 'quarter', '2026-11-26', undefined, '2026-10-01 2026-11-26'],
    ['previous', 'quarter', '2026-03-31', undefined, '2025-10-01 2025-12-31'],
    ['previous', 'quarter', '2026-04-01', undefined, '2026-01-01 2026-03-31'],
    ['last', 'quarter', '2026-05-31', 1, '2026-03-01 2026-05-31'],
    // Leap days.
    ['last', 'year', '2028-02-29', 1, '2027-03-01 2028-02-29'],
    ['last', 'year', '2029-02-28', 1, '2028-02-29 2029-02-28'],
    ['this', 'year', '2026-11-26', undefined, '2026-01-01 2026-12-31'],
    ['toDate', 'year', '2026-01-01', undefined, '2026-01-01 2026-01-01'],
    ['previous', 'year', '2026-11-26', 2, '2024-01-01 2025-12-31'],
    ['last', 'year', '0500-01-01', 1000, '0001-01-02 0500-01-01'],
    ['this', 'year', '9999-12-31', undefined, '9999-01-01 9999-12-31'],
  ])('%s %s on %s (%s)', (span, unit, today, count, days) => {
    expect(of(span, unit, today, count)).toBe(days);
  });

  it('holds today, and as long as it is: on every day of a leap year', () => {
    for (let day = '2027-12-20'; day < '2029-01-10'; day = shifted(day, 1, 'day')) {
      for (const unit of units) {
        const whole = daysOf({ span: 'this', unit }, day);
        expect(whole.from <= day && day <= whole.to).toBe(true);
        const before = daysOf({ span: 'previous', unit }, day);
        expect(shifted(before.to, 1, 'day')).toBe(whole.from);
        expect(daysOf({ span: 'this', unit }, before.to)).toEqual(before);
        expect(daysOf({ span: 'toDate', unit }, day)).toEqual({ from: whole.from, to: day });
        expect(keyOf(before.to, unit) < keyOf(day, unit)).toBe(true);
        expect(dayOfKey(keyOf(day, unit), unit)).toBe(whole.from);
      }
    }
  });

  it('is said by the day it is where the server counts days, not where the reader or Greenwich does', () => {
    const moment = new Date('2026-09-30T17:30:00Z');
    expect(of('this', 'quarter', dayIn('Asia/Shanghai', moment))).toBe('2026-10-01 2026-12-31');
    expect(of('this', 'quarter', dayIn('UTC', moment))).toBe('2026-07-01 2026-09-30');
    expect(of('this', 'day', dayIn('Pacific/Kiritimati', moment))).toBe('2026-10-01 2026-10-01');
    // Clocks go back here: the day has 25 hours and is one.
    expect(of('last', 'day', dayIn('Europe/Berlin', new Date('2026-10-25T22:59:00Z')), 1)).toBe('2026-10-25 2026-10-25');
    expect(of('last', 'day', dayIn('Europe/Berlin', new Date('2026-10-25T23:00:00Z')), 2)).toBe('2026-10-25 2026-10-26');
  });

  it('reads nothing else', () => {
    expect(readPeriod({ span: 'last', unit: 'day', count: '30' })).toEqual({ span: 'last', unit: 'day', count: 30 });
    expect(readPeriod({ span: 'this', unit: 'month', count: 7 })).toEqual({ span: 'this', unit: 'month' });
    for (const wrong of [
      null,
      'today',
      { span: 'next', unit: 'day' },
      { span: 'last', unit: 'hour', count: 1 },
      ...[0, -1, 1.5, 1001, '1e3', '', null].map((count) => ({ span: 'last', unit: 'day', count })),
      { span: 'this', unit: 'day', from: '2026-01-01' },
    ])
      expect(readPeriod(wrong)).toBeUndefined();
    expect(daysWithin({ span: 'this', unit: 'day' }, '2026-02-30')).toBeUndefined();
  });
});

describe('[DATA-01] keys of periods', () => {
  it('numbers weeks as ISO 8601 does', () => {
    expect(['2026-01-01', '2027-01-01', '2025-12-29', '2020-12-31'].map((day) => keyOf(day, 'week'))).toEqual([
      '2026-W01',
      '2026-W53',
      '2026-W01',
      '2020-W53',
    ]);
    expect(dayOfKey('2026-W53', 'week')).toBe('2026-12-28');
    // A week that year has not, and what is no period.
    expect([dayOfKey('2025-W53', 'week'), dayOfKey('10000', 'year'), dayOfKey('2026-02-30', 'day')]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });

  it('lists every period between two, those nearest to the last', () => {
    expect(keysUpTo('2025-11', '2026-02', 'month', 12)).toEqual(['2025-11', '2025-12', '2026-01', '2026-02']);
    expect(keysUpTo('1900-01-01', '2028-03-01', 'day', 3)).toEqual(['2028-02-28', '2028-02-29', '2028-03-01']);
    expect(keysUpTo('2025-Q4', '2026-Q2', 'quarter', 9)).toEqual(['2025-Q4', '2026-Q1', '2026-Q2']);
    expect(keysUpTo('2026-W52', '2027-W01', 'week', 9)).toEqual(['2026-W52', '2026-W53', '2027-W01']);
    expect(keysUpTo('0001', '0002', 'year', 9)).toEqual(['0001', '0002']);
    expect(keysUpTo('2026', '2025', 'year', 9)).toEqual([]);
  });
});
