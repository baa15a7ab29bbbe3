import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { up as approvalsThatEnded } from '../../../../server/database/migrations/261-approvals-that-ended.ts';
import { createTable } from '../../../../server/modules/data-mart/repository.ts';
import { startApp, type TestApp } from '../../../support/app.ts';
import { type Answer, call } from '../client.ts';
import { type Somebody, signedInAs, somebody } from '../somebody.ts';

let app: TestApp;
let analyst: Somebody;
let approver: Somebody;
let workspace = '';
let table = '';
let made = 0;

beforeAll(async () => {
  app = await startApp();
  const own = ['data:mart:list', 'data:schedule:list', 'data:schedule:edit', 'workspace:list:add'];
  analyst = await somebody(app, 'schedulingAnalyst', own);
  approver = await signedInAs(app, 'admin');
});
afterAll(async () => await app.close());
/** A table in a workspace, both of the analyst. */
beforeEach(async () => {
  made += 1;
  workspace = ((await analyst.post('/api/workspace/saveOrUpdate', { name: `Approvals${made}` })).body.data as { bizId: string }).bizId;
  table = await newTable();
  await put(workspace);
});

async function newTable(): Promise<string> {
  made += 1;
  const { bizId } = await createTable(app.db, { name: `applied_${made}`, title: `Applied ${made}`, kind: 'feed', ownerId: analyst.id });
  return bizId;
}
// biome-ignore lint/suspicious/noExplicitAny: answers of several shapes are looked into
const dataOf = ({ body }: Answer): any => body.data;
const scheduleOf = async (as = analyst) => dataOf(await as.get(`/api/data/schedule?bizId=${table}`));
async function put(workspaceId: string | null, as = analyst): Promise<Answer> {
  const { version, title } = dataOf(await analyst.get(`/api/data/mart/get?bizId=${table}`)).table;
  return await as.post('/api/data/mart/save', { bizId: table, version, title, workspaceId });
}
const remove = () => call(app, `/api/data/mart?bizId=${table}`, { method: 'DELETE', token: analyst.token });
const move = async (step: string) =>
  await analyst.post('/api/data/schedule/move', { bizId: table, version: (await scheduleOf()).version, step });
async function apply(): Promise<void> {
  await analyst.post('/api/data/schedule/save', { bizId: table, version: 0, type: '1', cron: '0 6 * * *' });
  expect((await move('applyOnline')).status).toBe(200);
}
const decide = async (isApproved: boolean, decision?: string) => {
  const { version } = await scheduleOf(approver);
  return await approver.post('/api/data/schedule/decide', { bizId: table, version, isApproved, ...(decision && { decision }) });
};
const edited = async () => (await analyst.post('/api/workspace/saveOrUpdate', { bizId: workspace, remark: `at ${Date.now()}` })).body.code;

it('[PERM-12] [WS-18] a table whose schedule waits for an approval is neither deleted nor taken out of its workspace, which is free once that ended', async () => {
  await apply();
  expect(await edited()).toBe('WORKSPACE_IN_APPROVAL');
  expect((await put(null)).body.code).toBe('WORKSPACE_IN_APPROVAL');
  expect((await remove()).body.code).toBe('WORKSPACE_IN_APPROVAL');
  // Nor does another table come.
  const first = table;
  table = await newTable();
  expect((await put(workspace)).body.code).toBe('WORKSPACE_IN_APPROVAL');
  table = first;
  expect((await move('withdraw')).status).toBe(200);
  expect((await put(null)).status).toBe(200);
  expect((await remove()).status).toBe(200);
  expect(await edited()).toBe('000000');
});

it('[PERM-12] [WS-18] a workspace that gets a table whose schedule waits is in approval until that is decided', async () => {
  expect((await put(null)).status).toBe(200);
  await apply();
  expect((await put(workspace)).status).toBe(200);
  expect(await edited()).toBe('WORKSPACE_IN_APPROVAL');
  expect((await decide(true)).status).toBe(200);
  expect(await edited()).toBe('000000');
});

it('[WS-18] a workspace that was left in approval by a table that is gone is free after the upgrade, one whose schedule waits is not', async () => {
  const state = { schedule_approval_state: 'in_progress' };
  await app.db.updateTable('workspace').set(state).where('biz_id', '=', workspace).execute();
  expect(await edited()).toBe('WORKSPACE_IN_APPROVAL');
  await approvalsThatEnded(app.db as never);
  expect(await edited()).toBe('000000');
  await apply();
  await approvalsThatEnded(app.db as never);
  expect(await edited()).toBe('WORKSPACE_IN_APPROVAL');
});
