import { readFileSync } from 'node:fs';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { nextTime, nextTimes, requireSeldom } from '../../../../server/modules/data-schedule/times.ts';
import { cronWords } from '../../../../server/modules/data-schedule/words.ts';
import type { Language } from '../../../../src/core/types.ts';

const saying = (language: Language) => {
  const { texts } = JSON.parse(readFileSync(`schemas/locales/${language}/dataschedule.locale.json`, 'utf8')) as {
    texts: Record<string, string>;
  };
  return (line: string) =>
    cronWords(line, language, (key, values = {}) => String(texts[key]).replaceAll(/\{\{(\w+)\}\}/g, (_all, name) => String(values[name])));
};

describe('times of a schedule', () => {
  it('[DATA-13] are said in words, and stay a line where words would not say it better', () => {
    const said = (line: string) => [saying('en')(line), saying('zh-Hans')(line)];
    expect(said('0 6 * * 1-5')).toEqual(['Monday to Friday, 06:00', '星期一至星期五 06:00']);
    expect(said('30 1 1,15 * *')).toEqual(['Day 1 and 15 of each month, 01:30', '每月 1和15 日 01:30']);
    expect(said('15 8,18 * 1,7 6,7')).toEqual([
      'Saturday and Sunday in January and July, 08:15 and 18:15',
      '一月和七月的星期六和星期日 08:15和18:15',
    ]);
    expect(said('0 0 29 2 *')).toEqual(['Day 29 of February, 00:00', '二月 29 日 00:00']);
    expect(said('0/15 * * * *')).toEqual(['Every day, every 15 minutes', '每天 每 15 分钟']);
    expect(said('5 */2 * * 0')).toEqual(['Sunday, every 2 hours at minute 5', '星期日 每 2 小时的第 5 分']);
    expect(said('5 * * * *')).toEqual(['Every day, every hour at minute 5', '每天 每小时第 5 分']);
    // Either of two kinds of days, the last day, a number no field has, more times than a list is read.
    for (const line of ['0 6 1 * 1', '0 6 L * *', '0 6 * * 8', '0 9-18 * * *', '*/7 8 * * *'])
      expect(saying('en')(line), line).toBeUndefined();
  });

  it('[DATA-13] are refused for a distance below five minutes wherever in the line it is, whatever the time is now', () => {
    for (const line of ['0,3 6 * * *', '0,58 0,23 * * 1,2', '10-20 4 1 1 *'])
      expect(() => requireSeldom(line), line).toThrow(expect.objectContaining({ code: 'PARAMETER_ERROR' }));
    expect(requireSeldom('  */5  * * * * ')).toBe('*/5 * * * *');
  });

  it('[DATA-13] never come where no month they name has their day', () => {
    for (const line of ['0 0 31 2 *', '0 0 31 4,6,9,11 *'])
      for (const ask of [() => requireSeldom(line), () => nextTimes(line, 'Europe/Berlin', 5)])
        expect(ask, line).toThrow(expect.objectContaining({ details: [expect.objectContaining({ key: 'dataschedule.cronNever' })] }));
    expect(nextTime('0 0 31 4,6,9,11 *', 'Europe/Berlin')).toBeNull();
  });
});

describe('times of a schedule where a clock is set', () => {
  const at = (now: string) => vi.useFakeTimers({ toFake: ['Date'], now: new Date(now) });
  afterEach(() => void vi.useRealTimers());
  const said = (times: readonly Date[]) => times.map((time) => time.toISOString().slice(5, 16));

  it('[DATA-13] each hour, each quarter and hours beside the one left out in spring are ordinary lines, and no time is told twice', () => {
    const lines = ['0 2,3 * * *', '0 * * * *', '*/15 * * * *', '0 1,2,3 * * *', '30 2 * * *', '30 2,3 * * *'];
    const nights = [
      ['Europe/Berlin', '2026-03-20T08:00Z'],
      ['Europe/Berlin', '2026-03-29T00:40Z'],
      ['America/New_York', '2026-03-08T06:40Z'],
    ] as const;
    for (const [zone, now] of nights) {
      at(now);
      for (const line of lines) {
        expect(requireSeldom(line), `${line} ${now}`).toBe(line);
        const times = nextTimes(line, zone, 12).map((time) => time.getTime());
        expect(times, `${line} ${now}`).toEqual([...new Set(times)].sort((one, other) => one - other));
        expect(times[0], `${line} ${now}`).toBeGreaterThan(Date.now());
      }
    }
    at('2026-03-29T00:40Z');
    expect(said(nextTimes('0 2,3 * * *', 'Europe/Berlin', 3))).toEqual(['03-29T01:00', '03-30T00:00', '03-30T01:00']);
    expect(said(nextTimes('*/15 * * * *', 'Europe/Berlin', 3))).toEqual(['03-29T00:45', '03-29T01:00', '03-29T01:15']);
    at('2026-03-08T06:40Z');
    expect(said(nextTimes('0 1,2,3 * * *', 'America/New_York', 3))).toEqual(['03-08T07:00', '03-09T05:00', '03-09T06:00']);
  });

  it('[DATA-13] in the hour that comes twice in autumn the next time is a later one, of lines once a day the next day', () => {
    const berlin = (line: string, now: string) => nextTime(line, 'Europe/Berlin', new Date(now))?.toISOString().slice(5, 16);
    expect(berlin('*/15 * * * *', '2026-10-25T00:10Z')).toBe('10-25T00:15');
    expect(berlin('*/15 * * * *', '2026-10-25T01:10Z')).toBe('10-25T02:00');
    expect(berlin('30 2 * * *', '2026-10-25T01:01Z')).toBe('10-26T01:30');
    for (const [zone, hour] of [
      ['Europe/Berlin', '2026-10-25T01:00Z'],
      ['America/New_York', '2026-11-01T06:00Z'],
    ] as const)
      for (const line of ['*/5 * * * *', '*/15 * * * *', '0 * * * *', '30 1,2 * * *'])
        for (let passed = -70; passed <= 70; passed += 7) {
          const now = new Date(Date.parse(hour) + passed * 60_000);
          expect(nextTime(line, zone, now)?.getTime(), `${line} ${now.toISOString()}`).toBeGreaterThan(now.getTime());
        }
    at('2026-10-25T01:10Z');
    expect(said(nextTimes('*/15 * * * *', 'Europe/Berlin', 2))).toEqual(['10-25T02:00', '10-25T02:15']);
  });
});
