import { afterAll, beforeAll, expect, it } from 'vitest';
import { sendNotice } from '../../../server/modules/messages/notices.ts';
import { startApp, type TestApp } from '../../support/app.ts';
import { call, tokenOf } from './client.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(async () => await app.close());

interface Item {
  id: string;
  kind: string;
  title: string;
  detail: string;
  url: string | null;
  module: string | null;
  moduleName: string | null;
  dueDate: string | null;
  from: string | null;
}
interface Waiting {
  items: Item[];
  total: number;
  counts: { kind: string; total: number }[];
  modules: { value: string; label: string }[];
}
const waiting = async (token: string, language = 'en') =>
  (await call(app, '/api/todo/waiting', { token, headers: { 'accept-language': language } })).body.data as Waiting;
const of = ({ items }: Waiting, kind: string) => items.filter((item) => item.kind === kind);
const idOf = async (username: string) =>
  (await app.db.selectFrom('app_user').select('id').where('username', '=', username).executeTakeFirstOrThrow()).id;

it('[API-28] gathers what waits for somebody from all modules, due first, worded for the reader, each with its place', async () => {
  const token = await tokenOf(app, 'riskmanager');
  const me = String(await idOf('riskmanager'));
  const before = await waiting(token);
  const dues = before.items.flatMap(({ dueDate }) => (dueDate === null ? [] : [dueDate]));
  expect(dues).toEqual([...dues].sort());
  expect(before.total).toBe(before.counts.reduce((sum, { total }) => sum + total, 0));

  const records = of(before, 'record');
  expect(records.length).toBeGreaterThan(0);
  // Who passed it on is called in the language of the reader.
  for (const { from } of records) expect(from).toMatch(/^[A-Z][A-Za-z ]+$/);
  const record = records.find(({ id }) => id.startsWith('record-finding-'));
  expect(record).toMatchObject({ module: 'control', moduleName: 'Remediation tracking', from: 'Chen Jing' });
  expect(record?.url).toMatch(/^\/control\/[a-z]+\?record=\d+$/);
  expect(before.modules).toContainEqual({ value: 'risk', label: 'Risk operations' });

  const parameters = { project: '项目', batch: 'B1', dealer: '经销商' };
  await sendNotice(app.db, { template: 'flow/executor-reminder', userIds: [me], parameters, link: '/flow/process' } as never);
  const workspace = await app.db
    .insertInto('workspace')
    .values({ name: '协作' })
    .returning(['id', 'biz_id as bizId'])
    .executeTakeFirstOrThrow();
  // What a work plan gives to somebody waits for them until it is done.
  const planned = { workspace_id: workspace.id, owner_id: Number(me), title: '核对', starts_on: '2026-03-02', ends_on: '2026-03-06' };
  await app.db
    .insertInto('workspace_task')
    .values([
      { ...planned, state: '1', progress: 40 },
      { ...planned, state: '2', progress: 100 },
    ] as never)
    .execute();
  const member = { workspace_id: workspace.id, user_id: Number(me), role_type: '1', status: '2' } as const;
  await app.db
    .insertInto('workspace_member')
    .values(member as never)
    .execute();
  const after = await waiting(token, 'zh-Hans');
  expect(of(after, 'plan')).toMatchObject([
    { title: '核对', detail: '协作 · 进行中', url: `/workbench/${workspace.bizId}/plan`, dueDate: '2026-03-06' },
  ]);
  expect(of(after, 'invitation')).toMatchObject([{ title: '协作', url: '/workbench/list' }]);
  expect(of(after, 'message').filter(({ url }) => url === '/flow/process')).toHaveLength(1);
  expect(after.modules).toContainEqual({ value: 'control', label: '整改跟踪' });
});

it('[DATA-09] [DATA-12] waits for the decisions of who may decide, and for nobody else', async () => {
  const admin = await tokenOf(app, 'admin');
  const post = async (path: string, body: object) => (await call(app, `/api/${path}`, { method: 'POST', token: admin, body })).body.data;
  const grants = (await post('data/grant/page', { side: 'decide', status: 'pending', pageSize: 200 })) as {
    content: { canDecide: boolean }[];
  };
  const open = grants.content.filter(({ canDecide }) => canDecide).length;
  const table = await app.db.selectFrom('data_table').select('id').where('kind', '<>', 'source').executeTakeFirstOrThrow();
  await app.db.deleteFrom('data_schedule').where('table_id', '=', table.id).execute();
  await app.db
    .insertInto('data_schedule')
    .values({
      table_id: table.id,
      owner_id: await idOf('auditor'),
      type: '1',
      cron: '0 6 * * *',
      state: 'applyOnline',
      applied_by: 'auditor',
      applied_people: [await idOf('auditor')],
      applied_at: new Date(),
    } as never)
    .execute();
  const mine = await waiting(admin);
  expect(of(mine, 'grant')).toHaveLength(open);
  expect(of(mine, 'schedule')).toMatchObject([
    { url: '/data/schedule', module: 'workbench', detail: 'Asks to go on line', from: 'Chen Jing' },
  ]);
  // Who applied is known by their code, too, whatever they are called.
  const { user_code: code } = await app.db
    .selectFrom('app_user')
    .select('user_code')
    .where('username', '=', 'auditor')
    .executeTakeFirstOrThrow();
  const asked = { source: 'schedule', submitUserCode: code };
  const found = await call(app, '/api/todo/home/page', { method: 'POST', token: admin, body: asked });
  expect(found.body.data).toMatchObject({ content: [{ source: 'schedule', submitUserCode: code }] });
  // Nobody decides their own application, and those without the right none at all.
  await app.db
    .updateTable('data_schedule')
    .set({ applied_people: [await idOf('admin')] } as never)
    .execute();
  expect(of(await waiting(admin), 'schedule')).toEqual([]);
  const other = await waiting(await tokenOf(app, 'riskmanager'));
  expect([of(other, 'schedule'), of(other, 'grant')]).toEqual([[], []]);
});
