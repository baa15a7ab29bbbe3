import { afterAll, beforeAll, expect, it } from 'vitest';
import { type StatementDocument, StatementModel } from '../../../src/core/statement/index.ts';
import { finance } from '../../core/statement/support.ts';
import { startApp, type TestApp } from '../../support/app.ts';
import { readSheets, type Value } from '../../support/workbook.ts';
import { tokenOf } from '../modules/client.ts';
import { makePaper, makeWorld, type World } from './world.ts';

let app: TestApp;
let world: World;
let token: string;
beforeAll(async () => {
  app = await startApp();
  token = await tokenOf(app, 'riskmanager');
  world = await makeWorld(app.db, 2, 2);
});
afterAll(() => app.close());

const model = new StatementModel(finance as StatementDocument);
const days = { start: String(Date.UTC(2025, 0, 1)), end: String(Date.UTC(2025, 11, 31)) };

/** A paper with every amount, submitted unless said otherwise. */
async function filled(amounts: Record<string, string> = {}, columns: Record<string, unknown> = { state: 1 }): Promise<void> {
  const { id } = await makePaper(app.db, world, { statement: 'finance' });
  const figures = model.cells.map(({ field, period }) => ({
    ...{ paper_id: id, field, period, version: 1 },
    value: model.isPeriod(field) ? days[period] : (amounts[`${period}.${field}`] ?? '2.5'),
  }));
  await app.db.insertInto('statement_figure').values(figures).execute();
  const submitted = columns.state === 1 ? { submitted_at: new Date('2026-01-05T16:30:00Z') } : {};
  await app.db
    .updateTable('risk_paper')
    .set({ ...columns, ...submitted })
    .where('id', '=', id)
    .execute();
}

async function exported(language: string): Promise<Record<string, Value[][]>> {
  const { rawPayload, statusCode } = await app.http.inject({
    ...{ method: 'POST', url: '/api/risk/evaluate/export', payload: { projectId: String(world.evaluation) } },
    headers: { authorization: `Bearer ${token}`, 'accept-language': language },
  });
  expect(statusCode).toBe(200);
  return await readSheets(rawPayload);
}

/** A row of a sheet by the headings of its columns. */
function record(rows: Value[][] | undefined, at: number): Record<string, Value> {
  const [head = []] = rows ?? [];
  return Object.fromEntries(head.map((title, index) => [String(title), rows?.[at]?.[index] ?? null]));
}

it('[API-83] papers of a statement stand beside each other: who, the period, indicators, amounts of its end; nothing of those still open', async () => {
  await filled(
    { 'end.cash': '-99999999999999.99', 'end.interest': '0', 'end.revenue': '10', 'start.revenue': '4' },
    { state: 1, send_company: '=1+1' },
  );
  await filled({ 'end.cash': '1' }, { state: 0 });
  const name = { name: '李海', name_en: 'Hai Li' };
  await app.db.updateTable('app_user').set(name).where('username', '=', 'auditor').execute();
  const { user_code } = await app.db.selectFrom('app_user').select('user_code').where('username', '=', 'auditor').executeTakeFirstOrThrow();
  const inside = { state: 1, send_type: 0, user_code, inner_user_name: '李海', out_user_name: null, send_department: '集团总部 / 财务部' };
  await filled({}, inside);

  const english = await exported('en');
  expect(Object.keys(english)).toEqual(['Overview', 'Finance questionnaire', 'Questionnaires']);
  const rows = english['Finance questionnaire'];
  expect(rows).toHaveLength(3);
  expect(rows?.[0]?.slice(0, 8)).toEqual([
    ...['Person', 'Sent to', 'Company', 'Department', 'Period start', 'Period end'],
    ...['Current ratio', 'Quick ratio'],
  ]);
  expect(rows?.[0]?.slice(-2)).toEqual(['Research and development expenses (yuan)', 'Submitted at (Asia/Shanghai)']);
  expect(record(rows, 1)).toMatchObject({
    ...{ Person: 'Visitor', 'Sent to': 'External', Company: "'=1+1", Department: 'Department' },
    ...{ 'Period start': new Date('2025-01-01T00:00:00Z'), 'Period end': new Date('2025-12-31T00:00:00Z') },
    // Exact, and a dash where nothing can be computed.
    ...{ 'Cash and bank deposits (yuan)': '-99999999999999.99', 'Total current assets (yuan)': '-99999999999987.49' },
    ...{ 'Revenue (yuan)': 10, 'Gross profit (yuan)': 7.5, 'Revenue growth (%)': 150, 'Interest cover': '\u2013' },
    'Submitted at (Asia/Shanghai)': new Date('2026-01-06T00:30:00Z'),
  });
  expect(record(rows, 2)).toMatchObject({ Person: 'Hai Li', 'Sent to': 'Internal', Department: 'Headquarters / Finance' });
  const chinese = await exported('zh-Hans');
  expect(record(chinese.财务问卷, 2)).toMatchObject({ 填写人: '李海', '营业收入 (元)': 2.5 });
});

it('[API-83] of more papers than are read at once every one has its own amounts; a matrix brings the results back', async () => {
  for (let index = 0; index < 210; index += 1) await filled({ 'end.revenue': String(index) });
  await makePaper(app.db, world);
  const sheets = await exported('en');
  expect(Object.keys(sheets)).toEqual(expect.arrayContaining(['Results', 'Finance questionnaire', 'Questionnaires']));
  const rows = sheets['Finance questionnaire'] ?? [];
  const revenue = rows[0]?.indexOf('Revenue (yuan)') ?? -1;
  expect(rows.slice(3).map((row) => row[revenue])).toEqual(Array.from({ length: 210 }, (_, index) => index));
});
