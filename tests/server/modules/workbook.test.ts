import { Readable } from 'node:stream';
import { buffer, text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import exceljs from 'exceljs';
import { expect, it, vi } from 'vitest';
import { csv } from '../../../server/modules/spreadsheets/csv.ts';
import { readWorkbook } from '../../../server/modules/spreadsheets/read-workbook.ts';
import { type Cell, clockOf, plainText, workbook } from '../../../server/modules/spreadsheets/workbook.ts';
import { cpuTime } from '../../support/cpu-time.ts';
import { readSheets, zip } from '../../support/workbook.ts';

const columns = [
  { title: 'Number', width: 10 },
  { title: 'Text', width: 30 },
];
const streamOf = (rows: AsyncIterable<readonly Cell[]> | Iterable<readonly Cell[]>, name = 'Rows') =>
  workbook('book', [{ name, columns, rows }]).content as Readable;

it('[API-83] writes texts that look like formulas as texts, numbers with all their digits, and clean names', async () => {
  const cells: Cell[][] = [
    [1.5, ' =1+1 '],
    [{ decimal: '-1234.50' }, '=1+1'],
    [{ decimal: '99999999999999.99' }, 'a\u0001\r\nb\uD800'],
    [null, ''],
  ];
  const sheets = await readSheets(await buffer(streamOf(cells, "Q1/Q2 [draft]'s name that is far too long for a sheet")));
  const [[name, rows] = []] = Object.entries(sheets);
  expect(name).toBe('Q1 Q2  draft  s name that is fa');
  expect(rows?.slice(0, 4)).toEqual([
    ['Number', 'Text'],
    [1.5, ' =1+1 '],
    [-1234.5, "'=1+1"],
    ['99999999999999.99', 'a\nb\uFFFD'],
  ]);
});

it('[API-83] writes what a spreadsheet would run as a text, whatever stands before it that workbooks leave out', async () => {
  const dangerous = ['\u0001=1+1', '\u007F@x', '\u0085-1', '\uFFFE+1', '\u0000\u0000\t=1'];
  const sheets = await readSheets(
    await buffer(
      streamOf(
        dangerous.map((text) => [null, text]),
        'Rows',
      ),
    ),
  );
  const texts = sheets.Rows?.slice(1).map(([, text]) => String(text)) ?? [];
  expect(texts).toEqual(["'=1+1", "'@x", "'-1", "'+1", "'\t=1"]);
});

it('[API-83] cuts what no cell can hold, with a sign that it did: spreadsheets would call the file damaged', async () => {
  const sheets = await readSheets(await buffer(streamOf([[null, 'x'.repeat(32_768)]])));
  expect(sheets.Rows?.[1]?.[1]).toBe(`${'x'.repeat(32_766)}\u2026`);
});

it('[RISK-06] gives texts back that look like codes of characters', async () => {
  const texts = ['_x0041_', 'a_x000D_\nb', '_x005F_x0041_x0042_', '_x003D_1+1', '=_x0031_', 'x_y_x12_'];
  const [sheet] = await readWorkbook(await buffer(streamOf(texts.map((text) => [null, text]))), { rows: 100, columns: 10 });
  expect(sheet?.rows.slice(1).map(({ cells }) => plainText(cells[1] ?? ''))).toEqual(texts);
});

it('[RISK-06] counts days from 1904 where a workbook does, and knows none after the last one', async () => {
  const dayOf = async (serial: number, properties: string) => {
    const file = await zip({
      'xl/workbook.xml': `<workbook>${properties}<sheets><sheet name="Days" id="one"/></sheets></workbook>`,
      'xl/_rels/workbook.xml.rels': '<Relationships><Relationship Id="one" Target="sheet.xml"/></Relationships>',
      'xl/styles.xml': '<styleSheet><cellXfs><xf numFmtId="14"/></cellXfs></styleSheet>',
      'xl/sheet.xml': `<worksheet><sheetData><row><c s="0"><v>${serial}</v></c></row></sheetData></worksheet>`,
    });
    return (await readWorkbook(file, { rows: 10, columns: 10 }))[0]?.rows[0]?.cells[0];
  };
  for (const since of ['1', 'true']) {
    const days = [0, 44_886, 2_957_003, 2_957_004].map((serial) => dayOf(serial, `<workbookPr date1904="${since}"/>`));
    expect(await Promise.all(days)).toEqual(['1904-01-01', '2026-11-22', '9999-12-31', '2957004']);
  }
  const days = [46_348, 2_958_465, 2_958_466].map((serial) => dayOf(serial, '<workbookPr date1904="0"/>'));
  expect(await Promise.all(days)).toEqual(['2026-11-22', '9999-12-31', '2958466']);
});

it('[RISK-06] reads formats no spreadsheet writes as fast as others', async () => {
  const file = await zip({
    'xl/workbook.xml': '<workbook><sheets/></workbook>',
    'xl/styles.xml': `<styleSheet><numFmts><numFmt numFmtId="164" formatCode="${'['.repeat(200_000)}"/></numFmts></styleSheet>`,
  });
  const start = cpuTime();
  expect(await readWorkbook(file, { rows: 10, columns: 10 })).toEqual([]);
  expect(cpuTime() - start).toBeLessThan(1_000);
});

it('[RISK-06] refuses rows that have no number of a row: without one they would become one row', async () => {
  const rowsOf = async (numbers: readonly string[]) => {
    const rows = numbers.map((number) => `<row${number}><c><v>7</v></c></row>`).join('');
    const file = await zip({
      'xl/workbook.xml': '<workbook><sheets><sheet name="Rows" id="one"/></sheets></workbook>',
      'xl/_rels/workbook.xml.rels': '<Relationships><Relationship Id="one" Target="sheet.xml"/></Relationships>',
      'xl/sheet.xml': `<worksheet><sheetData>${rows}</sheetData></worksheet>`,
    });
    return (await readWorkbook(file, { rows: 10, columns: 10 }))[0]?.rows.map(({ number }) => number);
  };
  expect(await rowsOf(['', ' r="5"', ''])).toEqual([1, 5, 6]);
  for (const number of ['abc', '', '0', '-1', '1.5', '99999999', '1e3'])
    await expect(rowsOf([` r="${number}"`])).rejects.toThrow(expect.objectContaining({ reason: 'damaged' }));
});

/** A workbook of one sheet as its XML says it, with areas of merged cells. */
async function withMerged(rows: string, areas: readonly string[]): Promise<Buffer> {
  const merged = areas.map((area) => `<mergeCell ref="${area}"/>`).join('');
  return await zip({
    'xl/workbook.xml': '<workbook><sheets><sheet name="a" sheetId="1" id="r1"/></sheets></workbook>',
    'xl/_rels/workbook.xml.rels': '<Relationships><Relationship Id="r1" Target="worksheets/a.xml"/></Relationships>',
    'xl/worksheets/a.xml': `<worksheet><sheetData>${rows}</sheetData><mergeCells>${merged}</mergeCells></worksheet>`,
  });
}
const rowOf = (number: number, cells: Record<string, string>) =>
  `<row r="${number}">${Object.entries(cells)
    .map(([column, text]) => `<c r="${column}${number}" t="str"><v>${text}</v></c>`)
    .join('')}</row>`;

it('[RISK-06] gives every cell of a merged area its text, in whatever order rows stand, and leaves what lies beside it', async () => {
  const rows = [rowOf(5, { A: 'five' }), rowOf(2, { A: 'two', C: 'own' }), rowOf(3, { D: 'three' }), rowOf(9, { A: 'nine' })].join('');
  const [sheet] = await readWorkbook(await withMerged(rows, ['A2:B4', 'A9:ZZ9', 'A1:B1', 'A5:A8', 'C3:C5']), { rows: 100, columns: 4 });
  expect(sheet?.rows).toEqual([
    // One cell of two rows.
    { number: 2, cells: ['two', 'two', 'own'], shared: [0, 1] },
    { number: 3, cells: ['two', 'two', '', 'three'], shared: [0, 1] },
    { number: 5, cells: ['five'] },
    { number: 9, cells: ['nine', 'nine', 'nine', 'nine'] },
  ]);
});

it('[RISK-06] reads thousands of merged areas of a long sheet about as fast as none: all others wait meanwhile', async () => {
  const rows = Array.from({ length: 40_000 }, (_, index) => rowOf(index + 1, { A: String((index * 7_919) % 1_000_003), B: 'b' })).join('');
  const limits = { rows: 50_000, columns: 4 };
  const measured = async (area: string) => {
    const file = await withMerged(rows, Array<string>(5_000).fill(area));
    const start = cpuTime();
    await readWorkbook(file, limits);
    return cpuTime() - start;
  };
  // The least of several: what else the machine does is no time of ours.
  const least = async (area: string) => Math.min(await measured(area), await measured(area), await measured(area));
  const usual = await least('A1:A1');
  // Written backwards an area fills nothing: there is nothing to look for in its rows.
  for (const area of ['B1:A1048576', 'A40000:B1']) expect(await least(area), area).toBeLessThan(usual * 2 + 200);
});

it('[RISK-06] lets others have their turn while it fills a large merged area', async () => {
  const rows = Array.from({ length: 40_000 }, (_, index) => rowOf(index + 1, { A: 'a' })).join('');
  const turns = async (areas: string[]) => {
    const given = vi.spyOn(globalThis, 'setImmediate');
    await readWorkbook(await withMerged(rows, areas), { rows: 50_000, columns: 4 });
    const { length } = given.mock.calls;
    given.mockRestore();
    return length;
  };
  // 160,000 cells, 50,000 at once.
  expect((await turns(['A1:D40000'])) - (await turns([]))).toBe(3);
});

it('[RISK-06] refuses merged areas that lie over each other without end', async () => {
  const rows = Array.from({ length: 100 }, (_, index) => rowOf(index + 1, { A: 'a' })).join('');
  const reading = readWorkbook(await withMerged(rows, Array<string>(200).fill('A1:D100')), { rows: 100, columns: 4 });
  await expect(reading).rejects.toMatchObject({ reason: 'damaged' });
});

it('[API-83] gives no two sheets one name, in whatever case', async () => {
  const names = ['Results', 'results', 'A name that is far too long for a sheet', 'A name that is far too long for anything', 'Results 2'];
  const { content } = workbook(
    'book',
    names.map((name) => ({ name, columns, rows: [] })),
  );
  expect(Object.keys(await readSheets(await buffer(content as Readable)))).toEqual([
    ...['Results', 'results 2', 'A name that is far too long for', 'A name that is far too long f 2', 'Results 2 2'],
  ]);
});

it('[API-83] writes days and moments as dates by the clocks of the server, and in CSV as texts', async () => {
  const clock = clockOf('Asia/Shanghai');
  const rows: Cell[][] = [
    [{ time: '2026-03-31' }, clock('2026-03-31T16:00:05.678Z')],
    [null, clock('2026-01-01T00:00:00Z')],
  ];
  const book = new exceljs.Workbook();
  await book.xlsx.load((await buffer(streamOf(rows))) as never);
  const cells = ['A2', 'B2', 'B3'].map((place) => book.worksheets[0]?.getCell(place));
  expect(cells.map((cell) => [cell?.value, cell?.numFmt])).toEqual([
    [new Date('2026-03-31T00:00:00Z'), 'yyyy-mm-dd'],
    [new Date('2026-04-01T00:00:05Z'), 'yyyy-mm-dd hh:mm:ss'],
    [new Date('2026-01-01T08:00:00Z'), 'yyyy-mm-dd hh:mm:ss'],
  ]);
  async function* same() {
    yield* rows;
  }
  expect((await text(Readable.from(csv(columns, same())))).split('\r\n').slice(1, 3)).toEqual([
    '2026-03-31,2026-04-01 00:00:05',
    ',2026-01-01 08:00:00',
  ]);
});

it('[API-85] shows numbers with signs of thousands and their decimals, and marks those that are texts', async () => {
  const rows: Cell[][] = [
    [
      { decimal: '-1234.5', decimals: 2 },
      { decimal: '7', decimals: 0 },
    ],
    [{ decimal: '-99999999999999.99', decimals: 2 }, { decimal: '1.125' }],
    // A total with the decimals of its statement, of amounts that have none.
    [{ decimal: '99999999999999.00', decimals: 2 }],
  ];
  const book = new exceljs.Workbook();
  await book.xlsx.load((await buffer(streamOf(rows))) as never);
  const cells = ['A2', 'B2', 'A3', 'B3', 'A4'].map((place) => book.worksheets[0]?.getCell(place));
  expect(cells.map((cell) => [cell?.value, cell?.numFmt, cell?.alignment?.horizontal, cell?.font?.italic])).toEqual([
    [-1234.5, '#,##0.00', undefined, undefined],
    [7, '#,##0', undefined, undefined],
    ['-99999999999999.99', '@', 'right', true],
    [1.125, '#,##0.000', undefined, undefined],
    [99999999999999, '#,##0.00', undefined, undefined],
  ]);
});

it('[API-83] reads no more rows than are taken, and stops when nobody takes them any more', async () => {
  let read = 0;
  let isOver = false;
  async function* rows(): AsyncGenerator<Cell[]> {
    try {
      for (;;) {
        read += 1;
        yield [read, `${Math.random()} ${Math.random()} ${Math.random()}`];
      }
    } finally {
      isOver = true;
    }
  }
  const stream = streamOf(rows());
  await expect.poll(() => read, { timeout: 10_000 }).toBeGreaterThan(1);
  await pause(1_500);
  const before = read;
  await pause(500);
  expect(read).toBe(before);
  expect(read).toBeLessThan(20_000);
  stream.destroy();
  await expect.poll(() => isOver).toBe(true);
});

it('[API-83] lets others work between rows that take long to compute', async () => {
  let turns = 0;
  let turnsBetween = 0;
  const timer = setInterval(() => {
    turns += 1;
  }, 1);
  function* rows(): Generator<Cell[]> {
    const before = turns;
    for (let row = 0; row < 150; row += 1) {
      const start = performance.now();
      while (performance.now() - start < 4);
      turnsBetween = turns - before;
      yield [row];
    }
  }
  await buffer(streamOf(rows()));
  clearInterval(timer);
  expect(turnsBetween).toBeGreaterThan(10);
});

it('[API-83] ends with the failure of its rows', async () => {
  async function* rows(): AsyncGenerator<Cell[]> {
    yield [1, 'x'];
    throw new Error('the database is gone');
  }
  await expect(buffer(streamOf(rows()))).rejects.toThrow('the database is gone');
});
