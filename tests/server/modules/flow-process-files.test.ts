import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cpuTime } from '../../support/cpu-time.ts';
import { readSheets, unzip, zip } from '../../support/workbook.ts';
import { call } from './client.ts';
import { csv, headings, ProcessWorld } from './flow-process-world.ts';
import { code, FlowWorld } from './flow-world.ts';

let flow: FlowWorld;
beforeAll(async () => {
  flow = await FlowWorld.start();
});
afterAll(async () => await flow.app.close());

async function download(path: string, language = 'en'): Promise<Buffer> {
  const answer = await flow.app.http.inject({
    url: `/api/flow-audit-data-process/${path}`,
    headers: { authorization: `Bearer ${flow.auditor}`, 'accept-language': language },
  });
  expect(answer.statusCode).toBe(200);
  return answer.rawPayload;
}

const types =
  '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Override ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/></Types>';
/** A workbook of one sheet as its XML says it. */
const book = (sheet: string) =>
  zip({
    '[Content_Types].xml': types,
    'xl/workbook.xml': '<workbook xmlns:r="r"><sheets><sheet name="s" r:id="a"/></sheets></workbook>',
    'xl/_rels/workbook.xml.rels': '<Relationships><Relationship Id="a" Target="s.xml"/></Relationships>',
    'xl/s.xml': sheet,
  });

describe('flow files', () => {
  it('[API-127] [API-132] [FLOW-05] give files back one by one and all in an archive with names that are safe and no two alike', async () => {
    const world = await ProcessWorld.start(flow);
    const { projectId } = world;
    const zipped = (body: object = {}) =>
      flow.app.http.inject({
        method: 'POST',
        url: '/api/flow-audit-data-process/downLoadDataProcessZipFile',
        headers: { authorization: `Bearer ${flow.auditor}` },
        payload: { projectId, reviewBatchNo: 'B1', ...body },
      });
    expect((await zipped()).json()).toMatchObject({ code: 'NOT_FOUND' });
    await flow.app.db
      .updateTable('flow_review_object')
      .set({ dealer_code: '..', dealer_name: '/../a\\b:c' })
      .where('project_id', '=', Number(projectId))
      .where('dealer_code', '=', 'D2')
      .execute();
    const rows = csv([headings, ['2026-03-05', 'P1', '', '', 1, 5, '', '']]);
    const first = world.of('client-shipment');
    await world.upload(first.id, rows, '../../etc/发货.csv');
    await world.upload(world.of('dealer-purchase', 1).id, rows, '发货.csv');
    const archive = await zipped();
    expect(archive.headers['content-type']).toContain('application/zip');
    const files = await unzip(archive.rawPayload);
    const { client_name } = await flow.app.db
      .selectFrom('flow_client')
      .select('client_name')
      .where('id', '=', world.clientId)
      .executeTakeFirstOrThrow();
    const clientFolder = `${world.clientCode} ${client_name}`;
    expect(Object.keys(files)).toEqual([`${clientFolder}/client-shipment 发货.csv`, '_ _.._a_b_c/dealer-purchase 发货.csv']);
    expect(Object.values(files)).toEqual([rows.toString(), rows.toString()]);
    expect(Object.keys(await unzip((await zipped({ ids: [first.id] })).rawPayload))).toHaveLength(1);
    const [kept] = (await world.post('getFile', { id: first.id })).body.data as { bid: string; fileName: string }[];
    expect(kept?.fileName).toBe('发货.csv');
    expect((await download(`downloadFile?id=${first.id}&bid=${kept?.bid}`)).equals(rows)).toBe(true);
    // A file of another process is none of this one.
    expect(code(await world.get(`downloadFile?id=${world.of('dealer-purchase', 1).id}&bid=${kept?.bid}`))).toEqual([404, 'NOT_FOUND']);
  });

  it('[API-133] are read as fast as others where a heading is two hundred thousand brackets', async () => {
    const world = await ProcessWorld.start(flow);
    const row = ['2026-03-05', 'P1', '', '', 1, 5, '', ''];
    const start = cpuTime();
    const { body } = await world.upload(
      world.of('client-shipment').id,
      csv([
        [...headings, '('.repeat(200_000)],
        [...row, 'x'],
      ]),
    );
    expect(body.code).toBe('000000');
    expect(cpuTime() - start).toBeLessThan(2_500);
  });

  it('[FILE-02] [FLOW-05] are nothing to the calls for any file but to be read by who sees the process', async () => {
    const world = await ProcessWorld.start(flow);
    const { id } = world.of('dealer-stock');
    await world.upload(id, csv([headings, ['2026-03-05', 'P1', '', '', 1, 5, '', '']]));
    const list = (token: string) => flow.get(`birp/file/select-file-list?businessType=flow-data&businessId=${id}`, token);
    const [file] = (await list(flow.admin)).body.data as { bid: string }[];
    const removed = await flow.post('birp/file/delete_file', { bid: file?.bid });
    expect(code(removed)).toEqual([403, 'FORBIDDEN']);
    await flow.app.db.deleteFrom('flow_client_member').where('client_id', '=', world.clientId).execute();
    expect(code(await list(flow.auditor))).toEqual([404, 'NOT_FOUND']);
    // Its uploader sees the process no more, and so not the file.
    expect(code(await flow.post('birp/file/detail', { bid: file?.bid }))).toEqual([404, 'NOT_FOUND']);
  });

  it('[API-133] [FLOW-05] count a quantity or an amount in no row where one cell has it for several; days and names in each', async () => {
    const world = await ProcessWorld.start(flow);
    const { id } = world.of('dealer-sale');
    const rows = [
      headings.slice(0, 7),
      ['2026-03-01', 'P1', '', '', '10', '5', '50'],
      ['', 'P2', '', '', '', '', '60'],
      ['2026-03-02', 'P1', '', '', '3', '5', '15'],
      ['', '', '', '', '4', '', '20'],
      ['2026-03-03', 'P2', '', '', '7', '', '35'],
    ];

    const xml = rows
      .map((cells, at) => {
        const written = cells.map((cell, column) => (cell === '' ? '' : `<c r="${'ABCDEFG'[column]}${at + 1}" t="str"><v>${cell}</v></c>`));
        return `<row r="${at + 1}">${written.join('')}</row>`;
      })
      .join('');
    // Of the last one, which is alone, the area goes on below what is written.
    const areas = ['A2:A3', 'E2:E3', 'F2:F3', 'A4:A5', 'B4:B5', 'F4:F5', 'E6:E9', 'D4:D5']
      .map((ref) => `<mergeCell ref="${ref}"/>`)
      .join('');
    const file = await book(`<worksheet><sheetData>${xml}</sheetData><mergeCells>${areas}</mergeCells></worksheet>`);
    expect((await world.upload(id, file, '合并.xlsx')).status).toBe(200);
    expect(await world.map(id)).toMatchObject({ rows: 5, rejected: 2, unmatched: 0 });
    const found = (await world.post('rows', { id })).body.data as {
      content: { line: number; day: string; unitPrice: string; faults: object[] }[];
    };
    expect(found.content.map(({ line, day, faults }) => [line, day, faults.length])).toEqual([
      [2, '2026-03-01', 1],
      [3, '2026-03-01', 1],
      [4, '2026-03-02', 0],
      [5, '2026-03-02', 0],
      [6, '2026-03-03', 0],
    ]);
    expect(found.content[1]).toMatchObject({ unitPrice: '5', faults: [{ fault: 'shared', column: '数量', text: '10' }] });
    const [sheet = []] = Object.values(await readSheets(await download(`downloadData?id=${id}&part=rejected`)));
    expect(sheet[1]?.at(-1)).toBe('数量: One cell of several rows: write what each row has');
  });

  it('[API-133] [FLOW-05] refuse files that are no tables, hide more than they show, or never end, and say what to do', async () => {
    const world = await ProcessWorld.start(flow);
    const { id } = world.of('dealer-sale');
    const refusals: [string, Buffer, string][] = [
      ['a.exe', Buffer.from('MZ'), 'file.typeNotAllowed'],
      ['a.xlsx', randomBytes(2_000), 'file.content'],
      ['a.csv', randomBytes(2_000), 'file.content'],
      ['a.csv', Buffer.from(''), 'file.empty'],
      ['a.csv', Buffer.from('日期,数量\n'), 'flow-data.noRows'],
      ['a.csv', Buffer.from('a,b\n'.repeat(50_002)), 'flow-data.tooManyRows'],
      ['a.csv', Buffer.from(`${'a,'.repeat(61)}b\n1,2\n`), 'flow-data.tooManyColumns'],
      ['a.csv', Buffer.from('a,b\n"1,2\n'), 'flow-data.damaged'],
      ['a.xlsx', await book('<!DOCTYPE x [<!ENTITY e "x">]><worksheet/>'), 'flow-data.damaged'],
      ['a.xlsx', await book(`<worksheet><sheetData>${'<row/>'.repeat(2_000_000)}</sheetData></worksheet>`), 'file.content'],
    ];
    for (const [name, content, key] of refusals) {
      const answer = await world.upload(id, content, name);
      expect([name, answer.status, answer.body.details]).toEqual([name, 400, [expect.objectContaining({ field: 'file', key })]]);
    }
    expect(await world.now(id)).toMatchObject({ status: '0', version: 1 });
    const nothing = await call(flow.app, `/api/flow-audit-data-process/getFile`, { method: 'POST', token: flow.auditor, body: { id } });
    expect(nothing.body.data).toEqual([]);
    // What a spreadsheet would run is text, here and in what is given back.
    await world.fill(id, [['2026-03-05', '', '=HYPERLINK("http://x")', '', 1, 5, '', '@SUM(1)']]);
    const rows = (await world.post('rows', { id })).body.data as { content: { productName: string }[] };
    expect(rows.content[0]?.productName.startsWith('=HYPERLINK')).toBe(true);
    const [sheet = []] = Object.values(await readSheets(await download(`downloadData?id=${id}`)));
    expect(sheet[1]?.slice(2, 8)).toEqual([expect.stringMatching(/^'=HYPERLINK/), null, 1, 5, null, "'@SUM(1)"]);
  });
});
