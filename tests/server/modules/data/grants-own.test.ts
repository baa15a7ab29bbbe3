import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { startApp, type TestApp } from '../../../support/app.ts';
import { type Somebody, somebody } from '../somebody.ts';

let app: TestApp;
let decider: Somebody;
let friend: Somebody;
const table = sql<number>`(select id from data_table where name = 'supplier_payments')`;
const today = new Date().toISOString().slice(0, 10);
const later = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

beforeAll(async () => {
  app = await startApp();
  decider = await somebody(app, 'grantDecider', ['data:mart:list', 'data:authorization:list']);
  friend = await somebody(app, 'grantFriend', ['data:mart:list', 'data:authorization:list']);
});
afterAll(async () => await app.close());
beforeEach(async () => {
  await app.db.deleteFrom('data_grant').execute();
});

const insert = async (by: Somebody, state: 'granted' | 'pending', permissions: string[], columns: string[] | null, days: number | null) => {
  const asked = { permissions, columns, startDate: today, endDate: days === null ? null : later(days) };
  const { rows } = await sql<{
    id: number;
  }>`insert into data_grant (table_id, user_id, permissions, columns, starts_at, ends_at, reason, asked, state)
    values (${table}, ${by.id}, ${permissions}, ${columns}, now() - interval '1 day',
      ${days === null ? null : sql`(${later(days)}::date + 1)::timestamp at time zone ${app.settings.timeZone}`}, 'x', ${JSON.stringify(asked)}, ${state})
    returning id`.execute(app.db);
  return String(rows[0]?.id);
};
const approve = async (id: string, more: object = {}) => (await decider.post('/api/data/grant/approve', { id, version: 1, ...more })).body;
const refusedAt = (field: string) => ({ code: 'PARAMETER_ERROR', details: [{ field, key: 'data-mart.moreThanOwn' }] });

it('[PERM-15] [PERM-16] who decides by a grant gives at most their own permissions, columns and days', async () => {
  await insert(decider, 'granted', ['view', 'reference', 'authorize'], ['amount', 'method'], 10);
  const id = await insert(friend, 'pending', ['view', 'download'], null, null);
  expect(await approve(id)).toMatchObject(refusedAt('permissions'));
  expect(await approve(id, { permissions: ['view'] })).toMatchObject(refusedAt('columns'));
  expect(await approve(id, { permissions: ['view'], columns: ['amount', 'paid_on'] })).toMatchObject(refusedAt('columns'));
  expect(await approve(id, { permissions: ['view'], columns: ['amount'] })).toMatchObject(refusedAt('endDate'));
  expect(await approve(id, { permissions: ['view'], columns: ['amount'], endDate: later(11) })).toMatchObject(refusedAt('endDate'));
  expect(await approve(id, { permissions: ['view'], columns: ['amount'], endDate: later(10) })).toMatchObject({
    data: { status: 'authorized', permissions: ['view'], columns: ['amount'] },
  });
});

it('[PERM-15] what a grant has of one column for long gives no other for as long', async () => {
  await insert(decider, 'granted', ['view', 'authorize'], null, 3);
  await insert(decider, 'granted', ['view', 'authorize'], ['amount'], null);
  const id = await insert(friend, 'pending', ['view'], null, null);
  expect(await approve(id)).toMatchObject(refusedAt('endDate'));
  expect(await approve(id, { columns: ['amount', 'method'] })).toMatchObject(refusedAt('endDate'));
  expect(await approve(id, { columns: ['amount'] })).toMatchObject({ code: '000000' });
});

it('[PERM-16] owners give what was asked for', async () => {
  await insert(decider, 'granted', ['view'], ['amount'], 3);
  await sql`update data_table set owner_id = ${decider.id} where id = ${table}`.execute(app.db);
  const id = await insert(friend, 'pending', ['view', 'download', 'authorize'], null, null);
  expect(await approve(id)).toMatchObject({ code: '000000' });
});

/** The columns of the table by name, as they are once it was made anew with these alone. */
const columnsNow = async () => {
  const { rows } = await sql<{ name: string }>`select name from data_column where table_id = ${table} order by position`.execute(app.db);
  return rows.map(({ name }) => name);
};
const keepOnly = (names: string[]) => sql`delete from data_column where table_id = ${table} and not name = any(${names})`.execute(app.db);
const addColumn = (name: string) =>
  sql`insert into data_column (table_id, position, name, title, field_type, analysis_type)
    select ${table}, max(position) + 1, ${name}, ${name}, 'number', 'numeric' from data_column where table_id = ${table}`.execute(app.db);
const viewedBy = async ({ get }: Somebody) => {
  const { rows } = await sql<{ biz_id: string }>`select biz_id from data_table where id = ${table}`.execute(app.db);
  const { columns } = (await get(`/api/data/mart/get?bizId=${rows[0]?.biz_id}`)).body.data as {
    columns: { name: string; allowed: boolean }[];
  };
  return columns.filter(({ allowed }) => allowed).map(({ name }) => name);
};

it('[PERM-15] [PERM-16] chosen columns are these alone, also where they are all there are: one that is added later is in no grant that does not name it', async () => {
  await sql`update data_table set owner_id = ${decider.id} where id = ${table}`.execute(app.db);
  const all = await columnsNow();
  const listed = await insert(friend, 'pending', ['view'], null, null);
  expect(await approve(listed, { columns: all })).toMatchObject({ code: '000000', data: { columns: all, narrowed: true } });
  await addColumn('salary');
  expect(await viewedBy(friend)).toEqual(all);
  await app.db.deleteFrom('data_grant').execute();
  const whole = await insert(friend, 'pending', ['view'], null, null);
  expect(await approve(whole, { columns: null })).toMatchObject({ data: { columns: null, narrowed: false } });
  expect(await viewedBy(friend)).toEqual([...all, 'salary']);
  await keepOnly(all);
});

it('[PERM-16] an application is approved as it is where its columns are all that is left of the table, and not where none of them is', async () => {
  await sql`update data_table set owner_id = ${decider.id} where id = ${table}`.execute(app.db);
  const id = await insert(friend, 'pending', ['view'], ['amount', 'method', 'paid_on'], null);
  const gone = await insert(decider, 'pending', ['view'], ['paid_on'], null);
  await keepOnly(['amount', 'method']);
  expect(await approve(id, { columns: ['amount', 'method', 'paid_on'] })).toMatchObject({
    data: { status: 'authorized', columns: ['amount', 'method'] },
  });
  await addColumn('salary');
  expect(await viewedBy(friend)).toEqual(['amount', 'method']);
  await sql`update data_table set owner_id = ${friend.id} where id = ${table}`.execute(app.db);
  const refused = await friend.post('/api/data/grant/approve', { id: gone, version: 1 });
  expect(refused.body).toMatchObject({ code: 'PARAMETER_ERROR', details: [{ field: 'columns', key: 'data-mart.columnsGone' }] });
});

it('[DATA-09] [PERM-16] every right to a table is found at the table, however many applications came after it, and revoked', async () => {
  await sql`update data_table set owner_id = ${decider.id} where id = ${table}`.execute(app.db);
  const oldest = await insert(friend, 'granted', ['view'], null, null);
  await sql`insert into data_grant (table_id, user_id, permissions, starts_at, reason, asked, state)
    select table_id, user_id, permissions, starts_at, reason, asked, 'rejected' from data_grant, generate_series(1, 250)`.execute(app.db);
  await sql`insert into data_grant (table_id, user_id, permissions, starts_at, reason, asked, state)
    select (select id from data_table where name = 'suppliers'), user_id, permissions, starts_at, reason, asked, state from data_grant where id = ${oldest}`.execute(
    app.db,
  );
  const { rows } = await sql<{ bizId: string }>`select biz_id as "bizId" from data_table where id = ${table}`.execute(app.db);
  const page = async (more: object) =>
    (await decider.post('/api/data/grant/page', { side: 'decide', bizId: rows[0]?.bizId, pageSize: 10, ...more })).body.data as {
      content: object[];
      total: number;
    };
  expect((await page({})).total).toBe(251);
  expect((await page({ pageNo: 26 })).content).toMatchObject([{ id: oldest, status: 'authorized', canRevoke: true }]);
  expect(await page({ status: 'authorized' })).toMatchObject({ total: 1, content: [{ id: oldest }] });
  expect((await decider.post('/api/data/grant/revoke', { id: oldest, version: 1, decision: 'Left' })).body).toMatchObject({
    code: '000000',
  });
  expect(await page({ status: 'authorized' })).toMatchObject({ total: 0 });
});
