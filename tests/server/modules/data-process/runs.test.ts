import { join } from 'node:path';
import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ask, typeOf } from '../../../../server/data-engine/index.ts';
import * as freeStopped from '../../../../server/database/migrations/280-runs-nobody-takes.ts';
import { createFileStore } from '../../../../server/files/store.ts';
import { csvOf, writeParquet } from '../../../../server/modules/data-mart/parts.ts';
import { openRelation } from '../../../../server/modules/data-mart/relation.ts';
import { type Column, createTable } from '../../../../server/modules/data-mart/repository.ts';
import { takeRevision } from '../../../../server/modules/data-mart/revisions.ts';
import { readerOf, requireTable } from '../../../../server/modules/data-mart/rights.ts';
import { registerRunKind } from '../../../../server/modules/data-runs/kinds.ts';
import { claimRun, queueRun, stopRun } from '../../../../server/modules/data-runs/queue.ts';
import { type Runner, startRunner } from '../../../../server/modules/data-runs/runner.ts';
import { sweepRuns } from '../../../../server/modules/data-runs/runs.ts';
import { sqlTypes } from '../../../../src/core/data-graph/index.ts';
import { startApp, type TestApp } from '../../../support/app.ts';
import { type Answer, call, tokenOf } from '../client.ts';

let app: TestApp;
let runner: Runner;
const tokens: Record<string, string> = {};
const ids: Record<string, number> = {};
const start = () =>
  startRunner({
    db: app.db,
    settings: app.settings,
    files: createFileStore(app.settings),
    documents: app.documents,
    log: (what, error) => console.error(what, error),
  });

beforeAll(async () => {
  app = await startApp();
  for (const { id, username } of await app.db.selectFrom('app_user').select(['id', 'username']).execute()) ids[username] = id;
  for (const name of ['admin', 'auditor', 'riskmanager']) tokens[name] = await tokenOf(app, name);
  await fill(
    'payments',
    payments,
    Array.from({ length: 1_000 }, (_, index) => [index + 1, `S${index % 4}`, index / 4, index % 100 === 0 ? 'many' : String(index)]),
  );
  await fill(
    'suppliers',
    suppliers,
    ['S0', 'S1', 'S2', 'S9'].map((code, index) => [code, index === 0 ? 'Wien' : '深圳', 'secret']),
  );
  runner = start();
});
afterAll(async () => {
  await runner.stop();
  await app.close();
});

const column = (name: string, fieldType: Column['fieldType']): Column => ({ name, title: name, fieldType, analysisType: 'text' });
const payments = [column('id', 'integer'), column('supplier', 'string'), column('amount', 'number'), column('pieces', 'string')];
const suppliers = [column('supplier', 'string'), column('city', 'string'), column('bank', 'string')];
const tables: Record<string, string> = {};

async function fill(name: string, columns: Column[], rows: (string | number | null)[][], owner = 'admin'): Promise<void> {
  const made = await createTable(app.db, { name: `test_${name}`, title: name, kind: 'source', ownerId: ids[owner] ?? 0 });
  tables[name] = made.bizId;
  await refresh(name, made.id, columns, rows);
}
async function refresh(name: string, tableId: number, columns: Column[], rows: (string | number | null)[][]): Promise<void> {
  const file = join(app.settings.dataDir, `${name}.parquet`);
  await writeParquet(app.settings.dataDir, { csv: Buffer.from(csvOf(rows)), columns, to: file });
  await takeRevision(app.db, createFileStore(app.settings), { tableId, file, mode: 'full', by: 'test', columns });
}

const post = (path: string, body: unknown, as = 'admin'): Promise<Answer> =>
  call(app, `/api/data${path}`, { method: 'POST', token: tokens[as], body });
const get = (path: string, as = 'admin'): Promise<Answer> =>
  call(app, `/api/data${path}`, { token: tokens[as], headers: { 'accept-language': 'en' } });
const data = <T = Record<string, unknown>>(answer: Answer): T => {
  expect(answer.body, JSON.stringify(answer.body)).toMatchObject({ code: expect.anything() });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body.data as T;
};

interface Step {
  id: string;
  state: string;
  rows: number | null;
  rejected: number | null;
  isKept?: boolean;
}
interface Run {
  id: string;
  status: string;
  state: string;
  rows: number | null;
  rejected: number;
  failure: string | null;
  note: string | null;
  steps: Step[];
}
const node = (id: string, kind: string, settings: object) => ({ id, kind, settings });
const input = (id: string, table: string, role = 'fact') => node(id, 'input', { tableId: tables[table], role });
const chain = (...nodes: { id: string }[]) => ({
  nodes,
  edges: nodes.slice(1).map(({ id }, index) => ({ from: nodes[index]?.id, to: id })),
});

async function processOf(name: string, graph: object, given: { as?: string; workspaceId?: string } = {}): Promise<string> {
  const { bizId } = data<{ bizId: string }>(
    await post('/process/create', { name, title: name, workspaceId: given.workspaceId ?? null }, given.as),
  );
  data(await post('/process/save', { bizId, version: 1, graph }, given.as));
  return bizId;
}
async function ended(id: string): Promise<Run> {
  for (let tries = 0; tries < 300; tries += 1) {
    const run = data<Run>(await get(`/run?id=${id}`));
    if (run.status !== 'queued' && run.status !== 'started') return run;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`run ${id} does not end`);
}
const run = async (bizId: string, as = 'admin'): Promise<Run> =>
  await ended(data<Run>(await get(`/data-table/execute?bizId=${bizId}`, as)).id);
async function rowsOf(bizId: string): Promise<unknown[][]> {
  const reader = await readerOf(app.db, ids.admin ?? 0);
  if (!reader) throw new Error('no admin');
  const relation = await openRelation(
    app.db,
    createFileStore(app.settings),
    app.settings.dataDir,
    await requireTable(app.db, reader, bizId, 'view'),
  );
  return (await ask({ sql: `SELECT * FROM ${relation.sql} ORDER BY ALL`, files: relation.files, most: 10_000 })).rows;
}

const joined = () => ({
  nodes: [
    input('p', 'payments'),
    input('s', 'suppliers', 'dimension'),
    node('j', 'join', { type: 'inner', on: [{ left: 'supplier', right: 'supplier' }] }),
    node('g', 'group', {
      by: ['city'],
      measures: [
        { function: 'sum', column: 'amount', name: 'total' },
        { function: 'count', name: 'n' },
      ],
    }),
    node('o', 'output', { refresh: 'full' }),
  ],
  edges: [
    { from: 'p', to: 'j', slot: 0 },
    { from: 's', to: 'j', slot: 1 },
    { from: 'j', to: 'g' },
    { from: 'g', to: 'o' },
  ],
});

it('keeps the types of the engine and of graphs alike', () => expect(sqlTypes).toEqual(typeOf));

describe('a graph', () => {
  it('[API-105] [MISC-04] is parsed while it is unfinished: columns, problems in words, places', async () => {
    const drawing = data<{
      nodes: { id: string; name: string; x: number; columns: { name: string }[]; problems: { text: string }[]; ready: boolean }[];
      ready: boolean;
      problems: { text: string }[];
    }>(
      await call(app, '/api/data/engine/parse-process-graph', {
        method: 'POST',
        token: tokens.admin,
        headers: { 'accept-language': 'en' },
        body: chain(input('p', 'payments'), node('f', 'filter', { condition: { all: [{ field: 'amont', operator: 'empty' }] } })),
      }),
    );
    const [first, second] = drawing.nodes;
    expect(first).toMatchObject({ ready: true, name: 'Input table' });
    expect(first?.columns.map(({ name }) => name)).toEqual(['id', 'supplier', 'amount', 'pieces']);
    expect(second?.problems[0]?.text).toContain('“amont”');
    expect(second?.problems[0]?.text).toContain('amount');
    expect((second?.x ?? 0) > (first?.x ?? 0)).toBe(true);
    expect(drawing.ready).toBe(false);
    expect(drawing.problems).toHaveLength(1);
    // Of a table somebody may not reference they learn nothing.
    const other = await call(app, '/api/data/engine/parse-process-graph', {
      method: 'POST',
      token: tokens.riskmanager,
      body: chain(input('p', 'payments')),
    });
    if (other.status === 200) expect((other.body.data as typeof drawing).nodes[0]?.columns).toEqual([]);
    else expect(other.status).toBe(403);
    const preview = data<{ rows: Record<string, unknown>[] }>(await post('/process/preview', { graph: joined(), nodeId: 'g', rows: 5 }));
    expect(preview.rows).toEqual([
      { city: 'Wien', total: 31125, n: 250 },
      { city: '深圳', total: 62437.5, n: 500 },
    ]);
  });

  it('[DATA-01] relative periods of its filters mean the same days as those of charts', async () => {
    const bizId = '2000000000000000001';
    const condition = { all: [{ field: 'paid_on', operator: 'within', value: { span: 'last', unit: 'year', count: 20 } }] };
    const graph = chain(
      node('p', 'input', { tableId: bizId, role: 'fact' }),
      node('f', 'filter', { condition }),
      node('g', 'group', { by: ['method'], measures: [{ function: 'count', name: 'n' }] }),
    );
    const { rows } = data<{ rows: { n: number }[] }>(await post('/process/preview', { graph, nodeId: 'g', rows: 10 }));
    const chart = data<{ value: number }>(await post('/exploration/aggregate', { bizId, by: [], measure: { how: 'count' }, condition }));
    expect(rows.reduce((sum, { n }) => sum + n, 0)).toBe(chart.value);
    expect(chart.value).toBeGreaterThan(0);
  });

  it.each([
    ['一二三四五六七八九十一二', 'fits_chinese', undefined],
    ['Payments/by_region_202612', 'too_wide', 'rule.outputTableName'],
    ['一二三四五六七八九十一二三', 'too_wide_chinese', 'rule.outputTableName'],
    ['2026_payments', 'begins_with_digit', 'rule.outputTableName'],
    ['Payments by region', 'with_blanks', 'rule.outputTableName'],
    ['Payments/by_region_20261', 'fits', undefined],
  ])('[RULE-14] output tables are called by at most 12 Chinese or 24 other characters: %s', async (title, name, key) => {
    const { body } = await post('/process/create', { name, title });
    const refusal = { code: 'PARAMETER_ERROR', details: [{ field: 'title', key }] };
    expect(body).toMatchObject(key === undefined ? { code: '000000' } : refusal);
  });

  it('[DATA-01] is saved unless somebody saved another one meanwhile', async () => {
    const bizId = await processOf('saved', joined());
    expect((await post('/process/save', { bizId, version: 1, graph: joined() })).body.code).toBe('CONFLICT');
    expect((await post('/process/create', { name: 'SAVED', title: 'x' })).body.code).toBe('DUPLICATE');
    expect(data<{ content: { name: string }[] }>(await post('/process/page', { keyword: 'saved' })).content).toMatchObject([
      { name: 'saved', nodes: 5, scheduleState: 'notConfigured' },
    ]);
  });
});

describe('a run', () => {
  it('[API-103] [DATA-10] [DATA-11] fills the table of its process, step by step', async () => {
    const bizId = await processOf('totals', joined());
    const first = data<Run>(await get(`/data-table/execute?bizId=${bizId}`));
    expect(['queued', 'started']).toContain(first.status);
    const done = await ended(first.id);
    expect(done).toMatchObject({ status: 'finished', state: 'success', rows: 2, failure: null });
    expect(done.steps.map(({ id, state, rows }) => [id, state, rows])).toEqual([
      ['p', 'success', 1000],
      ['s', 'success', 4],
      ['j', 'success', 750],
      ['g', 'success', 2],
      ['o', 'success', 2],
    ]);
    expect(await rowsOf(bizId)).toEqual([
      ['Wien', 31125, 250],
      ['深圳', 62437.5, 500],
    ]);
    expect((await get(`/data-table/execute?bizId=${tables.payments}`)).body.code).toBe('NOTHING_TO_RUN');
    expect((await post('/run/stop', { id: first.id })).body.code).toBe('RUN_OVER');
  });

  it('[DATA-14] [DATA-11] appends with an incremental refresh, and warns of rows that were left out', async () => {
    const graph = (refresh: string) =>
      chain(
        input('p', 'payments'),
        node('c', 'clean', { steps: [{ column: 'pieces', action: 'cast', type: 'integer', onFault: 'reject' }] }),
        node('o', 'output', { refresh }),
      );
    const bizId = await processOf('cleaned', graph('full'));
    const first = await run(bizId);
    expect(first).toMatchObject({ status: 'finished', state: 'warning', rows: 990, rejected: 10 });
    expect(first.steps[1]).toMatchObject({ state: 'warning', rejected: 10 });
    data(await post('/process/save', { bizId, version: 2, graph: graph('incremental') }));
    await run(bizId);
    expect(await rowsOf(bizId)).toHaveLength(1_980);
    data(await post('/process/save', { bizId, version: 3, graph: graph('full') }));
    await run(bizId);
    expect(await rowsOf(bizId)).toHaveLength(990);
  });

  it('[DATA-10] is repeated from the node it failed at, and from the start once something before it changed', async () => {
    const failing = (factor: string, limit: number) =>
      chain(
        input('p', 'payments'),
        node('g', 'group', { by: ['supplier'], measures: [{ function: 'max', column: 'id', name: 'last' }] }),
        node('s', 'sort', { orders: [{ column: 'last' }], limit }),
        node('d', 'derive', { fields: [{ name: 'x', expression: `last * ${factor}` }] }),
        node('o', 'output', { refresh: 'full' }),
      );
    const bizId = await processOf('failing', failing('9007199254740991 * 9000', 3));
    const failed = await run(bizId);
    expect(failed).toMatchObject({ status: 'failed', state: 'fail' });
    expect(failed.failure).toContain('Overflow');
    expect(failed.steps.map(({ id, state }) => `${id} ${state}`)).toEqual(['p success', 'g success', 's success', 'd fail', 'o waiting']);
    // Who started it sees it: only what a schedule starts is told.
    const told = () => app.db.selectFrom('message').select('id').where('template', '=', 'data/schedule-failed').execute();
    expect(await told()).toEqual([]);
    const { input: given, table_id: tableId } = await app.db
      .selectFrom('data_run')
      .selectAll()
      .where('id', '=', Number(failed.id))
      .executeTakeFirstOrThrow();
    const { id: scheduleId } = await app.db
      .insertInto('data_schedule')
      .values({ table_id: Number(tableId), type: '1', cron: '0 6 * * *', owner_id: ids.admin ?? 0 })
      .returning('id')
      .executeTakeFirstOrThrow();
    const scheduled = { kind: 'process', table_id: tableId, title: 'failing', input: JSON.stringify(given), requested_by: ids.admin };
    const made = await app.db
      .insertInto('data_run')
      .values({ ...scheduled, schedule_id: scheduleId })
      .returning('id')
      .executeTakeFirstOrThrow();
    expect(await ended(String(made.id))).toMatchObject({ status: 'failed' });
    expect(await told()).toHaveLength(1);
    await app.db.deleteFrom('data_schedule').where('id', '=', scheduleId).execute();
    data(await post('/process/save', { bizId, version: 2, graph: failing('2', 3) }));
    const again = await ended(data<Run>(await post('/run/rerun', { id: failed.id })).id);
    expect(again.status, JSON.stringify(again)).toBe('finished');
    expect(again.steps.filter(({ isKept }) => isKept).map(({ id }) => id)).toEqual(['p', 'g', 's']);
    expect(await rowsOf(bizId)).toHaveLength(3);
    data(await post('/process/save', { bizId, version: 3, graph: failing('2', 2) }));
    const whole = await ended(data<Run>(await post('/run/rerun', { id: failed.id })).id);
    expect(whole.steps.filter(({ isKept }) => isKept)).toEqual([]);
    expect(await rowsOf(bizId)).toHaveLength(2);
  });

  it('[DATA-10] [DATA-11] is repeated with the rows that were left out before, which it still warns of', async () => {
    const failing = (factor: string) =>
      chain(
        input('p', 'payments'),
        node('c', 'clean', { steps: [{ column: 'pieces', action: 'cast', type: 'integer', onFault: 'reject' }] }),
        node('f', 'filter', { condition: { all: [{ field: 'supplier', operator: 'equals', value: 'S1' }] } }),
        node('d', 'derive', { fields: [{ name: 'x', expression: `id * ${factor}` }] }),
        node('o', 'output', { refresh: 'full' }),
      );
    const bizId = await processOf('left_out', failing('9007199254740991 * 9000'));
    const first = await run(bizId);
    expect(first).toMatchObject({ status: 'failed' });
    // Repeated, it fails once more: what was counted goes on from run to run.
    const second = await ended(data<Run>(await post('/run/rerun', { id: first.id })).id);
    expect(second).toMatchObject({ status: 'failed' });
    data(await post('/process/save', { bizId, version: 2, graph: failing('2') }));
    const third = await ended(data<Run>(await post('/run/rerun', { id: second.id })).id);
    expect(third).toMatchObject({ status: 'finished', state: 'warning', rejected: 10 });
    expect(third.steps.map(({ id, state, rows, rejected, isKept }) => [id, state, rows, rejected, isKept ?? false])).toEqual([
      ['p', 'success', 1000, null, true],
      ['c', 'warning', 990, 10, true],
      ['f', 'success', first.steps[2]?.rows, 0, true],
      ['d', 'success', first.steps[2]?.rows, null, false],
      ['o', 'success', first.steps[2]?.rows, null, false],
    ]);
    expect(first.steps[1]).toMatchObject({ rows: 990, rejected: 10 });
  });

  it('[DATA-10] is repeated from further back where the file of what it kept is missing', async () => {
    const failing = (factor: string) =>
      chain(
        input('p', 'payments'),
        node('s', 'sort', { orders: [{ column: 'id' }], limit: 3 }),
        node('d', 'derive', { fields: [{ name: 'x', expression: `id * ${factor}` }] }),
        node('o', 'output', { refresh: 'full' }),
      );
    const bizId = await processOf('unkept', failing('9007199254740991 * 9000'));
    const failed = await run(bizId);
    const parts = await app.db.selectFrom('data_run_part').select('path').where('run_id', '=', Number(failed.id)).execute();
    expect(parts).toHaveLength(1);
    for (const { path } of parts) await createFileStore(app.settings).remove(path);
    data(await post('/process/save', { bizId, version: 2, graph: failing('2') }));
    const again = await ended(data<Run>(await post('/run/rerun', { id: failed.id })).id);
    expect(again.status, JSON.stringify(again)).toBe('finished');
    expect(again.steps.filter(({ isKept }) => isKept)).toEqual([]);
    expect(await rowsOf(bizId)).toHaveLength(3);
  });

  it('[DATA-10] is repeated without what it kept where moments are other clock times by now', async () => {
    await fill(
      'times',
      [column('at', 'timestamp'), column('n', 'integer')],
      [
        ['2026-11-26 01:00:00', 1],
        ['2026-11-26 09:00:00', 2],
      ],
    );
    const failing = (factor: string) =>
      chain(
        input('p', 'times'),
        node('f', 'filter', { condition: { field: 'at', operator: 'atLeast', value: '2026-11-26T01:00:00.000Z' } }),
        node('d', 'derive', { fields: [{ name: 'x', expression: `n * ${factor}` }] }),
        node('o', 'output', { refresh: 'full' }),
      );
    const bizId = await processOf('clocks', failing('9007199254740991 * 9000'));
    const failed = await run(bizId);
    expect(failed.steps.find(({ id }) => id === 'f')).toMatchObject({ state: 'success', rows: 1 });
    data(await post('/process/save', { bizId, version: 2, graph: failing('2') }));
    const zone = app.settings.timeZone;
    app.settings.timeZone = 'UTC';
    const again = await ended(data<Run>(await post('/run/rerun', { id: failed.id })).id);
    app.settings.timeZone = zone;
    expect(again.steps.filter(({ isKept }) => isKept)).toEqual([]);
    expect(again).toMatchObject({ status: 'finished', rows: 2 });
  });

  it('[PERM-15] fails naming the columns and tables that are denied by now', async () => {
    await fill('staff', suppliers, [['S0', 'Wien', 'x']], 'admin');
    const tableId = (await app.db.selectFrom('data_table').select('id').where('name', '=', 'test_staff').executeTakeFirstOrThrow()).id;
    const grant = await app.db
      .insertInto('data_grant')
      .values({
        table_id: tableId,
        user_id: ids.riskmanager ?? 0,
        permissions: ['view', 'reference'],
        columns: null,
        starts_at: new Date(Date.now() - 1_000),
        reason: 'x',
        asked: '{}',
        state: 'granted',
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const made = await createTable(app.db, { name: 'denied', title: 'denied', kind: 'process', ownerId: ids.riskmanager ?? 0 });
    const graph = chain(input('p', 'staff'), node('o', 'output', { refresh: 'full' }));
    await app.db
      .insertInto('data_process')
      .values({
        table_id: made.id,
        graph: JSON.stringify(graph),
        inputs: JSON.stringify({ [tables.staff as string]: ['supplier', 'city', 'bank'] }),
      })
      .execute();
    const asManager = async () => {
      const answer = data<Run>(await get(`/data-table/execute?bizId=${made.bizId}`, 'riskmanager'));
      for (;;) {
        const one = data<Run>(await get(`/run?id=${answer.id}`, 'riskmanager'));
        if (one.status !== 'queued' && one.status !== 'started') return one;
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
    };
    expect(await asManager()).toMatchObject({ status: 'finished' });
    await app.db
      .updateTable('data_grant')
      .set({ columns: ['supplier', 'city'] })
      .where('id', '=', grant.id)
      .execute();
    expect((await asManager()).failure).toMatch(/bank/);
    await app.db.updateTable('data_grant').set({ state: 'revoked' }).where('id', '=', grant.id).execute();
    expect((await asManager()).failure).toMatch(/staff/);
  });

  it('[PERM-15] what the engine said of a failure, with its values, is told to who may run the table, or started that run', async () => {
    const graph = chain(
      input('p', 'payments'),
      node('d', 'derive', { fields: [{ name: 'x', expression: 'id * 9007199254740991 * 9000' }] }),
      node('o', 'output', { refresh: 'full' }),
    );
    const bizId = await processOf('told', graph);
    const { id } = await run(bizId);
    const { id: tableId } = await app.db.selectFrom('data_table').select('id').where('biz_id', '=', bizId).executeTakeFirstOrThrow();
    const mayNow = async (...permissions: string[]) => {
      await app.db.deleteFrom('data_grant').where('table_id', '=', tableId).execute();
      const right = { table_id: tableId, user_id: ids.riskmanager ?? 0, columns: null, starts_at: new Date(0) };
      await app.db
        .insertInto('data_grant')
        .values({ ...right, permissions: sql`${permissions}::text[]`, reason: 'x', asked: '{}', state: 'granted' })
        .execute();
    };
    const toldTo = async (name: string) => {
      const one = data<Run>(await get(`/run?id=${id}`, name));
      const { content } = data<{ content: Run[] }>(await post('/run/page', { bizId }, name));
      const { runs } = data<{ runs: Run[] }>(await get(`/schedule?bizId=${bizId}`, name));
      return [one.failure, content[0]?.failure, ...runs.map(({ failure }) => failure)];
    };
    // As if a schedule had started it: such runs are listed with the schedule.
    const { id: scheduleId } = await app.db
      .insertInto('data_schedule')
      .values({ table_id: tableId, type: '1', cron: '0 6 * * *', owner_id: ids.admin ?? 0 })
      .returning('id')
      .executeTakeFirstOrThrow();
    await app.db.updateTable('data_run').set({ schedule_id: scheduleId }).where('id', '=', Number(id)).execute();
    await sql`insert into role_menu (role_id, menu_id) select role_id, menu_id from user_role, menu
      where user_id = ${ids.riskmanager} and perms = 'data:schedule:list' on conflict do nothing`.execute(app.db);
    const whole = Array(3).fill(expect.stringContaining('Overflow'));
    expect(await toldTo('admin')).toEqual(whole);
    await mayNow('view');
    const english = 'The engine could not do this step: what was said is for those who may run it.';
    expect(await toldTo('riskmanager')).toEqual([english, '引擎无法完成此步骤： 详情仅对有执行权限的人显示。', english]);
    await mayNow('view', 'execute');
    expect(await toldTo('riskmanager')).toEqual(whole);
    await mayNow('view');
    await app.db.updateTable('data_run').set({ requested_by: ids.riskmanager }).where('id', '=', Number(id)).execute();
    expect(await toldTo('riskmanager')).toEqual(whole);
    await app.db.deleteFrom('data_schedule').where('id', '=', scheduleId).execute();
  });

  it('[DATA-10] stops within five seconds, whatever it does', async () => {
    await fill(
      'wide',
      [column('k', 'integer'), column('n', 'integer')],
      Array.from({ length: 60_000 }, (_, index) => [1, index]),
    );
    const graph = {
      nodes: [
        input('a', 'wide'),
        input('b', 'wide', 'dimension'),
        node('j', 'join', { type: 'inner', on: [{ left: 'k', right: 'k' }] }),
        node('g', 'group', { by: [], measures: [{ function: 'distinct', column: 'n_2', name: 'c' }] }),
        node('o', 'output', { refresh: 'full' }),
      ],
      edges: [
        { from: 'a', to: 'j' },
        { from: 'b', to: 'j', slot: 1 },
        { from: 'j', to: 'g' },
        { from: 'g', to: 'o' },
      ],
    };
    const bizId = await processOf('endless', graph);
    const { id } = data<Run>(await get(`/data-table/execute?bizId=${bizId}`));
    expect(data<Run>(await get(`/data-table/execute?bizId=${bizId}`)).id).toBe(id);
    for (;;) {
      const { steps } = data<Run>(await get(`/run?id=${id}`));
      if (steps.some(({ id: step, state }) => step === 'j' && state === 'running')) break;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    const asked = Date.now();
    data(await post('/run/stop', { id }));
    expect(await ended(id)).toMatchObject({ status: 'stopped', state: 'fail' });
    expect(Date.now() - asked).toBeLessThan(15_000);
  });

  it('[DATA-10] whoever has runs at work comes after those who have fewer, and of one starter the first comes first', async () => {
    class Undone extends Error {}
    const undone = app.db.transaction().execute(async (db) => {
      const queue = async (starter: string, title: string) =>
        await queueRun(db, { kind: 'test', tableId: null, title, input: {} }, { userId: ids[starter] ?? 0, name: starter });
      for (const title of ['many 1', 'many 2', 'many 3', 'many 4']) await queue('admin', title);
      await queue('auditor', 'one');
      const claimed = async () => (await claimRun(db, 'tester'))?.title;
      expect([await claimed(), await claimed(), await claimed()]).toEqual(['many 1', 'one', 'many 2']);
      // Who has none at work any more is first again.
      await db.updateTable('data_run').set({ status: 'finished' }).where('title', '=', 'one').where('worker', '=', 'tester').execute();
      await queue('auditor', 'two');
      expect([await claimed(), await claimed(), await claimed()]).toEqual(['two', 'many 3', 'many 4']);
      throw new Undone();
    });
    await expect(undone).rejects.toBeInstanceOf(Undone);
  });

  it('[DATA-10] is stopped, or done anew, where its server ends before it can be interrupted', async () => {
    const atWork = new Map<number, () => void>();
    registerRunKind('stubborn', {
      async work({ run: { id }, step, plan }) {
        await plan([{ id: 'whole', title: 'whole' }]);
        await step('whole', async () => {
          await new Promise<void>((resolve) => atWork.set(id, resolve));
          return {};
        });
        return undefined;
      },
    });
    const queue = async (name: string) => {
      const { id: tableId } = await createTable(app.db, { name, title: name, kind: 'source', ownerId: ids.admin ?? 0 });
      return { kind: 'stubborn', tableId, title: name, input: {} };
    };
    const by = { userId: ids.admin ?? 0, name: 'admin' };
    const [stopped, left] = [await queue('stubborn_stopped'), await queue('stubborn_left')];
    const [one, other] = [await queueRun(app.db, stopped, by), await queueRun(app.db, left, by)];
    while (atWork.size < 2) await new Promise((resolve) => setTimeout(resolve, 50));
    expect(await stopRun(app.db, one.id)).toBe('stopping');
    const ending = runner.stop();
    for (const goOn of atWork.values()) goOn();
    await ending;
    const { rows } = await sql<object>`select id, status, ended_at is not null as "isOver", steps #>> '{0,state}' as step
      from data_run where id in (${one.id}, ${other.id}) order by id`.execute(app.db);
    expect(rows).toEqual([
      { id: one.id, status: 'stopped', isOver: true, step: 'fail' },
      { id: other.id, status: 'queued', isOver: false, step: null },
    ]);
    // Its table is free again, and what nobody stopped keeps its place.
    expect((await queueRun(app.db, stopped, by)).isNew).toBe(true);
    expect(await queueRun(app.db, left, by)).toEqual({ id: other.id, isNew: false });
    // Those that were given back all the same before go with the next start of a server.
    await app.db
      .updateTable('data_run')
      .set({ stop_asked_at: new Date() })
      .where('kind', '=', 'stubborn')
      .where('status', '=', 'queued')
      .execute();
    await freeStopped.up(app.db as unknown as Kysely<never>);
    const { rows: freed } = await sql<object>`select status, ended_at is not null as "isOver" from data_run where id = ${other.id}`.execute(
      app.db,
    );
    expect(freed).toEqual([{ status: 'canceled', isOver: true }]);
    runner = start();
  });

  it('[DATA-10] is taken over when its server died, and is unknown when that happens again', async () => {
    const bizId = await processOf('lost', joined());
    await runner.stop();
    const { id } = data<Run>(await get(`/data-table/execute?bizId=${bizId}`));
    const dead = (attempt: number) =>
      app.db
        .updateTable('data_run')
        .set({ status: 'started', worker: 'dead', attempt, touched_at: sql<Date>`now() - interval '1 minute'`, ended_at: null })
        .where('id', '=', Number(id))
        .execute();
    await dead(1);
    // Two servers: one of them does it.
    const [one, other] = [start(), start()];
    expect(await ended(id)).toMatchObject({ status: 'finished' });
    expect(
      await app.db
        .selectFrom('data_refresh')
        .innerJoin('data_table', 'data_table.id', 'data_refresh.table_id')
        .select('data_refresh.revision')
        .where('biz_id', '=', bizId)
        .execute(),
    ).toHaveLength(1);
    await one.stop();
    await dead(2);
    expect(await ended(id)).toMatchObject({ status: 'unknown', state: 'fail' });
    await other.stop();
    runner = start();
  });
});

it('[DATA-10] the last 200 runs of each table, model and analysis stay', async () => {
  const about = (input: object, count: number) =>
    sql`insert into data_run (kind, table_id, title, input, status, requested_by, requested_name)
      select 'model-fit', null, 'x', ${JSON.stringify(input)}::jsonb, 'failed', ${ids.admin}, 'x' from generate_series(1, ${count})`.execute(
      app.db,
    );
  await about({ modelId: 'first' }, 2);
  await about({ modelId: 'second' }, 203);
  await sweepRuns(app.db);
  const { rows } = await sql`select input ->> 'modelId' as model, count(*)::int as runs from data_run
    where title = 'x' group by 1 order by 1`.execute(app.db);
  expect(rows).toEqual([
    { model: 'first', runs: 2 },
    { model: 'second', runs: 200 },
  ]);
});
