import { expect, it } from 'vitest';
import { readDateSigns, readDay, readMoment } from '../../src/core/date-signs.ts';
import { cpuTime } from '../support/cpu-time.ts';

it.each([
  ['2027-1-5', '2027-01-05'],
  ['2027. 1. 5', '2027-01-05'],
  ['20270105', '2027-01-05'],
  ['２０２７／０１／０５', '2027-01-05'],
  ['2027年1月5日', '2027-01-05'],
  ['2027 年 1 月 5 號', '2027-01-05'],
  ['2027-01-05 00:00:00.000', '2027-01-05'],
  ['2027-01-05T0:00', '2027-01-05'],
  ['2027-01-05 08:00', undefined],
  ['2027-02-30', undefined],
  ['2027/1-5', undefined],
  ['3/4/2027', undefined],
  ['2027-01', undefined],
  ['', undefined],
])('files, pasted cells and fields read %j as the day %j', (text, day) => {
  expect(readDay(text)).toBe(day);
});

it('tells the parts that are given, whether or not there is such a day, and the time behind them', () => {
  expect(readDateSigns('2027年2月')).toEqual({ parts: ['2027', '02'], time: undefined });
  expect(readDateSigns('2027-02-30 8:05:01.25')).toEqual({ parts: ['2027', '02', '30'], time: '8:05:01.25' });
});

it('does not look for a date in a long text', () => {
  const before = cpuTime();
  expect(readDateSigns(`2027${' '.repeat(60_000)}1`)).toBeUndefined();
  expect(cpuTime() - before).toBeLessThan(100);
});

it.each([
  ['2024/1/5', Date.UTC(2024, 0, 5)],
  ['2024年1月5日 8:05', Date.UTC(2024, 0, 5, 8, 5)],
  ['2024-01-05T23:59:59.5', Date.UTC(2024, 0, 5, 23, 59, 59, 500)],
  ['0099-01-05', Date.parse('0099-01-05T00:00:00Z')],
  ['2024-01-05 24:00', undefined],
  ['2024-01-05 8:60', undefined],
  ['2024-02-30 08:00', undefined],
  ['05.01.2024', undefined],
  ['abc 3', undefined],
  ['5', undefined],
])('reads %j as a moment of UTC, whatever the time zone of the process', (text, moment) => {
  expect(readMoment(text)).toBe(moment);
});
