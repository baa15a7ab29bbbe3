import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { documentsInUse } from '../../../server/modules/documents-in-use.ts';
import { startApp, type TestApp } from '../../support/app.ts';
import { readSheets } from '../../support/workbook.ts';
import { call, tokenOf } from '../modules/client.ts';
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
  purpose: 'risk-assessment',
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
  totals: { all: { by: 'all', how: 'sum' } },
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

/** A paper of three rows and two columns. */
async function makePaper(questionnaire: string) {
  const { id } = await post<{ id: string }>('template', { name: 'Maturity', questionnaire });
  for (const subCause of ['Plans', 'Tests', 'Records'])
    await post('template/criterion', { templateId: id, dimension: 'Area', cause: 'Work', subCause });
  const business = await post<{ id: string }>('template/business', { templateId: id, name: 'Sales' });
  for (const name of ['Home', 'Abroad'])
    await post('template/domain', { templateId: id, businessId: business.id, firstKind: 'Trade', name });
  const { revision } = (await call(app, `/api/risk/template?id=${id}`, { token })).body.data as { revision: number };
  await post('template/publish', { id, revision });
  const project = await post<{ id: string }>('evaluate', { name: 'Maturity', templateId: id, endTime: today(5) });
  const paper = await post<{ uuid: string }>('evaluate/item', { projectId: project.id, sendType: 1, outUserName: 'Ann' });
  const rows = (await get(app, `criteria?uuid=${paper.uuid}`)).body.data as Record<string, unknown>[];
  const heads = (await get(app, `domain/header?uuid=${paper.uuid}`)).body.data as { secondKinds: { id: string }[] }[];
  const columns = heads.flatMap(({ secondKinds }) => secondKinds.map((column) => column.id));
  const places = rows.flatMap((row) => columns.map((domainId) => ({ criteriaId: String(row.id), domainId })));
  return { id, projectId: project.id, uuid: paper.uuid, rows, columns, cells: places };
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'targus-questionnaire-'));
  mkdirSync(join(folder, 'schemas/questionnaires'), { recursive: true });
  const write = (id: string, document: object) =>
    writeFileSync(join(folder, `schemas/questionnaires/${id}.questionnaire.json`), JSON.stringify(document));
  write('maturity', maturity);
  write('narrow', { ...maturity, title: text('Narrow'), limits: { rows: 2, columns: 1 } });
  write('one-a-row', { ...maturity, title: text('One a row'), completeness: { require: 'rows' } });
  mkdirSync(join(folder, 'schemas/statements'));
  const { purpose: _, ...budget } = JSON.parse(readFileSync('schemas/statements/finance.statement.json', 'utf8')) as { purpose: string };
  const own = { ...budget, $schema: '../../schemas/meta/statement.schema.json' };
  writeFileSync(join(folder, 'schemas/statements/budget.statement.json'), JSON.stringify(own));
  write('survey', { ...maturity, title: text('Survey'), purpose: 'survey' });
  write('other', { ...maturity, title: text('Other'), purpose: undefined });
  app = await startApp({ env: { SCHEMAS_DIR: join(folder, 'schemas'), DATA_DIR: join(folder, 'data') } });
  token = await tokenOf(app, 'riskmanager');
  const { body } = await call(app, '/api/risk/template/questionnaire', { token, headers: { 'accept-language': 'en' } });
  expect(body.data).toEqual([
    { id: 'risk-exam', name: 'Risk assessment' },
    { id: 'maturity', name: 'Maturity' },
    { id: 'narrow', name: 'Narrow' },
    { id: 'one-a-row', name: 'One a row' },
  ]);
  for (const questionnaire of ['survey', 'other']) {
    const refused = await call(app, '/api/risk/template', { method: 'POST', token, body: { name: 'Wrong', questionnaire } });
    expect(refused.body).toMatchObject({ code: 'PARAMETER_ERROR', details: [{ field: 'questionnaire' }] });
  }
  const made = await makePaper('maturity');
  const { id, rows, columns } = made;
  ({ projectId, uuid, cells } = made);
  expect(rows.map((row) => columns.map((column) => row[column]))).toEqual([
    [-100, -100],
    [-100, -100],
    [-100, -100],
  ]);
  // What holds no value is unanswered in the words of any questionnaire.
  const shown = (await call(app, `/api/risk/template/preview?id=${id}`, { token })).body.data as { rows: Record<string, unknown>[] };
  expect(Object.keys(shown.rows[0] ?? {}).filter((name) => columns.includes(name))).toEqual([]);
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

  it('stands among those of its purpose only, and so do statements that are sent', async () => {
    const { body } = await call(app, '/api/risk/evaluate/kind', { token });
    expect((body.data as { id: string }[]).map(({ id }) => id)).toEqual(['matrix', 'finance']);
    expect((await call(app, '/api/risk/evaluate/kind?id=999999', { token })).body).toMatchObject({ code: 'NOT_FOUND' });
    const item = { projectId, sendType: 1, outUserName: 'Bea' };
    const refused = await call(app, '/api/risk/evaluate/item', { method: 'POST', token, body: { ...item, statement: 'budget' } });
    expect(refused.body).toMatchObject({ code: 'PARAMETER_ERROR', details: [{ field: 'statement' }] });
  });

  it('[RISK-03] goes by its own title: on its page, in the list, where it is sent', async () => {
    const headers = { 'accept-language': 'en' };
    expect((await get(app, `paper?uuid=${uuid}`)).body.data).toMatchObject({ kindName: 'Maturity' });
    const list = await call(app, '/api/risk/evaluate/item/page', { method: 'POST', token, headers, body: { projectId } });
    expect(list.body.data).toMatchObject({ content: [{ kindName: 'Maturity' }] });
    const kinds = await call(app, `/api/risk/evaluate/kind?id=${projectId}`, { token, headers });
    expect(kinds.body.data).toEqual([
      { id: 'matrix', name: 'Maturity' },
      { id: 'finance', name: 'Finance questionnaire' },
    ]);
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
    // What no choice has any more is no answer either.
    const place = { criteria: Number(cells[0]?.criteriaId), domain: Number(cells[0]?.domainId) };
    await sql`update risk_answer set value = 3 where criteria_id = ${place.criteria} and domain_id = ${place.domain}`.execute(app.db);
    expect((await get(app, `paper?uuid=${uuid}`)).body.data).toMatchObject({ cells: 6, answered: 5 });
    expect((await submit(app, uuid)).body).toMatchObject({ code: 'ANSWERS_MISSING', data: { missing: 1, first: cells[0] } });
    expect((await answer(app, 'submit', records(uuid, last))).body.data).toMatchObject({ state: 1, receipt: { answers: 6 } });
  });

  it('[RISK-16] [RISK-18] content with an answer a row seals the answers there are, not those taken back', async () => {
    const paper = await makePaper('one-a-row');
    expect((await submit(app, paper.uuid)).body).toMatchObject({ code: 'ANSWERS_MISSING', data: { missing: 3 } });
    const changes = [-2, 0, 1, 50, 99].map((value, index) => ({ ...paper.cells[index], value, version: 0 }));
    expect((await patch(app, paper.uuid, changes)).status).toBe(200);
    expect((await get(app, `paper?uuid=${paper.uuid}`)).body.data).toMatchObject({ cells: 3, answered: 3 });
    expect((await patch(app, paper.uuid, [{ ...paper.cells[1], value: -100, version: 1 }])).status).toBe(200);
    expect((await get(app, `paper?uuid=${paper.uuid}`)).body.data).toMatchObject({ cells: 3, answered: 3 });
    const left = changes.filter((_, index) => index !== 1).map(({ criteriaId, domainId, value }) => `${criteriaId},${domainId},${value}\n`);
    expect((await submit(app, paper.uuid)).body.data).toMatchObject({
      answers: 4,
      digest: createHash('sha256').update(left.join('')).digest('hex'),
    });
  });

  it('[API-83] [API-90] counts every cell of what was submitted, whether it was touched, taken back or never seen', async () => {
    const headers = { 'accept-language': 'en' };
    const paper = await makePaper('one-a-row');
    // The second cell is answered and taken back, the fourth never touched: both look alike to whoever answers.
    const changes = [0, 0, 1, undefined, 50, 99].flatMap((value, index) =>
      value === undefined ? [] : [{ ...paper.cells[index], value, version: 0 }],
    );
    expect((await patch(app, paper.uuid, changes)).status).toBe(200);
    expect((await patch(app, paper.uuid, [{ ...paper.cells[1], value: -100, version: 1 }])).status).toBe(200);
    expect((await submit(app, paper.uuid)).status).toBe(200);
    const finance = await post<{ uuid: string }>('evaluate/item', {
      ...{ projectId: paper.projectId, sendType: 1, outUserName: 'Bob', statement: 'finance' },
    });
    await app.db.updateTable('risk_paper').set({ state: 1, submitted_at: new Date() }).where('uuid', '=', finance.uuid).execute();
    const read = async (path: string) => (await get(app, `${path}?id=${paper.projectId}`, { token, headers })).body.data;
    const line = { cells: 2, unanswered: 1 };
    expect(await read('sum')).toMatchObject([line, line, { cells: 2, unanswered: 0, notInvolved: 1 }]);
    expect(await read('heat-map')).toMatchObject({ all: { cells: 6, unanswered: 2, sum: 51 }, cells: [{ cells: 6, unanswered: 2 }] });
    expect((await get(app, `criteria/sum?uuid=${paper.uuid}`)).body.data).toMatchObject([{ cells: 6, unanswered: 2 }]);
    const { rawPayload } = await app.http.inject({
      ...{ method: 'POST', url: '/api/risk/evaluate/export', payload: { projectId: paper.projectId } },
      headers: { authorization: `Bearer ${token}`, ...headers },
    });
    const { Results: [head = [], ...lines] = [], 'By dimension': [, total] = [] } = await readSheets(rawPayload);
    expect(lines.map((cells) => ['Cells', 'Unanswered'].map((title) => cells[head.indexOf(title)]))).toEqual([
      [2, 1],
      [2, 1],
      [2, 0],
    ]);
    expect(total?.slice(1, 4)).toEqual([6, 2, 51]);
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
    const { Results: lines = [] } = await readSheets(rawPayload);
    expect(lines[0]?.slice(3)).toEqual([
      ...['Level -2', 'Level -1', 'Level 0', 'Level 1', 'Level 50', 'Level 99'],
      ...['Cells', 'Unanswered', 'Sum', 'Average'],
    ]);
    expect(lines[1]?.slice(2)).toEqual(['Plans', 1, 1, 0, 0, 0, 0, 2, 0, -3, -1.5]);
  });
});

describe('templates', () => {
  it('[RISK-06] larger than their questionnaire takes are told so, and not published', async () => {
    const { id } = await post<{ id: string }>('template', { name: 'Narrow', questionnaire: 'narrow' });
    for (const subCause of ['Plans', 'Tests', 'Records'])
      await post('template/criterion', { templateId: id, dimension: 'Area', cause: 'Work', subCause });
    const business = await post<{ id: string }>('template/business', { templateId: id, name: 'Sales' });
    for (const name of ['Home', 'Abroad'])
      await post('template/domain', { templateId: id, businessId: business.id, firstKind: 'Trade', name });
    const read = async () =>
      (await call(app, `/api/risk/template?id=${id}`, { token, headers: { 'accept-language': 'en' } })).body.data as {
        revision: number;
        problems: object[];
      };
    const { revision, problems } = await read();
    expect(problems).toEqual([
      { kind: 'tooManyCriteria', name: '', text: 'There are 3 criteria; its questionnaire takes 2 at most' },
      { kind: 'tooManyDomains', name: '', text: 'There are 2 columns; its questionnaire takes 1 at most' },
    ]);
    const refused = await call(app, '/api/risk/template/publish', { method: 'POST', token, body: { id, revision } });
    expect(refused.body).toMatchObject({
      code: 'TEMPLATE_INCOMPLETE',
      details: [{ message: 'tooManyCriteria' }, { message: 'tooManyDomains' }],
    });
  });

  it('[RISK-06] tell columns of two business domains apart that are called the same', async () => {
    const { id } = await post<{ id: string }>('template', { name: 'Alike', questionnaire: 'maturity' });
    for (const [name, kinds] of Object.entries({ Retail: ['Products'], Companies: ['Products', 'People'] })) {
      const business = await post<{ id: string }>('template/business', { templateId: id, name });
      for (const firstKind of kinds)
        for (const column of ['Loans', 'Cards'])
          await post('template/domain', { templateId: id, businessId: business.id, firstKind, name: column });
    }
    const { columns } = (await call(app, `/api/risk/template/preview?id=${id}`, { token })).body.data as {
      columns: { firstKind: string; secondKinds: { name: string }[] }[];
    };
    expect(columns.map(({ firstKind, secondKinds }) => [firstKind, ...secondKinds.map(({ name }) => name)])).toEqual([
      ['Retail / Products', 'Loans', 'Cards'],
      ['Companies / Products', 'Loans', 'Cards'],
      ['People', 'Loans', 'Cards'],
    ]);
  });

  it('[RISK-06] name a questionnaire there is, and keep it in copies and later versions', async () => {
    const wrong = await call(app, '/api/risk/template', { method: 'POST', token, body: { name: 'X', questionnaire: 'nothing' } });
    expect(wrong.body).toMatchObject({ code: 'PARAMETER_ERROR', details: [{ field: 'questionnaire' }] });
    const usual = await post<{ id: string }>('template', { name: 'Usual' });
    expect(usual).toMatchObject({ questionnaire: 'risk-exam' });
    const own = await post<{ id: string }>('template', { name: 'Own', questionnaire: 'maturity' });
    const form = new FormData();
    form.set('file', new Blob(['Dimension,Risk cause,Sub-cause\nSupply,Delay,Late parts\n']), 'Of a file.csv');
    const file = new Request('http://x', { method: 'POST', body: form });
    const imported = await app.http.inject({
      ...{ method: 'POST', url: '/api/risk/template/import?questionnaire=maturity', payload: Buffer.from(await file.arrayBuffer()) },
      headers: { authorization: `Bearer ${token}`, 'content-type': file.headers.get('content-type') ?? '' },
    });
    const made = await call(app, `/api/risk/template?id=${imported.json().data.id}`, { token });
    expect(made.body.data).toMatchObject({ questionnaire: 'maturity', criteria: 1 });
    expect(await post('template/copy', { id: own.id, name: 'Copy' })).toMatchObject({ questionnaire: 'maturity' });
  });
});

it('a draft takes rows of a file also where the usual questionnaire is for something else', async () => {
  const form = new FormData();
  form.set('file', new Blob(['Dimension,Risk cause,Sub-cause\nSupply,Delay,Late parts\n']), 'Of a file.csv');
  const file = new Request('http://x', { method: 'POST', body: form });
  const payload = Buffer.from(await file.arrayBuffer());
  const take = async (query: string) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': file.headers.get('content-type') ?? '' };
    const answered = await app.http.inject({ method: 'POST', url: `/api/risk/template/import${query}`, payload, headers });
    return answered.json() as { code: string; data: object };
  };
  const { id } = await post<{ id: string }>('template', { name: 'Draft', questionnaire: 'maturity' });
  const usual = join(folder, 'schemas/questionnaires/risk-exam.questionnaire.json');
  const shipped = JSON.parse(readFileSync('schemas/questionnaires/risk-exam.questionnaire.json', 'utf8')) as typeof maturity;
  const purpose = () => (app.documents.get('questionnaire', 'risk-exam') as typeof maturity).purpose;
  // Its papers would keep the purpose.
  const templates = app.db.selectFrom('risk_template').select('id').where('questionnaire', '=', 'risk-exam');
  await app.db.updateTable('risk_evaluation').set({ removed_at: new Date() }).where('template_id', 'in', templates).execute();
  writeFileSync(usual, JSON.stringify({ ...shipped, $schema: maturity.$schema, purpose: 'something-else' }));
  await expect.poll(purpose, { timeout: 30_000, interval: 100 }).toBe('something-else');
  expect(await take(`?templateId=${id}&mode=append`)).toMatchObject({ code: '000000', data: { saved: true, id } });
  expect(await take('')).toMatchObject({ code: 'PARAMETER_ERROR' });
  rmSync(usual);
  await expect.poll(purpose, { timeout: 30_000, interval: 100 }).toBe('risk-assessment');
});

it('[RISK-18] documents that sent papers need stay, with the choices that were answered', async () => {
  const file = join(folder, 'schemas/questionnaires/maturity.questionnaire.json');
  const refusal = () => app.documents.refused().find(({ path }) => path === 'questionnaires/maturity.questionnaire.json');
  const served = () => app.documents.get('questionnaire', 'maturity') as typeof maturity | undefined;
  const told = async (message: string) =>
    await expect
      .poll(refusal, { timeout: 30_000, interval: 100 })
      .toMatchObject({ served: 'last good version', errors: [{ code: 'DOCUMENT_IN_USE', message: expect.stringContaining(message) }] });

  writeFileSync(file, JSON.stringify({ ...maturity, choices: maturity.choices.filter(({ value }) => value !== 50) }));
  await told('need choice 50');
  expect(refusal()?.errors[0]).toMatchObject({ pointer: '/choices', hint: expect.stringMatching(/^put it back; for other meanings/) });
  expect(served()?.choices).toHaveLength(6);

  writeFileSync(file, JSON.stringify({ ...maturity, purpose: 'survey' }));
  await told('its purpose stays "risk-assessment"');
  expect(served()?.purpose).toBe('risk-assessment');

  rmSync(file);
  await told('papers that were sent ask for this document');
  expect(served()?.choices).toHaveLength(6);
  expect((await get(app, `paper?uuid=${uuid}`)).status).toBe(200);

  // Its three rows and two columns still have room: larger ones are shown to nobody.
  for (const [limits, message] of [
    [{ rows: 2 }, 'papers that were sent have 3 rows, more than 2'],
    [{ rows: 3, columns: 1 }, 'papers that were sent have 2 columns, more than 1'],
  ] as const) {
    writeFileSync(file, JSON.stringify({ ...maturity, limits }));
    await told(message);
  }
  writeFileSync(file, JSON.stringify({ ...maturity, limits: { rows: 3, columns: 2 } }));
  await expect.poll(served, { timeout: 30_000, interval: 100 }).toMatchObject({ limits: { rows: 3 } });

  // Neither does what was submitted become something else: where it would, and what to do, is said.
  const [first, last] = [maturity.choices[0], maturity.choices.at(-1)];
  const meanings: [object, string, string][] = [
    [{ choices: [...maturity.choices.slice(0, -1), { ...last, counted: true }] }, '"counted" of choice 99 stays false', '/choices/5'],
    [{ choices: [{ ...first, counted: false }, ...maturity.choices.slice(1)] }, '"counted" of choice -2 stays true', '/choices/0'],
    // Totals of low, medium and high, and the bands of averages, go by it.
    [{ choices: [{ ...first, tone: 'high' }, ...maturity.choices.slice(1)] }, '"tone" of choice -2 stays "low"', '/choices/0'],
    [{ unanswered: { ...maturity.unanswered, value: -101 } }, 'value of unanswered cells stays -100', '/unanswered/value'],
    [{ completeness: { require: 'rows' } }, '"completeness" stays "cells"', '/completeness'],
    [{ totals: { all: { by: 'all', how: 'max' } } }, 'total "all" stays {"by":"all","how":"sum"}', '/totals/all'],
    [{ totals: undefined }, 'total "all" stays', '/totals/all'],
  ];
  for (const [change, message, pointer] of meanings) {
    writeFileSync(file, JSON.stringify({ ...maturity, ...change }));
    await told(message);
    expect(refusal()?.errors[0]).toMatchObject({ pointer, hint: 'for other meanings make a new document, under another id' });
  }

  // What nobody has chosen may go, and words may change, and the tone of what no result counts.
  const reworded = maturity.choices.map((one) => ({ ...one, label: text('Other words'), tone: one === last ? 'medium' : one.tone }));
  writeFileSync(file, JSON.stringify({ ...maturity, title: text('Ripeness'), choices: [...reworded, choice(60, 'high')] }));
  await expect.poll(() => served()?.choices.length, { timeout: 30_000, interval: 100 }).toBe(7);
  expect(refusal()).toBeUndefined();
  writeFileSync(file, JSON.stringify(maturity));
  await expect.poll(() => served()?.choices.length, { timeout: 30_000, interval: 100 }).toBe(6);

  // Nobody opens or deletes the papers of an evaluation that was removed.
  await app.db.updateTable('risk_evaluation').set({ removed_at: new Date() }).execute();
  rmSync(file);
  await expect.poll(served, { timeout: 30_000, interval: 100 }).toBeUndefined();
  expect(refusal()).toBeUndefined();

  // Nobody could answer what is sent now.
  const template = app.db.selectFrom('risk_template').select('series_id').where('questionnaire', '=', 'maturity');
  const { series_id: series } = await template.where('published_at', 'is not', null).limit(1).executeTakeFirstOrThrow();
  const project = await post<{ id: string }>('evaluate', { name: 'Too late', templateId: String(series), endTime: today(5) });
  for (const [path, person] of [
    ['item', { sendType: 1, outUserName: 'Ann' }],
    ['items', { outsiders: [{ outUserName: 'Ann' }] }],
  ] as const) {
    const body = { projectId: project.id, ...person };
    const refused = await call(app, `/api/risk/evaluate/${path}`, { method: 'POST', token, body });
    // No field of the window that sends is wrong.
    expect([refused.status, refused.body.code]).toEqual([409, 'QUESTIONNAIRE_GONE']);
  }
  // Every change of the document above is looked at anew with all others.
}, 180_000);

it('asks nothing of a database that has not the tables of this version yet', async () => {
  const guard = documentsInUse(app.db);
  const rename = async (from: string, to: string) =>
    await sql`alter table risk_template rename column ${sql.ref(from)} to ${sql.ref(to)}`.execute(app.db);
  await rename('questionnaire', 'other');
  expect(await guard('questionnaires/risk-exam.questionnaire.json', undefined, undefined)).toEqual([]);
  await rename('other', 'questionnaire');
});
