import { existsSync, mkdirSync, readFileSync, symlinkSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ask, type FieldType, sessionFolders, typeOf } from '../../../../server/data-engine/index.ts';
import { readS3 } from '../../../../server/files/s3-store.ts';
import { createFileStore, type FileStore } from '../../../../server/files/store.ts';
import { dataJobs, sweepParts } from '../../../../server/modules/data-mart/jobs.ts';
import { csvOf, localFile, writeParquet } from '../../../../server/modules/data-mart/parts.ts';
import { openRelation } from '../../../../server/modules/data-mart/relation.ts';
import { analysisOf, type Column, columnsOf, createTable, findTable } from '../../../../server/modules/data-mart/repository.ts';
import { takeRevision } from '../../../../server/modules/data-mart/revisions.ts';
import { readerOf, requireTable } from '../../../../server/modules/data-mart/rights.ts';
import { startApp, type TestApp } from '../../../support/app.ts';
import { projectRoot } from '../../../support/project.ts';
import { type S3Server, startS3 } from '../../../support/s3-server.ts';

let app: TestApp;
let s3: S3Server;
let ids: Map<string, number>;
beforeAll(async () => {
  [app, s3] = await Promise.all([startApp(), startS3('secret')]);
  ids = new Map((await app.db.selectFrom('app_user').select(['username', 'id']).execute()).map(({ username, id }) => [username, id]));
});
afterAll(async () => {
  await app.close();
  await s3.close();
});

const columns: Column[] = [
  { name: 'code', title: 'Code', fieldType: 'integer', analysisType: 'id' },
  { name: '收款人', title: 'Payee', fieldType: 'string', analysisType: 'category' },
  { name: 'amount', title: 'Amount', fieldType: 'number', analysisType: 'numeric' },
  { name: 'at', title: 'At', fieldType: 'timestamp', analysisType: 'timestamp' },
  { name: 'clock', title: 'Clock', fieldType: 'time', analysisType: 'text' },
];
const rowsOf = (from: number, count: number) =>
  Array.from({ length: count }, (_, index) => [
    from + index,
    index % 2 === 0 ? 'He said "no", then\nleft' : null,
    `${index}.25`,
    '2026-03-01 08:00:00',
    '08:30:00',
  ]);

async function write(file: string, from: number, count: number, shape: readonly Column[] = columns): Promise<string> {
  const to = join(app.settings.dataDir, file);
  await writeParquet(app.settings.dataDir, { csv: Buffer.from(csvOf(rowsOf(from, count))), columns: shape, to });
  return to;
}
const reader = async (username: string) => {
  const found = await readerOf(app.db, ids.get(username) ?? 0);
  if (!found) throw new Error(`nobody called ${username}`);
  return found;
};
const count = async (files: FileStore, bizId: string, as: string) => {
  const relation = await openRelation(app.db, files, app.settings.dataDir, await requireTable(app.db, await reader(as), bizId, 'view'));
  const { rows } = await ask({ sql: `SELECT count(*) FROM ${relation.sql}`, files: relation.files });
  return rows[0]?.[0];
};

it('[DATA-08] the analysis types forms offer first for a type are those columns have as long as nobody says otherwise', () => {
  for (const form of ['table-new', 'feed-new']) {
    const { fields } = JSON.parse(readFileSync(join(projectRoot, `schemas/forms/data/${form}.form.json`), 'utf8')) as {
      fields: { name: string; columns?: { follows?: { fits: Record<FieldType, string[]> } }[] }[];
    };
    const columnsField = fields.find(({ name }) => name === 'columns');
    const fits: Partial<Record<FieldType, string[]>> = columnsField?.columns?.find(({ follows }) => follows)?.follows?.fits ?? {};
    expect(Object.keys(fits).sort()).toEqual(Object.keys(typeOf).sort());
    for (const [type, fitting] of Object.entries(fits)) expect(fitting[0], type).toBe(analysisOf(type as FieldType));
  }
});

it('[DATA-14] a full refresh replaces the rows, an incremental one adds to them, and dropped parts are swept an hour later', async () => {
  for (const files of [createFileStore(app.settings), createFileStore({ dataDir: '', fileStore: readS3(s3.address) })]) {
    const made = await createTable(app.db, {
      name: `parts_${(Math.random() * 1e9) | 0}`,
      title: 'Parts',
      kind: 'source',
      ownerId: ids.get('auditor') ?? 0,
    });
    const take = async (file: string, mode: 'full' | 'incremental', shape?: readonly Column[]) =>
      await takeRevision(app.db, files, { tableId: made.id, file: await write(file, 1, 4, shape), mode, by: 'auditor', columns });
    expect(await take('one.parquet', 'full')).toMatchObject({ revision: 1, rows: 4 });
    expect(await columnsOf(app.db, made.id)).toEqual(columns);
    expect(await take('two.parquet', 'incremental')).toMatchObject({ revision: 2, rows: 8 });
    expect(await count(files, made.bizId, 'auditor')).toBe(8);
    const other = columns.map((column, index) => (index === 0 ? { ...column, name: 'other' } : column));
    await expect(take('three.parquet', 'incremental', other)).rejects.toMatchObject({ code: 'DATA_COLUMNS_DIFFER' });
    expect(await take('four.parquet', 'full')).toMatchObject({ revision: 3, rows: 4 });
    expect(await count(files, made.bizId, 'auditor')).toBe(4);
    const parts = () => app.db.selectFrom('data_part').select(['path', 'dropped_at']).where('table_id', '=', made.id).execute();
    const dropped = (await parts()).filter((part) => part.dropped_at !== null);
    expect(dropped).toHaveLength(3);
    await sweepParts(app.db, files);
    expect(await parts()).toHaveLength(4);
    await app.db
      .updateTable('data_part')
      .set({ dropped_at: sql`dropped_at - interval '1 hour'` })
      .where('dropped_at', 'is not', null)
      .execute();
    await sweepParts(app.db, files);
    expect(await parts()).toHaveLength(1);
    for (const { path } of dropped) await expect(files.read(path)).rejects.toThrow();
  }
});

it('[DATA-14] files that go away while others are looked through keep nobody from a part, and no sweep from its work', async () => {
  const { dataDir } = app.settings;
  const files = createFileStore({ dataDir: '', fileStore: readS3(s3.address) });
  await files.put('parts/here.parquet', Buffer.from('rows'));
  // What is listed and is not there when it is looked at.
  const gone = (folder: string) => {
    mkdirSync(folder, { recursive: true });
    symlinkSync(join(folder, 'nowhere'), join(folder, 'gone'));
  };
  gone(join(dataDir, 'data-cache'));
  expect(readFileSync(await localFile({ files, dataDir }, 'parts/here.parquet'), 'utf8')).toBe('rows');
  const folder = sessionFolders(dataDir);
  gone(folder);
  const broken = join(folder, 'zz-broken');
  mkdirSync(broken);
  utimesSync(broken, 0, 0);
  await dataJobs(app.db, files, dataDir)
    .find(({ name }) => name === 'sweep data sessions')
    ?.run();
  expect(existsSync(broken)).toBe(false);
});

it('[PERM-15] [PERM-16] [DATA-07] columns that are not granted are not in the SQL, and a grant counts in its time only', async () => {
  const files = createFileStore(app.settings);
  const { id, bizId } = await createTable(app.db, {
    name: 'granted',
    title: 'Granted',
    kind: 'source',
    ownerId: ids.get('admin') ?? 0,
    isListed: false,
  });
  await takeRevision(app.db, files, { tableId: id, file: await write('granted.parquet', 1, 3), mode: 'full', by: 'admin', columns });
  const auditor = await reader('auditor');
  await expect(requireTable(app.db, auditor, bizId, 'view')).rejects.toMatchObject({ code: 'NOT_FOUND' });
  await app.db.updateTable('data_table').set({ is_listed: true }).where('id', '=', id).execute();
  await expect(requireTable(app.db, auditor, bizId, 'view')).rejects.toMatchObject({ code: 'FORBIDDEN' });
  const hour = 3_600_000;
  const grant = {
    table_id: id,
    user_id: Number(auditor.id),
    permissions: ['view' as const],
    columns: ['amount', 'at'],
    reason: 'x',
    asked: '{}',
    state: 'granted' as const,
  };
  await app.db
    .insertInto('data_grant')
    .values({ ...grant, starts_at: new Date(Date.now() + hour) })
    .execute();
  await expect(requireTable(app.db, auditor, bizId, 'view')).rejects.toMatchObject({ code: 'FORBIDDEN' });
  await app.db
    .updateTable('data_grant')
    .set({ starts_at: new Date(Date.now() - hour) })
    .where('table_id', '=', id)
    .execute();
  await expect(requireTable(app.db, auditor, bizId, 'download')).rejects.toMatchObject({ code: 'FORBIDDEN' });
  const seen = await requireTable(app.db, auditor, bizId, 'view');
  expect(seen).toMatchObject({ by: 'grant', isWhole: false });
  const relation = await openRelation(app.db, files, app.settings.dataDir, seen);
  const answer = await ask({ sql: `SELECT * FROM ${relation.sql}`, files: relation.files });
  expect(answer.columns).toMatchObject([
    { name: 'amount', type: 'number', duckType: typeOf.number },
    { name: 'at', type: 'timestamp' },
  ]);
  expect(answer.rows[0]).toEqual([0.25, '2026-03-01 08:00:00']);
  await expect(ask({ sql: `SELECT code FROM ${relation.sql}`, files: relation.files })).rejects.toMatchObject({ code: 'DATA_FAILED' });
  await app.db.updateTable('data_grant').set({ ends_at: new Date() }).where('table_id', '=', id).execute();
  await expect(requireTable(app.db, auditor, bizId, 'view')).rejects.toMatchObject({ code: 'FORBIDDEN' });
  expect((await findTable(app.db, bizId))?.rows).toBe(3);
});
