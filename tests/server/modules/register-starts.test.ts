import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApp, type TestApp } from '../../support/app.ts';
import { call, tokenOf } from './client.ts';
import { somebody } from './somebody.ts';

let app: TestApp;
const tokens = new Map<string, string>();
beforeAll(async () => {
  app = await startApp();
  for (const name of ['admin', 'auditor', 'contact']) tokens.set(name, await tokenOf(app, name));
});
afterAll(async () => await app.close());

const get = async (path: string, as: string) =>
  await call(app, `/api/register/${path}`, { token: tokens.get(as), headers: { 'accept-language': 'en' } });
const first = async (register: string) => {
  const answer = await call(app, '/api/register/page', {
    ...{ method: 'POST', token: tokens.get('admin'), body: { register, size: 1, order: 'asc' } },
  });
  return (answer.body.data as { content: { id: string; values: Record<string, string> }[] }).content[0] ?? { id: '', values: {} };
};
const idOf = async (username: string) =>
  String((await app.db.selectFrom('app_user').select('id').where('username', '=', username).executeTakeFirstOrThrow()).id);

it('a new record begins with the one it is added from, and with what that leads to', async () => {
  const paper = await first('working-paper');
  const engagement = (await get(`get?register=engagement&id=${paper.values.engagement}`, 'admin')).body.data as typeof paper;
  const started = (await get(`start?register=audit-finding&by=paper&of=${paper.id}`, 'auditor')).body.data;
  const values = { paper: paper.id, engagement: paper.values.engagement, department: engagement.values.department };
  expect(values.department).toBeDefined();
  expect(started).toMatchObject({
    values,
    names: { paper: expect.any(String), engagement: expect.any(String), department: expect.any(Array) },
  });
  // Once the engagement is closed, saving would refuse it: neither it is there to begin with, nor what it leads to.
  const stateOf = async (to: string) =>
    await app.db.updateTable('register_row').set({ state: to }).where('id', '=', Number(paper.values.engagement)).execute();
  const { state } = await app.db
    .selectFrom('register_row')
    .select('state')
    .where('id', '=', Number(paper.values.engagement))
    .executeTakeFirstOrThrow();
  await stateOf('closed');
  const late = (await get(`start?register=audit-finding&by=paper&of=${paper.id}`, 'auditor')).body.data as { values: object };
  await stateOf(state);
  expect(late.values).toEqual({ paper: paper.id });
  // Without a record it is added from: the owner is who adds.
  const task = (await get('start?register=task', 'auditor')).body.data;
  expect(task).toMatchObject({ values: { owner: await idOf('auditor') }, names: { owner: [{ t: '陈静' }, { t: 'Chen Jing' }] } });
});

it('a record says where others that point at it are added, and by whom: not without the right, and not from what is not seen', async () => {
  const { id } = await first('engagement');
  const addsOf = async (as: string) => ((await get(`related?register=engagement&id=${id}`, as)).body.data as { adds: object[] }).adds;
  const adds = await addsOf('auditor');
  expect(adds).toContainEqual({ register: 'audit-finding', by: 'engagement', name: 'audit finding' });
  expect(adds).toContainEqual({ register: 'working-paper', by: 'engagement', name: 'working paper' });
  expect((await get('start?register=audit-finding&by=engagement&of=99999999', 'auditor')).body.code).toBe('NOT_FOUND');
  expect((await get(`start?register=audit-finding&by=department&of=${id}`, 'auditor')).body.code).toBe('NOT_FOUND');
  const reading = await somebody(app, 'reading', ['audit:project:list', 'audit:finding:list', 'audit:paper:list', 'audit:report:list']);
  expect((await reading.get(`/api/register/related?register=engagement&id=${id}`)).body.data).toMatchObject({ adds: [] });
  // Who may not add there begins nothing, and who sees no such record begins nothing from it.
  expect((await get(`start?register=audit-finding&by=engagement&of=${id}`, 'contact')).body.code).toBe('FORBIDDEN');
  const findings = await app.db
    .selectFrom('register_row')
    .select('id')
    .where('register', '=', 'audit-finding')
    .where('state', '=', 'draft')
    .execute();
  const [hidden] = findings;
  expect((await get(`start?register=finding&by=audit&of=${hidden?.id}`, 'contact')).body.code).toBe('NOT_FOUND');
});

it('who sees nothing of a register is told what its records are called, and nothing begins with what stands in them', async () => {
  const { id, values } = await first('audit-finding');
  expect(values.recommendation ?? values.cause).toBeDefined();
  const add = ['resources:problem:list', 'resources:problem:add'];
  const start = `/api/register/start?register=problem&by=finding&of=${id}`;
  const blind = await somebody(app, 'blind', add);
  expect((await blind.get(start)).body.data).toMatchObject({ values: { finding: id }, names: { finding: expect.any(String) } });
  expect(Object.keys(((await blind.get(start)).body.data as { values: object }).values)).toEqual(['finding']);
  const seeing = await somebody(app, 'seeing', [...add, 'audit:finding:list']);
  expect(Object.keys(((await seeing.get(start)).body.data as { values: object }).values)).toContain('severity');
});
