import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { startApp, type TestApp } from '../../../support/app.ts';
import { call, tokenOf } from '../client.ts';

let app: TestApp;
let token: string;
let me: number;
let somebody: number;
let workspace: number;
let bizId: string;
const table = sql`(select id from data_table where name = 'supplier_payments')`;

beforeAll(async () => {
  app = await startApp();
  const { rows } = await sql<{
    id: number;
    username: string;
  }>`select app_user.id, username from app_user where status = '0' and username <> 'admin'
    and exists (select 1 from user_role join role on role.id = role_id where user_id = app_user.id and role_code = 'dataAnalyst')
    and not exists (select 1 from user_role join role on role.id = role_id where user_id = app_user.id and role_code in ('Administrator', 'dataMartAdministrator', 'marketManager'))
    order by id limit 2`.execute(app.db);
  me = rows[0]?.id ?? 0;
  somebody = rows[1]?.id ?? 0;
  token = await tokenOf(app, rows[0]?.username ?? '');
  workspace = (await sql<{ id: number }>`select id from workspace order by id limit 1`.execute(app.db)).rows[0]?.id ?? 0;
  bizId = (await sql<{ biz_id: string }>`select biz_id from data_table where id = ${table}`.execute(app.db)).rows[0]?.biz_id ?? '';
});
afterAll(async () => await app.close());

beforeEach(async () => {
  await sql`delete from data_grant`.execute(app.db);
  await sql`delete from workspace_member where workspace_id = ${workspace} and user_id = ${me}`.execute(app.db);
  await sql`update workspace set status = '0' where id = ${workspace}`.execute(app.db);
  await sql`update data_table set owner_id = ${somebody}, workspace_id = ${workspace}, is_listed = false where id = ${table}`.execute(
    app.db,
  );
});

async function data(path: string, body?: object) {
  const options = body ? { method: 'POST' as const, token, body } : { token };
  const answer = (await call(app, `/api/data/${path}`, options)).body as { code: string; data: unknown };
  return { code: answer.code, data: answer.data as { content: { bizId: string }[]; table: { by: string; permissions: string[] } } };
}
const isIn = ({ content }: { content: { bizId: string }[] }) => content.some((row) => row.bizId === bizId);

/** What the page of the table, the catalogue, its filter, the choices and the list of applications say of the same table. */
async function told() {
  const { code, data: detail } = await data(`mart/get?bizId=${bizId}`);
  const permissions = code === '000000' ? detail.table.permissions : [];
  const { data: all } = await data('mart/page', { pageSize: 50 });
  const { data: readable } = await data('mart/page', { pageSize: 50, right: 'readable' });
  const choices = (await data('mart/options?right=reference')).data as unknown as { value: string }[];
  const { data: decided } = await data('grant/page', { side: 'decide' });
  return {
    by: code === '000000' ? detail.table.by : code,
    permissions,
    isSeen: isIn(all),
    isReadable: isIn(readable),
    isChoice: choices.some(({ value }) => value === bizId),
    isDecided: isIn(decided),
  };
}

const every = ['view', 'download', 'edit', 'execute', 'reference', 'delete', 'authorize'];
const own = () => sql`update data_table set owner_id = ${me} where id = ${table}`.execute(app.db);
const disable = () => sql`update workspace set status = '1' where id = ${workspace}`.execute(app.db);
const join = (role: '0' | '1' | '2', status = '0') =>
  sql`insert into workspace_member (workspace_id, user_id, role_type, status, answered_at)
    values (${workspace}, ${me}, ${role}, ${status}, case when ${status} = '0' then now() end)
    on conflict (workspace_id, user_id) do update set role_type = excluded.role_type`.execute(app.db);
/** A workspace has one owner. */
const lead = async () => {
  await sql`update workspace_member set role_type = '1' where workspace_id = ${workspace} and role_type = '0'`.execute(app.db);
  await join('0');
};
const grant = (permissions: string[], { from = '-1 day', to = '1 day' as string | null, state = 'granted' } = {}) =>
  sql`insert into data_grant (table_id, user_id, permissions, columns, starts_at, ends_at, reason, asked, state)
    values (${table}, ${me}, ${permissions}, null, now() + ${from}::interval, now() + ${to}::interval, 'x', ${asked}, ${state})`.execute(
    app.db,
  );
const asked = JSON.stringify({ permissions: ['view'], columns: null, startDate: '2026-01-01', endDate: null });
/** An application of somebody else waits for an answer. */
const asks = () =>
  sql`insert into data_grant (table_id, user_id, permissions, columns, starts_at, reason, asked, state)
    values (${table}, ${somebody}, '{view}', null, now(), 'x', ${asked}, 'pending')`.execute(app.db);

const cases: [string, (() => Promise<unknown>)[], string, string[]][] = [
  ['nothing', [], 'NOT_FOUND', []],
  ['the owner', [own], 'owner', every],
  ['the owner in a disabled workspace', [own, disable], 'owner', every],
  ['a collaborator', [() => join('1')], 'workspace', every],
  ['a collaborator of a disabled workspace', [() => join('1'), disable], 'NOT_FOUND', []],
  ['a collaborator who has not answered', [() => join('1', '2')], 'NOT_FOUND', []],
  ['an owner of the workspace while it is disabled', [lead, disable], 'workspace', every],
  ['a viewer', [() => join('2')], 'workspace', ['view']],
  ['a viewer of a disabled workspace', [() => join('2'), disable], 'NOT_FOUND', []],
  ['a grant', [() => grant(['view', 'reference'])], 'grant', ['view', 'reference']],
  ['a grant without end', [() => grant(['view'], { to: null })], 'grant', ['view']],
  ['a grant that begins tomorrow', [() => grant(['view'], { from: '1 hour' })], 'NOT_FOUND', []],
  ['a grant that ran out', [() => grant(['view'], { to: '-1 hour' })], 'NOT_FOUND', []],
  ['a grant that was revoked', [() => grant(['view'], { state: 'revoked' })], 'NOT_FOUND', []],
  ['two grants', [() => grant(['view']), () => grant(['view', 'authorize'])], 'grant', ['view', 'authorize']],
  ['a grant while the workspace is disabled', [() => grant(['view', 'authorize']), disable], 'NOT_FOUND', []],
];
it.each(cases)('[PERM-15] [PERM-16] [WS-16] the rights of %s are the same everywhere', async (_, steps, by, permissions) => {
  for (const step of steps) await step();
  await asks();
  expect(await told()).toEqual({
    by,
    permissions,
    isSeen: permissions.length > 0,
    isReadable: permissions.includes('view'),
    isChoice: permissions.includes('reference'),
    isDecided: permissions.includes('authorize'),
  });
});

it('[PERM-15] columns of several grants are those of all of them; of the owner all', async () => {
  const only = async (column: string) => {
    await grant(['view']);
    await sql`update data_grant set columns = ${[column]} where id = (select max(id) from data_grant)`.execute(app.db);
  };
  const columns = async () => {
    const { data: detail } = await data(`mart/get?bizId=${bizId}`);
    const all = (detail as unknown as { columns: { name: string; allowed: boolean }[] }).columns;
    return all.filter(({ allowed }) => allowed).map(({ name }) => name);
  };
  await only('amount');
  expect(await columns()).toEqual(['amount']);
  await only('method');
  expect(await columns()).toEqual(['amount', 'method']);
  await own();
  expect((await columns()).length).toBeGreaterThan(6);
});
