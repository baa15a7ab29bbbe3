import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { Principal } from '../../../../server/contracts.ts';
import { ApiError } from '../../../../server/errors.ts';
import { createTable } from '../../../../server/modules/data-mart/repository.ts';
import { tellFailed } from '../../../../server/modules/data-runs/failures.ts';
import { RightLacked, RunFailure, refusal } from '../../../../server/modules/data-runs/kinds.ts';
import { endLostRuns } from '../../../../server/modules/data-runs/queue.ts';
import { startDue } from '../../../../server/modules/data-schedule/jobs.ts';
import { peopleOf } from '../../../../server/modules/data-schedule/schedules.ts';
import { startApp, type TestApp } from '../../../support/app.ts';
import { type Answer, call, tokenOf } from '../client.ts';

let app: TestApp;
let token: string;
/** Of somebody else, who approves what admin applies for. */
let approver: string;
const ids: Record<string, number> = {};
let workspace: { id: number; bizId: string };
const tables: Record<string, { id: number; bizId: string }> = {};

beforeAll(async () => {
  app = await startApp();
  token = await tokenOf(app, 'admin');
  await app.db
    .insertInto('user_role')
    .columns(['user_id', 'role_id'])
    .expression((build) =>
      build
        .selectFrom(['app_user', 'role'])
        .select(['app_user.id', 'role.id as role'])
        .where('username', '=', 'auditor')
        .where('role_code', '=', 'dataMartAdministrator'),
    )
    .execute();
  approver = await tokenOf(app, 'auditor');
  const { bizId } = (await post('/workspace/saveOrUpdate', { name: 'Scheduled' })).body.data as { bizId: string };
  workspace = await app.db.selectFrom('workspace').select(['id', 'biz_id as bizId']).where('biz_id', '=', bizId).executeTakeFirstOrThrow();
  for (const { id, username } of await app.db.selectFrom('app_user').select(['id', 'username']).execute()) ids[username] = id;
  for (const name of ['first', 'second', 'third']) {
    const made = await createTable(app.db, { name, title: name, kind: 'process', ownerId: ids.admin ?? 0, workspaceId: workspace.id });
    await app.db
      .insertInto('data_process')
      .values({ table_id: made.id, graph: JSON.stringify({ nodes: [], edges: [] }), inputs: '{}' })
      .execute();
    tables[name] = made;
  }
});
afterAll(async () => await app.close());

const post = (path: string, body: unknown, as = token): Promise<Answer> => call(app, `/api${path}`, { method: 'POST', token: as, body });
const of = (name: string) => tables[name]?.bizId ?? '';
const schedule = async (name: string, as = token) =>
  (await call(app, `/api/data/schedule?bizId=${of(name)}`, { token: as, headers: { 'accept-language': 'en' } })).body.data as Record<
    string,
    never
  >;
const move = async (name: string, step: string) =>
  await post('/data/schedule/move', { bizId: of(name), version: (await schedule(name)).version, step });
const decide = async (name: string, isApproved: boolean, as = approver) =>
  await post('/data/schedule/decide', { bizId: of(name), version: (await schedule(name)).version, isApproved }, as);
const save = async (name: string, given: object) =>
  await post('/data/schedule/save', { bizId: of(name), version: (await schedule(name)).version, ...given });
const due = async (name: string) => {
  await app.db
    .updateTable('data_schedule')
    .set({ next_at: sql<Date>`now() - interval '1 minute'` })
    .where('table_id', '=', tables[name]?.id ?? 0)
    .execute();
};
const zone = 'Asia/Shanghai';
const runsOf = async (name: string) =>
  await app.db
    .selectFrom('data_run')
    .select(['id', 'status'])
    .where('table_id', '=', tables[name]?.id ?? 0)
    .execute();
const endAll = () => app.db.updateTable('data_run').set({ status: 'finished' }).where('status', '=', 'queued').execute();

it('[DATA-12] [DATA-13] [PERM-12] goes live by approval, and meanwhile nothing of its workspace is edited', async () => {
  expect(await schedule('first')).toMatchObject({ state: 'notConfigured', version: 0 });
  for (const cron of ['* * * * *', 'soon', '0 0 31 2 *'])
    expect((await save('first', { type: '1', cron })).body.code, cron).toBe('PARAMETER_ERROR');
  expect((await save('first', { type: '1', cron: '0 6 * * 1-5' })).status).toBe(200);
  const { times } = (await call(app, '/api/data/schedule/times?cron=0+6+*+*+1-5', { token })).body.data as { times: string[] };
  // By the calendar of the installation: 6:00 in Shanghai.
  expect(times).toHaveLength(5);
  for (const time of times) expect(time).toMatch(/T22:00:00/);
  expect((await move('first', 'applyOnline')).status).toBe(200);
  // Four eyes: whoever applied does not decide, administrator or not.
  const applicant = { appliedBy: 'admin', appliedByName: 'Administrator' };
  expect(await schedule('first')).toMatchObject({ state: 'applyOnline', ...applicant, canApprove: false, isOwn: true });
  for (const isApproved of [true, false]) expect((await decide('first', isApproved, token)).body.code).toBe('OWN_APPLICATION');
  // Nor who acted for somebody when they applied.
  const applied = (people: number[]) =>
    app.db
      .updateTable('data_schedule')
      .set({ applied_people: people })
      .where('table_id', '=', tables.first?.id ?? 0)
      .execute();
  const acting = { id: String(ids.admin), agent: { id: String(ids.auditor) } } as Principal;
  await applied(peopleOf(acting));
  expect((await decide('first', true)).body.code).toBe('OWN_APPLICATION');
  await applied([ids.admin ?? 0]);
  expect(await schedule('first', approver)).toMatchObject({ canApprove: true, isOwn: false, when: 'Monday to Friday, 06:00' });
  expect((await post('/data/process/save', { bizId: of('second'), version: 1, graph: { nodes: [], edges: [] } })).body.code).toBe(
    'WORKSPACE_IN_APPROVAL',
  );
  expect((await save('second', { type: '1', cron: '0 6 * * *' })).body.code).toBe('WORKSPACE_IN_APPROVAL');
  expect((await decide('first', false)).status).toBe(200);
  expect(await schedule('first')).toMatchObject({ state: 'configured', decidedBy: 'auditor', decidedByName: 'Chen Jing' });
  expect((await post('/data/process/save', { bizId: of('second'), version: 1, graph: { nodes: [], edges: [] } })).status).toBe(200);
  await move('first', 'applyOnline');
  await decide('first', true);
  expect((await schedule('first')).nextAt).not.toBeNull();
  expect((await save('first', { type: '1', cron: '0 7 * * *' })).body.code).toBe('SCHEDULE_STATE');
  await move('first', 'applyOffline');
  await decide('first', true);
  expect(await schedule('first')).toMatchObject({ state: 'configured', nextAt: null });
});

it('[DATA-13] [DATA-17] starts what is due once, however many servers look, and what waits for others after them', async () => {
  await save('second', { type: '0', precedents: [of('first')] });
  expect((await save('first', { type: '0', precedents: [of('second')] })).body.code).toBe('PARAMETER_ERROR');
  for (const name of ['first', 'second']) {
    await move(name, 'applyOnline');
    await decide(name, true);
  }
  await due('first');
  const started = await Promise.all([startDue(app.db, zone), startDue(app.db, zone), startDue(app.db, zone)]);
  expect(started.reduce((sum, one) => sum + one)).toBe(1);
  expect(await runsOf('first')).toHaveLength(1);
  expect(await runsOf('second')).toHaveLength(0);
  await app.db
    .updateTable('data_table')
    .set({ refreshed_at: new Date() })
    .where('id', '=', tables.first?.id ?? 0)
    .execute();
  expect(await startDue(app.db, zone)).toBe(1);
  expect(await startDue(app.db, zone)).toBe(0);
  expect(await runsOf('second')).toHaveLength(1);
  for (let time = 0; time < 6; time += 1) {
    await endAll();
    await due('first');
    expect(await startDue(app.db, zone)).toBe(1);
  }
  expect((await schedule('first')).runs).toHaveLength(5);
});

it('[DATA-13] a table that is refreshed while what waits for it works is not missed: it starts once that is over', async () => {
  await endAll();
  const refreshed = () =>
    app.db
      .updateTable('data_table')
      .set({ refreshed_at: new Date() })
      .where('id', '=', tables.first?.id ?? 0)
      .execute();
  const before = (await runsOf('second')).length;
  await refreshed();
  expect(await startDue(app.db, zone)).toBe(1);
  const works = (status: 'started' | 'finished') =>
    app.db
      .updateTable('data_run')
      .set({ status })
      .where('table_id', '=', tables.second?.id ?? 0)
      .where('status', 'in', ['queued', 'started'])
      .execute();
  await works('started');
  await refreshed();
  expect(await startDue(app.db, zone)).toBe(0);
  await works('finished');
  expect(await startDue(app.db, zone)).toBe(1);
  expect(await startDue(app.db, zone)).toBe(0);
  expect(await runsOf('second')).toHaveLength(before + 2);
  await endAll();
});

it('[DATA-13] starts once what is due where the clock of the server is behind the one of the database', async () => {
  await endAll();
  await app.db
    .updateTable('data_schedule')
    .set({ cron: '0 * * * *', next_at: sql<Date>`now() - interval '1 second'` })
    .where('table_id', '=', tables.first?.id ?? 0)
    .execute();
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 3_600_000 });
  const started = await startDue(app.db, zone).finally(() => vi.useRealTimers());
  expect(started).toBe(1);
  expect(await startDue(app.db, zone)).toBe(0);
  await app.db
    .updateTable('data_schedule')
    .set({ cron: '0 6 * * *' })
    .where('table_id', '=', tables.first?.id ?? 0)
    .execute();
});

it('[DATA-10] [DATA-17] what cannot start says so as the kind of run it would have been, and keeps nothing else from starting', async () => {
  await endAll();
  const predicted = await createTable(app.db, { name: 'predicted', title: 'predicted', kind: 'model', ownerId: ids.admin ?? 0 });
  const past = sql<Date>`now() - interval '1 minute'`;
  const { id } = await app.db
    .insertInto('data_schedule')
    .values({ table_id: predicted.id, type: '1', cron: '0 6 * * *', state: 'live', owner_id: null, next_at: past })
    .returning('id')
    .executeTakeFirstOrThrow();
  expect(await startDue(app.db, zone)).toBe(1);
  const run = await app.db
    .selectFrom('data_run')
    .select(['kind', 'status', 'failure'])
    .where('schedule_id', '=', id)
    .executeTakeFirstOrThrow();
  expect(run).toMatchObject({ kind: 'model-predict', status: 'failed', failure: { key: 'datarun.failure.nobody' } });
  const before = (await runsOf('first')).length;
  const broken = (cron: string) =>
    app.db
      .updateTable('data_schedule')
      .set({ cron, next_at: past })
      .where('table_id', '=', tables.first?.id ?? 0)
      .execute();
  await broken('no line');
  await app.db.updateTable('data_schedule').set({ next_at: past }).where('id', '=', id).execute();
  await expect(startDue(app.db, zone)).rejects.toThrow('cannot be started');
  const now = await app.db.selectFrom('data_run').select('id').where('schedule_id', '=', id).execute();
  expect([now.length, (await runsOf('first')).length]).toEqual([2, before]);
  await broken('0 6 * * *');
  expect(await startDue(app.db, zone)).toBe(1);
  await app.db.deleteFrom('data_table').where('id', '=', predicted.id).execute();
});

it('[DATA-17] a run is told by the name of who asked for it, also after their account was deleted', async () => {
  const gone = { username: 'gone', name: '周宁', name_en: 'Ning Zhou', user_code: 'GONE', password_hash: 'none' };
  await app.db.insertInto('app_user').values(gone).execute();
  await app.db.deleteFrom('app_user').where('username', '=', 'gone').execute();
  const run = { kind: 'process', title: 'third', table_id: tables.third?.id ?? 0, status: 'finished' } as const;
  const asked = ['gone', 'auditor', 'unknown'].map((account) => ({ ...run, requested_name: account }));
  await app.db.insertInto('data_run').values(asked).execute();
  const answer = await call(app, '/api/data/run/page', {
    ...{ method: 'POST', token, headers: { 'accept-language': 'en' } },
    body: { bizId: of('third') },
  });
  const { content } = answer.body.data as { content: { requestedName: string }[] };
  const names = content.map(({ requestedName }) => requestedName);
  expect(names).toEqual(['unknown', 'Chen Jing', 'Ning Zhou (left)']);
  await app.db
    .deleteFrom('data_run')
    .where('table_id', '=', tables.third?.id ?? 0)
    .execute();
});

it('[WS-16] [WS-17] a disabled workspace stops its schedules, enabling it restores those, and a removed one takes them off line', async () => {
  await endAll();
  await save('third', { type: '1', cron: '0 6 * * *' });
  const before = (await runsOf('first')).length;
  const toggle = (status: string) => post(`/workspace/${workspace.bizId}/disableAndEnable`, { status });
  const answer = await toggle('1');
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  expect(await schedule('first')).toMatchObject({ state: 'live', isStopped: true });
  await due('first');
  expect(await startDue(app.db, zone)).toBe(0);
  expect(await runsOf('first')).toHaveLength(before);
  await toggle('0');
  // What it missed is not made up for; what was not live did not become so.
  expect(await startDue(app.db, zone)).toBe(0);
  expect(await schedule('third')).toMatchObject({ state: 'configured' });
  await due('first');
  expect(await startDue(app.db, zone)).toBe(1);
  const removed = await post(`/workspace/${workspace.bizId}/workspaceRemove`, {});
  expect(removed.status, JSON.stringify(app.log.filter((line) => line.err).at(-1))).toBe(200);
  await due('first');
  expect(await startDue(app.db, zone)).toBe(0);
  expect(await schedule('first')).toMatchObject({ state: 'configured' });
});

it('[MSG-01] [DATA-12] who made a schedule is told that a run of it failed, and not again before they have read it', async () => {
  const told = () =>
    app.db
      .selectFrom('message')
      .select(['user_id as userId', 'notice_type as type', 'level', 'link', 'parameters'])
      .where('template', '=', 'data/schedule-failed')
      .orderBy('id')
      .execute();
  const made = await createTable(app.db, { name: 'nightly', title: 'nightly', kind: 'process', ownerId: ids.admin ?? 0 });
  tables.nightly = made;
  const row = { table_id: made.id, type: '1', cron: '0 6 * * *', state: 'live', owner_id: ids.riskmanager ?? 0 } as const;
  const { id: scheduleId } = await app.db.insertInto('data_schedule').values(row).returning('id').executeTakeFirstOrThrow();
  // Their account is disabled by now: the run cannot start, they read it once they are back, and the owner of the table does meanwhile.
  await app.db
    .updateTable('app_user')
    .set({ status: '1' })
    .where('id', '=', ids.riskmanager ?? 0)
    .execute();
  await app.db.deleteFrom('message').execute();
  const fail = async () => {
    await due('nightly');
    await startDue(app.db, zone);
    expect((await runsOf('nightly')).at(-1)).toMatchObject({ status: 'failed' });
  };
  await fail();
  const both = [ids.riskmanager, ids.admin].map((userId) => ({
    ...{ userId, type: 'taskScheduleFailed', level: 3, link: '/data/schedule', parameters: { table: 'nightly' } },
  }));
  expect(await told()).toEqual(both);
  await fail();
  expect(await told()).toHaveLength(2);
  await app.db.updateTable('message').set({ read_at: new Date() }).execute();
  await fail();
  expect(await told()).toHaveLength(4);
  await app.db
    .updateTable('app_user')
    .set({ status: '0' })
    .where('id', '=', ids.riskmanager ?? 0)
    .execute();
  // A run whose server is gone for good, and one nobody scheduled.
  await app.db.deleteFrom('message').execute();
  const lost = { kind: 'process', status: 'started', attempt: 9, touched_at: new Date(0) } as const;
  await app.db
    .insertInto('data_run')
    .values([
      { ...lost, title: 'nightly', table_id: made.id, schedule_id: scheduleId },
      { ...lost, title: 'third', table_id: tables.third?.id ?? 0 },
    ])
    .execute();
  await endLostRuns(app.db);
  expect(await told()).toMatchObject([{ userId: ids.riskmanager, parameters: { table: 'nightly' } }]);
});

let beyond = 0;
it.each([
  ['its reader', new RightLacked('reader', 'feed.failure.permission').note, true],
  ['who owns what it fills', new RightLacked('owner', 'datarun.failure.ownerColumns').note, true],
  ['who was refused', refusal(new ApiError('FORBIDDEN')), true],
  ['who does not see it', refusal(new ApiError('NOT_FOUND')), true],
  ['nobody: refused while there is too much to do', refusal(new ApiError('DATA_BUSY')), false],
  ['nobody: another failure', new RunFailure('datarun.failure.engine').note, false],
])('[MSG-01] the owner of a table hears of a failed run whose maker lacks a right, and of no other: %s', async (_who, failure, isTold) => {
  beyond += 1;
  const table = await createTable(app.db, {
    name: `beyond_${beyond}`,
    title: 'beyond',
    kind: 'process',
    ownerId: ids.admin ?? 0,
  });
  const made = { table_id: table.id, type: '1', cron: '0 6 * * *', state: 'live', owner_id: ids.riskmanager ?? 0 } as const;
  const { id } = await app.db.insertInto('data_schedule').values(made).returning('id').executeTakeFirstOrThrow();
  const failed = { kind: 'process', title: 'beyond', status: 'failed', table_id: table.id, schedule_id: id } as const;
  const run = { ...failed, failure: JSON.stringify(failure) };
  const { id: runId } = await app.db.insertInto('data_run').values(run).returning('id').executeTakeFirstOrThrow();
  await tellFailed(app.db, [runId]);
  const told = app.db.selectFrom('message').select('user_id as userId').where('source_id', '=', table.bizId).orderBy('user_id');
  const heard = (await told.execute()).map(({ userId }) => userId);
  expect(heard).toEqual([ids.riskmanager, ...(isTold ? [ids.admin] : [])].sort((one, other) => Number(one) - Number(other)));
});
