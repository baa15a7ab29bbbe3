import { expect, it } from 'vitest';
import { readCsv } from '../../../server/modules/spreadsheets/read-csv.ts';

const limits = { rows: 5_000, columns: 60 };
const read = async (text: string) => (await readCsv(Buffer.from(text), limits)).rows;

it('[RISK-06] numbers rows as a spreadsheet does, blank lines and all', async () => {
  expect(await read('a,b\n\n,,\n"two\nlines",\r\n\r\n" "\nc')).toEqual([
    { number: 1, cells: ['a', 'b'] },
    { number: 4, cells: ['two\nlines'] },
    { number: 7, cells: ['c'] },
  ]);
  await expect(read('a,b\n\n\nc,"never closed')).rejects.toThrow(expect.objectContaining({ reason: 'damaged', row: 4 }));
  await expect(read(`a\n\n${','.repeat(60)}b`)).rejects.toThrow(expect.objectContaining({ reason: 'tooManyColumns', row: 3 }));
});

it('[RISK-06] stops at the limit instead of reading millions of lines that hold nothing', async () => {
  const bytes = 5_000_000;
  expect(await read('\n'.repeat(bytes))).toEqual([]);
  const stopsAt = async (line: string, row: number) =>
    await expect(read(line.repeat(bytes / line.length))).rejects.toThrow(expect.objectContaining({ reason: 'tooManyRows', row }));
  await stopsAt('x\n', 5_001);
  for (const line of [',\n', ' \n']) await stopsAt(line, 100_001);
});

it('[DATA-07] reads a large file piece by piece, with a turn for others in between, and no sign of it broken', async () => {
  const text = '€'.repeat(1_000);
  let turns = 0;
  const others = setInterval(() => {
    turns += 1;
  });
  const rows = await read(`${text}\n`.repeat(1_000));
  clearInterval(others);
  expect(rows).toHaveLength(1_000);
  expect(rows.every(({ cells }) => cells[0] === text)).toBe(true);
  // Three megabytes: a dozen pieces.
  expect(turns).toBeGreaterThan(2);
});

/** GB 18030 of the signs the tests need. */
const chinese: Record<string, string> = {
  名: 'c3fb',
  称: 'b3c6',
  金: 'bdf0',
  额: 'b6ee',
  上: 'c9cf',
  海: 'baa3',
  类: 'c0e0',
  镕: 'e946',
  華: 'c841',
  单: 'b5a5',
  位: 'cebb',
  座: 'd7f9',
  栋: 'b6b0',
  型: 'd0cd',
  号: 'bac5',
  玪: 'ab6c',
  帜: 'd6c4',
  '㎡': 'a94f',
};
const western = (text: string) => Buffer.from(text, 'latin1');
const gb = (text: string) => Buffer.concat([...text].map((sign) => Buffer.from(chinese[sign] ?? Buffer.from(sign).toString('hex'), 'hex')));
const cells = async (content: Buffer) => {
  const { rows, encoding } = await readCsv(content, limits);
  return [encoding, ...rows.map((row) => row.cells)];
};

it('[DATA-07] reads German in Windows-1252, with umlauts, quotation marks and the euro sign', async () => {
  expect(await cells(western('Größe;Straße\nMüller;\x84Süß\x93\nÄÖ;5 \x80\n'))).toEqual([
    'Windows-1252',
    ['Größe', 'Straße'],
    ['Müller', '„Süß“'],
    ['ÄÖ', '5 €'],
  ]);
  expect(await cells(western('Größe\n1'))).toEqual(['Windows-1252', ['Größe'], ['1']]);
  expect(await cells(western('Prüfung;Höhe\nfür;hört'))).toEqual(['Windows-1252', ['Prüfung', 'Höhe'], ['für', 'hört']]);
  expect(await cells(western('Süß\n1'))).toEqual(['Windows-1252', ['Süß'], ['1']]);
  expect(await cells(western('Höhe;Länge\n1;2'))).toEqual(['Windows-1252', ['Höhe', 'Länge'], ['1', '2']]);
  expect(await cells(western('ID;Ort\n1;ÖÄ\n2;Maß\n'))).toEqual(['Windows-1252', ['ID', 'Ort'], ['1', 'ÖÄ'], ['2', 'Maß']]);
});

it('[DATA-07] reads quotation marks of Windows-1252 beside letters beyond ASCII', async () => {
  expect(await cells(western('\x84Äpfel\x93;\x93Été\x94'))).toEqual(['Windows-1252', ['„Äpfel“', '“Été”']]);
  expect(await cells(western('«Été»'))).toEqual(['Windows-1252', ['«Été»']]);
  expect(await cells(western('¿Qué?,¡Olé!'))).toEqual(['Windows-1252', ['¿Qué?', '¡Olé!']]);
});

it('[DATA-07] reads a little Chinese between capitals and brackets, and what could be both, in GB 18030', async () => {
  expect(await cells(gb('Unit,Area(㎡)\nA,1'))).toEqual(['GB 18030', ['Unit', 'Area(㎡)'], ['A', '1']]);
  expect(await cells(gb('Name,Room\nA,A座B\nB,C栋D'))).toEqual(['GB 18030', ['Name', 'Room'], ['A', 'A座B'], ['B', 'C栋D']]);
  expect(await cells(gb('No.,型号\n1,A型B\n2,C型D'))).toEqual(['GB 18030', ['No.', '型号'], ['1', 'A型B'], ['2', 'C型D']]);
  expect(await cells(gb('id,单位\n1,上玪\n2,x位y'))).toEqual(['GB 18030', ['id', '单位'], ['1', '上玪'], ['2', 'x位y']]);
  expect(await cells(western('ID;Ort\n1;ÖÄ'))).toEqual(['GB 18030', ['ID', 'Ort'], ['1', '帜']]);
});

it('[DATA-07] reads Chinese in GB 18030, also a little of it among Latin letters, and never as something else', async () => {
  expect(await cells(gb('名称,金额\n上海,A类\n華海,5'))).toEqual(['GB 18030', ['名称', '金额'], ['上海', 'A类'], ['華海', '5']]);
  expect(await cells(gb('id,A类\n1,2'))).toEqual(['GB 18030', ['id', 'A类'], ['1', '2']]);
  expect(await cells(Buffer.from('名称,Größe'))).toEqual(['UTF-8', ['名称', 'Größe']]);
  const cut = Buffer.concat([gb('名称,金额\n上海'), Buffer.from([0xba])]);
  await expect(readCsv(cut, limits)).rejects.toThrow(expect.objectContaining({ reason: 'notTable' }));
  // Bytes that are neither.
  await expect(readCsv(Buffer.from([0x61, 0xfc, 0x01, 0x62, 0xe4, 0x20]), limits)).rejects.toThrow(
    expect.objectContaining({ reason: 'notTable' }),
  );
});
