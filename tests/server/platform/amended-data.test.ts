import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Job } from '../../../server/jobs.ts';
import { dictionaryJobs } from '../../../server/modules/dictionaries/given.ts';
import { menuJobs } from '../../../server/modules/menus/given.ts';
import { registerJobs } from '../../../server/modules/registers/jobs.ts';
import { startApp, type TestApp } from '../../support/app.ts';
import { readSheets } from '../../support/workbook.ts';
import { call, tokenOf } from '../modules/client.ts';

let folder: string;
let app: TestApp;
let token: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'targus-field-names-'));
  mkdirSync(join(folder, 'schemas'));
  app = await startApp({ env: { SCHEMAS_DIR: join(folder, 'schemas'), DATA_DIR: join(folder, 'data') } });
  token = await tokenOf(app, 'admin');
});
afterAll(async () => {
  await app.close();
  rmSync(folder, { recursive: true, force: true });
});

interface Kept {
  id: string;
  version: number;
  state: string;
  values: Record<string, unknown>;
  moves: string[];
}
const file = (of: string) => join(folder, `schemas/amendments/${of}.amendment.json`);
function amend(of: string, ...changes: object[]): void {
  mkdirSync(dirname(file(of)), { recursive: true });
  writeFileSync(file(of), JSON.stringify({ $schema: '../../../schemas/meta/amendment.schema.json', version: 1, changes }));
}
const names = () => app.documents.get('register', 'finding')?.fields.map(({ name }) => name) ?? [];
const served = (name: string) => expect.poll(names, { timeout: 60_000, interval: 200 }).toContain(name);
/** One of the jobs of a module, by name. */
function requireJob(jobs: readonly Job[], name: string): Job {
  const job = jobs.find((one) => one.name === name);
  if (!job) throw new Error(`There is no job "${name}"`);
  return job;
}
const registerJob = (name: string) => requireJob(registerJobs(app.db, app.documents, 'UTC'), name);
const post = (what: string, body: object) =>
  call(app, `/api/register/${what}`, {
    method: 'POST',
    token,
    body: { register: 'finding', ...body },
    headers: { 'accept-language': 'en' },
  });
const dataOf = async <Data>(what: string, body: object) => {
  const answer = await post(what, body);
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
  return answer.body.data as Data;
};
const found = async (filter: object) => {
  const page = await dataOf<{ content: Kept[] }>('page', { size: 100, sort: 'code', order: 'asc', ...filter });
  return page.content.map(({ id }) => id);
};

it('a field of a shipped register that is called otherwise has its values, history, filters, counts and exports by either name, and its values again once the amendment is gone', async () => {
  const { id: department } = await app.db.selectFrom('department').select('id').limit(1).executeTakeFirstOrThrow();
  const { id: owner } = await app.db.selectFrom('app_user').select('id').where('username', '=', 'auditor').executeTakeFirstOrThrow();
  const values = { title: 'Called otherwise', severity: '2', department: String(department), owner: String(owner), due: '2099-01-31' };
  let finding = await dataOf<Kept>('save', { values });
  finding = await dataOf<Kept>('save', { id: finding.id, version: finding.version, values: { ...values, severity: '3' } });
  const severe = await found({ severity: '3' });
  const counted = await dataOf<{ content: object[] }>('counts', { by: ['severity', 'state'], spread: true });
  expect(severe).toContain(finding.id);

  const naming = registerJob('fields of another name');
  // Two changes: moves, warnings, views and other documents that say the former name are left as they are.
  amend(
    'registers/finding',
    { op: 'add', path: '/fields/name=severity/aliases', value: ['severity'] },
    { op: 'replace', path: '/fields/name=severity/name', value: 'gravity' },
  );
  await served('gravity');
  expect(app.documents.refused()).toEqual([]);
  expect(app.documents.problems()).toEqual([]);
  expect(JSON.stringify(app.documents.get('register', 'finding')?.warnings)).toContain('values.gravity');
  expect(app.documents.get('table', 'registers/finding')).toMatchObject({ aliases: { 'values.severity': 'values.gravity' } });
  await naming.run();

  expect(await found({ severity: '3' })).toEqual(severe);
  expect(await found({ gravity: '3' })).toEqual(severe);
  expect(await found({ gravity: '3', sort: 'severity' })).toHaveLength(severe.length);
  expect(await dataOf('counts', { by: ['severity', 'state'], spread: true })).toEqual(counted);
  const [row] = (await dataOf<{ content: Kept[] }>('page', { keyword: 'Called otherwise' })).content;
  expect(row).toMatchObject({ version: finding.version, values: { severity: '3', gravity: '3' } });
  const history = async () =>
    (await call(app, `/api/register/history?register=finding&id=${finding.id}`, { token, headers: { 'accept-language': 'en' } })).body
      .data as { content: { details: string[] }[] };
  expect((await history()).content[0]?.details).toEqual(['Severity: Medium → High']);
  const exported = await app.http.inject({
    ...{ method: 'POST', url: '/api/register/export', payload: { register: 'finding', severity: '3' } },
    headers: { authorization: `Bearer ${token}`, 'accept-language': 'en' },
  });
  const [rows = []] = Object.values(await readSheets(exported.rawPayload));
  expect(rows).toHaveLength(severe.length + 1);
  expect(rows.flat()).toContain('High');

  // What was written by the former name since, by an import that had begun, is read at once, and moved later.
  await sql`update register_row set data = data - 'gravity' || '{"severity": "3"}' where id = ${Number(finding.id)}`.execute(app.db);
  const late = await call(app, `/api/register/get?register=finding&id=${finding.id}`, { token });
  expect(late.body.data).toMatchObject({ values: { severity: '3', gravity: '3' } });
  await registerJob('fields of another name, again').run();
  expect(await found({ gravity: '3' })).toEqual(severe);
  // Whoever saves a record is not waited for where there is nothing to move.
  await app.db.transaction().execute(async (db) => {
    await db.selectFrom('register_number').select('last').where('register', '=', 'finding').forUpdate().execute();
    await registerJob('fields of another name, again').run();
  });

  // A window that was open meanwhile, and a script, save by the former name.
  finding = await dataOf<Kept>('save', { id: finding.id, version: finding.version, values: { ...values, severity: '1' } });
  expect(finding.values).toMatchObject({ severity: '1', gravity: '1' });
  const many = await dataOf<{ count: number }>('set-many', {
    field: 'severity',
    value: '2',
    records: [{ id: finding.id, version: finding.version }],
  });
  expect(many.count).toBe(1);

  rmSync(file('registers/finding'));
  await served('severity');
  await naming.run();
  const [again] = (await dataOf<{ content: Kept[] }>('page', { keyword: 'Called otherwise' })).content;
  expect(again?.values.severity).toBe('2');
  expect(again?.values).not.toHaveProperty('gravity');
  expect((await history()).content.map(({ details }) => details)).toEqual([
    ['Severity: Low → Medium'],
    ['Severity: High → Low'],
    ['Severity: Medium → High'],
    [],
  ]);
  const kept = await app.db.selectFrom('register_row').select('data').where('register', '=', 'finding').execute();
  expect(kept.filter(({ data }) => 'gravity' in data)).toEqual([]);
});

const words = (en: string) => ({ en, 'zh-Hans': en, 'zh-Hant': en });
const wording = (en: string) => ['zh-Hans', 'zh-Hant', 'en'].map((l) => expect.objectContaining({ l, t: en }));

it('[DICT-01] entries of a dictionary follow an amendment, but for what an administrator changed; what is taken out is out of use, and nothing is deleted', async () => {
  const job = requireJob(dictionaryJobs(app.db, app.documents), 'dictionaries of documents');
  const entries = async () => {
    const rows = await app.db.selectFrom('dictionary_entry').selectAll().where('type', '=', 'news-level').orderBy('value').execute();
    return Object.fromEntries(rows.map(({ value, label, status, tone }) => [value, { label, status, tone }]));
  };
  // One an administrator made before a document had it stays theirs.
  const theirs = { type: 'news-level', value: '8', label: '"Eight"', status: '0', sort: 50, updated_by: 'admin(1)' };
  await app.db.insertInto('dictionary_entry').values(theirs).execute();
  const before = await entries();
  // An administrator words one of them otherwise.
  const own = app.db.updateTable('dictionary_entry').set({ label: '"Ours"', updated_by: 'admin(1)' });
  await own.where('type', '=', 'news-level').where('value', '=', '2').execute();
  amend(
    'dictionaries/news-level',
    { op: 'replace', path: '/entries/value=1/label', value: words('Quiet') },
    { op: 'replace', path: '/entries/value=2/label', value: words('Theirs') },
    { op: 'add', path: '/entries/value=2/tone', value: 'danger' },
    { op: 'add', path: '/entries/value=3/status', value: '1' },
    { op: 'add', path: '/entries/-', value: { value: '9', label: words('Nine'), tone: 'info' } },
    { op: 'add', path: '/entries/-', value: { value: '8', label: words('Their eight'), tone: 'info' } },
  );
  const shipped = Object.keys(before).length - 1;
  const count = () => (app.documents.get('dictionary', 'news-level')?.entries as unknown[] | undefined)?.length;
  await expect.poll(count, { timeout: 60_000, interval: 200 }).toBe(shipped + 2);
  expect(app.documents.refused()).toEqual([]);
  await job.run();
  expect(await entries()).toMatchObject({
    1: { label: wording('Quiet'), status: '0' },
    2: { label: 'Ours', tone: 'danger' },
    3: { label: before[3]?.label, status: '1' },
    8: before[8],
    9: { label: wording('Nine'), status: '0', tone: 'info' },
  });

  // Taken away, the shipped document counts again; the entry it has not is chosen no more, and named where it was.
  rmSync(file('dictionaries/news-level'));
  await expect.poll(count, { timeout: 60_000, interval: 200 }).toBe(shipped);
  await job.run();
  expect(await entries()).toEqual({
    ...before,
    2: { ...before[2], label: 'Ours' },
    9: { label: wording('Nine'), status: '1', tone: 'info' },
  });
});

it('[MENU-01] a menu row that an amendment renames, hides or moves is taken over where the documents changed it, and keeps what an administrator changed', async () => {
  const job = requireJob(menuJobs(app.db, app.documents), 'menus of documents');
  await job.run();
  const differences = async () => (await call(app, '/api/system/menu/differences', { token })).body.data as Record<string, unknown>[];
  expect(await differences()).toEqual([]);
  await app.db.updateTable('menu').set({ name_en: 'Colleagues', sort: 7 }).where('menu_id', '=', 'system-user').execute();
  expect(await differences()).toEqual([]);
  amend(
    'menus/targus',
    { op: 'replace', path: '/items/menuId=system-user/nameEn', value: 'People' },
    { op: 'add', path: '/items/menuId=system-role/visible', value: '1' },
    { op: 'replace', path: '/items/menuId=system-dict/parentId', value: 'audit' },
  );
  const isThere = () => app.documents.get('menu', 'targus')?.items.some(({ nameEn }) => nameEn === 'People');
  await expect.poll(isThere, { timeout: 60_000, interval: 200 }).toBe(true);
  expect(app.documents.refused()).toEqual([]);
  await job.run();
  const found = Object.fromEntries((await differences()).map((one) => [one.menuId, one]));
  expect(found).toMatchObject({
    'system-user': { difference: 'changed', placed: { label: expect.arrayContaining([expect.objectContaining({ t: 'People' })]) } },
    'system-role': { placed: { visible: '1' }, current: { visible: '0' } },
    'system-dict': { placed: { above: expect.anything() } },
  });
  expect(Object.keys(found)).toHaveLength(3);
  const body = { menuIds: Object.keys(found) };
  expect((await call(app, '/api/system/menu/differences', { method: 'POST', token, body })).body.data).toEqual({ added: 0, changed: 3 });
  const rows = await app.db.selectFrom('menu').selectAll().where('menu_id', 'in', body.menuIds).execute();
  expect(Object.fromEntries(rows.map((row) => [row.menu_id, row]))).toMatchObject({
    'system-user': { name_en: 'People', sort: 7 },
    'system-role': { visible: '1' },
    'system-dict': { parent_id: 'audit' },
  });
  expect(await differences()).toEqual([]);
});

it('a record that a move makes is worded in the language of whoever makes the move', async () => {
  const title = { en: 'Case: {{ values.title }}', 'zh-Hans': '案件：{{ values.title }}', 'zh-Hant': '案件：{{ values.title }}' };
  amend('registers/clue', { op: 'replace', path: '/moves/name=file/makes/with/title', value: title });
  const isWorded = () => JSON.stringify(app.documents.get('register', 'clue')?.moves).includes('Case: ');
  await expect.poll(isWorded, { timeout: 60_000, interval: 200 }).toBe(true);
  const user = await app.db.selectFrom('app_user').select('id').where('username', '=', 'auditor').executeTakeFirstOrThrow();
  const role = await app.db.selectFrom('role').select('id').where('role_code', '=', 'Administrator').executeTakeFirstOrThrow();
  await app.db.insertInto('user_role').values({ user_id: user.id, role_id: role.id }).execute();
  const second = await tokenOf(app, 'auditor');
  const filed = async (language: string) => {
    const send = (what: string, body: object, as = token) =>
      call(app, `/api/register/${what}`, { method: 'POST', token: as, body, headers: { 'accept-language': language } });
    const values = { title: 'A letter', received: '2026-01-05', owner: String(user.id), content: 'It says so' };
    const clue = (await send('save', { register: 'clue', values })).body.data as Kept;
    const move = { register: 'clue', id: clue.id };
    const checked = (await send('move', { ...move, version: clue.version, move: 'check' })).body.data as Kept;
    await send('move', { ...move, version: checked.version, move: 'file', values: { result: 'It is so' } }, second);
    const [made] = ((await send('page', { register: 'case', clue: clue.id })).body.data as { content: Kept[] }).content;
    return made?.values.title;
  };
  expect([await filed('en'), await filed('zh-Hans')]).toEqual(['Case: A letter', '案件：A letter']);
});
