import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { localizedText } from '../../../../src/core/index.ts';
import { startApp, type TestApp } from '../../../support/app.ts';
import { call, tokenOf } from '../client.ts';

let app: TestApp;
let admin: string;
/** Two data analysts: of the tables here Ann views the first, and Bob views it as well or not. */
let ann: { id: string; username: string; token: string };
let bob: { id: string; username: string };
beforeAll(async () => {
  app = await startApp();
  admin = await tokenOf(app, 'admin');
  const { rows } = await sql<{ id: string; username: string }>`select app_user.id::text as id, username from app_user
    join user_role on user_id = app_user.id join role on role.id = role_id where role_code = 'dataAnalyst' and app_user.status = '0'
    order by app_user.id`.execute(app.db);
  const [, one, other] = rows;
  if (!one || !other) throw new Error('There are no analysts');
  ann = { ...one, token: await tokenOf(app, one.username) };
  bob = other;
});
afterAll(async () => await app.close());

const count = (bizId: string) => ({ kind: 'number', bizId, by: [], measure: { how: 'count' } });
/** Analysts view this one, and not the other. */
const open = count('2000000000000000001');
const secret = count('2000000000000000004');

const send = async (method: 'GET' | 'POST' | 'PUT', path: string, token: string, body?: object) =>
  (await call(app, `/api/data/board-design${path}`, { method, token, ...(body && { body }) })).body;
async function boardOf(...charts: object[]): Promise<string> {
  const cards = charts.map((chart, at) => ({ id: `c${at}`, kind: 'chart', title: 'Figure', chart, width: 6, height: 'auto' }));
  const { data } = await send('POST', '', admin, { name: 'Figures', cards });
  return (data as { id: string }).id;
}
async function told(person: { id: string; username: string }, board?: string, token = admin): Promise<string> {
  const asked = `?keyword=${person.username}&kind=user${board === undefined ? '' : `&board=${board}`}`;
  const { data } = await send('GET', `/readers${asked}`, token);
  const mine = (data as { value: string; label: never }[]).find(({ value }) => value === `user:${person.id}`);
  return localizedText(mine?.label, 'en');
}

it('[DATA-01] [PERM-15] who shares a board is told of people who would see nothing, or not all, of what stands on it', async () => {
  const name = await told(ann);
  expect(name).not.toContain('(');
  expect(await told(ann, await boardOf(open))).toBe(name);
  expect(await told(ann, await boardOf(secret))).toBe(`${name} (sees none of its charts)`);
  expect(await told(ann, await boardOf(open, secret))).toBe(`${name} (sees some of its charts)`);
  // Where nothing is asked for there is nothing to be seen.
  expect(await told(ann, await boardOf())).toBe(name);
});

/** Lets somebody view the secret table: all of it, or some columns. */
const grant = async ({ id }: { id: string }, columns: string[] | null = null) =>
  await sql`insert into data_grant (table_id, user_id, permissions, columns, starts_at, reason, asked, state)
    select id, ${Number(id)}, '{view}', ${columns}, now() - interval '1 day', 'x', '{}', 'granted' from data_table where biz_id = ${secret.bizId}`.execute(
    app.db,
  );
const revoke = async () => await sql`delete from data_grant where reason = 'x'`.execute(app.db);

it('[DATA-01] [PERM-15] somebody does not see charts that ask for columns denied to them', async () => {
  const { rows } = await sql<{ name: string }>`select data_column.name from data_table join data_column on table_id = id
    where biz_id = ${secret.bizId} and field_type = 'string' order by position limit 2`.execute(app.db);
  const [own, denied] = rows.map(({ name }) => ({ ...secret, kind: 'bar', by: [{ column: name }] }));
  if (!own || !denied) throw new Error('The table has no two columns of text');
  const name = await told(ann);
  await grant(ann, [String(rows[0]?.name)]);
  expect(await told(ann, await boardOf(secret, own))).toBe(name);
  expect(await told(ann, await boardOf(own, denied))).toBe(`${name} (sees some of its charts)`);
  expect(await told(ann, await boardOf(denied))).toBe(`${name} (sees none of its charts)`);
  await revoke();
});

it('[DATA-01] [PERM-15] only the owner of a board is told what others see, and of the charts they see themselves', async () => {
  const board = await boardOf(secret);
  expect((await send('GET', `/readers?board=${board}`, ann.token)).code).toBe('NOT_FOUND');
  await send('PUT', '/share', admin, { id: board, version: 1, readers: [], editors: [`user:${ann.id}`], everybody: false });
  await grant(ann);
  const name = await told(bob);
  expect(await told(bob, board)).toBe(`${name} (sees none of its charts)`);
  // She sees the chart and may change the board, and yet the rights of others are not hers to know.
  expect(await told(bob, board, ann.token)).toBe(name);
  await app.db
    .updateTable('report_board')
    .set({ owner_id: Number(ann.id) })
    .where('id', '=', Number(board))
    .execute();
  expect(await told(bob, board, ann.token)).toBe(`${name} (sees none of its charts)`);
  // What she does not see herself any more she is not told about either.
  await revoke();
  expect(await told(bob, board, ann.token)).toBe(name);
});
