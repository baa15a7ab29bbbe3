import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { onceJobs } from '../../../server/modules/once.ts';
import type {} from '../../../server/modules/risk/tables.ts';
import { startApp, type TestApp } from '../../support/app.ts';
import { call, tokenOf } from '../modules/client.ts';

let app: TestApp;
let token: string;
let templateId: string;
beforeAll(async () => {
  app = await startApp();
  token = await tokenOf(app, 'riskmanager');
  const { id } = await app.db
    .selectFrom('risk_template')
    .select('series_id as id')
    .where('published_at', 'is not', null)
    .executeTakeFirstOrThrow();
  templateId = String(id);
});
afterAll(() => app.close());

const post = (path: string, body: unknown, by = token) => call(app, path, { method: 'POST', token: by, body });
const idOf = (answer: { body: { data?: unknown } }) => (answer.body.data as { id: string }).id;
const evaluation = (name: string, more: object) => ({ name, templateId, endTime: '2099-12-31', ...more });
const audited = async (id: string, action: string) =>
  (await app.db.selectFrom('audit_log').select('id').where('target_id', '=', id).where('action', '=', action).execute()).length;

describe.each([
  ['[API-64] an evaluation', '/api/risk/evaluate', evaluation, 'risk_evaluation_create'],
  ['[RISK-05] a template', '/api/risk/template', (name: string, more: object) => ({ name, ...more }), 'risk_template_create'],
  [
    '[RISK-05] a copy',
    '/api/risk/template/copy',
    (name: string, more: object) => ({ id: templateId, name, ...more }),
    'risk_template_create',
  ],
])('%s', (what, path, body, action) => {
  it('is made once for a key, however often and however fast the request comes again', async () => {
    const wanted = body(`Once ${what}`, { key: 'key-of-this-request' });
    const answers = await Promise.all(Array.from({ length: 6 }, () => post(path, wanted)));
    expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(200));
    const [id, ...others] = answers.map(idOf);
    expect(new Set(others)).toEqual(new Set([id]));
    expect(idOf(await post(path, wanted))).toBe(id);
    expect(await audited(id ?? '', action)).toBe(1);
  });

  it('is another one with another key, without a key, with other content and for somebody else', async () => {
    const name = `Several ${what}`;
    const admin = await tokenOf(app, 'admin');
    const answers = [
      await post(path, body(name, { key: 'first-of-the-keys' })),
      await post(path, body(name, { key: 'second-of-the-keys' })),
      await post(path, body(name, {})),
      await post(path, body(name, {})),
      await post(path, body(`${name} again`, { key: 'first-of-the-keys' })),
      await post(path, body(name, { key: 'first-of-the-keys' }), admin),
    ];
    expect(new Set(answers.map(idOf)).size).toBe(answers.length);
  });
});

it('[API-64] a request that was refused may come again with its key', async () => {
  const wrong = evaluation('Refused', { key: 'key-of-a-refused-one', templateId: '999999999' });
  expect((await post('/api/risk/evaluate', wrong)).body.code).toBe('PARAMETER_ERROR');
  expect((await post('/api/risk/evaluate', wrong)).body.code).toBe('PARAMETER_ERROR');
  expect((await post('/api/risk/evaluate', { ...wrong, templateId })).status).toBe(200);
});

it('[RISK-05] a copy that was made is given again though its source is gone', async () => {
  const source = idOf(await post('/api/risk/template', { name: 'Gone soon' }));
  const wanted = { id: source, name: 'Copy of what is gone', key: 'key-of-this-copy' };
  const id = idOf(await post('/api/risk/template/copy', wanted));
  expect((await call(app, `/api/risk/template?id=${source}`, { method: 'DELETE', token })).status).toBe(200);
  expect(idOf(await post('/api/risk/template/copy', wanted))).toBe(id);
});

it('[API-72] what was deleted meanwhile is not made again', async () => {
  const wanted = evaluation('Deleted', { key: 'key-of-a-deleted-one' });
  const id = idOf(await post('/api/risk/evaluate', wanted));
  expect((await call(app, `/api/risk/evaluate?id=${id}`, { method: 'DELETE', token })).status).toBe(200);
  expect((await post('/api/risk/evaluate', wanted)).body.code).toBe('NOT_FOUND');
});

it('[API-64] keys are forgotten after a day, not before', async () => {
  const wanted = (name: string) => evaluation(name, { key: 'key-of-yesterday' });
  const [old, young] = [idOf(await post('/api/risk/evaluate', wanted('Old'))), idOf(await post('/api/risk/evaluate', wanted('Young')))];
  const age = (id: string, hours: number) =>
    sql`update made_once set made_at = now() - make_interval(hours => ${hours}) where made = ${id}`.execute(app.db);
  await age(old, 25);
  await age(young, 23);
  for (const job of onceJobs(app.db)) await job.run();
  expect(idOf(await post('/api/risk/evaluate', wanted('Old')))).not.toBe(old);
  expect(idOf(await post('/api/risk/evaluate', wanted('Young')))).toBe(young);
});

it('[RISK-06] a file imported again with its key is one template, another file or another key another one', async () => {
  const take = async (line: string, key: string, name = 'Suppliers.csv'): Promise<{ saved: boolean; id: string; criteria: number }> => {
    const form = new FormData();
    form.set('file', new Blob([`Dimension,Risk cause,Sub-cause\nSupply,Delay,${line}`]), name);
    const request = new Request('http://x', { method: 'POST', body: form });
    const answer = await app.http.inject({
      ...{ method: 'POST', url: `/api/risk/template/import?key=${key}`, payload: Buffer.from(await request.arrayBuffer()) },
      headers: { authorization: `Bearer ${token}`, 'content-type': request.headers.get('content-type') ?? '', 'accept-language': 'en' },
    });
    return answer.json().data;
  };
  const answers = await Promise.all(['Late', 'Late', 'Late'].map((line) => take(line, 'key-of-this-visit')));
  const [first] = answers;
  expect(answers).toEqual(Array(3).fill({ ...first, saved: true, criteria: 1 }));
  expect(await audited(first?.id ?? '', 'risk_template_import')).toBe(1);
  const others = [
    await take('Lost', 'key-of-this-visit'),
    await take('Late', 'key-of-the-next-visit'),
    await take('Late', 'key-of-this-visit', 'Carriers.csv'),
  ];
  expect(new Set([first, ...others].map((answer) => answer?.id)).size).toBe(4);
});
