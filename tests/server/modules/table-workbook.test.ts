import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../../support/app.ts';
import { readSheets, unzip } from '../../support/workbook.ts';
import { tokenOf } from './client.ts';
import { somebody } from './somebody.ts';

let app: TestApp;
let token: string;
beforeAll(async () => {
  app = await startApp();
  // Somebody without any permission.
  ({ token } = await somebody(app, 'taker', []));
});
afterAll(async () => await app.close());

const url = '/api/table/workbook';
const take = (payload: unknown, by: string | undefined = token) =>
  app.http.inject({ method: 'POST', url, headers: { ...(by && { authorization: `Bearer ${by}` }) }, payload: payload as object });
const sheet = { title: 'Findings', columns: [{ title: 'Name' }], rows: [['one']] };
const exported = () => app.db.selectFrom('audit_log').selectAll().where('target_id', '=', 'table.workbook').orderBy('id').execute();

describe('the workbook of a table', () => {
  it('[API-83] has numbers, shares, days, moments and texts as such, and runs no formula', async () => {
    const answer = await take({
      title: 'Findings / 2026',
      columns: [
        { title: 'Name' },
        { title: 'Amount', kind: 'number', digits: 3 },
        { title: 'Share', kind: 'percent', digits: 1 },
        { title: 'Due', kind: 'day' },
        { title: 'Changed (UTC)', kind: 'moment' },
      ],
      rows: [
        ['=1+1', 1234.5, 0.125, '2026-03-31', '2026-03-31 18:05:00'],
        ['12345678901234567', 'n/a', null, '2026-02-30', '@cmd'],
        ['', '-5', 'x', 'soon', '2026-03-31 25:00:00'],
      ],
    });
    expect([answer.statusCode, answer.headers['content-disposition']]).toEqual([200, expect.stringMatching(/\d{4}-\d{2}-\d{2}\.xlsx/)]);
    expect(await readSheets(answer.rawPayload)).toEqual({
      'Findings   2026': [
        ['Name', 'Amount', 'Share', 'Due', 'Changed (UTC)'],
        ["'=1+1", 1234.5, 0.125, new Date('2026-03-31T00:00:00Z'), new Date('2026-03-31T18:05:00Z')],
        ['12345678901234567', 'n/a', null, '2026-02-30', "'@cmd"],
        [null, "'-5", 'x', 'soon', '2026-03-31 25:00:00'],
      ],
    });
    const { 'xl/styles.xml': styles } = await unzip(answer.rawPayload);
    for (const format of ['#,##0.000', '0.0%', 'yyyy-mm-dd hh:mm:ss']) expect(styles).toContain(format);
  });

  it('indents what stands below in a tree', async () => {
    const rows = [['top'], ['below'], ['deeper'], ['top again']];
    const answer = await take({ ...sheet, rows, levels: [0, 1, 2, 0] });
    const { 'xl/styles.xml': styles = '' } = await unzip(answer.rawPayload);
    expect([...styles.matchAll(/indent="(\d+)"/g)].map(([, indent]) => indent)).toEqual(['1', '2']);
    expect((await readSheets(answer.rawPayload)).Findings?.slice(1)).toEqual(rows);
  });

  it('indents a day, too, and calls no sheet as spreadsheets call one of theirs', async () => {
    const columns = [{ title: 'Due', kind: 'day' }];
    const answer = await take({ title: 'History', columns, rows: [['2026-03-31'], ['2026-04-30']], levels: [0, 1] });
    const { 'xl/styles.xml': styles = '' } = await unzip(answer.rawPayload);
    expect([...styles.matchAll(/indent="(\d+)"/g)].map(([, indent]) => indent)).toEqual(['1']);
    expect(await readSheets(answer.rawPayload)).toEqual({
      'History 2': [['Due'], [new Date('2026-03-31T00:00:00Z')], [new Date('2026-04-30T00:00:00Z')]],
    });
  });

  it('refuses what no sheet can be made of, and says what', async () => {
    const cells = (count: number) => Array.from({ length: count }, () => 'x');
    const wrong = [
      [{ ...sheet, rows: Array.from({ length: 10_001 }, () => ['x']) }, 'rows'],
      [{ ...sheet, rows: [] }, 'rows'],
      [{ ...sheet, columns: cells(101).map((title) => ({ title })), rows: [cells(101)] }, 'columns'],
      [{ ...sheet, rows: [['one'], ['one', 'two']] }, 'rows.1'],
      [{ ...sheet, rows: [[]] }, 'rows.0'],
      [{ ...sheet, levels: [0, 0] }, 'levels'],
      [{ ...sheet, rows: [[{ formula: '1+1' }]] }, 'rows.0.0'],
      [{ ...sheet, rows: [[true]] }, 'rows.0.0'],
      [{ ...sheet, columns: [{ title: 'Name', kind: 'formula' }] }, 'columns.0.kind'],
      [{ ...sheet, title: '' }, 'title'],
    ] as const;
    for (const [body, field] of wrong) {
      const answer = await take(body);
      expect([answer.statusCode, answer.json()], field).toEqual([
        400,
        expect.objectContaining({ code: 'PARAMETER_ERROR', details: expect.arrayContaining([expect.objectContaining({ field })]) }),
      ]);
    }
    const heavy = await take({ ...sheet, rows: Array.from({ length: 300 }, () => ['x'.repeat(30_000)]) });
    expect(heavy.statusCode).toBe(413);
  });

  it('takes 10,000 rows', async () => {
    const rows = Array.from({ length: 10_000 }, (_, index) => [`Row ${index}`, index]);
    const answer = await take({ title: 'Many', columns: [{ title: 'Name' }, { title: 'Number', kind: 'number' }], rows });
    const { Many = [] } = await readSheets(answer.rawPayload);
    expect([Many.length, Many[1], Many.at(-1)]).toEqual([10_001, ['Row 0', 0], ['Row 9999', 9_999]]);
  });
});

describe('who takes a table', () => {
  it('is signed in, and needs no permission', async () => {
    expect((await take(sheet, '')).statusCode).toBe(401);
    expect((await take(sheet)).statusCode).toBe(200);
    expect((await take(sheet, await tokenOf(app, 'admin'))).statusCode).toBe(200);
  });

  it('stands in the operation log with the table, the filters and the number of rows, and no cells', async () => {
    const before = (await exported()).length;
    await take({ ...sheet, page: '/control/findings', asked: { state: 'open', sort: 'due' }, total: 34_200 });
    const [row] = (await exported()).slice(before);
    expect(row).toMatchObject({
      actor: 'taker',
      action: 'data_export',
      target_type: 'export',
      target_name: 'Findings',
      detail: {
        page: '/control/findings',
        asked: { state: 'open', sort: 'due' },
        rows: 1,
        total: 34_200,
        file: expect.stringMatching(/^Findings .*xlsx$/),
      },
    });
    expect(JSON.stringify(row)).not.toContain('"one"');
    await take({ ...sheet, asked: { keyword: 'x'.repeat(3_000), state: 'open' } });
    const asked = String((await exported()).at(-1)?.detail.asked);
    expect([asked.length, asked.slice(0, 14), asked.at(-1)]).toEqual([2_001, '{"keyword":"xx', '\u2026']);
    // What the row says itself is not said by a filter of that name.
    const after = { rows: 9, after: { name: 'forged' } };
    await take({ ...sheet, asked: after });
    expect((await exported()).at(-1)?.detail).toEqual({ asked: after, rows: 1, file: expect.any(String) });
  });

  it('takes so much a minute', async () => {
    const { id } = await app.db.selectFrom('app_user').select('id').where('username', '=', 'taker').executeTakeFirstOrThrow();
    await app.db.updateTable('rate_limit').set({ used: 300 }).where('key', '=', `call:table.workbook:account:${id}`).execute();
    const refused = await take(sheet);
    expect([refused.statusCode, refused.json()]).toEqual([429, expect.objectContaining({ code: 'TOO_MANY_REQUESTS' })]);
  });
});
