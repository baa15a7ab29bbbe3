import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { LabelValue } from '../../../server/database/values.ts';
import { localizedText } from '../../../src/core/index.ts';
import { startApp, type TestApp } from '../../support/app.ts';
import { call, tokenOf } from './client.ts';

/** More than anything that lists people would list. */
const many = 6_000;

let app: TestApp;
let admin: string;
/** Whoever came last of all who hold the rights of analysts and administrators. */
let last: string;
beforeAll(async () => {
  app = await startApp();
  admin = await tokenOf(app, 'admin');
  const { rows } = await sql<{ id: string }>`
    with added as (
      insert into app_user (username, name, user_code, password_hash)
        select name, name, name, 'none' from (select 'holder' || lpad(number::text, 5, '0') as name from generate_series(1, ${many}) as number) as named
        returning id, username),
      held as (insert into user_role (user_id, role_id) select added.id, role.id from added, role where role_code in ('dataAnalyst', 'Administrator'))
    select id::text as id from added where username = 'holder06000'`.execute(app.db);
  last = String(rows[0]?.id);
});
afterAll(async () => await app.close());

const read = async (path: string, body?: object, method: 'GET' | 'POST' | 'PUT' = body ? 'POST' : 'GET') => {
  const { status, body: answer } = await call(app, `/api/${path}`, { method, token: admin, ...(body && { body }) });
  expect(status).toBe(200);
  return answer.data as unknown;
};
const english = (label: LabelValue) => localizedText(label, 'en');

it('[DATA-01] [MSG-08] however many may open boards, who came last is not marked as one who may not, and hears of theirs', async () => {
  const offered = (await read('data/board-design/readers?keyword=holder06000&kind=user')) as { value: string; label: LabelValue }[];
  expect(offered.map(({ value, label }) => [value, english(label)])).toEqual([[`user:${last}`, 'holder06000']]);
  const { id, version } = (await read('data/board-design', { name: 'For the last one', cards: [] })) as { id: string; version: number };
  const sharing = { id, version, readers: [`user:${last}`], editors: [], everybody: false };
  await read('data/board-design/share', sharing, 'PUT');
  const { rows } = await sql<{ template: string }>`select template from message where user_id = ${Number(last)}`.execute(app.db);
  expect(rows.map(({ template }) => template)).toEqual(['data/board-shared']);
});

it('however many see all records of a register, who came last is offered as one who sees theirs', async () => {
  const { content } = (await read('register/choices?register=risk-event&field=owner&keyword=holder06000')) as {
    content: { value: string; label: LabelValue }[];
  };
  expect(content.map(({ value, label }) => [value, english(label)])).toEqual([[last, 'holder06000']]);
});
