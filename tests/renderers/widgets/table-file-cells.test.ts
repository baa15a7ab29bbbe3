import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { type CellContext, cellText, cellValue, type TableColumn } from '../../../renderers/widgets/table/cells.ts';
import { fileCell, fileKind, fileValue, isAbsolute } from '../../../renderers/widgets/table/download/cells.ts';
import { sheetOf } from '../../../renderers/widgets/table/download/sheet.ts';
import { linesOf } from '../../../renderers/widgets/table/model.ts';
import { compileTemplate, createScope } from '../../../src/core/index.ts';
import type { PlanNode } from '../../../src/core/types.ts';
import { projectRoot } from '../../support/project.ts';

const context: CellContext = {
  language: 'en',
  yes: 'Yes',
  no: 'No',
  separator: ', ',
  localized: (value) => (value as { en: string }).en,
  dictionaries: new Map([['state', new Map([['1', { value: '1', label: 'Open' } as never]])]]),
  formatPattern: (value, pattern) => `${String(value)} by ${pattern}`,
};
const column = (more: Partial<TableColumn> = {}): TableColumn => ({ name: 'x', title: 'X', ...more });
const cell = (more: Partial<TableColumn>, value: unknown) => {
  const one = column(more);
  return fileCell(one, fileKind(one), value, context);
};
const drawn: PlanNode[] = [];

describe('a cell of a workbook', () => {
  it('is a number where the table shows one, also where it came as a text', () => {
    expect(cell({ format: 'number', digits: 2 }, 1234.5)).toBe(1234.5);
    expect(cell({ format: 'number' }, ' 12.50 ')).toBe(12.5);
    expect(cell({ format: 'percent' }, 0.25)).toBe(0.25);
    expect(cell({ format: 'bytes' }, 2048)).toBe(2048);
    expect(cell({}, 7)).toBe(7);
    expect(cell({ format: 'number' }, 0.1 + 0.2)).toBe(0.1 + 0.2);
    expect(cell({ format: 'number' }, 'about 5')).toBe('about 5');
  });

  it('keeps every digit: what a spreadsheet would round stays a text, and so do texts of digits', () => {
    expect(cell({ format: 'number' }, '1234567890123456')).toBe('1234567890123456');
    expect(cell({}, 1234567890123456)).toBe('1234567890123456');
    expect(cell({}, '007')).toBe('007');
    expect(cell({ format: 'number' }, '0.000000000000012')).toBe(0.000000000000012);
  });

  it('is a day or a moment by the clock of the window', () => {
    expect(cell({ format: 'date' }, '2026-03-31')).toBe('2026-03-31');
    expect(cell({ format: 'date' }, '2026-03-31T12:00:00')).toBe('2026-03-31');
    expect(cell({ format: 'dateTime' }, '2026-03-31 18:05:00')).toBe('2026-03-31 18:05:00');
    expect(cell({ format: 'dateTime', pattern: 'YYYY-MM-DD HH:mm' }, '2026-03-31 18:05:09')).toBe('2026-03-31 18:05:09');
    expect(cell({ format: 'date', pattern: 'YYYY-MM' }, '2026-03-31')).toBe('2026-03-31 by YYYY-MM');
    expect(cell({ format: 'date' }, 'soon')).toBe('soon');
    expect(fileKind(column({ format: 'date', pattern: 'YYYY-MM' }))).toBe('text');
    expect(['2026-03-31T10:00:00Z', '2026-03-31T10:00:00.000+08:00', 1_770_000_000_000].map(isAbsolute)).toEqual([true, true, true]);
    expect(['2026-03-31 10:00:00', '2026-03-31', '2026-03-31T10:00:00'].map(isAbsolute)).toEqual([false, false, false]);
  });

  it('has the words of the table: labels, lists, yes and no, the language of the window', () => {
    expect(cell({ dictionary: 'state', format: 'tag' }, '1')).toBe('Open');
    expect(cell({ dictionary: 'state' }, 9)).toBe('9');
    expect(cell({ format: 'list' }, ['a', 'b'])).toBe('a, b');
    expect(cell({ format: 'boolean' }, true)).toBe('Yes');
    expect(cell({ format: 'multilingual' }, { en: 'Name', 'zh-Hans': '名' })).toBe('Name');
    expect(cell({}, { en: 'Name', 'zh-Hans': '名' })).toBe('Name');
    expect([cell({}, null), cell({}, ''), cell({ format: 'number' }, undefined)]).toEqual([null, null, null]);
  });

  it('of widgets says fileValue, value or the plain property, and nothing else', () => {
    const row = { x: 'plain', list: ['a'], thing: { a: 1 } };
    expect(fileValue(column({ cell: drawn }), row, 0)).toBe('plain');
    expect(fileValue(column({ cell: drawn, value: () => 'value' }), row, 0)).toBe('value');
    expect(fileValue(column({ cell: drawn, value: () => 'value', fileValue: () => 'own' }), row, 0)).toBe('own');
    expect(fileValue(column({ cell: drawn, name: 'list' }), row, 0)).toEqual(['a']);
    expect(fileValue(column({ cell: drawn, name: 'thing' }), row, 0)).toBeUndefined();
    expect(fileValue(column({ name: 'thing' }), row, 0)).toEqual({ a: 1 });
  });

  it('holds nothing the server would refuse as no text, and no more than a cell takes', () => {
    expect(cell({}, 'a\0b\uD800c')).toBe('a\uFFFDb\uFFFDc');
    const long = String(cell({}, `${'x'.repeat(32_766)}\u{1F600}`));
    expect([long.length, long.at(-1)]).toEqual([32_767, '\uFFFD']);
  });

  it('says why where its expression fails on this row', () => {
    const failing = () => {
      throw new Error('not a list');
    };
    expect(fileValue(column({ value: failing }), {}, 0)).toBe('not a list');
  });
});

describe('a sheet', () => {
  const words = { inZone: (title: string) => `${title} (Zone)`, inBytes: (title: string) => `${title} (bytes)` };
  const sheet = (columns: TableColumn[], lines: ReturnType<typeof linesOf>) =>
    sheetOf({ columns, lines, context, words, pause: async () => undefined });
  const flat = (rows: Record<string, unknown>[]) => linesOf(rows, { rowKey: 'id', isOpen: () => true });

  it('has the columns on show in their order, with the kinds of their values and the zone where the clock depends on it', async () => {
    const columns = [
      column({ name: 'at', title: 'At', format: 'dateTime' }),
      column({ name: 'local', title: 'Local', format: 'dateTime' }),
      column({ name: 'share', title: 'Share', format: 'percent', digits: 1 }),
      column({ name: 'size', title: 'Size', format: 'bytes' }),
    ];
    const made = await sheet(columns, flat([{ id: 1, at: '2026-03-31T00:00:00Z', local: '2026-03-31 00:00:00', share: 0.5, size: 1 }]));
    expect(made.columns).toEqual([
      { title: 'At (Zone)', kind: 'moment' },
      { title: 'Local', kind: 'moment' },
      { title: 'Share', kind: 'percent', digits: 1 },
      { title: 'Size (bytes)', kind: 'number' },
    ]);
    expect(made.rows[0]?.slice(1)).toEqual(['2026-03-31 00:00:00', 0.5, 1]);
    expect(made.levels).toBeUndefined();
  });

  it('leaves out a column of widgets that has nothing to say, and keeps an empty one of values', async () => {
    const columns = [
      column({ name: 'a', title: 'A' }),
      column({ name: 'buttons', title: 'B', cell: drawn }),
      column({ name: 'c', title: 'C', cell: drawn }),
    ];
    const made = await sheet(columns, flat([{ id: 1 }, { id: 2, c: 'said' }]));
    expect(made.columns.map(({ title }) => title)).toEqual(['A', 'C']);
    expect(made.rows).toEqual([
      [null, null],
      [null, 'said'],
    ]);
  });

  it('of a tree has all rows below each other with their level, and pauses between many', async () => {
    const tree = [{ id: 1, x: 'top', children: [{ id: 2, x: 'below' }] }];
    const made = await sheet([column()], linesOf(tree, { rowKey: 'id', childrenField: 'children', isOpen: () => true }));
    expect(made.rows).toEqual([['top'], ['below']]);
    expect(made.levels).toEqual([0, 1]);
    const pause = vi.fn(async () => undefined);
    const rows = Array.from({ length: 1_000 }, (_, id) => ({ id, x: id }));
    await sheetOf({ columns: [column()], lines: flat(rows), context, words, pause });
    expect(pause.mock.calls.length).toBeGreaterThan(1);
  });
});

it('[DATA-04] the accuracy of a model of pictures is shown with one digit, and as 100 % only where nothing was missed', () => {
  const table = JSON.parse(readFileSync(join(projectRoot, 'schemas/tables/ai/image-models.table.json'), 'utf8')) as {
    columns: { name: string; format?: TableColumn['format']; digits?: number; value?: string }[];
  };
  const { value, ...said } = table.columns.find(({ name }) => name === 'accuracy') ?? { name: '' };
  const template = value === undefined ? undefined : compileTemplate(value);
  const accuracy: TableColumn = {
    ...said,
    title: 'Accuracy',
    ...(template && { value: (names) => template.evaluate(createScope(names ?? {})) }),
  };
  const shown = (share: number | null) => cellText(accuracy, cellValue(accuracy, { accuracy: share }, 0), context);
  expect([0.996, 0.9996, 1, 0.29, 0, null].map(shown)).toEqual(['99.6%', '99.9%', '100.0%', '29.0%', '0.0%', '']);
});
