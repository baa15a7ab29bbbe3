import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readProject } from '../../../generator/check/project.ts';
import { runChecks } from '../../../generator/check/run.ts';
import { dictionaryJobs } from '../../../server/modules/dictionaries/given.ts';
import { startApp, type TestApp } from '../../support/app.ts';
import { projectRoot } from '../../support/project.ts';
import { call } from '../modules/client.ts';
import { type Somebody, signedInAs, somebody } from '../modules/somebody.ts';

let folder: string;
let app: TestApp;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'targus-first-module-'));
  // What the server would check is checked below, with the warnings.
  app = await startApp({ env: { SCHEMAS_DIR: folder, SCHEMAS_CHECK: 'off' } });
});
afterAll(async () => {
  await app.close();
  rmSync(folder, { recursive: true, force: true });
});

/** The documents of docs/first-module.md, as a reader would copy them. */
function documentsOfTheGuide(): [path: string, source: string][] {
  const guide = readFileSync(join(projectRoot, 'docs/first-module.md'), 'utf8');
  return [...guide.matchAll(/^`schemas\.local\/(\S+)`\s+```json\n([\s\S]*?)```/gm)].map(([, path = '', source = '']) => [path, source]);
}

interface Kept {
  id: string;
  version: number;
  state: string;
  values: Record<string, unknown>;
  warnings: string[];
  made?: { register: string; id: string; code: string };
}
const post = async (who: Somebody, what: string, body: object) => {
  const { status, body: answer } = await call(app, `/api/register/${what}`, {
    ...{ method: 'POST' as const, token: who.token, body, headers: { 'accept-language': 'en' } },
  });
  return { status, told: JSON.stringify(answer), kept: answer.data as Kept };
};
const get = async (who: Somebody, register: string, id: string) =>
  (await call(app, `/api/register/get?register=${register}&id=${id}`, { token: who.token, headers: { 'accept-language': 'en' } })).body
    .data as Kept;

it('the module of the guide is documents alone: nothing to find fault with, its menu taken over, its records assessed, approved and handed on', async () => {
  const [job] = dictionaryJobs(app.db, app.documents);
  const documents = documentsOfTheGuide();
  expect(documents).toHaveLength(10);
  for (const [path, source] of documents) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), source);
  }
  expect(runChecks(readProject(projectRoot, [folder])).map(({ file, line, message }) => `${file}:${line} ${message}`)).toEqual([]);
  await expect.poll(() => app.documents.get('page', 'vendor/report'), { timeout: 60_000, interval: 200 }).toBeDefined();
  expect(app.documents.problems()).toEqual([]);

  await job?.run();
  const admin = await signedInAs(app, 'admin');
  const differences = (await admin.get('/api/system/menu/differences')).body.data as { menuId: string; difference: string }[];
  const rows = differences.filter(({ menuId }) => menuId === 'vendor' || menuId.startsWith('vendor-'));
  const adopted = await admin.post('/api/system/menu/differences', { menuIds: rows.map(({ menuId }) => menuId) });
  expect(adopted.body.data).toEqual({ added: 13, changed: 0 });

  const departments = await app.db.selectFrom('department').select(['id', 'code']).where('parent_id', 'is not', null).limit(2).execute();
  const [department, other] = departments.map(({ id, code }) => ({ id: String(id), code }));
  const seesAll = ['vendor:register:list', 'vendor:diligence:list'];
  const keeper = await somebody(app, 'vendorkeeper', [...seesAll, 'vendor:register:add', 'vendor:register:edit', 'vendor:diligence:edit']);
  const approving = ['vendor:register:approve', 'vendor:diligence:confirm', 'control:finding:list'];
  const approver = await somebody(app, 'vendorapprover', [...seesAll, ...approving]);
  const contact = (name: string, at = '') => somebody(app, name, ['vendor:register:department'], { department: at });
  const [near, far] = [await contact('vendornear', department?.code), await contact('vendorfar', other?.code)];

  const values = { name: 'Cloud', department: department?.id, owner: String(keeper.id), criticality: '3', starts: '2026-01-01' };
  const { kept: vendor, told } = await post(keeper, 'save', { register: 'vendor', values: { ...values, ends: '2099-12-31' } });
  expect(told).toContain('VE-0001');
  expect([vendor.state, vendor.values.score, vendor.values.rating]).toEqual(['proposed', undefined, undefined]);
  const approve = { register: 'vendor', id: vendor.id, version: vendor.version, move: 'approve' };
  expect((await post(approver, 'move', approve)).told).toContain('A critical vendor needs a due diligence that is done');

  const scores = { security: 1, finance: 2, continuity: 2 };
  const assessed = { ...scores, vendor: vendor.id, day: '2026-11-20', assessor: String(keeper.id) };
  const { kept: draft } = await post(keeper, 'save', { register: 'due-diligence', values: assessed });
  expect(draft.values).toMatchObject({ title: 'Cloud 2026-11-20', score: 1.67, rating: '3' });
  const submit = { register: 'due-diligence', id: draft.id, version: draft.version, move: 'submit' };
  expect((await post(keeper, 'move', submit)).status).toBe(400);
  const { kept: inReview } = await post(keeper, 'move', { ...submit, values: { remark: 'No backups' } });
  const confirm = { ...submit, version: inReview.version, move: 'confirm' };
  expect((await post(keeper, 'move', confirm)).status).toBe(409);
  const { kept: done } = await post(approver, 'move', confirm);
  expect([done.state, done.made?.register]).toEqual(['done', 'finding']);
  const finding = await get(approver, 'finding', done.made?.id ?? '');
  expect(finding.values).toMatchObject({ diligence: draft.id, severity: '3', department: department?.id, description: 'No backups' });

  const { kept: active } = await post(approver, 'move', approve);
  expect([active.state, active.values.score, active.values.rating]).toEqual(['active', 1.7, '3']);
  expect(active.warnings).toEqual(['Critical vendor with a high risk']);
  const seen = async (who: Somebody) =>
    ((await post(who, 'page', { register: 'vendor' })).kept as unknown as { content: { id: string }[] }).content.map(({ id }) => id);
  expect([await seen(near), await seen(far)]).toEqual([[vendor.id], []]);

  // Every figure of the overview is one the server gives, to contacts of departments those they are asked for.
  const { data = {} } = app.documents.get('page', 'vendor/overview') ?? {};
  const isForAll = Object.values(data).map(({ when }) => when === undefined);
  expect(isForAll).toEqual([true, true, true, true, false, false]);
  for (const [index, { body, when }] of Object.values(data).entries()) {
    expect(await post(approver, 'counts', body as object)).toMatchObject({ status: 200 });
    expect(await post(near, 'counts', body as object)).toMatchObject({ status: isForAll[index] ? 200 : 403 });
    if (!isForAll[index]) expect(when).toContain("can('vendor:diligence:list')");
  }
});
