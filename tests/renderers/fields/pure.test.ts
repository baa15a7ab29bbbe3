import dayjs from 'dayjs';
import { describe, expect, it } from 'vitest';
import { cellProblem, keysFor, moved, rowWithSame } from '../../../renderers/fields/array-table/rows.ts';
import { readWordings, withText } from '../../../renderers/fields/multilingual/wordings.ts';
import { strengthOf } from '../../../renderers/fields/password/strength.ts';
import { pathOf, readFiles, safeAddress, uniqueKeys } from '../../../renderers/fields/upload/answer.ts';
import { choiceOf, languageOf, listOf, toChoices, totalOf } from '../../../renderers/shared/controls/choices.ts';
import { isNoDate, isOutside, presetWithin, readDate, writeDate } from '../../../renderers/shared/controls/dates.ts';
import { checkFile, extensionOf, sizeText } from '../../../renderers/shared/controls/files.ts';
import { nextItem } from '../../../renderers/shared/controls/menu-keys.ts';
import { beyond, numberText, roundTo, stepBy, ungrouped } from '../../../renderers/shared/controls/numbers.ts';
import { parseNumber, unreadable } from '../../../src/core/typed-number.ts';

describe('numbers', () => {
  it('reads what people type', () => {
    expect(['', ' 1,234.5 ', '１２', '-0.5', '.5', '1e3', 'x', '1.234,5', '-0'].map((text) => parseNumber(text))).toEqual([
      undefined,
      1234.5,
      12,
      -0.5,
      0.5,
      Number.NaN,
      Number.NaN,
      Number.NaN,
      0,
    ]);
  });
  it('takes separators only where they group by three', () => {
    const grouped = ['1,234', '12,345,678.9', '1 234', '1\u202f234\u202f567', '- 5', '１，２３４'];
    expect(grouped.map((text) => parseNumber(text))).toEqual([1234, 12345678.9, 1234, 1234567, -5, 1234]);
    const wrong = ['0,125', '-0,125', '012,345', '1,5', '1,2345', '12,34', '1234,567', ',123', '1 5', '1,', '1.5,000', '-', '+'];
    expect(wrong.map((text) => unreadable(text))).toEqual(wrong.map(() => 'field.noNumber'));
  });
  it('drops its own separators when what it grouped is edited', () => {
    expect(ungrouped('1,234.50', '1,2934.50')).toEqual({ text: '12934.50', at: 3 });
    expect(ungrouped('1,234', '1,23')).toEqual({ text: '123', at: 3 });
    expect(ungrouped('1,234', '1234')).toEqual({ text: '1234', at: 1 });
    expect(ungrouped('1,234', '1,234,')).toEqual({ text: '1234,', at: 5 });
  });
  it('keeps no number that would lose digits', () => {
    const long = ['9007199254740993', '12345678901234567890', '0.12345678901234567890', '1234567890123456.78', '9'.repeat(400)];
    expect(long.map((text) => unreadable(text))).toEqual(long.map(() => 'field.longNumber'));
    const exact = ['9007199254740992', '123456789012345', '0.1', '00012.3400', '1e', '100000000000000000000'].map((text) =>
      unreadable(text),
    );
    expect(exact).toEqual([undefined, undefined, undefined, undefined, 'field.noNumber', undefined]);
    expect([parseNumber('0.12345678901234567890', 2), unreadable('1234567890123456.789', 2)]).toEqual([
      0.12345678901234568,
      'field.longNumber',
    ]);
  });
  it('rounds decimals half away from zero', () => {
    expect([roundTo(1.005, 2), roundTo(-1.005, 2), roundTo(2.5, 0), roundTo(-0.1, 0)]).toEqual([1.01, -1.01, 3, 0]);
  });
  it('keeps steps exact and within the limits', () => {
    expect(stepBy(0.1, 2, { step: 0.1 })).toBe(0.3);
    expect(stepBy(undefined, 1, { min: 5 })).toBe(5);
    expect(stepBy(99, 10, { max: 100 })).toBe(100);
  });
  it('says which limits a number is beyond', () => {
    const limits = { min: 0, max: 100 };
    expect([-1, 0, 100, 101, undefined, '', Number.NaN].map((value) => beyond(value, limits))).toEqual([
      'field.numberBetween',
      undefined,
      undefined,
      'field.numberBetween',
      undefined,
      undefined,
      undefined,
    ]);
    expect([beyond(-1, { min: 0 }), beyond(1, { max: 0 }), beyond(1, {})]).toEqual(['field.numberFrom', 'field.numberTo', undefined]);
  });
  it('writes fixed digits, groups, and never an exponent', () => {
    expect(numberText(1.5, 2, false, 'en')).toBe('1.50');
    expect(numberText(1234567, undefined, true, 'en')).toBe('1,234,567');
    expect(numberText(1e-7, undefined, false, 'en')).toBe('0.0000001');
  });
});

describe('dates', () => {
  it('keeps a day a day wherever one is, and moments in UTC', () => {
    const date = dayjs('2026-03-31T23:30:15');
    expect(writeDate(date, 'day')).toBe('2026-03-31');
    expect(writeDate(date, 'month')).toBe('2026-03');
    expect(writeDate(date, 'minute')).toBe(new Date('2026-03-31T23:30:00').toISOString());
    expect(readDate('2026-03-31 08:00:00')?.hour()).toBe(8);
    expect([readDate(''), readDate('no date'), readDate(null)]).toEqual([undefined, undefined, undefined]);
  });
  it('makes no other day of one that is none', () => {
    expect([readDate('2027-02-29'), readDate('2027/02/29'), readDate('2027-13-01')]).toEqual([undefined, undefined, undefined]);
    expect(readDate('2028-02-29')?.date()).toBe(29);
    expect(['2027-02-29', '2027-0', '2027-02', '202'].map((text) => isNoDate(text, 'day'))).toEqual([true, true, true, true]);
    expect(['', '2028-02-29', '2026-03-31 08:00:00'].map((text) => isNoDate(text, 'day'))).toEqual([false, false, false]);
    expect([isNoDate('2027-02', 'month'), isNoDate('2027', 'year'), isNoDate('20', 'year')]).toEqual([false, false, true]);
  });
  it('knows its limits and ranges', () => {
    expect(isOutside(dayjs('2026-03-01'), '2026-03-01', '2026-03-31')).toBe(false);
    expect(isOutside(dayjs('2026-02-28'), '2026-03-01', undefined)).toBe(true);
    expect(isOutside(dayjs('2026-03-01'), '2026-03-15', undefined, 'month')).toBe(false);
    expect(isOutside(dayjs('2027-01-01'), undefined, '2026-12', 'month')).toBe(true);
    const [from, to] = presetWithin('lastMonth', dayjs('2026-03-31'), undefined, undefined) ?? [];
    expect([from?.format('YYYY-MM-DD'), to?.format('YYYY-MM-DD')]).toEqual(['2026-02-01', '2026-02-28']);
  });
});

describe('choices', () => {
  const label = (value: unknown) => String(value);
  it('[DICT-02] finds the list and the total inside an answer', () => {
    expect(listOf({ content: [1] })).toEqual([1]);
    expect(listOf({ records: [2] })).toEqual([2]);
    expect(listOf('nothing')).toEqual([]);
    expect([totalOf({ total: '12' }, 0), totalOf({ totalCount: 3 }, 0), totalOf([], 5)]).toEqual([12, 3, 5]);
  });
  it('makes a tree of a flat list; loops and unknown parents stand at the top', () => {
    const flat = [
      { id: 1, name: 'a', up: 0 },
      { id: 2, name: 'b', up: 1 },
      { id: 3, name: 'c', up: 4 },
      { id: 4, name: 'd', up: 3 },
    ];
    const tree = toChoices(flat, label, { valueField: 'id', labelField: 'name', parentField: 'up' });
    expect(tree.map((choice) => choice.label)).toEqual(['a', 'c', 'd']);
    expect(tree[0]?.children?.map((choice) => choice.label)).toEqual(['b']);
  });
  it('leaves out what has no value and finds a value as text or number', () => {
    const choices = toChoices([{ label: 'none' }, null, { value: 0, label: 'zero' }, 'plain'], label);
    expect(choices.map((choice) => choice.value)).toEqual([0, 'plain']);
    expect(choiceOf(choices, '0')?.label).toBe('zero');
  });
  it('[API-20] an entry without its label shows its name, and its value where it has neither', () => {
    const people = [
      { id: 7, username: 'li.na', name: '李娜', label: '李娜 (li.na)' },
      { id: 8, username: 'bo', name: 'Bo', label: null },
      { id: 9 },
    ];
    const shown = toChoices(people, label, { valueField: 'id' }).map((choice) => choice.label);
    expect(shown).toEqual(['李娜 (li.na)', 'Bo', '9']);
  });

  it('are written in the language their entries name: by the value itself, or by another property', () => {
    const languagesOf = (list: unknown, fields: Parameters<typeof languageOf>[1]) =>
      toChoices(list, label, fields).map((choice) => languageOf(choice, fields));
    expect(languagesOf([{ code: 'en' }, 'zh-Hant'], { valueField: 'code', languageField: 'code' })).toEqual(['en', 'zh-Hant']);
    expect(languagesOf([{ value: 'a', in: 'en' }, { value: 'b' }], { languageField: 'in' })).toEqual(['en', undefined]);
    expect(languagesOf([{ value: 'en' }], {})).toEqual([undefined]);
    // Of a dictionary, whatever its entries are called where they come from.
    expect(languageOf({ value: 'en', label: 'English', source: { dictValue: 'en' } }, { languageField: 'value' })).toBe('en');
  });
});

describe('wordings', () => {
  it('[I18N-04] reads lists, JSON texts, objects and plain texts', () => {
    const one = [{ l: 'en', t: 'Low', d: true }];
    expect(readWordings([{ l: 'en', t: 'Low', d: 'true' }, null], 'en')).toEqual(one);
    expect(readWordings(JSON.stringify(one), 'en')).toEqual(one);
    expect(readWordings({ en: 'Low' }, 'en')).toEqual(one);
    expect(readWordings('[draft', 'en')).toEqual([{ l: 'en', t: '[draft', d: true }]);
    expect([readWordings(7, 'en'), readWordings('', 'en')]).toEqual([[], []]);
  });
  it('moves the default when its wording goes', () => {
    const both = [
      { l: 'en', t: 'Low', d: true },
      { l: 'zh-Hans', t: '低' },
    ];
    expect(withText(both, 'en', '')).toEqual([{ l: 'zh-Hans', t: '低', d: true }]);
    expect(withText([{ l: 'en', t: 'Low', d: true }], 'en', '')).toBeUndefined();
  });
});

describe('files', () => {
  it('names the first reason to refuse', () => {
    expect(checkFile({ name: 'a.PDF', size: 5 }, { accept: ['.pdf'], maxBytes: 5 })).toBeUndefined();
    expect(checkFile({ name: 'pdf', size: 5 }, { accept: ['.pdf'] })?.key).toBe('field.fileKind');
    expect(checkFile({ name: 'a.pdf', size: 6 }, { maxBytes: 5 })?.key).toBe('field.fileSize');
    expect([extensionOf('.htaccess'), extensionOf('a.tar.GZ')]).toEqual(['', '.gz']);
    expect([sizeText(1023), sizeText(1536), sizeText(10 * 1024 ** 2)]).toEqual(['1023 B', '1.5 KB', '10 MB']);
  });
  it('reads the path of an answer and never links to another scheme', () => {
    expect([pathOf({ path: '/a' }), pathOf({ sysFile: { path: '/b' } }), pathOf({ url: '/c' }), pathOf('/d'), pathOf({})]).toEqual([
      '/a',
      '/b',
      '/c',
      '/d',
      undefined,
    ]);
    expect(['javascript:alert(1)', '//elsewhere.example/a', 'data:text/html,x', '/files/a.pdf'].map(safeAddress)).toEqual([
      undefined,
      undefined,
      undefined,
      '/files/a.pdf',
    ]);
    expect(readFiles([{ path: '/a' }, 'x', null])).toEqual([{ name: '/a', path: '/a', size: 0 }]);
    expect(uniqueKeys(['a', 'a', 'b'])).toEqual(['a', 'a#1', 'b']);
  });
});

describe('rows and menus', () => {
  it('moves within the list only and keeps keys', () => {
    expect(moved([1, 2, 3], 0, 2)).toEqual([2, 3, 1]);
    expect(moved([1, 2], 0, -1)).toEqual([1, 2]);
    let next = 10;
    expect(keysFor([1, 2], 3, () => next++)).toEqual([1, 2, 10]);
  });
  it('finds what is wrong with a cell', () => {
    expect(cellProblem({ name: 'a', required: true }, ' ')).toBe('field.cellRequired');
    expect(cellProblem({ name: 'a', type: 'number', min: 1 }, 0)).toBe('field.cellMin');
    expect(cellProblem({ name: 'a', type: 'number', max: 1 }, 2)).toBe('field.cellMax');
    expect(cellProblem({ name: 'a', type: 'number' }, 'x')).toBe('field.cellNumber');
    expect(cellProblem({ name: 'a' }, '')).toBeUndefined();
  });
  it('finds cells that repeat one above, whatever the capitals', () => {
    const rows = [{ mail: 'Ann@x.test' }, {}, { mail: ' ' }, { mail: ' ann@X.test ' }, { mail: 'bob@x.test' }];
    const found = (unique: boolean) => rows.map((_, index) => rowWithSame({ name: 'mail', unique }, rows, index));
    expect(found(true)).toEqual([undefined, undefined, undefined, 1, undefined]);
    expect(found(false).filter(Boolean)).toEqual([]);
  });
  it('goes around a menu and finds texts by their first letter', () => {
    const texts = ['Alpha', 'Beta', 'Beacon'];
    expect([nextItem('ArrowDown', 2, texts), nextItem('ArrowUp', 0, texts), nextItem('End', 0, texts)]).toEqual([0, 2, 2]);
    expect([nextItem('b', 1, texts), nextItem('x', 0, texts), nextItem(' ', 0, texts), nextItem('a', -1, [])]).toEqual([
      2,
      undefined,
      undefined,
      undefined,
    ]);
  });
});

describe('strength of a password', () => {
  it.each([
    ['', 'weak'],
    ['aB1!', 'weak'],
    ['aaaaaaaaaaaaaaaa', 'weak'],
    ['abcdefgh', 'weak'],
    ['123456', 'weak'],
    ['Password1', 'weak'],
    ['harmonica', 'fair'],
    ['Harmonica7', 'strong'],
    ['Wolken-über7', 'strong'],
  ] as const)('[RULE-07] %s is %s', (password, strength) => expect(strengthOf(password)).toBe(strength));
});
