import { describe, expect, it } from 'vitest';
import { pasteBlock } from '../../../renderers/fields/array-table/block.ts';
import type { Column } from '../../../renderers/fields/array-table/CellEditor.tsx';
import { checkWords, readCell } from '../../../renderers/fields/array-table/read-cell.ts';
import type { Row } from '../../../renderers/fields/array-table/rows.ts';
import english from '../../../schemas/locales/en/field.locale.json' with { type: 'json' };
import simplified from '../../../schemas/locales/zh-Hans/field.locale.json' with { type: 'json' };
import traditional from '../../../schemas/locales/zh-Hant/field.locale.json' with { type: 'json' };

const column = (name: string, more: Partial<Column> = {}): Column => ({ name, title: name, ...more });
const levels = {
  loading: false,
  choices: [
    { value: 1, label: 'Low' },
    { value: 2, label: 'High' },
    { value: 3, label: 'Old', disabled: true },
  ],
};

const wordsOf = ({ texts }: { texts: Record<string, string> }) => checkWords((key) => texts[key.replace('field.', '')] ?? '');
const words = wordsOf(english);

describe('text of a pasted cell', () => {
  const read = (more: Partial<Column>, text: string) => readCell(column('x', more), text, { choices: levels, words });
  it.each<[Partial<Column>, string, unknown]>([
    [{}, ' a\r\nb ', 'a b'],
    [{ maxLength: 3 }, 'abc', 'abc'],
    [{ type: 'number' }, '1,234.50', 1234.5],
    [{ type: 'number' }, '－１２', -12],
    [{ type: 'number' }, '', undefined],
    [{ type: 'date' }, '2026/3/1', '2026-03-01'],
    [{ type: 'date' }, '2026年3月1日', '2026-03-01'],
    [{ type: 'date' }, '2026 年 3 月 1 日', '2026-03-01'],
    [{ type: 'date' }, '20260301', '2026-03-01'],
    [{ type: 'date' }, '２０２６／３／１', '2026-03-01'],
    [{ type: 'date' }, '2026-03-01 00:00:00', '2026-03-01'],
    [{ type: 'date' }, '', ''],
    [{ type: 'checkbox' }, 'TRUE', true],
    [{ type: 'checkbox' }, '是', true],
    [{ type: 'checkbox' }, 'no', false],
    [{ type: 'checkbox' }, 'WAHR', true],
    [{ type: 'checkbox' }, 'FALSCH', false],
    [{ type: 'checkbox' }, '', false],
    [{ type: 'select' }, 'high', 2],
    [{ type: 'select' }, '1', 1],
    [{ type: 'select' }, '', undefined],
  ])('%j takes %j', (more, text, value) => {
    expect(read(more, text)).toEqual({ value });
  });

  it.each<[Partial<Column>, string, string]>([
    [{ maxLength: 3 }, 'abcd', 'field.leftLong'],
    [{ type: 'number' }, '1.234,5', 'field.leftNumber'],
    [{ type: 'number' }, '9007199254740993', 'field.leftDigits'],
    [{ type: 'date' }, '3/4/2026', 'field.leftDate'],
    [{ type: 'date' }, '2026-02-30', 'field.leftDate'],
    [{ type: 'date' }, '2026-03', 'field.leftDate'],
    [{ type: 'date' }, '2026/3-1', 'field.leftDate'],
    [{ type: 'date' }, '2026-03-01 08:00', 'field.leftDate'],
    [{ type: 'checkbox' }, 'perhaps', 'field.leftCheck'],
    [{ type: 'select' }, 'medium', 'field.leftChoice'],
    [{ type: 'select' }, 'old', 'field.leftChoiceOut'],
    [{ type: 'label' }, 'x', 'field.leftFixed'],
  ])('%j leaves %j', (more, text, why) => {
    expect(read(more, text)).toEqual({ why });
  });

  it('takes the choice with that label before one with that value, and of several alike the first that can be chosen', () => {
    const grades = [
      { value: 1, label: '2' },
      { value: 2, label: '1' },
    ];
    const alike = [
      { value: 'old', label: 'High', disabled: true },
      { value: 'new', label: 'High' },
      { value: 'high', label: 'Later' },
    ];
    const taken = (choices: typeof levels.choices | typeof alike, text: string) =>
      readCell(column('x', { type: 'select' }), text, { choices: { choices, loading: false }, words });
    expect([taken(grades, '1'), taken(alike, 'high')]).toEqual([{ value: 2 }, { value: 'new' }]);
    expect(taken([...alike.slice(0, 1), ...alike.slice(2)], 'high')).toEqual({ value: 'high' });
  });

  it('says of a choice that is still loading that it may be one', () => {
    expect(readCell(column('x', { type: 'select' }), 'High', { choices: { choices: [], loading: true }, words })).toEqual({
      why: 'field.leftChoicesLate',
    });
  });

  it('reads boxes by the signs of spreadsheets, and by words in every language', () => {
    const check = (texts: Parameters<typeof wordsOf>[0], text: string) =>
      readCell(column('x', { type: 'checkbox' }), text, { choices: undefined, words: wordsOf(texts) });
    for (const texts of [english, simplified, traditional]) {
      for (const text of ['☑', 'TRUE', '1', 'Yes', '是', 'ja']) expect(check(texts, text), text).toEqual({ value: true });
      for (const text of ['☐', 'FALSE', '0', 'No', '否', 'nein', '']) expect(check(texts, text), text).toEqual({ value: false });
    }
    const own = { texts: { wordsChecked: 'oui、 si,', wordsUnchecked: 'non' } };
    expect(check(own, 'SI')).toEqual({ value: true });
    expect(check(own, '')).toEqual({ value: false });
    expect(check(own, 'yes')).toEqual({ why: 'field.leftCheck' });
  });
});

describe('a pasted block', () => {
  const columns = [column('name'), column('sum', { type: 'number', default: 7 }), column('level', { type: 'select' })];
  const paste = (rows: Row[], place: { row: number; column: number }, text: string, more: { most?: number; columns?: Column[] } = {}) =>
    pasteBlock(
      {
        rows,
        columns: more.columns ?? columns,
        choices: new Map([['level', levels]]),
        words,
        most: more.most ?? Number.POSITIVE_INFINITY,
        shownAt: ({ name }, row) => row[name],
      },
      place,
      text,
    );

  it('goes to the right and below, into new rows with their defaults', () => {
    const pasted = paste([{ name: 'a', sum: 1 }], { row: 0, column: 0 }, 'b\t2\tLow\r\nc\t\tHigh\r\n\t\t\r\n');
    expect(pasted.rows).toEqual([
      { name: 'b', sum: 2, level: 1 },
      { name: 'c', sum: 7, level: 2 },
    ]);
    expect(pasted).toMatchObject({ taken: 5, left: [], cut: { rows: 0, columns: 0 } });
  });

  it('leaves the rows below alone that it has only empty lines for', () => {
    const pasted = paste([{ name: 'a' }, { name: 'b', sum: 2, level: 1 }], { row: 0, column: 0 }, 'c\t1\tHigh\r\n\t\t\r\n \t\t\r\n');
    expect(pasted.rows).toEqual([
      { name: 'c', sum: 1, level: 2 },
      { name: 'b', sum: 2, level: 1 },
    ]);
    expect(pasted).toMatchObject({ taken: 3 });
  });

  it('goes into all rows there are, though there may be fewer', () => {
    const pasted = paste([{ name: 'a' }, { name: 'b' }, { name: 'c' }], { row: 1, column: 0 }, 'x\ny\nz', { most: 2 });
    expect(pasted.rows).toEqual([{ name: 'a' }, { name: 'x' }, { name: 'y' }]);
    expect(pasted).toMatchObject({ taken: 2, cut: { rows: 1, columns: 0 } });
  });

  it('tells what is beyond the columns and the most rows', () => {
    const pasted = paste([{}, {}], { row: 1, column: 1 }, '1\tLow\tx\n2\tHigh\ty', { most: 2 });
    expect(pasted.rows).toEqual([{}, { sum: 1, level: 1 }]);
    expect(pasted.cut).toEqual({ rows: 1, columns: 1 });
  });

  it('leaves what cannot be read as it was, and names it', () => {
    const pasted = paste([{ sum: 1 }, { sum: 2 }], { row: 0, column: 1 }, 'n/a\n3');
    expect(pasted.rows).toEqual([{ sum: 1 }, { sum: 3 }]);
    expect(pasted.left).toEqual([{ row: 0, column: columns[1], text: 'n/a', why: 'field.leftNumber' }]);
  });

  it('adds no row at its end for a line of which nothing was taken', () => {
    expect(paste([{ sum: 1 }], { row: 0, column: 1 }, 'x\ny')).toMatchObject({
      rows: [{ sum: 1 }],
      taken: 0,
      left: [{ row: 0 }, { row: 1 }],
    });
    expect(paste([{ sum: 1 }], { row: 0, column: 1 }, '2\ny\n3\nz')).toMatchObject({
      // One in between stays, so that the lines stay beside what they belong to.
      rows: [{ sum: 2 }, { sum: 7 }, { sum: 3 }],
      left: [{ row: 1 }, { row: 3 }],
    });
  });

  it('passes over cells that are only read, and tells of those that say something else', () => {
    const fixed = [column('name', { readOnly: () => true }), column('sum', { type: 'number' })];
    const pasted = paste([{ name: 'a' }, { name: 'b' }], { row: 0, column: 0 }, 'a\t1\nx\t2', { columns: fixed });
    expect(pasted.rows).toEqual([
      { name: 'a', sum: 1 },
      { name: 'b', sum: 2 },
    ]);
    expect(pasted.left).toEqual([{ row: 1, column: fixed[0], text: 'x', why: 'field.leftFixed' }]);
  });

  it('says the same of cells that are only read in another notation, and of labels in what they show', () => {
    const fixed = (type: Column['type'], name: string) => column(name, { type, readOnly: () => true });
    const read = [fixed('number', 'sum'), fixed('select', 'level'), fixed('date', 'day'), column('note', { type: 'label' })];
    const row = { sum: 1234.5, level: 2, day: '2026-03-01', note: 'as agreed ' };
    const left = (text: string) => paste([row], { row: 0, column: 0 }, text, { columns: read }).left.map(({ column: { name } }) => name);
    expect(left('1,234.50\thigh\t2026/3/1\t as agreed')).toEqual([]);
    expect(left('1234\tLow\t2026/3/2\tagreed')).toEqual(['sum', 'level', 'day', 'note']);
  });

  it('writes a cell that another of its line makes writable', () => {
    const dependent = [
      column('comment', { readOnly: ({ row }: { row: Row }) => row.result !== 'fail' } as Partial<Column>),
      column('result'),
    ];
    const pasted = paste([{}, {}], { row: 0, column: 0 }, 'late\tfail\nfine\tpass', { columns: dependent });
    expect(pasted.rows).toEqual([{ comment: 'late', result: 'fail' }, { result: 'pass' }]);
    expect(pasted.left.map(({ row, text }) => [row, text])).toEqual([[1, 'fine']]);
  });

  it('makes no more than a thousand rows', () => {
    const pasted = paste([{}], { row: 0, column: 0 }, 'x\n'.repeat(1200));
    expect([pasted.rows.length, pasted.cut.rows]).toEqual([1000, 200]);
  });
});
