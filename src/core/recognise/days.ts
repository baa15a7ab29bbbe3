import { readDateSigns } from '../date-signs.ts';
import { isDay } from '../dates.ts';

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const chineseDigits: Readonly<Record<string, number>> = {
  ...{ 〇: 0, 零: 0, '○': 0, 一: 1, 二: 2, 三: 3, 四: 4, 五: 5, 六: 6, 七: 7, 八: 8, 九: 9 },
};

/** A day as YYYY-MM-DD: of figures with the year first, of names of months in English, of Chinese numerals. Whether it exists nobody asks here. */
export function dayOf(text: string): string | undefined {
  return byFigures(text) ?? byMonthName(text) ?? byNumerals(text);
}

function byFigures(text: string): string | undefined {
  const signs = text.replaceAll(/\s/g, '');
  const { parts: [year = '', month = '', day = ''] = [], time } = readDateSigns(signs) ?? {};
  const read = time === undefined ? written(year, month, day) : undefined;
  // Eight figures in a row are a number unless they are a day there is.
  return read === undefined || /\D/.test(signs) || isDay(read) ? read : undefined;
}

function byMonthName(text: string): string | undefined {
  const name = /[A-Za-z]{3,}/.exec(text.replaceAll(/\d+(st|nd|rd|th)/g, (found) => found.replaceAll(/\D/g, '')))?.[0] ?? '';
  const month = months.indexOf(name.slice(0, 3).toLowerCase()) + 1;
  const numbers = text.match(/\d+/g) ?? [];
  const year = numbers.find((number) => number.length === 4) ?? '';
  const day = numbers.find((number) => number.length < 3) ?? '';
  return month === 0 ? undefined : written(year, String(month), day);
}

function byNumerals(text: string): string | undefined {
  const [, year = '', month = '', day = ''] = /^(.{4})年(.{1,2})月(.{1,3})[日号號]$/.exec(text.replaceAll(/\s/g, '')) ?? [];
  const digits = [...year].map((sign) => chineseDigits[sign] ?? '?').join('');
  return written(digits, String(upTo99(month)), String(upTo99(day)));
}

/** 三十一 -> 31, 十二 -> 12, 廿 is not used in documents. */
function upTo99(text: string): number | '' {
  const [tens = '', ones = ''] = text.includes('十') ? text.split('十') : ['none', text];
  const last = ones === '' ? 0 : chineseDigits[ones];
  const first = tens === 'none' ? 0 : tens === '' ? 1 : chineseDigits[tens];
  return last === undefined || first === undefined || text === '' ? '' : first * 10 + last;
}

function written(year: string, month: string, day: string): string | undefined {
  if (!/^\d{4}$/.test(year) || !/^\d{1,2}$/.test(month) || !/^\d{1,2}$/.test(day)) return undefined;
  return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
}
