import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { up as approvalsThatEnded } from '../../../../server/database/migrations/261-approvals-that-ended.ts';
import { up as schedulesThatWaitForNothing } from '../../../../server/database/migrations/262-schedules-that-wait-for-nothing.ts';
import { createTable } from '../../../../server/modules/data-mart/repository.ts';
import { startDue } from '../../../../server/modules/data-schedule/jobs.ts';
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
  workspace = ((await analyst.post('/api/workspace/saveOrUpdate', { name: `Room${made}` })).body.data as { bizId: string }).bizId;
  table = await newTable();
  await put(workspace);
});

async function newTable(): Promise<string> {
  made += 1;
  const { id, bizId } = await createTable(app.db, { name: `applied_${made}`, title: `Applied ${made}`, kind: 'feed', ownerId: analyst.id });
  await app.db.insertInto('data_feed').values({ table_id: id, source: 'none', relation: '', columns: '[]' }).execute();
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
/** What the analyst reads of the schedule of the table, the newest first. */
const news = async () => {
  const { body } = await analyst.get('/api/home-news/unReadNewsList');
  return (body.data as { routeKey: string; bizId: string; newBodyMap: Record<string, string> }[])
    .filter(({ routeKey, bizId }) => routeKey.startsWith('data/schedule') && bizId === table)
    .map(({ newBodyMap }) => newBodyMap.en?.replaceAll(/Applied \d+/g, 'TABLE'));
};
const edited = async () => (await analyst.post('/api/workspace/saveOrUpdate', { bizId: workspace, remark: `at ${Date.now()}` })).body.code;

/** Until a statement about this table waits for somebody else. */
const waitingFor = async (what: string) =>
  await expect
    .poll(
      async () => {
        const { rows } = await sql<{ count: number }>`select count(*)::int as count from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock' and query like ${`%${what}%`}`.execute(app.db);
        return rows[0]?.count;
      },
      { timeout: 20_000 },
    )
    .toBeGreaterThan(0);

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

it('[DATA-12] [MSG-01] who applied is told of the decision and its reason, in their language', async () => {
  await apply();
  await decide(false, 'At six the source is busy');
  expect(await news()).toEqual([
    'Administrator rejected what you applied for: the schedule of TABLE does not go on line. Reason: At six the source is busy',
  ]);
  await move('applyOnline');
  await decide(true);
  expect((await news())[0]).toBe('Administrator approved what you applied for: the schedule of TABLE is on line');
  await move('applyOffline');
  await decide(false);
  expect((await news())[0]).toBe('Administrator rejected what you applied for: the schedule of TABLE stays on line');
  await move('applyOffline');
  await decide(true, 'Enough');
  expect((await news())[0]).toBe('Administrator approved what you applied for: the schedule of TABLE is off line. Enough');
});

it('[DATA-12] [MSG-01] nothing goes on line with the rights of somebody who left; a run that fails for that is told to who owns the workspace', async () => {
  const other = await somebody(app, `leaving${made}`, ['data:mart:list', 'data:schedule:list', 'data:schedule:edit']);
  await analyst.post(`/api/workspace/${workspace}/inviteTeamMember`, [{ userId: String(other.id), roleType: '1' }]);
  await other.post(`/api/workspace/${workspace}/agreeOrRefuse`, { status: '0' });
  const byOther = async (step: string) =>
    await other.post('/api/data/schedule/move', { bizId: table, version: (await scheduleOf()).version, step });
  await other.post('/api/data/schedule/save', { bizId: table, version: 0, type: '1', cron: '0 6 * * *' });
  await byOther('applyOnline');
  const status = async (to: '0' | '1') => await app.db.updateTable('app_user').set({ status: to }).where('id', '=', other.id).execute();
  const openSchedules = async () => {
    const open = dataOf(await approver.get(`/api/system/user/openWork?id=${other.id}`)) as { id: string; count: number }[];
    return open.find(({ id }) => id === 'schedule')?.count;
  };
  expect(await openSchedules(), 'it does not run yet').toBeUndefined();
  await status('1');
  expect((await decide(true)).body).toMatchObject({
    code: 'PARAMETER_ERROR',
    details: [{ field: 'isApproved', key: 'dataschedule.ownerGone' }],
  });
  expect((await decide(false)).status).toBe(200);
  // Nor is what nobody can approve applied for: it would hold the workspace.
  expect((await move('applyOnline')).body).toMatchObject({ details: [{ field: 'step', key: 'dataschedule.ownerGone' }] });
  expect(await edited()).toBe('000000');
  await status('0');
  await byOther('applyOnline');
  expect((await decide(true)).status).toBe(200);
  expect(await openSchedules()).toBe(1);
  const failed = async () => {
    await sql`update data_schedule set next_at = now() where table_id = (select id from data_table where biz_id = ${table})`.execute(
      app.db,
    );
    await startDue(app.db, 'UTC');
    const template = 'data/schedule-failed';
    const rows = await app.db
      .selectFrom('message')
      .select('user_id')
      .where('template', '=', template)
      .where('source_id', '=', table)
      .orderBy('id')
      .execute();
    return rows.map(({ user_id }) => user_id);
  };
  // Taken out of the workspace they may run it no more.
  await analyst.post(`/api/workspace/${workspace}/memberRemove`, { userId: String(other.id) });
  expect(await failed()).toEqual([other.id, analyst.id]);
  await app.db.deleteFrom('message').where('template', '=', 'data/schedule-failed').execute();
  await app.db.deleteFrom('user_role').where('user_id', '=', other.id).execute();
  await status('1');
  expect(await failed()).toEqual([other.id, analyst.id]);
  await app.db.deleteFrom('message').where('template', '=', 'data/schedule-failed').execute();
  await sql`update data_schedule set owner_id = null where owner_id = ${other.id}`.execute(app.db);
  expect(await failed(), 'the account is gone').toEqual([analyst.id]);
  // A table of nobody who is left, in no workspace: those who approve schedules.
  await app.db.deleteFrom('message').where('template', '=', 'data/schedule-failed').execute();
  await sql`update data_table set workspace_id = null, owner_id = ${other.id} where biz_id = ${table}`.execute(app.db);
  const told = await failed();
  expect(told).toContain(approver.id);
  expect(told).not.toContain(analyst.id);
  expect(told).not.toContain(other.id);
});

it('[DATA-13] [MSG-01] what is scheduled after a table that is deleted goes off line, and who made the schedule is told', async () => {
  const before = table;
  table = await newTable();
  await analyst.post('/api/data/schedule/save', { bizId: table, version: 0, type: '0', precedents: [before] });
  await move('applyOnline');
  await decide(true);
  expect((await call(app, `/api/data/mart?bizId=${before}`, { method: 'DELETE', token: analyst.token })).status).toBe(200);
  expect(await scheduleOf()).toMatchObject({ state: 'configured', precedents: [] });
  expect((await news())[0]).toBe(
    'schedulingAnalyst deleted TABLE, after which TABLE was scheduled. Its schedule is off line until it is set up and approved anew.',
  );
  expect((await move('applyOnline')).body.code, 'it waits for nothing').toBe('PARAMETER_ERROR');
  // Those that were left on line before are so no more after the upgrade.
  await sql`update data_schedule set state = 'live' where table_id = (select id from data_table where biz_id = ${table})`.execute(app.db);
  await schedulesThatWaitForNothing(app.db as never);
  expect(await scheduleOf()).toMatchObject({ state: 'configured' });
  await put(workspace);
  // Nor those that were to go off line, which hold no workspace then.
  await sql`update data_schedule set state = 'applyOffline' where table_id = (select id from data_table where biz_id = ${table})`.execute(
    app.db,
  );
  await app.db.updateTable('workspace').set({ schedule_approval_state: 'in_progress' }).where('biz_id', '=', workspace).execute();
  await schedulesThatWaitForNothing(app.db as never);
  expect(await scheduleOf()).toMatchObject({ state: 'configured' });
  expect(await edited()).toBe('000000');
  // What was applied for before is not approved either.
  await sql`update data_schedule set state = 'applyOnline', applied_people = '{}' where table_id = (select id from data_table where biz_id = ${table})`.execute(
    app.db,
  );
  expect((await decide(true)).body).toMatchObject({ details: [{ field: 'isApproved', key: 'dataschedule.precedentsGone' }] });
});

it('[DATA-13] [PERM-15] tables somebody may not know of have no title in a schedule that waits for them, and stay when it is saved', async () => {
  const [shown, secret] = [await newTable(), await newTable()];
  const titled = (bizId: string, title: string, isListed: boolean) =>
    app.db.updateTable('data_table').set({ title, is_listed: isListed }).where('biz_id', '=', bizId).execute();
  await titled(shown, 'Shown', true);
  await titled(secret, 'Lay-offs', false);
  const schedule = { bizId: table, type: '0', precedents: [secret, shown] };
  expect(dataOf(await analyst.post('/api/data/schedule/save', { ...schedule, version: 0 })).when).toBe('Lay-offs, Shown');
  const other = await somebody(app, `takingOver${made}`, ['data:mart:list', 'data:schedule:list', 'data:schedule:edit']);
  await analyst.post(`/api/workspace/${workspace}/inviteTeamMember`, [{ userId: String(other.id), roleType: '1' }]);
  await other.post(`/api/workspace/${workspace}/agreeOrRefuse`, { status: '0' });
  const theirs = await scheduleOf(other);
  expect(theirs).toMatchObject({
    precedents: [
      { bizId: shown, title: 'Shown' },
      { bizId: secret, title: null },
    ],
    precedentChoices: [
      { value: shown, label: 'Shown' },
      { value: secret, label: '无权查看的表' },
    ],
    when: 'Shown, 无权查看的表',
  });
  expect(JSON.stringify(dataOf(await other.post('/api/data/schedule/page', {})))).not.toContain('Lay-offs');
  // What it waits for already stays; nothing they do not see comes to it.
  const more = await newTable();
  await titled(more, 'Hidden', false);
  const refused = await other.post('/api/data/schedule/save', { ...schedule, version: theirs.version, precedents: [secret, more] });
  expect(refused.status).toBe(404);
  const saved = await other.post('/api/data/schedule/save', { ...schedule, version: theirs.version, precedents: [secret] });
  expect([saved.status, dataOf(saved).when]).toEqual([200, '无权查看的表']);
  expect((await scheduleOf()).when).toBe('Lay-offs');
});

it('[PERM-12] [WS-18] a table that comes into a workspace while what was applied for is taken back leaves it free', async () => {
  await put(null);
  await apply();
  const { id } = await app.db.selectFrom('data_table').select('id').where('biz_id', '=', table).executeTakeFirstOrThrow();
  const { version } = await scheduleOf();
  let withdrawn: Promise<Answer> | undefined;
  await app.db.transaction().execute(async (db) => {
    await db.selectFrom('data_table').select('id').where('id', '=', id).forUpdate().execute();
    withdrawn = analyst.post('/api/data/schedule/move', { bizId: table, version, step: 'withdraw' });
    await waitingFor('data_table');
    // As saving the table does.
    await sql`update data_table set workspace_id = (select id from workspace where biz_id = ${workspace}) where id = ${id}`.execute(db);
    await db.updateTable('workspace').set({ schedule_approval_state: 'in_progress' }).where('biz_id', '=', workspace).execute();
  });
  expect((await withdrawn)?.status).toBe(200);
  expect(await edited()).toBe('000000');
});

it('[PERM-12] two tables that are put into one workspace at once both come', async () => {
  await put(null);
  const first = table;
  table = await newTable();
  const [one, two] = [first, table];
  const versions = await Promise.all(
    [one, two].map(async (id) => dataOf(await analyst.get(`/api/data/mart/get?bizId=${id}`)).table.version),
  );
  const held = await app.db.transaction().execute(async (db) => {
    await db.selectFrom('workspace').select('id').where('biz_id', '=', workspace).forShare().execute();
    const moves = [one, two].map((bizId, index) =>
      analyst.post('/api/data/mart/save', { bizId, version: versions[index], title: 'Moved', workspaceId: workspace }),
    );
    // While others only look, none of them waits.
    return await Promise.all(moves);
  });
  expect(held.map(({ status }) => status)).toEqual([200, 200]);
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

it('[DATA-13] is on line from a moment by the clock of the database, as tables it waits for are refreshed by', async () => {
  await apply();
  const { version } = await scheduleOf(approver);
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 600_000 });
  const decided = await approver
    .post('/api/data/schedule/decide', { bizId: table, version, isApproved: true })
    .finally(() => vi.useRealTimers());
  expect(decided.status).toBe(200);
  const { rows } = await sql<{ isNow: boolean }>`select live_at <= clock_timestamp() as "isNow" from data_schedule
    where table_id = (select id from data_table where biz_id = ${table})`.execute(app.db);
  expect(rows).toEqual([{ isNow: true }]);
});
