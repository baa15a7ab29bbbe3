import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { createFileStore } from '../../../../server/files/store.ts';
import { type Runner, startRunner } from '../../../../server/modules/data-runs/runner.ts';
import { startApp, type TestApp } from '../../../support/app.ts';
import { createDatabase, type TestDatabase } from '../../../support/database.ts';
import { call, tokenOf } from '../client.ts';

/** The database of another system. */
let other: TestDatabase;
let address: Server;
let answer: (request: IncomingMessage, response: ServerResponse) => void;
let app: TestApp;
let runner: Runner;
let analyst: string;
const tokens: Record<string, string> = {};

const json = (value: unknown) => (_: IncomingMessage, response: ServerResponse) => {
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify(value));
};

beforeAll(async () => {
  other = await createDatabase();
  for (const statement of [
    sql`create schema sales`,
    sql`create table sales."Orders 2026" ("Order No" varchar(20), amount numeric, qty integer, paid boolean, day date, at timestamptz, note text, tags jsonb)`,
    sql`insert into sales."Orders 2026" values
      ('00012', 12.50, 3, true, '2026-03-01', '2026-03-01T02:00:00Z', 'a "b", 包裹' || chr(10) || 'end', '["x"]'),
      ('00013', null, null, false, null, null, '', null)`,
    sql`create table sales.secrets (pin text)`,
    sql`create table sales.many as select generate_series as id, 'row ' || generate_series as name from generate_series(1, 12000)`,
    sql`create view sales.slow as select pg_sleep(60) is null as never`,
  ])
    await statement.execute(other.db);
  address = createServer((request, response) => answer(request, response));
  address.listen(0, '127.0.0.1');
  await once(address, 'listening');
  const { port } = address.address() as AddressInfo;
  const at = (path: string) => `http://127.0.0.1:${port}${path}`;
  const sources = [
    { id: 'erp', title: { en: 'Orders', 'zh-Hans': '订单系统' }, url: other.url, schemas: ['sales'] },
    { id: 'rates', url: at('/rates'), format: 'json', rowsAt: 'data.items', headers: { authorization: 'Bearer the-key' } },
    { id: 'list', url: at('/list.csv'), format: 'csv' },
    { id: 'gone', url: 'postgres://nobody:secret-word@127.0.0.1:1/none' },
    { id: 'board', url: at('/board'), format: 'json', permission: 'board:figures:read' },
  ];
  app = await startApp({ env: { DATA_SOURCES: JSON.stringify(sources) } });
  const found = await sql<{ username: string }>`select username from app_user join user_role on user_id = app_user.id
    join role on role.id = role_id where role_code = 'dataAnalyst' and app_user.status = '0' order by app_user.id limit 1`.execute(app.db);
  analyst = found.rows[0]?.username ?? '';
  tokens.admin = await tokenOf(app, 'admin');
  tokens.analyst = await tokenOf(app, analyst);
  const files = createFileStore(app.settings);
  runner = startRunner({ ...app, files, log: (what, error) => console.error(what, error) });
});
afterAll(async () => {
  await runner.stop();
  await app.close();
  address.close();
  await other.close();
});
beforeEach(async () => {
  await sql`delete from rate_limit`.execute(app.db);
  answer = json({
    data: {
      items: [
        { currency: 'EUR', rate: 7.8 },
        { currency: 'USD', rate: '7.1', from: { day: 1 } },
      ],
    },
  });
});

// biome-ignore lint/suspicious/noExplicitAny: answers of many shapes are looked into
type Told = { status: number; body: any };
const post = async (path: string, body: unknown, as = 'admin'): Promise<Told> =>
  await call(app, `/api/data${path}`, { method: 'POST', token: tokens[as], body, headers: { 'accept-language': 'en' } });
const get = async (path: string, as = 'admin'): Promise<Told> =>
  await call(app, `/api/data${path}`, { token: tokens[as], headers: { 'accept-language': 'en' } });
const look = async (source: string, relation?: string) => await post('/feed/look', { source, ...(relation && { relation }) });
let made = 0;
async function feed(source: string, relation = '', change = (columns: Record<string, unknown>[]) => columns) {
  const { columns } = (await look(source, relation)).body.data;
  made += 1;
  const given = { source, relation, name: `fed_${made}`, title: `Fed ${made}`, columns: change(columns) };
  return (await post('/feed/create', given)).body.data as { bizId: string; runId: string };
}
const ended = async (bizId: string) => {
  await expect
    .poll(async () => (await get(`/feed/get?bizId=${bizId}`)).body.data.runs[0].isOpen, { timeout: 20_000, interval: 50 })
    .toBe(false);
  return (await get(`/feed/get?bizId=${bizId}`)).body.data.runs[0];
};
const again = async (bizId: string, as = 'admin') =>
  await call(app, `/api/data/data-table/execute?bizId=${bizId}`, { token: tokens[as], headers: { 'accept-language': 'en' } });
const rows = async (bizId: string) =>
  (await get(`/mart/preview?bizId=${bizId}&most=10`)).body.data.rows.map(({ cells }: { cells: unknown }) => cells);

it('[DATA-07] names the sources and their tables, never where they are; one that asks for a permission of its own only to its holders', async () => {
  const { data } = (await get('/feed/sources')).body;
  expect(data).toEqual([
    { value: 'erp', label: 'Orders', kind: 'postgresql' },
    ...['rates', 'list'].map((id) => ({ value: id, label: id, kind: 'address' })),
    { value: 'gone', label: 'gone', kind: 'postgresql' },
    { value: 'board', label: 'board', kind: 'address' },
  ]);
  await sql`delete from role_menu where menu_id = 'data-mart-feed'`.execute(app.db);
  expect((await get('/feed/sources', 'analyst')).status).toBe(403);
  await sql`insert into role_menu (role_id, menu_id) select role_id, 'data-mart-feed' from user_role join app_user on app_user.id = user_id
    where username = ${analyst} on conflict do nothing`.execute(app.db);
  expect((await get('/feed/sources', 'analyst')).body.data.map(({ value }: { value: string }) => value)).not.toContain('board');
  expect((await post('/feed/look', { source: 'board' }, 'analyst')).body).toMatchObject({
    code: 'PARAMETER_ERROR',
    details: [{ field: 'source' }],
  });

  const named = async (keyword: string) =>
    (await get(`/feed/relations?source=erp&keyword=${keyword}`)).body.data.map(({ value }: { value: string }) => value);
  expect(await named('')).toEqual(['sales."Orders 2026"', 'sales.many', 'sales.secrets', 'sales.slow']);
  expect(await named('ord')).toEqual(['sales."Orders 2026"']);
  expect(await named('%')).toEqual([]);
});

it('[DATA-08] [DATA-14] a table of a database comes with its types, fills a data table, and anew what it holds by then', async () => {
  const { data } = (await look('erp', 'sales."Orders 2026"')).body;
  expect(data).toMatchObject({ name: 'orders_2026', title: 'Orders sales."Orders 2026"' });
  expect(data.columns.map(({ from, name, fieldType }: Record<string, string>) => [from, name, fieldType])).toEqual([
    ['Order No', 'Order_No', 'string'],
    ['amount', 'amount', 'number'],
    ['qty', 'qty', 'integer'],
    ['paid', 'paid', 'boolean'],
    ['day', 'day', 'date'],
    ['at', 'at', 'timestamp'],
    ['note', 'note', 'string'],
    ['tags', 'tags', 'string'],
  ]);
  expect(data.sample[0].cells.slice(0, 3)).toEqual(['00012', '12.50', '3']);
  const { bizId } = await feed('erp', 'sales."Orders 2026"');
  expect(await ended(bizId)).toMatchObject({ status: 'finished', rows: 2, rejected: 0 });
  expect(await rows(bizId)).toEqual([
    ['00012', 12.5, 3, true, '2026-03-01', '2026-03-01 10:00:00', 'a "b", 包裹\nend', '["x"]'],
    ['00013', null, null, false, null, null, null, null],
  ]);
  await sql`insert into sales."Orders 2026" ("Order No", amount) values ('00014', 1)`.execute(other.db);
  // What somebody says of a column stays.
  await app.db
    .updateTable('data_column')
    .set({ title: 'Order number', analysis_type: 'category' })
    .where('position', '=', 1)
    .where('table_id', 'in', app.db.selectFrom('data_table').select('id').where('biz_id', '=', bizId))
    .execute();
  await again(bizId);
  expect(await ended(bizId)).toMatchObject({ status: 'finished', rows: 3 });
  expect(await rows(bizId)).toHaveLength(3);
  const table = (await get(`/mart/get?bizId=${bizId}`)).body.data;
  expect(table.columns[0]).toMatchObject({ title: 'Order number', analysisType: 'category' });
  expect(table).toMatchObject({ table: { kind: 'feed', revision: 2 }, refreshes: [{ note: 'erp · sales."Orders 2026"' }, {}] });
});

it('[DATA-08] [DATA-14] keys and amounts a database keeps as numeric come with all their digits', async () => {
  await sql`create table sales.keys (no numeric(18,0), amount numeric, finer numeric)`.execute(other.db);
  await sql`insert into sales.keys values (123456789012345678, 1234567890123456.5000000000, 0.1234567),
    (-999999999999999999, 999999999999999999.999999, 1234567890123457), (7, null, null)`.execute(other.db);
  expect((await look('erp', 'sales.keys')).body.data.columns.map(({ fieldType }: { fieldType: string }) => fieldType)).toEqual(
    Array(3).fill('number'),
  );
  const { bizId } = await feed('erp', 'sales.keys');
  expect(await ended(bizId)).toMatchObject({ status: 'finished', rows: 3, rejected: 0 });
  expect(await rows(bizId)).toEqual([
    ['123456789012345678', '1234567890123456.5', 0.123457],
    ['-999999999999999999', '999999999999999999.999999', '1234567890123457'],
    [7, null, null],
  ]);
});

it('[DATA-14] takes many rows in parts, and only the chosen columns', async () => {
  const { bizId } = await feed('erp', 'sales.many', (columns) => columns.slice(1));
  expect(await ended(bizId)).toMatchObject({ status: 'finished', rows: 12_000 });
  expect((await rows(bizId))[0]).toEqual(['row 1']);
});

it('[DATA-11] what is no more in the source, nobody answers or is not theirs to use any more is told in words, and the table stays as it was', async () => {
  const { bizId } = await feed('erp', 'sales."Orders 2026"');
  await ended(bizId);
  await sql`alter table sales."Orders 2026" rename column qty to pieces`.execute(other.db);
  await again(bizId);
  expect(await ended(bizId)).toMatchObject({ status: 'failed', failure: 'The source has no such columns any more: qty' });
  await sql`alter table sales."Orders 2026" rename to elsewhere`.execute(other.db);
  await again(bizId);
  expect((await ended(bizId)).failure).toContain('no such table or view');
  await sql`alter table sales.elsewhere rename column pieces to qty`.execute(other.db);
  await sql`alter table sales.elsewhere rename to "Orders 2026"`.execute(other.db);
  expect((await rows(bizId)).length).toBeGreaterThan(1);

  const told = await look('gone', 'a.b');
  expect(told.body).toMatchObject({
    code: 'PARAMETER_ERROR',
    details: [{ field: 'relation', key: 'feed.failure.unreachable' }],
  });
  expect(JSON.stringify(told.body)).not.toContain('secret-word');
  expect((await look('erp', 'pg_catalog.pg_authid')).body).toMatchObject({ code: 'PARAMETER_ERROR' });
  expect((await look('erp', 'sales.many; drop table sales.many')).body).toMatchObject({ code: 'PARAMETER_ERROR' });
});

it('[DATA-07] an address answers with rows of JSON or a CSV file; the key goes along, redirects are not followed', async () => {
  let key: string | undefined;
  const items = answer;
  answer = (request, response) => {
    key = request.headers.authorization;
    items(request, response);
  };
  const { bizId } = await feed('rates');
  expect(await ended(bizId)).toMatchObject({ status: 'finished', rows: 2 });
  expect(key).toBe('Bearer the-key');
  expect(await rows(bizId)).toEqual([
    ['EUR', 7.8, null],
    ['USD', 7.1, '{"day":1}'],
  ]);
  // A value of another type leaves its row out.
  answer = json({
    data: {
      items: [
        { currency: 'EUR', rate: 'soon', from: null },
        { currency: 'JPY', rate: 0.05, from: null },
      ],
    },
  });
  await again(bizId);
  expect(await ended(bizId)).toMatchObject({ status: 'finished', rows: 1, rejected: 1, note: expect.stringContaining('1: rate') });
  answer = (_, response) => response.writeHead(302, { location: '/elsewhere' }).end();
  await again(bizId);
  expect((await ended(bizId)).failure).toContain('cannot be reached');
  answer = (_, response) => response.writeHead(503).end();
  await again(bizId);
  expect((await ended(bizId)).failure).toBe('The source refuses: 503');
  for (const wrong of [{ data: {} }, { data: { items: 5 } }, { data: { items: [5] } }]) {
    answer = json(wrong);
    expect((await look('rates')).body.details[0].key).toBe('feed.failure.unreadable');
  }
  answer = (_, response) => response.end('town,people\nSuzhou,"12,748"\nWuxi,7496\n');
  const listed = await feed('list');
  await ended(listed.bizId);
  expect(await rows(listed.bizId)).toEqual([
    ['Suzhou', 12748],
    ['Wuxi', 7496],
  ]);
});

it('[DATA-08] columns of one name, without one, and with a long one are columns of their own, each with its values', async () => {
  answer = (_, response) => response.end(`amount,amount,,${'n'.repeat(300)}\n1,2,three,4\n`);
  const { data } = (await look('list')).body;
  expect(data.columns.map(({ from }: { from: string }) => from)).toEqual(['amount', 'amount (2)', '#3', 'n'.repeat(200)]);
  const { bizId } = await feed('list');
  expect(await ended(bizId)).toMatchObject({ status: 'finished', rows: 1 });
  expect(await rows(bizId)).toEqual([[1, 2, 'three', 4]]);
  answer = (_, response) => response.end(`${'_'.repeat(2_000_000)}a,b\n1,2\n`);
  const began = Date.now();
  expect((await look('list')).body.data.columns).toHaveLength(2);
  expect(Date.now() - began).toBeLessThan(15_000);
  await sql`create type sales.mood as enum ('ok', '1')`.execute(other.db);
  await sql`create table sales."odd "";--" ("a" int, "A" int, "say ""hi"" {{x}}" int, 订单金额 sales.mood, ${sql.id('长'.repeat(21))} int[])`.execute(
    other.db,
  );
  await sql`insert into sales."odd "";--" values (1, 2, 3, 'ok', '{4,5}')`.execute(other.db);
  const odd = await feed('erp', 'sales."odd "";--"');
  expect(await ended(odd.bizId)).toMatchObject({ status: 'finished', rows: 1 });
  expect(await rows(odd.bizId)).toEqual([[1, 2, 3, 'ok', '{4,5}']]);
});

it('[DATA-08] JSON with a mark before it is read; what is no UTF-8, or nested without end, is told and not guessed at', async () => {
  const body = (content: Buffer | string) => {
    answer = (_, response) => response.end(content);
  };
  body(`\ufeff{"data": {"items": [{"town": "苏州 [[[ \\" {"}]}}`);
  expect((await look('rates')).body.data.sample[0].cells).toEqual(['苏州 [[[ " {']);
  body(Buffer.concat([Buffer.from('{"data": {"items": [{"town": "'), Buffer.from([0xcb, 0xd5, 0xd6, 0xdd]), Buffer.from('"}]}}')]));
  expect((await look('rates')).body.details[0].key).toBe('feed.failure.unreadable');
  body(`{"data": {"items": [{"deep": ${'['.repeat(1_000_000)}${']'.repeat(1_000_000)}}]}}`);
  expect((await look('rates')).body.details?.[0].key).toBe('feed.failure.unreadable');
  body(`{"data": {"items": [{"long": "${'x'.repeat(1_000_000)}"}]}}`);
  expect(JSON.stringify((await look('rates')).body.data).length).toBeLessThan(2_000);
});

it('[DATA-08] numbers of JSON come with all digits they are written with', async () => {
  const digits = '0.1234567890123456789012345678';
  answer = (_, response) =>
    response.end(`{"data": {"items": [
      {"id": 1234567890123456789, "code": 12345678901234567890, "rate": ${digits}, "text": "id: 12345678901234567890", "deep": {"no": [1234567890123456789]}},
      {"id": -1234567890123456788, "code": "x", "rate": 1.50, "text": "12345678901234567890-1", "deep": 1e2}]}}`);
  const { data } = (await look('rates')).body;
  expect(data.sample.map(({ cells }: { cells: string[] }) => cells)).toEqual([
    ['1234567890123456789', '12345678901234567890', digits, 'id: 12345678901234567890', '{"no":["1234567890123456789"]}'],
    ['-1234567890123456788', 'x', '1.5', '12345678901234567890-1', '100'],
  ]);
  const { bizId } = await feed('rates', '', (columns) =>
    columns.map((column) => ({
      ...column,
      ...(column.from === 'id' && { fieldType: 'integer' }),
      ...(column.from === 'rate' && { fieldType: 'number' }),
    })),
  );
  expect(await ended(bizId)).toMatchObject({ status: 'finished', rows: 2, rejected: 0 });
  expect((await rows(bizId)).map(([id, code, rate]: unknown[]) => [id, code, rate])).toEqual([
    ['1234567890123456789', '12345678901234567890', 0.123457],
    ['-1234567890123456788', 'x', 1.5],
  ]);
  answer = (_, response) => response.end('{"data": {"items": [{"id": 12345678901234567890-1}]}}');
  expect((await look('rates')).body.details[0].key).toBe('feed.failure.unreadable');
});

it('[DATA-08] whoever else works with the server is answered while a long answer of an address is read', async () => {
  const items = Array.from({ length: 60_000 }, (_, id) => ({
    id,
    name: `item ${id}`,
    more: Array.from({ length: 30 }, (_, at) => id + at),
  }));
  const whole = JSON.stringify({ data: { items } });
  answer = (_, response) => response.end(whole);
  let longest = 0;
  let last = performance.now();
  const turn = () => {
    const now = performance.now();
    longest = Math.max(longest, now - last);
    last = now;
  };
  const turns = setInterval(turn);
  const began = performance.now();
  const { data } = (await look('rates')).body;
  clearInterval(turns);
  turn();
  expect(data.sample).toHaveLength(5);
  // Read where requests are answered, nothing else would happen for most of that time.
  expect(longest).toBeLessThan((performance.now() - began) / 3);
});

it('[DATA-11] texts too long for a table leave their rows out, however long; a view that fails half way leaves the table as it was', async () => {
  await sql`create view sales.files as select n, repeat('x', case when n = 2 then 20000000 else 10000 end) as file from generate_series(1, 3) n`.execute(
    other.db,
  );
  const { bizId } = await feed('erp', 'sales.files');
  expect(await ended(bizId)).toMatchObject({ status: 'finished', rows: 2, rejected: 1 });
  await sql`create or replace view sales.files as select n, (1 / (n - 20000))::text as file from generate_series(1, 30000) n`.execute(
    other.db,
  );
  await again(bizId);
  expect(await ended(bizId)).toMatchObject({ status: 'failed', failure: expect.stringContaining('22012') });
  expect(await rows(bizId)).toHaveLength(2);
});

it('[DATA-07] a source that does not end in time is told as such to whoever waits', async () => {
  const inTime = AbortSignal.timeout.bind(AbortSignal);
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockImplementation((time) => inTime(time === 60_000 ? 1_500 : time));
  try {
    answer = () => undefined;
    // More than are asked at a time: those who wait for their turn do not wait for longer.
    const slow = [look('erp', 'sales.slow'), ...Array.from({ length: 6 }, () => look('rates'))];
    for (const told of await Promise.all(slow))
      expect(told.body).toMatchObject({ code: 'PARAMETER_ERROR', details: [{ key: 'feed.failure.late' }] });
  } finally {
    timeout.mockRestore();
  }
});

it('[DATA-08] small numbers of a float column keep their digits', async () => {
  await sql`create table sales.small (tiny double precision)`.execute(other.db);
  const tiny = [5.12345678e-5, 1.23456789e-7, 3e-12, -4.4e-11, 2.5e-300, 7];
  for (const value of tiny) await sql`insert into sales.small values (${value})`.execute(other.db);
  const { bizId } = await feed('erp', 'sales.small');
  expect(await ended(bizId)).toMatchObject({ status: 'finished', rows: 6, rejected: 0 });
  expect((await rows(bizId)).flat()).toEqual(tiny);
  // Without a type that is said, too.
  answer = (_, response) => response.end('rate\n3e-12\n4e-12\n');
  expect((await look('list')).body.data.columns).toMatchObject([{ fieldType: 'float' }]);
});

it('[DATA-10] a run that waits for its turn at a slow address is stopped within seconds', async () => {
  const { bizId } = await feed('rates');
  await ended(bizId);
  const held: (() => void)[] = [];
  answer = (_, response) => void held.push(() => response.end('{"data": {"items": []}}'));
  const looks = Array.from({ length: 4 }, () => look('rates'));
  await expect.poll(() => held.length, { timeout: 10_000 }).toBe(4);
  const { id } = (await again(bizId)).body.data as { id: string };
  await expect.poll(async () => (await get(`/feed/get?bizId=${bizId}`)).body.data.runs[0].status, { timeout: 10_000 }).toBe('started');
  expect((await post('/run/stop', { id })).status).toBe(200);
  expect(await ended(bizId)).toMatchObject({ status: 'stopped' });
  expect(held).toHaveLength(4);
  for (const end of held) end();
  await Promise.all(looks);
});

it('[DATA-10] a run that waits for its source is stopped within seconds', async () => {
  const columns = [{ from: 'never', name: 'never', fieldType: 'boolean', analysisType: 'boolean' }];
  const slow = { source: 'erp', relation: 'sales.slow', name: 'slow', title: 'Slow', columns };
  const { bizId, runId } = (await post('/feed/create', slow)).body.data;
  await expect.poll(async () => (await get(`/feed/get?bizId=${bizId}`)).body.data.runs[0].status, { timeout: 10_000 }).toBe('started');
  const began = Date.now();
  expect((await post('/run/stop', { id: runId })).status).toBe(200);
  expect(await ended(bizId)).toMatchObject({ status: 'stopped' });
  expect(Date.now() - began).toBeLessThan(15_000);
  await expect
    .poll(
      async () => {
        const { rows: left } = await sql`select from pg_stat_activity where application_name = 'targus' and query like 'fetch%'`.execute(
          other.db,
        );
        return left.length;
      },
      { timeout: 15_000 },
    )
    .toBe(0);
});

it('[PERM-15] whoever runs it has to be able to use the source by then', async () => {
  const { bizId } = await feed('rates');
  await ended(bizId);
  const owner = await app.db.selectFrom('app_user').select('id').where('username', '=', analyst).executeTakeFirstOrThrow();
  await app.db.updateTable('data_table').set({ owner_id: owner.id }).where('biz_id', '=', bizId).execute();
  await sql`delete from role_menu where menu_id = 'data-mart-feed'`.execute(app.db);
  expect((await again(bizId, 'analyst')).status).toBe(200);
  await expect
    .poll(async () => (await get(`/feed/get?bizId=${bizId}`, 'analyst')).body.data.runs[0].failure, { timeout: 20_000 })
    .toBe('You may not use the source rates, or not any more.');
});
