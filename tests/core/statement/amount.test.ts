import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { formatAmount, formatDay, readAmount, readDayStamp } from '../../../src/core/statement/index.ts';

const limits = { digits: 14, decimals: 2 };
const rule = JSON.parse(readFileSync(join(import.meta.dirname, '../../../schemas/rules/finance-number.rule.json'), 'utf8')) as {
  pattern: string;
};
const read = (text: string) => {
  const result = readAmount(text, limits);
  return 'fault' in result ? `!${result.fault}` : result.value;
};

describe('[RULE-21] amounts as people type and paste them', () => {
  it.each([
    ['', null],
    ['   ', null],
    ['0', '0'],
    ['-0', '0'],
    ['-', '0'],
    [' \u2013 ', '0'],
    ['(-)', '!form'],
    ['-0.00', '0'],
    ['12', '12'],
    ['12.', '12'],
    ['12.5', '12.5'],
    ['.5', '0.5'],
    ['(.50)', '-0.5'],
    ['.', '!form'],
    ['.5.5', '!form'],
    ['12.50', '12.5'],
    ['007', '7'],
    ['-12.34', '-12.34'],
    ['\u221212.34', '-12.34'],
    ['99999999999999.99', '99999999999999.99'],
    ['-99999999999999.99', '-99999999999999.99'],
    ['100000000000000', '!digits'],
    ['99999999999999.999', '!decimals'],
    ['0.001', '!decimals'],
    ['1,234,567.89', '1234567.89'],
    ['-1,234', '-1234'],
    ["1'234.50", '1234.5'],
    ['1 234 567', '1234567'],
    ['1\u00a0234.50', '1234.5'],
    ['(1,234.50)', '-1234.5'],
    ['（1,234.50）', '-1234.5'],
    ['(-5)', '!form'],
    ['()', '!form'],
    ['¥1,234.50', '1234.5'],
    ['￥ 12', '12'],
    ['-¥12', '-12'],
    ['12 元', '12'],
    ['１２３．４５', '123.45'],
    ['1,5', '!form'],
    ['0,125', '!form'],
    ['-0,500', '!form'],
    ["0'500", '!form'],
    ['500①', '!form'],
    ['500¹', '!form'],
    ['5000₂', '!form'],
    ['1,234⁽¹⁾', '!form'],
    ['12,34', '!form'],
    ['1,2345', '!form'],
    ['1,234 567', '!form'],
    ['1.2.3', '!form'],
    ['1e5', '!form'],
    ['1.2E+05', '!form'],
    ['abc', '!form'],
    ['--5', '!form'],
    ['5-', '!form'],
    ['NaN', '!form'],
    ['Infinity', '!form'],
    ['=1+1', '!form'],
    ['9'.repeat(1000), '!digits'],
  ])('%s is %s', (text, value) => expect(read(text)).toBe(value));

  it('what is read always keeps the rule of the specification, and every text the rule takes is read', () => {
    const pattern = new RegExp(rule.pattern);
    for (const whole of ['0', '5', '12', '12345678901234', '123456789012345', '']) {
      for (const sign of ['', '-']) {
        for (const fraction of ['', '.', '.1', '.12', '.123']) {
          const text = `${sign}${whole}${fraction}`;
          const result = readAmount(text, limits);
          if (pattern.test(text)) expect(result, text).toHaveProperty('value');
          if ('value' in result && result.value !== null) expect(result.value).toMatch(pattern);
        }
      }
    }
  });
});

it('amounts are shown with signs of thousands and all their digits', () => {
  expect(formatAmount('1234567.5', 2)).toBe('1,234,567.50');
  expect(formatAmount('-99999999999999.99', 2)).toBe('-99,999,999,999,999.99');
  expect(formatAmount('123', 2)).toBe('123.00');
  expect(formatAmount('-123.4')).toBe('-123.4');
});

it('[FIN-07] days travel as timestamps of their midnight in UTC', () => {
  expect(readDayStamp('2026-03-31')).toEqual({ value: String(Date.UTC(2026, 2, 31)) });
  expect(readDayStamp('2026/3/1')).toEqual({ value: String(Date.UTC(2026, 2, 1)) });
  expect(readDayStamp('2024-02-29')).toEqual({ value: String(Date.UTC(2024, 1, 29)) });
  for (const text of ['2026-02-29', '2026-13-01', '26-01-01', 'tomorrow', '0002-03-04', '9999-01-01']) {
    expect(readDayStamp(text)).toEqual({ fault: 'day' });
  }
  expect(readDayStamp('')).toEqual({ value: null });
  expect(formatDay(String(Date.UTC(2026, 2, 31)))).toBe('2026-03-31');
  expect(formatDay('12')).toBe('');
});
