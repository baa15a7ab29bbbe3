import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ask } from '../../../server/data-engine/index.ts';
import { createFileStore } from '../../../server/files/store.ts';
import { csvOf, writeParquet } from '../../../server/modules/data-mart/parts.ts';
import { openRelation } from '../../../server/modules/data-mart/relation.ts';
import { type Column, createTable } from '../../../server/modules/data-mart/repository.ts';
import { takeRevision } from '../../../server/modules/data-mart/revisions.ts';
import { readerOf, requireTable } from '../../../server/modules/data-mart/rights.ts';
import { type Runner, startRunner } from '../../../server/modules/data-runs/runner.ts';
import { startApp, type TestApp } from '../../support/app.ts';
import { type Answer, call, tokenOf } from './client.ts';

let app: TestApp;
let runner: Runner;
const tokens: Record<string, string> = {};
const ids: Record<string, number> = {};
const tables: Record<string, { id: number; bizId: string }> = {};

const column = (name: string, fieldType: Column['fieldType']): Column => ({
  name,
  title: `Column ${name}`,
  fieldType,
  analysisType: 'text',
});
const orderColumns = [
  column('id', 'integer'),
  column('amount', 'float'),
  column('price', 'number'),
  column('day', 'date'),
  column('at', 'timestamp'),
  column('is_paid', 'boolean'),
  column('note', 'string'),
];
const orders = Array.from({ length: 2_500 }, (_, row) => [
  row === 0 ? '9007199254740993' : row,
  row % 10 === 3 ? null : row / 2,
  '12.500000',
  '2026-03-01',
  '2026-03-01 10:20:30',
  row % 2 === 0,
  row === 1 ? 'a "b", 包裹\nend' : row === 2 ? '' : `note ${row}`,
]);

beforeAll(async () => {
  app = await startApp();
  for (const { id, username } of await app.db.selectFrom('app_user').select(['id', 'username']).execute()) ids[username] = id;
  for (const name of ['admin', 'riskmanager', 'auditor']) tokens[name] = await tokenOf(app, name);
  await sql`insert into role_menu (role_id, menu_id) select role_id, menu_id from user_role, menu
    where user_id = ${ids.riskmanager} and menu_id like 'ai-script%' on conflict do nothing`.execute(app.db);
  await sql`delete from role_menu where menu_id like 'ai-script%' and role_id in (select role_id from user_role where user_id = ${ids.auditor})`.execute(
    app.db,
  );
  await fill('orders', orderColumns, orders);
  const files = createFileStore(app.settings);
  runner = startRunner({
    db: app.db,
    settings: app.settings,
    files,
    documents: app.documents,
    log: (what, error) => console.error(what, error),
  });
});
afterAll(async () => {
  await runner.stop();
  await app.close();
});

async function fill(name: string, columns: Column[], rows: (string | number | boolean | null)[][], owner = 'admin'): Promise<void> {
  const made = await createTable(app.db, { name, title: `Table ${name}`, kind: 'source', ownerId: ids[owner] ?? 0 });
  tables[name] = made;
  const file = join(app.settings.dataDir, `${name}.parquet`);
  await writeParquet(app.settings.dataDir, { csv: Buffer.from(csvOf(rows)), columns, to: file });
  await takeRevision(app.db, createFileStore(app.settings), { tableId: made.id, file, mode: 'full', by: 'test', columns });
}

const post = (path: string, body: unknown, as = 'admin'): Promise<Answer> =>
  call(app, `/api/data${path}`, { method: 'POST', token: tokens[as], body, headers: { 'accept-language': 'en' } });
const get = (path: string, as = 'admin', language = 'en'): Promise<Answer> =>
  call(app, `/api/data${path}`, { token: tokens[as], headers: { 'accept-language': language } });
// biome-ignore lint/suspicious/noExplicitAny: answers are checked by their contracts
const data = (answer: Answer): any => {
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body.data;
};
const problem = (answer: Answer) => ({ status: answer.status, code: answer.body.code });

async function ended(id: string, as = 'admin') {
  for (let tries = 0; tries < 600; tries += 1) {
    const run = data(await get(`/run?id=${id}`, as));
    if (run.status !== 'queued' && run.status !== 'started') return run;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`run ${id} does not end`);
}
const told = [
  { name: 'id', fieldType: 'integer' },
  { name: 'double', fieldType: 'float' },
];
const tryOut = (code: string, more: object = {}, as = 'admin') =>
  post('/script/try', { tableId: tables.orders?.bizId, code, columns: told, ...more }, as);

let number = 0;
/** A saved script. */
async function made(
  given: { code: string; columns?: object[]; parameters?: object[]; workspaceId?: string },
  as = 'admin',
): Promise<string> {
  number += 1;
  const name = `Script ${number}`;
  const { id } = data(await post('/script/create', { name, tableId: tables.orders?.bizId, workspaceId: given.workspaceId ?? null }, as));
  const { version } = data(await get(`/script/get?id=${id}`, as));
  data(await post('/script/save', { id, version, name, tableId: tables.orders?.bizId, columns: told, ...given }, as));
  return id;
}
async function filled(id: string, more: object = {}, as = 'admin'): Promise<{ bizId: string; runId: string }> {
  number += 1;
  return data(
    await post('/script/fill', { id, tableId: tables.orders?.bizId, name: `out_${number}`, title: `Out_${number}`, ...more }, as),
  );
}
async function rowsOf(bizId: string, most = 10_000) {
  const reader = await readerOf(app.db, ids.admin ?? 0);
  if (!reader) throw new Error('Nobody reads');
  const seen = await requireTable(app.db, reader, bizId, 'view');
  const relation = await openRelation(app.db, createFileStore(app.settings), app.settings.dataDir, seen);
  const { rows } = await ask({ sql: `SELECT * FROM ${relation.sql}`, files: relation.files, most });
  return { columns: relation.columns, rows };
}

it('[DATA-06] a script is tried on the first rows: they go in as they are typed, and come out as the declared columns, with log and time', async () => {
  const answer = data(
    await tryOut(
      `function row(r, parameters, state) {
         state.count = (state.count ?? 0) + 1;
         if (r.id === 3) return;
         if (r.id === 1) console.warn('seen', r, parameters.factor);
         if (r.id === 4) return [{ id: 4, double: 1 }, { id: 4n, double: 2 }];
         return { id: r.id, double: r.amount * parameters.factor, extra: 1 };
       }
       function finish(parameters, state) { return { id: -state.count }; }`,
      { rows: 10, parameters: [{ name: 'factor', type: 'integer', value: '2' }] },
    ),
  );
  expect(answer).toMatchObject({ taken: 10, given: 11, rejected: 0, unknown: ['extra'], problem: null, more: false });
  expect(answer.columns).toEqual([
    { name: 'id', title: 'id' },
    { name: 'double', title: 'double' },
  ]);
  expect(answer.rows.slice(0, 4)).toEqual([
    { id: '9007199254740993', double: 0 },
    { id: 1, double: 1 },
    { id: 2, double: 2 },
    { id: 4, double: 1 },
  ]);
  expect(answer.rows.at(-1)).toEqual({ id: -10, double: null });
  expect(answer.log).toEqual([
    { key: '1', row: 2, level: 'warn', text: expect.stringContaining('seen {"id":1,"amount":0.5,"price":12.5,"day":"2026-03-01"') },
  ]);
  expect(answer.log[0].text).toMatch(/"at":"2026-03-01 10:20:30","is_paid":false,"note":"a \\"b\\", 包裹\\nend"\} 2$/);
  expect(answer.milliseconds).toBeGreaterThanOrEqual(0);
  // What is typed is not kept.
  const listed = data(await post('/script/page', {})).content;
  expect(listed.map(({ name }: { name: string }) => name)).not.toContain('Script 1');
  // Owners are called in the language of the reader.
  expect(listed.map(({ ownerName }: { ownerName: string }) => ownerName)).toContain('Administrator');
});

it('[DATA-06] a row with one wrong value is left out whole and told: row, column, value and why, and in which line it broke off', async () => {
  const code = `function row(r) {
  if (r.id === 5) throw new TypeError('no five');
  if (r.id === 6) return 'six';
  if (r.id === 7) return { id: 7.5 };
  return { id: r.id, double: r.amount === null ? NaN : 1 };
}`;
  const answer = data(await tryOut(code, { rows: 10 }));
  expect(answer).toMatchObject({ taken: 10, given: 6, rejected: 4 });
  expect(answer.faults).toMatchObject([
    { row: 6, column: null, value: 'TypeError: no five', line: 2 },
    { row: 4, column: 'double', value: 'NaN', text: 'No number' },
    { row: 7, column: null, value: 'six' },
    { row: 8, column: 'id', value: '7.5', text: 'No whole number' },
  ]);
  expect(answer.marks).toEqual([{ line: 2, column: null, text: 'TypeError: no five' }]);
});

it('[DATA-06] what is no script is told with its line and column, and marked there; a script without row is told as well', async () => {
  const broken = data(await tryOut('function row(r) {\n  return { id: r.id, };\n}\nconst x = ;\n'));
  expect(broken.problem).toMatchObject({ kind: 'syntax', line: 4, column: 11 });
  expect(broken.problem.text).toMatch(/^This is no JavaScript · line 4, column 11 · SyntaxError/);
  expect(broken.marks).toMatchObject([{ line: 4, column: 11 }]);
  expect(data(await tryOut('const rows = 1;')).problem).toMatchObject({ kind: 'noRow', text: 'There is no function row' });
  expect(data(await tryOut('function helper() { missing(); }\nhelper();\nfunction row() {}')).problem).toMatchObject({
    kind: 'threw',
    line: 1,
    message: expect.stringContaining('missing'),
  });
  expect(data(await tryOut('async function row(r) { return { id: r.id }; }')).faults[0]).toMatchObject({ value: 'promise' });
});

it('[DATA-06] a whole table goes through in batches into a table of its own, with rows left out, log and history; it can be used as input again', async () => {
  const id = await made({
    code: `function row(r, parameters, state) {
  state.sum = (state.sum ?? 0) + (r.amount ?? 0);
  if (r.note === '') console.log('empty', r.id);
  if (r.id === 1999) return { id: 'x' };
  return { id: r.id, double: r.amount === null ? null : r.amount * parameters.factor, note: r.note };
}
function finish(parameters, state) { return { id: -1, double: state.sum, note: 'sum "all", 包裹\\n' }; }`,
    columns: [...told, { name: 'note', title: 'Text', fieldType: 'string' }],
    parameters: [{ name: 'factor', title: 'Factor', type: 'float', value: '2' }],
  });
  const { bizId, runId } = await filled(id, { parameters: [{ name: 'factor', type: 'float', value: '3' }] });
  const run = await ended(runId);
  expect(run).toMatchObject({ kind: 'script', status: 'finished', state: 'warning', rows: 2_500, rejected: 1, failure: null });
  expect(run.note).toBe('1 rows were left out. The page of the script tells which.');
  expect(run.steps.map((step: { title: string; rows: number }) => [step.title, step.rows])).toEqual([
    ['Read rows', 2_500],
    ['Run the script', 2_500],
    ['Write the table', 2_500],
  ]);
  const { columns, rows } = await rowsOf(bizId);
  expect(columns).toMatchObject([
    { name: 'id', fieldType: 'integer' },
    { name: 'double', fieldType: 'float' },
    { name: 'note', title: 'Text', fieldType: 'string' },
  ]);
  expect(rows).toHaveLength(2_500);
  expect(rows.slice(0, 4)).toEqual([
    ['9007199254740993', 0, 'note 0'],
    [1, 1.5, 'a "b", 包裹\nend'],
    [2, 3, ''],
    [3, null, 'note 3'],
  ]);
  const sum = orders.reduce((all, row) => all + Number(row[1] ?? 0), 0);
  expect(rows.at(-1)).toEqual([-1, sum, 'sum "all", 包裹\n']);
  const answer = data(await get(`/script/told?runId=${runId}`));
  expect(answer).toMatchObject({
    number: 2,
    taken: 2_500,
    given: 2_500,
    rejected: 1,
    log: [{ row: 3, text: 'empty 2' }],
    faults: [{ row: 2_000, column: 'id', value: 'x' }],
  });
  const work = data(await get(`/script/runs?id=${id}`));
  expect(work.filled).toMatchObject([{ bizId, rows: 2_500, inputTitle: 'Table orders', parameters: 'factor = 3', mayRun: true }]);
  expect(work.runs).toMatchObject([{ id: runId, status: 'finished' }]);
  // The table is one like others: another script takes it, the first one stays as long as it fills it, and its input as long as it is read.
  const next = await made({ code: 'function row(r) { return { id: r.id }; }' });
  expect((await ended((await filled(next, { tableId: bizId })).runId)).rows).toBe(2_500);
  const gone = await call(app, `/api/data/script/remove?id=${id}`, { method: 'DELETE', token: tokens.admin });
  expect(problem(gone)).toEqual({ status: 409, code: 'IN_USE' });
  expect(
    problem(await call(app, `/api/data/mart/table?bizId=${bizId}`, { method: 'DELETE', token: tokens.admin })).status,
  ).toBeGreaterThanOrEqual(400);
  // Run again with what was saved meanwhile.
  const detail = data(await get(`/script/get?id=${id}`));
  data(await post('/script/save', { ...forSave(detail), code: 'function row(r) { return r.id < 3 && { id: r.id }; }' }));
  const again = data(await get(`/data-table/execute?bizId=${bizId}`));
  expect(await ended(again.id)).toMatchObject({ status: 'finished', rows: 2, rejected: 0 });
  expect((await rowsOf(bizId)).rows).toEqual([
    [1, null, null],
    [2, null, null],
  ]);
}, 60_000);

const forSave = (detail: Record<string, unknown>) =>
  Object.fromEntries(
    ['id', 'version', 'name', 'description', 'workspaceId', 'tableId', 'code', 'columns', 'parameters', 'seed'].map((name) => [
      name,
      detail[name],
    ]),
  );

it('[DATA-06] a run that fails says why and leaves the table as it was; one that is stopped ends at once', async () => {
  const id = await made({ code: 'function row(r) { return { id: r.id }; }' });
  const { bizId, runId } = await filled(id);
  await ended(runId);
  const save = async (code: string) => data(await post('/script/save', { ...forSave(data(await get(`/script/get?id=${id}`))), code }));
  for (const [code, failure] of [
    [
      'function row(r) { if (r.id === 1500) return deep(); return { id: r.id }; }\nfunction deep() { return deep() + 1; }',
      /too deeply \(line 2, row 1501\)/,
    ],
    ['function row(r) { return { id: "x" }; }', /left out/],
    ['function row(r) { throw new Error("nothing works"); }', /left out/],
    ['throw new Error("at once")', /broke off with an error \(line 1, row –\): Error: at once/],
  ] as const) {
    await save(code);
    const again = data(await get(`/data-table/execute?bizId=${bizId}`));
    const run = await ended(again.id);
    expect(run).toMatchObject({ status: 'failed', failedStep: 'Run the script' });
    expect(run.failure).toMatch(failure);
    expect((await rowsOf(bizId)).rows).toHaveLength(2_500);
    expect(data(await get(`/script/told?runId=${again.id}`)).given).toBeLessThan(2_500);
  }
  await save('function row(r) { if (r.id === 2000) for (;;); return { id: r.id }; }');
  const { id: endless } = data(await get(`/data-table/execute?bizId=${bizId}`));
  for (let tries = 0; tries < 300; tries += 1) {
    const { steps } = data(await get(`/run?id=${endless}`));
    if (steps[1]?.state === 'running' && steps[1].rows !== null) break;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  const asked = performance.now();
  data(await post('/run/stop', { id: endless }));
  expect(await ended(endless)).toMatchObject({ status: 'stopped' });
  expect(performance.now() - asked).toBeLessThan(10_000);
  expect((await rowsOf(bizId)).rows).toHaveLength(2_500);
}, 120_000);

it('[DATA-06] scripts are those of their owner and of the workspace they are in; the wrong role and strangers get nothing', async () => {
  const id = await made({ code: 'function row(r) { return { id: 1 }; }' });
  for (const path of [`/script/get?id=${id}`, `/script/runs?id=${id}`, `/script/version?id=${id}&number=1`])
    expect({ path, ...problem(await get(path, 'riskmanager')) }).toEqual({ path, status: 404, code: 'NOT_FOUND' });
  const detail = data(await get(`/script/get?id=${id}`));
  expect(problem(await post('/script/save', forSave(detail), 'riskmanager'))).toEqual({ status: 404, code: 'NOT_FOUND' });
  expect((await call(app, `/api/data/script/remove?id=${id}`, { method: 'DELETE', token: tokens.riskmanager })).status).toBe(404);
  expect(data(await post('/script/page', {}, 'riskmanager')).content.map((one: { id: string }) => one.id)).not.toContain(id);
  // A table somebody may not use is none they can try on, or make a script for.
  const code = 'function row(r) { return { id: 1 }; }';
  expect(problem(await tryOut(code, {}, 'riskmanager')).status).toBeGreaterThanOrEqual(403);
  expect(
    problem(await post('/script/create', { name: 'Mine', tableId: tables.orders?.bizId }, 'riskmanager')).status,
  ).toBeGreaterThanOrEqual(403);
  // Without the permission of the menu nothing at all.
  for (const answer of [
    await post('/script/page', {}, 'auditor'),
    await tryOut(code, {}, 'auditor'),
    await get(`/script/get?id=${id}`, 'auditor'),
  ])
    expect(problem(answer)).toEqual({ status: 403, code: 'FORBIDDEN' });
  const { workspace } = await shared(id);
  const seen = data(await get(`/script/get?id=${id}`, 'riskmanager'));
  expect(seen).toMatchObject({ mayChange: false, code: 'function row(r) { return { id: 1 }; }' });
  expect(problem(await post('/script/save', { ...forSave(seen), name: 'Other' }, 'riskmanager'))).toEqual({
    status: 403,
    code: 'FORBIDDEN',
  });
  await sql`update workspace_member set role_type = '1' where workspace_id = ${workspace} and user_id = ${ids.riskmanager}`.execute(app.db);
  expect(data(await get(`/script/get?id=${id}`, 'riskmanager')).mayChange).toBe(true);
  // Nothing of a workspace is changed while a schedule of it is decided about.
  const inApproval = (to: string | null) =>
    sql`update workspace set schedule_approval_state = ${to} where id = ${workspace}`.execute(app.db);
  await inApproval('in_progress');
  const now = data(await get(`/script/get?id=${id}`, 'riskmanager'));
  expect(problem(await post('/script/save', { ...forSave(now), name: 'Other' }, 'riskmanager')).code).toBe('WORKSPACE_IN_APPROVAL');
  await inApproval(null);
  expect(data(await post('/script/save', { ...forSave(now), name: 'Other' }, 'riskmanager')).name).toBe('Other');
  await sql`update workspace set status = '1' where id = ${workspace}`.execute(app.db);
  expect(problem(await get(`/script/get?id=${id}`, 'riskmanager')).status).toBe(404);
});

/** Puts a script into a workspace whose viewer is the risk manager. */
async function shared(id: string): Promise<{ workspace: number }> {
  const { rows } = await sql<{ id: number; biz_id: string }>`select workspace.id, workspace.biz_id from workspace
    join workspace_member member on member.workspace_id = workspace.id and member.user_id = ${ids.admin} and member.role_type = '0' and member.status = '0'
    where workspace.status = '0' order by workspace.id limit 1`.execute(app.db);
  const workspace = rows[0];
  if (!workspace) throw new Error('The demo has no workspace of the administrator');
  await sql`insert into workspace_member (workspace_id, user_id, role_type, status, answered_at) values (${workspace.id}, ${ids.riskmanager}, '2', '0', now())
    on conflict (workspace_id, user_id) do update set role_type = '2', status = '0', answered_at = now()`.execute(app.db);
  const detail = data(await get(`/script/get?id=${id}`));
  data(await post('/script/save', { ...forSave(detail), workspaceId: workspace.biz_id }));
  return { workspace: workspace.id };
}

it('[DATA-06] a script sees the columns of whoever starts it and no others, and a column that is denied by now fails its run by name', async () => {
  await sql`insert into data_grant (table_id, user_id, state, permissions, columns, asked, reason, starts_at)
    values (${tables.orders?.id}, ${ids.riskmanager}, 'granted', '{view,reference}', '{id,amount}', '{}', 'test', now() - interval '1 day')`.execute(
    app.db,
  );
  const code = 'function row(r) { return r.id === 1 && { text: Object.keys(r).join() }; }';
  const columns = [{ name: 'text', fieldType: 'string' }];
  const mine = data(await tryOut(code, { columns }, 'riskmanager'));
  expect(mine.rows).toEqual([{ text: 'id,amount' }]);
  const id = await made({ code, columns }, 'riskmanager');
  expect(data(await get(`/script/get?id=${id}`, 'riskmanager')).columns).toEqual([{ name: 'text', title: 'text', fieldType: 'string' }]);
  const { bizId, runId } = await filled(id, {}, 'riskmanager');
  expect(await ended(runId, 'riskmanager')).toMatchObject({ status: 'finished', rows: 1 });
  await sql`update data_grant set columns = '{id}' where user_id = ${ids.riskmanager} and table_id = ${tables.orders?.id}`.execute(app.db);
  const again = data(await get(`/data-table/execute?bizId=${bizId}`, 'riskmanager'));
  expect(await ended(again.id, 'riskmanager')).toMatchObject({ status: 'failed', failure: expect.stringContaining('amount') });
  await sql`delete from data_grant where user_id = ${ids.riskmanager} and table_id = ${tables.orders?.id}`.execute(app.db);
  const denied = data(await get(`/data-table/execute?bizId=${bizId}`, 'riskmanager'));
  expect(await ended(denied.id, 'riskmanager')).toMatchObject({ status: 'failed' });
  expect(problem(await get(`/script/told?runId=${runId}`, 'auditor')).status).toBeGreaterThanOrEqual(403);
}, 60_000);

it('[DATA-06] [PERM-15] whoever sees only older tables of a script finds them among hundreds of newer ones', async () => {
  const workspace = sql<{ id: string }>`insert into workspace (name) values ('Many tables') returning id`;
  const workspaceId = (await workspace.execute(app.db)).rows[0]?.id;
  const id = await made({ code: 'function row(r) { return { id: r.id }; }' });
  await sql`insert into workspace_member (workspace_id, user_id, role_type, status, answered_at)
    values (${workspaceId}, ${ids.riskmanager}, '2', '0', now())`.execute(app.db);
  await sql`update script set workspace_id = ${workspaceId} where id = ${Number(id)}`.execute(app.db);
  const output = (title: string, ownerId: number | undefined) =>
    createTable(app.db, { name: `many_${title}`, title, kind: 'script', ownerId: ownerId ?? 0 }).then(({ id: tableId }) =>
      sql`insert into script_output (table_id, script_id, input_id, columns, parameters)
        values (${tableId}, ${Number(id)}, ${tables.orders?.id}, '["id"]', '{}')`.execute(app.db),
    );
  await output('theirs', ids.riskmanager);
  for (let count = 0; count < 200; count += 1) await output(`other_${count}`, ids.admin);
  const { filled: seen } = data(await get(`/script/runs?id=${id}`, 'riskmanager'));
  expect(seen.map(({ title }: { title: string }) => title)).toEqual(['theirs']);
});

it('[DATA-06] the last ten versions stay and can be taken up again; two who save at once are told', async () => {
  const id = await made({ code: 'function row(r) { return { id: 0 }; }' });
  for (let round = 1; round <= 11; round += 1) {
    const detail = data(await get(`/script/get?id=${id}`));
    const code = round === 5 ? 'function row(r) {\n  return { id: };\n}' : `function row(r) { return { id: ${round} }; }`;
    const saved = data(await post('/script/save', { ...forSave(detail), code }));
    expect(saved).toMatchObject({ number: round + 2, isFaulty: round === 5 });
    if (round !== 5) continue;
    expect(saved.problem).toMatchObject({ kind: 'syntax', line: 2 });
    expect(saved.marks).toMatchObject([{ line: 2 }]);
    expect(problem(await post('/script/fill', { id, tableId: tables.orders?.bizId, name: 'never', title: 'Never' }))).toEqual({
      status: 409,
      code: 'SCRIPT_FAULTY',
    });
  }
  const detail = data(await get(`/script/get?id=${id}`));
  expect(detail.versions.map((one: { number: number }) => one.number)).toEqual([13, 12, 11, 10, 9, 8, 7, 6, 5, 4]);
  // The same again is no change; another name is one, and no version of the text.
  expect(data(await post('/script/save', forSave(detail)))).toMatchObject({ number: 13, version: detail.version });
  expect(data(await post('/script/save', { ...forSave(detail), name: 'Early' }))).toMatchObject({
    number: 13,
    version: detail.version + 1,
  });
  const lost = await post('/script/save', { ...forSave(detail), name: 'Late' });
  expect(problem(lost)).toEqual({ status: 409, code: 'CONFLICT' });
  expect(lost.body.data).toMatchObject({ id, version: detail.version + 1 });
  expect(data(await get(`/script/version?id=${id}&number=4`)).code).toContain('id: 2');
  expect(problem(await get(`/script/version?id=${id}&number=3`)).status).toBe(404);
  expect((await call(app, `/api/data/script/remove?id=${id}`, { method: 'DELETE', token: tokens.admin })).status).toBe(200);
  expect(problem(await get(`/script/get?id=${id}`)).status).toBe(404);
});

it('[DATA-06] columns and parameters that cannot be are refused at their place', async () => {
  const code = 'function row(r) { return { id: 1 }; }';
  const at = async (more: object) => {
    const answer = await tryOut(code, more);
    return { status: answer.status, field: (answer.body.details as { field: string }[])?.[0]?.field };
  };
  expect(
    await at({
      columns: [
        { name: 'id', fieldType: 'integer' },
        { name: '1x', fieldType: 'integer' },
      ],
    }),
  ).toEqual({ status: 400, field: 'columns.1.name' });
  expect(
    await at({
      columns: [
        { name: 'id', fieldType: 'integer' },
        { name: 'ID', fieldType: 'string' },
      ],
    }),
  ).toEqual({ status: 400, field: 'columns.1.name' });
  expect(await at({ parameters: [{ name: 'a b', type: 'string' }] })).toEqual({ status: 400, field: 'parameters.0.name' });
  expect(await at({ parameters: [{ name: 'a', type: 'integer', value: '1.5' }] })).toEqual({ status: 400, field: 'parameters.0.value' });
  expect(await at({ columns: [{ name: 'constructor', fieldType: 'string' }] })).toEqual({ status: 200, field: undefined });
});
