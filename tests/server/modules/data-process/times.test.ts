import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { requireSeldom } from '../../../../server/modules/data-schedule/times.ts';
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
      expect(() => requireSeldom(line, 'Asia/Shanghai'), line).toThrow(expect.objectContaining({ code: 'PARAMETER_ERROR' }));
    expect(requireSeldom('  */5  * * * * ', 'UTC')).toBe('*/5 * * * *');
  });
});
