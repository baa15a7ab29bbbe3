import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../../support/app.ts';
import { call, tokenOf } from '../modules/client.ts';
import { unzip } from '../modules/unzip.ts';
import { answer, get, patch, records, submit, today } from './world.ts';

const text = (word: string) => ({ en: word, 'zh-Hans': word, 'zh-Hant': word });
const choice = (value: number, tone: string, more = {}) => ({
  value,
  label: text(`Level ${value}`),
  text: text(String(value)),
  tone,
  ...more,
});
/** Five levels below and above nothing, a choice that does not count, and unanswered cells of another value than usual. */
const maturity = {
  $schema: '../../schemas/meta/questionnaire.schema.json',
  version: 1,
  title: text('Maturity'),
  rows: { id: 'id', name: 'subCause', levels: [{ field: 'dimension', title: text('Area') }] },
  columns: { id: 'id', name: 'name', groups: [{ name: 'firstKind', columns: 'secondKinds' }] },
  answer: { row: 'criteriaId', column: 'domainId', value: 'value' },
  unanswered: { value: -100, label: text('Open') },
  choices: [
    choice(-2, 'low'),
    choice(-1, 'low'),
    choice(0, 'medium'),
    choice(1, 'high'),
    choice(50, 'high'),
    choice(99, 'neutral', { counted: false }),
  ],
};

let folder: string;
let app: TestApp;
let token: string;
let uuid: string;
let projectId: string;
let cells: { criteriaId: string; domainId: string }[];
const post = async <T>(path: string, body: unknown): Promise<T> => {
  const answered = await call(app, `/api/risk/${path}`, { method: 'POST', token, body });
  expect(answered.body.code, `${path} ${JSON.stringify(answered.body)}`).toBe('000000');
  return answered.body.data as T;
};
const values = (given: readonly number[], version = 0) => cells.map((place, index) => ({ ...place, value: given[index] ?? 0, version }));

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'targus-questionnaire-'));
  mkdirSync(join(folder, 'schemas/questionnaires'), { recursive: true });
  writeFileSync(join(folder, 'schemas/questionnaires/maturity.questionnaire.json'), JSON.stringify(maturity));
  app = await startApp({ env: { SCHEMAS_DIR: join(folder, 'schemas'), DATA_DIR: join(folder, 'data') } });
  token = await tokenOf(app, 'riskmanager');
  const { body } = await call(app, '/api/risk/template/questionnaire', { token, headers: { 'accept-language': 'en' } });
  expect(body.data).toEqual([
    { id: 'risk-exam', name: 'Risk assessment' },
    { id: 'maturity', name: 'Maturity' },
  ]);
  const { id } = await post<{ id: string }>('template', { name: 'Maturity', questionnaire: 'maturity' });
  for (const subCause of ['Plans', 'Tests', 'Records'])
    await post('template/criterion', { templateId: id, dimension: 'Area', cause: 'Work', subCause });
  const business = await post<{ id: string }>('template/business', { templateId: id, name: 'Sales' });
  for (const name of ['Home', 'Abroad'])
    await post('template/domain', { templateId: id, businessId: business.id, firstKind: 'Trade', name });
  const { revision } = (await call(app, `/api/risk/template?id=${id}`, { token })).body.data as { revision: number };
  await post('template/publish', { id, revision });
  projectId = (await post<{ id: string }>('evaluate', { name: 'Maturity', templateId: id, endTime: today(5) })).id;
  ({ uuid } = await post<{ uuid: string }>('evaluate/item', { projectId, sendType: 1, outUserName: 'Ann' }));
  const rows = (await get(app, `criteria?uuid=${uuid}`)).body.data as Record<string, unknown>[];
  const heads = (await get(app, `domain/header?uuid=${uuid}`)).body.data as { secondKinds: { id: string }[] }[];
  const columns = heads.flatMap(({ secondKinds }) => secondKinds.map((column) => column.id));
  cells = rows.flatMap((row) => columns.map((domainId) => ({ criteriaId: String(row.id), domainId })));
  expect(rows.map((row) => columns.map((column) => row[column]))).toEqual([
    [-100, -100],
    [-100, -100],
    [-100, -100],
  ]);
});
afterAll(async () => {
  await app.close();
  rmSync(folder, { recursive: true, force: true });
});

describe('a questionnaire of another kind', () => {
  it('[API-79] [RISK-07] takes its own choices and no others, and says which there are', async () => {
    const before = (await get(app, `paper?uuid=${uuid}`)).body.data;
    expect(before).toMatchObject({ questionnaire: 'maturity', cells: 6, answered: 0 });
    for (const wrong of [3, 2, -3]) {
      const refused = await patch(app, uuid, values([-2, wrong]).slice(0, 2));
      expect(refused).toMatchObject({
        status: 400,
        body: {
          code: 'PARAMETER_ERROR',
          details: [{ field: 'changes.1.value', message: 'is no choice: one of -2, -1, 0, 1, 50, 99, -100' }],
        },
      });
    }
    expect((await get(app, `answers?uuid=${uuid}`)).body.data).toMatchObject({ answers: [] });
    // Taking back what was never given is nothing; minus one is a level here.
    expect((await patch(app, uuid, values([-100]).slice(0, 1))).body.data).toMatchObject({ saved: [{ value: -100, version: 0 }] });
    expect((await patch(app, uuid, values([-2, -1, 0, 50, 99]).slice(0, 5))).status).toBe(200);
    expect((await get(app, `paper?uuid=${uuid}`)).body.data).toMatchObject({ cells: 6, answered: 5 });
  });

  it('[RISK-09] is totalled by its choices: those that do not count are in no sum and no average', async () => {
    const [sum] = (await get(app, `criteria/sum?uuid=${uuid}`)).body.data as object[];
    expect(sum).toMatchObject({
      ...{ dimension: 'Area', cells: 6, unanswered: 1, low: 2, medium: 1, high: 1, notInvolved: 1, sum: 47, average: 11.75 },
      choices: [
        { value: -2, label: 'Level -2', count: 1 },
        { value: -1, count: 1 },
        { value: 0, count: 1 },
        { value: 1, count: 0 },
        { value: 50, count: 1 },
        { value: 99, count: 1 },
      ],
    });
  });

  it('[RISK-16] [RISK-18] is submitted once nothing holds its value of unanswered cells', async () => {
    expect((await submit(app, uuid)).body).toMatchObject({ code: 'ANSWERS_MISSING', data: { missing: 1, first: cells[5] } });
    const last = values([-2, -1, 0, 50, 99, 1]);
    // The name of a row, sent along, may be as long as templates take it.
    const named = (length: number) => records(uuid, last).map((record) => ({ ...record, criteriaName: 'n'.repeat(length) }));
    expect((await answer(app, 'save', named(1_001))).body.code).toBe('PARAMETER_ERROR');
    expect((await answer(app, 'save', named(1_000))).status).toBe(200);
    expect((await patch(app, uuid, [{ ...last[0], value: -100, version: 1 }])).status).toBe(200);
    expect((await submit(app, uuid)).body.code).toBe('ANSWERS_MISSING');
    expect((await answer(app, 'submit', records(uuid, last))).body.data).toMatchObject({ state: 1, receipt: { answers: 6 } });
  });

  it('[API-83] [API-90] has results, a heat map and a workbook with a column for each of its choices', async () => {
    const headers = { 'accept-language': 'en' };
    const read = async (path: string) => (await get(app, path, { token, headers })).body.data;
    expect(await read(`sum?id=${projectId}`)).toMatchObject([
      { subCause: 'Plans', sum: -3, average: -1.5, low: 2 },
      { subCause: 'Tests', sum: 50, average: 25 },
      { subCause: 'Records', sum: 1, average: 1, notInvolved: 1 },
    ]);
    expect(await read(`heat-map?id=${projectId}`)).toMatchObject({ all: { sum: 48, average: 9.6, cells: 6, unanswered: 0 } });
    // Middles between neighbouring levels of other tones; what does not count bounds nothing.
    const { bands, lowest, highest } = (await read(`heat-map?id=${projectId}`)) as Record<string, unknown>;
    expect({ bands, lowest, highest }).toEqual({
      bands: [
        { below: -0.5, tone: 'low', label: 'Level -2 – Level -1' },
        { below: 0.5, tone: 'medium', label: 'Level 0' },
        { tone: 'high', label: 'Level 1 – Level 50' },
      ],
      lowest: { value: -2, label: 'Level -2' },
      highest: { value: 50, label: 'Level 50' },
    });
    expect(await read(`progress?id=${projectId}`)).toMatchObject({ submitted: 1, cells: 6, answered: 6 });
    const { rawPayload } = await app.http.inject({
      ...{ method: 'POST', url: '/api/risk/evaluate/export', payload: { projectId } },
      headers: { authorization: `Bearer ${token}`, ...headers },
    });
    const sheet = unzip(rawPayload)['xl/worksheets/sheet1.xml'] ?? '';
    const cellsOf = (row: string) => [...row.matchAll(/<(?:t[^>]*|v)>([^<]*)</g)].map(([, value]) => value);
    const lines = sheet.split('</row>').map(cellsOf);
    expect(lines[0]?.slice(3)).toEqual([
      ...['Level -2', 'Level -1', 'Level 0', 'Level 1', 'Level 50', 'Level 99'],
      ...['Cells', 'Sum', 'Average'],
    ]);
    expect(lines[1]?.slice(2)).toEqual(['Plans', '1', '1', '0', '0', '0', '0', '2', '-3', '-1.5']);
  });
});

describe('templates', () => {
  it('[RISK-06] name a questionnaire there is, and keep it in copies and later versions', async () => {
    const wrong = await call(app, '/api/risk/template', { method: 'POST', token, body: { name: 'X', questionnaire: 'nothing' } });
    expect(wrong.body).toMatchObject({ code: 'PARAMETER_ERROR', details: [{ field: 'questionnaire' }] });
    const usual = await post<{ id: string }>('template', { name: 'Usual' });
    expect(usual).toMatchObject({ questionnaire: 'risk-exam' });
    const own = await post<{ id: string }>('template', { name: 'Own', questionnaire: 'maturity' });
    expect(await post('template/copy', { id: own.id, name: 'Copy' })).toMatchObject({ questionnaire: 'maturity' });
  });
});
