import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApp, type TestApp } from '../../../support/app.ts';
import { call as callTyped, tokenOf, uploadFile } from '../client.ts';

// biome-ignore lint/suspicious/noExplicitAny: answers of many shapes are looked into
type Answer = Omit<Awaited<ReturnType<typeof callTyped>>, 'body'> & { body: any };
const call = callTyped as (...given: Parameters<typeof callTyped>) => Promise<Answer>;
let app: TestApp;
let admin: string;
let analyst: string;
let names: Record<'analyst' | 'other' | 'owner' | 'manager', string>;
beforeAll(async () => {
  app = await startApp();
  const of = async (role: string, n: number) => {
    const { rows } = await sql<{
      username: string;
    }>`select username from app_user join user_role on user_id = app_user.id join role on role.id = role_id
      where role_code = ${role} and app_user.status = '0' order by app_user.id offset ${n} limit 1`.execute(app.db);
    return rows[0]?.username ?? '';
  };
  names = {
    analyst: await of('dataAnalyst', 1),
    other: await of('dataAnalyst', 2),
    owner: await of('dataAnalyst', 0),
    manager: await of('marketManager', 0),
  };
  admin = await tokenOf(app, 'admin');
  analyst = await tokenOf(app, names.analyst);
});
afterAll(async () => await app.close());

const get = (path: string, as = admin): Promise<Answer> => call(app, `/api/data/${path}`, { token: as });
const post = (path: string, body: unknown, as = admin): Promise<Answer> =>
  call(app, `/api/data/${path}`, { method: 'POST', token: as, body });
const code = ({ status, body }: Answer) => [status, body.code];
interface Table {
  bizId: string;
  name: string;
  title: string;
  pinned: boolean;
  permissions: string[];
  by: string;
  grantStatus: string;
  version: number;
}
const catalogue = async (body: object = {}, as = admin) =>
  (await post('mart/page', { pageSize: 50, ...body }, as)).body.data as { content: Table[]; total: number };
const tableOf = async (name: string, as = admin) => {
  const found = (await catalogue({ keyword: name }, as)).content.find((table) => table.name === name);
  if (!found) throw new Error(`no table ${name}`);
  return found;
};
const read = async (text: string, as = admin, file = 'orders 2026.csv') =>
  (await uploadFile(app, '/api/data/mart/read-file', as, Buffer.from(text), file)).body;

it('[DATA-07] a file of Western Europe is read, and its encoding told; what is no text names the encodings', async () => {
  const given = async (content: Buffer) => (await uploadFile(app, '/api/data/mart/read-file', admin, content, 'w1252.csv')).body;
  const { data } = await given(Buffer.from('Größe;Straße\n5;Müllerstraße\n', 'latin1'));
  expect(data).toMatchObject({
    encoding: 'Windows-1252',
    rows: 1,
    columns: [{ title: 'Größe' }, { title: 'Straße', sample: 'Müllerstraße' }],
  });
  expect((await read('a,b\n1,2')).data).toMatchObject({ encoding: 'UTF-8' });
  const { code, details } = await given(Buffer.from([0x61, 0x01, 0xfc, 0x62]));
  expect([code, details?.[0]]).toMatchObject(['PARAMETER_ERROR', { field: 'file', key: 'data-mart.notTable' }]);
});

it('[DATA-01] [PERM-15] [PERM-16] the catalogue shows tables with the rights of its reader; rows are for who has them, columns too', async () => {
  expect((await catalogue()).total).toBe(8);
  const payments = await tableOf('supplier_payments', analyst);
  expect(payments).toMatchObject({ by: 'grant', permissions: ['view', 'reference'], grantStatus: 'authorized' });
  expect(await tableOf('employee_expenses', analyst)).toMatchObject({ by: 'none', permissions: [], grantStatus: 'pending' });
  const preview = await get(`mart/preview?bizId=${payments.bizId}&most=5`, analyst);
  expect(preview.body.data).toMatchObject({ total: 4707, hidden: 5 });
  expect(preview.body.data.columns.map(({ name }: { name: string }) => name)).toEqual(
    'payment_no supplier_code amount paid_on method department'.split(' '),
  );
  expect(preview.body.data.rows[0].cells).toHaveLength(6);
  expect(code(await get(`mart/download?bizId=${payments.bizId}`, analyst))).toEqual([403, 'FORBIDDEN']);
  const { bizId } = await tableOf('employee_expenses', analyst);
  for (const path of ['mart/preview', 'mart/download', 'exploration/profile'])
    expect(code(await get(`${path}?bizId=${bizId}`, analyst)), path).toEqual([403, 'FORBIDDEN']);
  // Who approves does not read by that.
  const manager = await tokenOf(app, names.manager);
  expect((await tableOf('employee_expenses', manager)).permissions).toEqual(['authorize']);
  expect(code(await get(`mart/preview?bizId=${bizId}`, manager))).toEqual([403, 'FORBIDDEN']);
  expect(code(await get(`mart/get?bizId=1`, analyst))).toEqual([404, 'NOT_FOUND']);
});

it('[DATA-15] previews have the first 5, 10 or 1000 rows and no other number', async () => {
  const { bizId } = await tableOf('supplier_payments');
  for (const most of [5, 10, 1000]) expect((await get(`mart/preview?bizId=${bizId}&most=${most}`)).body.data.rows).toHaveLength(most);
  expect(code(await get(`mart/preview?bizId=${bizId}&most=7`))).toEqual([400, 'PARAMETER_ERROR']);
});

it('[DATA-18] a pinned table stands first for 23 hours, then in its place again', async () => {
  const last = (await catalogue()).content.at(-1);
  expect(code(await post('mart/pin', { bizId: last?.bizId, pinned: true }))).toEqual([200, '000000']);
  expect((await catalogue()).content[0]).toMatchObject({ name: last?.name, pinned: true });
  expect((await catalogue({}, analyst)).content[0]?.pinned).toBe(false);
  await sql`update data_pin set pinned_at = now() - interval '22 hours 59 minutes'`.execute(app.db);
  expect((await catalogue()).content[0]?.pinned).toBe(true);
  await sql`update data_pin set pinned_at = now() - interval '23 hours'`.execute(app.db);
  expect((await catalogue()).content.at(-1)).toMatchObject({ name: last?.name, pinned: false });
});

it('[DATA-07] columns of words and signs for yes and no, in whichever language there is, are told as such and read', async () => {
  const words = ['yes,no', 'Y,N', '是,否', '对,错', '對,錯', 'ja,nein', '☑,☐'].map((pair) => pair.split(','));
  const line = (at: number) => words.map((pair) => pair[at % 2]).join(',');
  const { data } = await read(`a,b,c,d,e,f,g,h\n${[0, 1, 2].map((at) => `${line(at)},${at % 2}`).join('\n')}\n`);
  const types = data.columns.map(({ fieldType }: { fieldType: string }) => fieldType);
  expect(types).toEqual([...words.map(() => 'boolean'), 'integer']);
  const columns = data.columns.map((column: object) => ({ ...column, fieldType: 'boolean', analysisType: 'boolean', sample: undefined }));
  const { data: made } = (await post('mart/create', { path: data.path, name: 'truths', title: 'Truths', columns })).body;
  expect(made).toMatchObject({ rows: 3, rejected: 0 });
  const { rows } = (await get(`mart/preview?bizId=${made.bizId}&most=5`)).body.data;
  const cells: unknown[][] = rows.map((row: { cells: unknown[] }) => row.cells);
  expect(new Set(cells.map((row) => new Set(row.slice(0, 7)).size))).toEqual(new Set([1]));
  expect(cells.map((row) => [row[0], row[7]])).toEqual([
    [true, false],
    [false, true],
    [true, false],
  ]);
});

it('[DATA-07] [DATA-08] [RULE-12] [RULE-13] a file becomes a table with the columns as corrected; rows that do not fit are told with row and column', async () => {
  const text = `﻿1. 编号,Order Amount (CNY),下单日,order amount cny,备注,0-1\n${Array.from({ length: 30 }, (_, index) => `N-${index},"1,2${index < 10 ? '0' : ''}${index}.50",2026/3/${(index % 28) + 1},${index},${index % 2 ? '=1+1' : '加急'},0`).join('\n')}\n`;
  const { data } = await read(text);
  expect(data).toMatchObject({ rows: 30, name: 'orders_2026', title: 'orders 2026', otherSheets: 0 });
  const [id, amount, ...rest] = data.columns;
  expect(id).toMatchObject({ place: 1, name: '_1_编号', title: '1. 编号', fieldType: 'string', analysisType: 'id' });
  expect(amount).toMatchObject({ name: 'Order_Amount_CNY', fieldType: 'number', analysisType: 'numeric' });
  expect(rest).toMatchObject([
    { name: '下单日', fieldType: 'date', analysisType: 'date' },
    { name: 'order_amount_cny_2', fieldType: 'integer' },
    { name: '备注', fieldType: 'string', analysisType: 'category' },
    { name: '_0_1', fieldType: 'integer' },
  ]);
  const given = {
    path: data.path,
    name: 'orders',
    title: 'Orders',
    tags: ['trial'],
    columns: data.columns.map(({ sample: _, ...column }: { sample: string }) => column),
  };
  for (const name of ['9orders', 'or ders', 'a'.repeat(25), ''])
    expect(code(await post('mart/create', { ...given, name })), name).toEqual([400, 'PARAMETER_ERROR']);
  const renamed = (name: string) => given.columns.map((column: object, index: number) => (index === 0 ? { ...column, name } : column));
  for (const name of ['1a', 'a b', ''])
    expect(code(await post('mart/create', { ...given, columns: renamed(name) })), name).toEqual([400, 'PARAMETER_ERROR']);
  expect((await post('mart/create', { ...given, columns: renamed('ORDER_AMOUNT_CNY') })).body.details).toMatchObject([
    { key: 'data-mart.twiceColumn' },
  ]);
  expect(code(await post('mart/create', given, analyst))).toEqual([404, 'NOT_FOUND']);
  const made = (await post('mart/create', given)).body.data;
  expect(made).toMatchObject({ rows: 30, total: 30, rejected: 0, faults: [] });
  expect((await post('mart/create', { ...given, name: 'ORDERS' })).body).toMatchObject({ code: 'DUPLICATE', details: [{ field: 'name' }] });

  const faulty = await read(
    '备注,1. 编号,Order Amount (CNY),下单日,order amount cny,0-1\nx,N-90,5.5,2026-04-01,7,1\ny,N-91,five,05/03/2026,8,1\n',
  );
  const more = (await post('mart/refresh', { bizId: made.bizId, path: faulty.data.path, mode: 'incremental' })).body.data;
  expect(more).toMatchObject({ rows: 1, total: 31, rejected: 1, faultCount: 2 });
  expect(more.faults).toMatchObject([
    { row: 3, column: 'C', title: 'Order Amount (CNY)', value: 'five', fault: 'number' },
    { row: 3, column: 'D', value: '05/03/2026', fault: 'date' },
  ]);
  // The answer was lost: the rows of one upload are added once, however often and at once it comes.
  const repeated = async (): Promise<number> =>
    (await post('mart/refresh', { bizId: made.bizId, path: faulty.data.path, mode: 'incremental' })).body.data.total;
  expect(await Promise.all([repeated(), repeated()])).toEqual([31, 31]);
  const again = { bizId: made.bizId, path: faulty.data.path, mode: 'incremental' };
  expect((await post('mart/refresh', again)).body.data).toMatchObject({ rows: 1, total: 31, addedBefore: true });
  const other = await read('编号,金额\n1,2\n');
  expect(code(await post('mart/refresh', { bizId: made.bizId, path: other.data.path, mode: 'full' }))).toEqual([
    409,
    'DATA_COLUMNS_DIFFER',
  ]);
  const { refreshes, columns } = (await get(`mart/get?bizId=${made.bizId}`)).body.data;
  expect(refreshes).toMatchObject([
    { revision: 2, mode: 'incremental', rows: 1, rejected: 1, note: 'orders 2026.csv', isRead: true },
    { revision: 1, mode: 'full', rows: 30, isRead: true },
  ]);
  expect(columns).toHaveLength(6);
  // As CSV: formulas are texts, columns by title, amounts exact.
  const file = await app.http.inject({ url: `/api/data/mart/download?bizId=${made.bizId}`, headers: { authorization: `Bearer ${admin}` } });
  expect(file.payload.split('\r\n')[0]).toBe('\uFEFF1. 编号,Order Amount (CNY),下单日,order amount cny,备注,0-1');
  expect(file.payload).toContain("N-1,1201.5,2026-03-02,1,'=1+1,0");

  const saved = await post('mart/save', {
    bizId: made.bizId,
    version: 1,
    title: 'Orders of 2026',
    isListed: false,
    columns: [{ name: '备注', title: 'Note', analysisType: 'text' }],
  });
  expect(saved.body.data).toMatchObject({ title: 'Orders of 2026', version: 2 });
  const late = await post('mart/save', { bizId: made.bizId, version: 1, title: 'late' });
  expect(code(late)).toEqual([409, 'CONFLICT']);
  // What others called the columns is told, too: a form sends all of them again.
  expect(late.body.data).toMatchObject({ version: 2, columns: expect.arrayContaining([expect.objectContaining({ title: 'Note' })]) });
  expect(code(await get(`mart/get?bizId=${made.bizId}`, analyst))).toEqual([404, 'NOT_FOUND']);
  // Once all rows were replaced the same upload adds its rows again, once.
  expect((await post('mart/refresh', { ...again, mode: 'full' })).body.data).toMatchObject({ rows: 1, total: 1 });
  const added = (await post('mart/refresh', again)).body.data;
  expect(added).toMatchObject({ rows: 1, total: 2 });
  expect(added).not.toHaveProperty('addedBefore');
  expect((await post('mart/refresh', again)).body.data).toMatchObject({ total: 2, addedBefore: true });
  expect(code(await call(app, `/api/data/mart?bizId=${made.bizId}`, { method: 'DELETE', token: admin }))).toEqual([200, '000000']);
  // Its four parts wait for the sweep, and the four that were not added.
  expect(
    (await app.db.selectFrom('data_part').select('id').where('table_id', 'is', null).where('dropped_at', 'is not', null).execute()).length,
  ).toBe(8);
});

it('[DATA-09] [PERM-16] applying, narrowing, rejecting, withdrawing and revoking lead through the statuses, and count at once', async () => {
  const { bizId } = await tableOf('suppliers', analyst);
  const today = new Date().toISOString().slice(0, 10);
  const ask = {
    bizId,
    permissions: ['view', 'download'],
    columns: ['code', 'name', 'website'],
    startDate: '2026-01-01',
    endDate: '2099-12-31',
    reason: 'Check',
  };
  const owner = await tokenOf(app, names.owner);
  const manager = await tokenOf(app, names.manager);
  const statusNow = async () => (await tableOf('suppliers', analyst)).grantStatus;
  expect(await statusNow()).toBe('notApplied');
  expect((await post('grant/apply', { ...ask, columns: ['no'] }, analyst)).body.details).toMatchObject([{ field: 'columns' }]);
  expect(code(await post('grant/apply', { ...ask, endDate: '2025-01-01' }, analyst))).toEqual([400, 'PARAMETER_ERROR']);
  const first = (await post('grant/apply', ask, analyst)).body.data;
  expect([first.status, await statusNow()]).toEqual(['pending', 'pending']);
  expect((await post('grant/apply', ask, analyst)).body.code).toBe('DUPLICATE');
  const told = await app.db
    .selectFrom('message')
    .innerJoin('app_user', 'app_user.id', 'user_id')
    .select('username')
    .where('template', '=', 'data/applied')
    .orderBy('message.id')
    .execute();
  expect(told.map(({ username }) => username)).toEqual(expect.arrayContaining(['admin', names.manager]));
  expect((await post('grant/cancel', { id: first.id, version: 1 }, analyst)).body.data.status).toBe('cancelled');
  expect(await statusNow()).toBe('cancelled');

  const second = (await post('grant/apply', ask, analyst)).body.data;
  const terms = { id: second.id, version: 1 };
  // Neither somebody else nor the applicant decides; nobody gives more than was asked for.
  expect(code(await post('grant/approve', terms, await tokenOf(app, names.other)))).toEqual([404, 'NOT_FOUND']);
  expect(code(await post('grant/approve', terms, analyst))).toEqual([403, 'FORBIDDEN']);
  for (const more of [
    { permissions: ['view', 'edit'] },
    { columns: null },
    { columns: ['phone'] },
    { endDate: null },
    { startDate: '2025-12-31' },
  ])
    expect(code(await post('grant/approve', { ...terms, ...more }, manager)), JSON.stringify(more)).toEqual([400, 'PARAMETER_ERROR']);
  const approved = (await post('grant/approve', { ...terms, permissions: ['view'], columns: ['code', 'website'] }, manager)).body.data;
  expect(approved).toMatchObject({
    status: 'authorized',
    narrowed: true,
    permissions: ['view'],
    columns: ['code', 'website'],
    endDate: '2099-12-31',
  });
  expect((await post('grant/reject', { ...terms, decision: 'late' }, manager)).body.code).toBe('DATA_GRANT_STATE');
  const preview = () => get(`mart/preview?bizId=${bizId}&most=5`, analyst);
  expect((await preview()).body.data.columns).toHaveLength(2);

  const urls = await post('engine/table/findUrl', { sourceTable: 'suppliers', urlField: 'website' }, analyst);
  expect([urls.body.code, urls.body.data.length, urls.body.data[0]]).toEqual(['000000', 200, 'https://www.s001.example.com']);
  // A column that is not granted is one that is not there, [API-102] as everywhere.
  expect(code(await post('engine/table/findUrl', { sourceTable: 'suppliers', urlField: 'phone' }, analyst))).toEqual([
    400,
    'PARAMETER_ERROR',
  ]);

  await sql`update data_grant set starts_at = now() + interval '1 hour' where id = ${Number(second.id)}`.execute(app.db);
  expect([await statusNow(), code(await preview())[0]]).toEqual(['approved', 403]);
  await sql`update data_grant set starts_at = now() - interval '2 hours', ends_at = now() where id = ${Number(second.id)}`.execute(app.db);
  expect([await statusNow(), code(await preview())[0]]).toEqual(['unauthorized', 403]);
  await sql`update data_grant set ends_at = null where id = ${Number(second.id)}`.execute(app.db);
  expect([await statusNow(), code(await preview())[0]]).toEqual(['authorized', 200]);
  expect((await post('grant/revoke', { id: second.id, version: 2, decision: 'Done' }, admin)).body.data.status).toBe('revoked');
  expect([await statusNow(), code(await preview())[0]]).toEqual(['revoked', 403]);
  const third = (await post('grant/apply', { ...ask, startDate: today }, analyst)).body.data;
  expect((await post('grant/reject', { id: third.id, version: 1, decision: 'No' }, manager)).body.data).toMatchObject({
    status: 'rejected',
    decision: 'No',
  });
  const mine = (await post('grant/page', { side: 'mine', status: 'rejected' }, analyst)).body.data;
  expect([mine.total, mine.content[0].id]).toEqual([1, third.id]);
  const decided = (await post('grant/page', { side: 'decide', pageSize: 200 }, owner)).body.data.content;
  const tables = new Set(decided.map(({ tableName }: { tableName: string }) => tableName));
  expect([tables.has('employee_expenses'), tables.has('suppliers'), tables.has('supplier_invoices')]).toEqual([true, true, false]);
});

it('[API-102] addresses of a column are those of http and https, once each, for who may see it', async () => {
  const { data } = await read(
    'url\nhttps://a.example/x\nHTTP://b.example\njavascript:alert(1)\nftp://c.example\nhttps://a.example/x\nhttps://a b\nhttp://\n\n',
  );
  await post('mart/create', {
    path: data.path,
    name: 'links',
    title: 'Links',
    columns: data.columns.map(({ sample: _, ...column }: { sample: string }) => column),
  });
  const { body } = await post('engine/table/findUrl', { sourceTable: 'LINKS', urlField: 'url' });
  expect([body.code, body.data]).toEqual(['000000', ['HTTP://b.example', 'https://a.example/x']]);
  expect(code(await post('engine/table/findUrl', { sourceTable: 'links', urlField: 'url' }, analyst))).toEqual([403, 'FORBIDDEN']);
});

it('[WS-16] [WS-17] a disabled workspace stops the rights to its tables until it is enabled, a removed one for good', async () => {
  const { bizId } = await tableOf('supplier_payments', analyst);
  const preview = async () => code(await get(`mart/preview?bizId=${bizId}&most=5`, analyst))[0];
  const { workspaceId } = (await get(`mart/get?bizId=${bizId}`)).body.data.table;
  const toggle = () => call(app, `/api/workspace/${workspaceId}/disableAndEnable`, { method: 'POST', token: admin, body: {} });
  expect(await preview()).toBe(200);
  const revoked = await app.db.selectFrom('data_grant').select('id').where('state', '=', 'revoked').execute();
  expect(code(await toggle())).toEqual([200, '000000']);
  expect([await preview(), (await tableOf('supplier_payments', analyst)).grantStatus]).toEqual([403, 'unauthorized']);
  expect((await get(`mart/preview?bizId=${bizId}&most=5`)).status).toBe(200);
  await toggle();
  expect([await preview(), (await tableOf('supplier_payments', analyst)).grantStatus]).toEqual([200, 'authorized']);
  expect(await app.db.selectFrom('data_grant').select('id').where('state', '=', 'revoked').execute()).toEqual(revoked);
  expect(code(await call(app, `/api/workspace/${workspaceId}/workspaceRemove`, { method: 'POST', token: admin, body: {} }))[0]).toBe(200);
  expect([await preview(), (await tableOf('supplier_payments', analyst)).grantStatus]).toEqual([403, 'revoked']);
});

it('[DATA-16] very large numbers are no reason to tell nothing of a table; texts that are cut are told as such', async () => {
  const text = 'x'.repeat(201);
  const { data } = await read(`big,small,word\n1e308,1,${text}\n-1e308,2,y\n5,3,z\n6,5,z\n`);
  const { body } = await post('mart/create', {
    path: data.path,
    name: 'large_numbers',
    title: 'Large numbers',
    columns: data.columns.map(({ sample: _, ...column }: { name: string; sample: string }) => ({
      ...column,
      ...(column.name === 'big' && { fieldType: 'float', analysisType: 'numeric' }),
    })),
  });
  const of = async (what: string) => await get(`exploration/${what}bizId=${body.data.bizId}`);
  const { columns } = (await of('profile?')).body.data;
  expect(columns[0]).toMatchObject({ min: -1e308, max: 1e308, median: expect.any(Number), spread: Math.SQRT1_2 });
  const { cells } = (await of('correlation?')).body.data;
  expect(cells.find(({ row, column }: { row: string; column: string }) => row === 'big' && column === 'small').value).toBeCloseTo(1);
  expect((await of('histogram?column=big&')).status).toBe(200);
  const { values } = (await of('frequency?column=word&')).body.data;
  expect(values.map(({ value, isCut }: { value: string; isCut: boolean }) => [value.length, isCut]).sort()).toEqual([
    [1, false],
    [1, false],
    [200, true],
  ]);
});

it('[DATA-16] exploration shows the 50 most frequent values, spreads and correlations; of 0 rows it says that there is nothing to explore', async () => {
  const { bizId } = await tableOf('employee_expenses', await tokenOf(app, names.owner));
  const owner = await tokenOf(app, names.owner);
  const ask = (what: string, column?: string) =>
    get(`exploration/${what}?bizId=${bizId}${column === undefined ? '' : `&column=${column}`}`, owner);
  const { columns, rows } = (await ask('profile')).body.data;
  expect(rows).toBe(3025);
  const of = (name: string) => columns.find((column: { name: string }) => column.name === name);
  expect(of('amount')).toMatchObject({ nulls: 0, isNumber: true, average: expect.any(Number), spread: expect.any(Number) });
  expect(of('spent_on')).toMatchObject({ isDay: true, min: expect.stringMatching(/^2025-01-/), average: null });
  const values = (await ask('frequency', 'employee_no')).body.data;
  expect([values.values.length, values.distinct]).toEqual([50, 120]);
  expect(values.others).toBe(3025 - values.values.reduce((sum: number, { count }: { count: number }) => sum + count, 0));
  const { bins } = (await ask('histogram', 'amount')).body.data;
  expect(bins.length).toBeLessThanOrEqual(21);
  expect(bins.reduce((sum: number, { count }: { count: number }) => sum + count, 0)).toBe(3025);
  expect((await ask('histogram', 'spent_on')).body.data.bins[0]).toMatchObject({ from: '2025-01' });
  expect(code(await ask('histogram', 'kind'))).toEqual([400, 'PARAMETER_ERROR']);
  const invoices = await tableOf('supplier_invoices');
  const correlated = (await get(`exploration/correlation?bizId=${invoices.bizId}`)).body.data;
  expect(
    correlated.cells.find(({ row, column }: { row: string; column: string }) => row === 'amount' && column === 'tax').value,
  ).toBeGreaterThan(0.99);

  const { data } = await read('a,b\nx,1\n');
  const made = await post('mart/create', {
    path: data.path,
    name: 'nothing',
    title: 'Nothing',
    columns: [{ ...data.columns[0], fieldType: 'date', sample: undefined }],
  });
  expect(made.body.data).toMatchObject({ rows: 0, rejected: 1 });
  expect(code(await get(`exploration/profile?bizId=${made.body.data.bizId}`))).toEqual([409, 'DATA_EMPTY']);
  expect((await get(`mart/preview?bizId=${made.body.data.bizId}`)).body.data).toMatchObject({ rows: [], total: 0 });
});

it('[DATA-07] the rows of two files are held at a time; of more than twenty that wait the rest is told to come again, and later all goes on', async () => {
  const { data } = await read(`a,b\n${Array.from({ length: 20_000 }, (_, index) => `${index},x`).join('\n')}\n`);
  const columns = data.columns.map(({ sample: _, ...column }: { sample: string }) => column);
  // The name is taken: it is said once the rows were read.
  const make = async () => (await post('mart/create', { path: data.path, name: 'supplier_payments', title: 'x', columns })).body.code;
  const codes = await Promise.all(Array.from({ length: 40 }, make));
  expect(codes.filter((one) => one === 'DUPLICATE')).toHaveLength(22);
  expect(codes.filter((one) => one === 'DATA_BUSY')).toHaveLength(18);
  expect(await make()).toBe('DUPLICATE');
});

it('[FILE-03] keeps no more files for tables to come than somebody may keep', async () => {
  const before = await read('a,b\n1,2', analyst, 'kept.csv');
  expect(before.code).toBe('000000');
  const path = (before.data as { path: string }).path;
  await sql`update stored_file set size = ${1024 ** 3} where path = ${path}`.execute(app.db);
  const { details, code: answer } = await read('a,b\n3,4', analyst, 'refused.csv');
  expect([answer, details[0].key]).toEqual(['PARAMETER_ERROR', 'file.quota']);
  const left = await app.db.selectFrom('stored_file').select('path').where('origin_name', '=', 'refused.csv').execute();
  expect(left).toEqual([]);
});

it('[DATA-01] tables are found by every tag they may have, however long', async () => {
  const { data } = await read('id\n1\n');
  const columns = data.columns.map(({ sample: _, ...column }: { sample: string }) => column);
  const longest = 'x'.repeat(30);
  const tagged = async (name: string, tags: string[]) => await post('mart/create', { path: data.path, name, title: name, tags, columns });
  const { bizId } = (await tagged('tagged', [longest, 'y'.repeat(21)])).body.data;
  for (const tag of [longest, 'y'.repeat(21)]) expect((await catalogue({ tag })).content).toMatchObject([{ bizId }]);
  expect(code(await tagged('tagged_more', [`${longest}x`]))).toEqual([400, 'PARAMETER_ERROR']);
  const filter = expect.objectContaining({ name: 'tag', maxLength: longest.length });
  expect(app.documents.get('table', 'data/mart')).toMatchObject({ filters: expect.arrayContaining([filter]) });
});

it('[DATA-07] numbers with more digits than others are numbers in a download, too, also below zero; texts are none', async () => {
  const { data } = await read('n,d,t\n-9007199254740993,-1234567890.123456,-1+1\n9007199254740993,1234567890.123456,-7\n');
  const types = ['integer', 'number', 'string'];
  const columns = data.columns.map(({ sample: _, ...column }: { sample: string }, index: number) => ({
    ...column,
    ...{ fieldType: types[index], analysisType: types[index] === 'string' ? 'text' : 'numeric' },
  }));
  const { bizId } = (await post('mart/create', { path: data.path, name: 'digits', title: 'Digits', columns })).body.data;
  const file = await app.http.inject({ url: `/api/data/mart/download?bizId=${bizId}`, headers: { authorization: `Bearer ${admin}` } });
  expect(file.payload.split('\r\n').slice(1, 3)).toEqual([
    "-9007199254740993,-1234567890.123456,'-1+1",
    "9007199254740993,1234567890.123456,'-7",
  ]);
});

it('[DATA-16] a number on the edge of two ranges of a histogram is in the upper one, which begins with it', async () => {
  const shares = Array.from({ length: 20 }, (_, index) => ((index + 1) / 10).toFixed(1));
  const { data } = await read(`share,low\n${shares.map((share) => `${share},${(Number(share) + 0.2).toFixed(1)}\n`).join('')}`);
  const { body } = await post('mart/create', {
    path: data.path,
    name: 'edges',
    title: 'Edges',
    columns: data.columns.map(({ sample: _, ...column }: { sample: string }) => ({
      ...column,
      fieldType: 'number',
      analysisType: 'numeric',
    })),
  });
  for (const [column, from] of [
    ['share', 0.1],
    ['low', 0.3],
  ] as const) {
    const { bins } = (await get(`exploration/histogram?bizId=${body.data.bizId}&column=${column}`)).body.data;
    expect(bins, column).toHaveLength(20);
    expect(bins[0], column).toMatchObject({ from });
    expect(new Set(bins.map(({ count }: { count: number }) => count)), column).toEqual(new Set([1]));
  }
});
