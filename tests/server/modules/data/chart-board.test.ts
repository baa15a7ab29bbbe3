import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApp, type TestApp } from '../../../support/app.ts';
import { call as callTyped, tokenOf } from '../client.ts';

// biome-ignore lint/suspicious/noExplicitAny: answers of many shapes are looked into
type Answer = Omit<Awaited<ReturnType<typeof callTyped>>, 'body'> & { body: any };
const call = callTyped as (...given: Parameters<typeof callTyped>) => Promise<Answer>;
const code = ({ status, body }: Answer) => [status, body.code];

let app: TestApp;
let admin: string;
let analyst: string;
const payments = '2000000000000000001';
const chart = { kind: 'bar', bizId: payments, by: [{ column: 'method' }], measure: { how: 'sum', column: 'amount' }, top: 5 };

beforeAll(async () => {
  app = await startApp();
  admin = await tokenOf(app, 'admin');
  const { rows } = await sql<{ username: string }>`select username from app_user join user_role on user_id = app_user.id
    join role on role.id = role_id where role_code = 'dataAnalyst' and app_user.status = '0' order by app_user.id offset 1 limit 1`.execute(
    app.db,
  );
  analyst = await tokenOf(app, rows[0]?.username ?? '');
});
afterAll(async () => await app.close());

const send = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object, token = admin): Promise<Answer> =>
  call(app, `/api/data/chart-board${path}`, { method, token, ...(body && { body }) });
const names = async (token = admin): Promise<string[]> =>
  (await send('GET', '/list', undefined, token)).body.data.charts.map(({ name }: { name: string }) => name);
const pin = async (name: string, token = admin): Promise<string> => (await send('POST', '/pin', { name, chart }, token)).body.data.id;

it('[DATA-01] charts are pinned to a board of their own people, renamed, moved and taken off; nobody else has them', async () => {
  const [one, two, three] = [await pin('One'), await pin('Two'), await pin('Three')];
  expect((await send('GET', '/list')).body.data).toMatchObject({
    most: 30,
    charts: [{ id: one, name: 'One', chart }, { id: two }, { id: three }],
  });
  expect(await names(analyst)).toEqual([]);
  const move = async (id: string, to: string) => code(await send('POST', '/move', { id, to }));
  expect(await move(three, 'up')).toEqual([200, '000000']);
  expect(await names()).toEqual(['One', 'Three', 'Two']);
  await move(one, 'up');
  await move(two, 'down');
  expect(await names()).toEqual(['One', 'Three', 'Two']);
  await move(one, 'down');
  expect(await names()).toEqual(['Three', 'One', 'Two']);
  expect(await pin('Four')).not.toBe(two);
  expect((await send('PUT', '', { id: one, name: 'First' })).body.data).toMatchObject({ id: one, name: 'First', chart });
  expect(await names()).toEqual(['Three', 'First', 'Two', 'Four']);

  // To others they are not there.
  const foreign = [
    await send('PUT', '', { id: one, name: 'Mine' }, analyst),
    await send('POST', '/move', { id: one, to: 'up' }, analyst),
    await send('DELETE', `?id=${one}`, undefined, analyst),
  ];
  expect(foreign.map(code)).toEqual(foreign.map(() => [404, 'NOT_FOUND']));
  expect(code(await send('DELETE', `?id=${one}`))).toEqual([200, '000000']);
  expect(code(await send('DELETE', `?id=${one}`))).toEqual([404, 'NOT_FOUND']);
  expect(await names()).toEqual(['Three', 'Two', 'Four']);
});

it('[DATA-01] a request that comes again pins once, a full board says so, and what is no chart is refused', async () => {
  const key = randomUUID();
  const twice = await Promise.all([1, 2].map(() => send('POST', '/pin', { key, name: 'Once', chart }, analyst)));
  expect(new Set(twice.map(({ body }) => body.data.id)).size).toBe(1);
  for (let at = 1; at < 30; at += 1) await pin(`Chart ${at}`, analyst);
  const full = await send('POST', '/pin', { name: 'One more', chart }, analyst);
  expect(full.body).toMatchObject({
    code: 'PARAMETER_ERROR',
    details: [{ field: 'name', key: 'chart-board.full', values: { most: '30' } }],
  });
  expect(await names(analyst)).toHaveLength(30);
  for (const wrong of [{ ...chart, kind: 'cake' }, { ...chart, measure: {} }, { ...chart, script: 'x' }, {}])
    expect(code(await send('POST', '/pin', { name: 'Wrong', chart: wrong }))).toEqual([400, 'PARAMETER_ERROR']);
  expect(code(await send('POST', '/pin', { name: ' ', chart }))).toEqual([400, 'PARAMETER_ERROR']);
});

it('[PERM-15] only charts over tables one may view are pinned, and the board gives no right to them', async () => {
  const expenses = { ...chart, bizId: '2000000000000000004', by: [] };
  expect(code(await send('POST', '/pin', { name: 'Expenses', chart: expenses }, analyst))).toEqual([403, 'FORBIDDEN']);
  expect(code(await send('POST', '/pin', { name: 'Nothing', chart: { ...chart, bizId: '1' } }))).toEqual([404, 'NOT_FOUND']);
  // A right that ended: the chart stays on the board, its figures are refused.
  await sql`update data_grant set state = 'revoked' where table_id = (select id from data_table where biz_id = ${payments})`.execute(
    app.db,
  );
  expect(await names(analyst)).toHaveLength(30);
  const { kind: _, ...question } = chart;
  expect(code(await call(app, '/api/data/exploration/aggregate', { method: 'POST', token: analyst, body: question }))).toEqual([
    403,
    'FORBIDDEN',
  ]);
});
