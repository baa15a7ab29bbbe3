import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { giveRows } from '../../../server/database/migrations/240-rights.ts';
import { startApp, type TestApp } from '../../support/app.ts';
import { somebody } from './somebody.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(async () => await app.close());

/** Somebody's application for a table that waits for an answer. */
async function asked(by: number) {
  const { id } = await app.db
    .insertInto('data_grant')
    .values({
      table_id: sql<number>`(select id from data_table where name = 'employee_expenses')`,
      user_id: by,
      permissions: ['view'],
      columns: null,
      starts_at: sql<Date>`now()`,
      reason: 'x',
      asked: JSON.stringify({ permissions: ['view'], columns: null, startDate: '2026-01-01', endDate: null }),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return String(id);
}

it('[PERM-16] the code of a role alone decides nothing: who manages roles opens no data table by it', async () => {
  const perms = ['sys:role:list', 'sys:role:add', 'sys:role:edit', 'data:mart:list', 'data:authorization:list'];
  const attacker = await somebody(app, 'rolesOnly', perms);
  await sql`update role set role_code = 'former' where role_code = 'marketManager'`.execute(app.db);
  const made = await attacker.post('/api/system/role', { roleCode: 'marketManager', name: 'Mine', menuIds: [] });
  expect(made.status).toBe(200);
  const { id: roleId } = made.body.data as { id: string };
  // Nobody joins a role by themselves: another one who manages roles lets them.
  const accomplice = await somebody(app, 'rolesToo', perms);
  expect((await accomplice.put('/api/system/role/users', { id: roleId, add: [String(attacker.id)] })).status).toBe(200);
  const friend = await somebody(app, 'friend', ['data:mart:list']);
  const id = await asked(friend.id);
  expect((await attacker.post('/api/data/grant/approve', { id, version: 1 })).body.code).toBe('NOT_FOUND');
  const all = ((await attacker.get('/api/system/role/menus')).body.data ?? []) as { id: string; disabled: boolean; children?: never[] }[];
  const flat = (rows: typeof all): typeof all => rows.flatMap((row) => [row, ...flat(row.children ?? [])]);
  expect(flat(all).find((row) => row.id === 'data-authorization-all')?.disabled).toBe(true);
  const bigger = await attacker.post('/api/system/role', { roleCode: 'other', name: 'Mine', menuIds: ['data-authorization-all'] });
  expect(bigger.body.code).toBe('BEYOND_RIGHTS');
  // Whoever holds the permission decides, whatever their role is called, and is told of what waits.
  const decider = await somebody(app, 'decider', ['data:authorization:list', 'data:authorization:all']);
  expect((await decider.post('/api/data/grant/approve', { id, version: 1 })).status).toBe(200);
  const { rows } = await sql<{ biz_id: string }>`select biz_id from data_table where name = 'invoices_received'`.execute(app.db);
  const bizId =
    rows[0]?.biz_id ?? (await sql<{ biz_id: string }>`select biz_id from data_table order by id limit 1`.execute(app.db)).rows[0]?.biz_id;
  const applied = await friend.post('/api/data/grant/apply', {
    ...{ bizId, permissions: ['view'], reason: 'x', startDate: '2026-01-01' },
  });
  expect(applied.status, JSON.stringify(applied.body)).toBe(200);
  const { id: grantId } = applied.body.data as { id: string };
  const told = await app.db.selectFrom('message').select('user_id').where('source_id', '=', grantId).orderBy('id').execute();
  expect(told.map((row) => row.user_id)).toContain(decider.id);
  expect(told.map((row) => row.user_id)).not.toContain(attacker.id);
});

it('[PERM-16] an installation that has the two roles keeps what they decide', async () => {
  await sql`delete from menu where menu_id = 'data-authorization-all'`.execute(app.db);
  await sql`insert into menu (menu_id, parent_id, type, name, perms) values
    ('data-authorization-approve', 'data-authorization', '2', 'Approve', 'data:authorization:approve')`.execute(app.db);
  await sql`insert into role_menu select id, 'data-authorization-approve' from role where role_code = 'dataAnalyst'`.execute(app.db);
  await giveRows(app.db as never);
  const { rows } = await sql<{ code: string }>`select role_code as code from role join role_menu on role_id = role.id
    where menu_id = 'data-authorization-all' order by role_code`.execute(app.db);
  expect(rows.map(({ code }) => code)).toEqual(['dataMartAdministrator', 'marketManager']);
  const { rows: left } = await sql`select 1 from menu where menu_id = 'data-authorization-approve'`.execute(app.db);
  expect(left).toEqual([]);
});
