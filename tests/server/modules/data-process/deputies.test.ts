import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { ask } from '../../../../server/data-engine/index.ts';
import { createFileStore } from '../../../../server/files/store.ts';
import { csvOf, writeParquet } from '../../../../server/modules/data-mart/parts.ts';
import { openRelation } from '../../../../server/modules/data-mart/relation.ts';
import { type Column, createTable } from '../../../../server/modules/data-mart/repository.ts';
import { takeRevision } from '../../../../server/modules/data-mart/revisions.ts';
import { requireTable } from '../../../../server/modules/data-mart/rights.ts';
import type { TablePermission } from '../../../../server/modules/data-mart/tables.ts';
import { type Runner, startRunner } from '../../../../server/modules/data-runs/runner.ts';
import { startApp, type TestApp } from '../../../support/app.ts';
import { type Somebody, somebody } from '../somebody.ts';

/** `owner` owns a process and a secret table; `editor` may view and edit the process, and reference only the open table. */
let app: TestApp;
let runner: Runner;
let owner: Somebody;
let editor: Somebody;
const column = (name: string): Column => ({ name, title: name, fieldType: 'string', analysisType: 'text' });
const tables: Record<'open' | 'secret', { id: number; bizId: string }> = { open: { id: 0, bizId: '' }, secret: { id: 0, bizId: '' } };

beforeAll(async () => {
  app = await startApp();
  const perms = ['list', 'edit', 'add'].map((verb) => `data:processing:${verb}`);
  const scripts = ['ai:script:use'];
  owner = await somebody(app, 'deputyOwner', [...perms, ...scripts, 'data:schedule:list', 'data:schedule:edit', 'data:mart:list']);
  editor = await somebody(app, 'deputyEditor', [...perms, ...scripts, 'data:mart:list']);
  for (const name of ['open', 'secret'] as const) {
    tables[name] = await createTable(app.db, { name: `deputy_${name}`, title: name, kind: 'source', ownerId: owner.id });
    const file = join(app.settings.dataDir, `${name}.parquet`);
    const columns = ['code', 'hidden'].map(column);
    await writeParquet(app.settings.dataDir, { csv: Buffer.from(csvOf([[name, `${name} inside`]])), columns, to: file });
    await takeRevision(app.db, createFileStore(app.settings), { tableId: tables[name].id, file, mode: 'full', by: 'test', columns });
  }
  runner = startRunner({
    ...{ db: app.db, settings: app.settings, files: createFileStore(app.settings), documents: app.documents },
    log: (what, error) => console.error(what, error),
  });
});
afterAll(async () => {
  await runner.stop();
  await app.close();
});
beforeEach(async () => {
  await app.db.deleteFrom('data_grant').execute();
  await grant(tables.open.id, ['view', 'reference']);
});

const grant = (tableId: number, permissions: TablePermission[], columns: string[] | null = null) =>
  app.db
    .insertInto('data_grant')
    .values({
      ...{ table_id: tableId, user_id: editor.id, permissions, columns, starts_at: new Date(Date.now() - 1_000) },
      ...{ reason: 'x', asked: '{}', state: 'granted' },
    })
    .execute();
const chain = (table: string, more: { id: string; kind: string; settings: object }[] = []) => {
  const nodes = [
    { id: 'p', kind: 'input', settings: { tableId: table, role: 'fact' } },
    ...more,
    { id: 'o', kind: 'output', settings: { refresh: 'full' } },
  ];
  return { nodes, edges: nodes.slice(1).map(({ id }, index) => ({ from: nodes[index]?.id, to: id })) };
};
const save = (as: Somebody, bizId: string, version: number, graph: object) => as.post('/api/data/process/save', { bizId, version, graph });

/** A process of the owner that reads a table, shared with the editor. */
async function shared(name: string, table: string): Promise<string> {
  const { bizId } = (await owner.post('/api/data/process/create', { name, title: name })).body.data as { bizId: string };
  expect((await save(owner, bizId, 1, chain(table))).body.code).toBe('000000');
  const { id } = await app.db.selectFrom('data_table').select('id').where('biz_id', '=', bizId).executeTakeFirstOrThrow();
  await grant(id, ['view', 'edit']);
  return bizId;
}
interface Run {
  id: string;
  status: string;
  failure: string | null;
}
async function run(bizId: string, as = owner): Promise<Run> {
  const { id } = (await as.get(`/api/data/data-table/execute?bizId=${bizId}`)).body.data as Run;
  for (;;) {
    const one = (await as.get(`/api/data/run?id=${id}`)).body.data as Run;
    if (one.status !== 'queued' && one.status !== 'started') return one;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
const deniedTo = async (bizId: string) =>
  ((await owner.get(`/api/data/process?bizId=${bizId}`)).body.data as { deniedTo: string | null }).deniedTo;
async function rowsOf(bizId: string): Promise<unknown[][]> {
  const reader = { id: String(owner.id), roles: [], permissions: new Set<string>() };
  const seen = await requireTable(app.db, reader, bizId, 'view');
  const relation = await openRelation(app.db, createFileStore(app.settings), app.settings.dataDir, seen);
  return (await ask({ sql: `SELECT * FROM ${relation.sql}`, files: relation.files, most: 10 })).rows;
}

it('[PERM-15] whoever changes a process adds no table they may not use, and what they saved reads none of them in runs of others', async () => {
  const bizId = await shared('deputy_one', tables.open.bizId);
  expect((await save(editor, bizId, 2, chain(tables.secret.bizId))).body).toMatchObject({
    code: 'PROCESS_INPUT_DENIED',
    details: [{ key: 'dataprocess.inputDenied', values: { table: 'secret' } }],
  });
  // One that is not even seen is told by its number alone, of a run as well.
  await app.db.updateTable('data_table').set({ is_listed: false }).where('id', '=', tables.secret.id).execute();
  expect((await save(editor, bizId, 2, chain(tables.secret.bizId))).body).toMatchObject({
    details: [{ values: { table: tables.secret.bizId } }],
  });
  const closed = await shared('deputy_closed', tables.secret.bizId);
  await app.db
    .updateTable('data_grant')
    .set({ permissions: ['view', 'execute'] })
    .where('table_id', 'in', app.db.selectFrom('data_table').select('id').where('biz_id', '=', closed))
    .execute();
  const refused = await run(closed, editor);
  expect(refused).toMatchObject({ status: 'failed' });
  expect(refused.failure).toContain(tables.secret.bizId);
  expect(refused.failure).not.toContain('secret');
  expect((await save(editor, bizId, 2, chain(tables.open.bizId))).body.code).toBe('000000');
  expect(await run(bizId)).toMatchObject({ status: 'finished' });
  // The right is asked for at each run: it ends for the editor, and the owner is told until they save it themselves.
  await app.db.deleteFrom('data_grant').where('table_id', '=', tables.open.id).execute();
  const failed = await run(bizId);
  expect(failed).toMatchObject({ status: 'failed' });
  expect(failed.failure).toContain('deputyEditor');
  expect(await deniedTo(bizId)).toBe('deputyEditor');
  expect((await save(owner, bizId, 3, chain(tables.open.bizId))).body.code).toBe('000000');
  expect(await deniedTo(bizId)).toBeNull();
  expect(await run(bizId)).toMatchObject({ status: 'finished' });
});

it('[PERM-15] columns its editor may not use are in no result, however the process names them', async () => {
  const bizId = await shared('deputy_two', tables.open.bizId);
  const derived = { id: 'd', kind: 'derive', settings: { fields: [{ name: 'x', expression: 'hidden' }] } };
  expect((await save(editor, bizId, 2, chain(tables.open.bizId, [derived]))).body.code).toBe('000000');
  expect(await run(bizId), 'while its editor may').toMatchObject({ status: 'finished' });
  expect(await deniedTo(bizId)).toBeNull();
  await app.db
    .updateTable('data_grant')
    .set({ columns: ['code'] })
    .where('table_id', '=', tables.open.id)
    .execute();
  const failed = await run(bizId);
  expect(failed).toMatchObject({ status: 'failed' });
  expect(failed.failure).toContain('deputyEditor 无权读取“open”的字段：hidden');
  expect(await deniedTo(bizId)).toBe('deputyEditor');
  // Saved anew it is made of the columns its editor may use, and lacks the one it names.
  expect((await save(editor, bizId, 3, chain(tables.open.bizId, [derived]))).body.code).toBe('000000');
  expect(await run(bizId)).toMatchObject({ status: 'failed' });
  expect((await save(editor, bizId, 4, chain(tables.open.bizId))).body.code).toBe('000000');
  expect(await run(bizId)).toMatchObject({ status: 'finished' });
  expect(await rowsOf(bizId)).toEqual([['open']]);
});

it('[DATA-12] another graph takes the schedule that was approved off line', async () => {
  const bizId = await shared('deputy_three', tables.open.bizId);
  const { id: tableId } = await app.db.selectFrom('data_table').select('id').where('biz_id', '=', bizId).executeTakeFirstOrThrow();
  const live = { state: 'live', next_at: new Date(Date.now() + 3_600_000), live_at: new Date() } as const;
  await app.db
    .insertInto('data_schedule')
    .values({ table_id: tableId, type: '1', cron: '0 6 * * *', owner_id: owner.id, ...live })
    .execute();
  const state = () => app.db.selectFrom('data_schedule').select(['state', 'next_at']).where('table_id', '=', tableId).executeTakeFirst();
  expect((await save(editor, bizId, 2, chain(tables.open.bizId))).body.data).toMatchObject({ offLine: false });
  expect(await state()).toMatchObject({ state: 'live' });
  // Where nodes are drawn and what they are called is no other work.
  const open = chain(tables.open.bizId);
  const drawn = { ...open, nodes: open.nodes.map((node) => ({ ...node, x: 7, y: 9, title: 'Called' })) };
  expect((await save(editor, bizId, 3, drawn)).body.data).toMatchObject({ offLine: false });
  expect(await state()).toMatchObject({ state: 'live' });
  const sorted = chain(tables.open.bizId, [{ id: 's', kind: 'sort', settings: { orders: [{ column: 'code' }] } }]);
  expect((await save(editor, bizId, 4, sorted)).body.data).toMatchObject({ offLine: true });
  expect(await state()).toEqual({ state: 'configured', next_at: null });
  const told = await app.db
    .selectFrom('message')
    .select('user_id')
    .where('template', '=', 'data/schedule-off-line')
    .orderBy('id')
    .execute();
  expect(told).toEqual([{ user_id: owner.id }]);
});

it('[PERM-15] who may change the code of a script and see what it fills gets no columns of others by it', async () => {
  const { id: workspaceId } = await app.db
    .insertInto('workspace')
    .values({ name: 'Deputies' } as never)
    .returning('id')
    .executeTakeFirstOrThrow();
  await app.db
    .insertInto('workspace_member')
    .values([
      { workspace_id: workspaceId, user_id: owner.id, role_type: '0', status: '0', answered_at: new Date() },
      { workspace_id: workspaceId, user_id: editor.id, role_type: '1', status: '0', answered_at: new Date() },
    ])
    .execute();
  const { id } = (await owner.post('/api/data/script/create', { name: 'S', tableId: tables.secret.bizId })).body.data as { id: string };
  await app.db.updateTable('script').set({ workspace_id: workspaceId }).where('id', '=', Number(id)).execute();
  const { bizId } = (
    await owner.post('/api/data/script/fill', { id, tableId: tables.secret.bizId, name: 'deputy_filled', title: 'filled' })
  ).body.data as { bizId: string };
  const outputId = (await app.db.selectFrom('data_table').select('id').where('biz_id', '=', bizId).executeTakeFirstOrThrow()).id;
  expect(await run(bizId)).toMatchObject({ status: 'finished' });
  const version = {
    code: 'function row(row) { return {code: row.hidden}; }',
    columns: JSON.stringify([{ name: 'code', title: 'code', fieldType: 'string' }]),
  };
  const { id: versionId } = await app.db
    .insertInto('script_version')
    .values({ script_id: Number(id), number: 2, ...version, parameters: '[]', seed: 1, made_by: editor.username, made_by_id: editor.id })
    .returning('id')
    .executeTakeFirstOrThrow();
  await app.db.updateTable('script').set({ current_id: versionId }).where('id', '=', Number(id)).execute();
  // Nothing of the result is shown to its author: a script is for others to use.
  expect(await run(bizId)).toMatchObject({ status: 'finished' });
  await grant(outputId, ['view']);
  const failed = await run(bizId);
  expect(failed).toMatchObject({ status: 'failed' });
  expect(failed.failure).toContain('deputyEditor');

  // Nor does who owns what it fills read a table they may not use any more, because a colleague may who runs it.
  await app.db.deleteFrom('data_grant').where('table_id', '=', outputId).execute();
  await grant(outputId, ['view', 'execute']);
  const give = (to: Somebody) => app.db.updateTable('data_table').set({ owner_id: to.id }).where('id', '=', tables.secret.id).execute();
  await give(editor);
  const denied = await run(bizId, editor);
  await give(owner);
  expect(denied).toMatchObject({ status: 'failed' });
  expect(denied.failure).toContain('deputyOwner');
});
