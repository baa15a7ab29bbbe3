import { expect, it } from 'vitest';
import { readCsv } from '../../../server/modules/spreadsheets/read-csv.ts';

const read = (text: string) => readCsv(Buffer.from(text), { rows: 5_000, columns: 60 });

it('[RISK-06] numbers rows as a spreadsheet does, blank lines and all', () => {
  expect(read('a,b\n\n,,\n"two\nlines",\r\n\r\n" "\nc')).toEqual([
    { number: 1, cells: ['a', 'b'] },
    { number: 4, cells: ['two\nlines'] },
    { number: 7, cells: ['c'] },
  ]);
  expect(() => read('a,b\n\n\nc,"never closed')).toThrow(expect.objectContaining({ reason: 'damaged', row: 4 }));
  expect(() => read(`a\n\n${','.repeat(60)}b`)).toThrow(expect.objectContaining({ reason: 'tooManyColumns', row: 3 }));
});

it('[RISK-06] stops at the limit instead of reading millions of lines that hold nothing', () => {
  const bytes = 5_000_000;
  expect(read('\n'.repeat(bytes))).toEqual([]);
  const stopsAt = (line: string, row: number) =>
    expect(() => read(line.repeat(bytes / line.length))).toThrow(expect.objectContaining({ reason: 'tooManyRows', row }));
  stopsAt('x\n', 5_001);
  for (const line of [',\n', ' \n']) stopsAt(line, 100_001);
});
