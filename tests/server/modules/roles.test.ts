import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../../support/app.ts';
import { waiting } from '../../support/in-turn.ts';
import { call, tokenOf } from './client.ts';

let app: TestApp;
let admin: string;
beforeAll(async () => {
  app = await startApp();
  admin = await tokenOf(app, 'admin');
});
afterAll(async () => await app.close());

interface Role {
  id: string;
  roleCode: string;
  version: number;
  userCount: number;
  menuIds: string[];
}
interface Choice {
  id: string;
  disabled: boolean;
  children?: Choice[];
}
const base = '/api/system/role';
const list = async (query: string) =>
  (await call(app, `${base}/list?${query}`, { token: admin })).body.data as { content: Role[]; total: number };
const get = async (id: string) => (await call(app, `${base}/${id}`, { token: admin })).body.data as Role;
const idOf = async (code: string) =>
  String((await app.db.selectFrom('role').select('id').where('role_code', '=', code).executeTakeFirstOrThrow()).id);
const userId = async (username: string) =>
  String((await app.db.selectFrom('app_user').select('id').where('username', '=', username).executeTakeFirstOrThrow()).id);
const create = (body: Record<string, unknown>, token = admin) => call(app, base, { method: 'POST', token, body });
const update = (body: Record<string, unknown>, token = admin) => call(app, base, { method: 'PUT', token, body });
const members = (body: Record<string, unknown>, token = admin) => call(app, `${base}/users`, { method: 'PUT', token, body });
const remove = (id: string, token = admin) => call(app, `${base}/${id}`, { method: 'DELETE', token });

describe('a menu row that is deleted', () => {
  it('[PERM-02] [MENU-01] goes from the roles that grant it, and who has one of these open is told what it grants by now', async () => {
    const row = (name: string) => call(app, '/api/system/menu', { method: 'POST', token: admin, body: { parentId: '0', type: '0', name } });
    const { menuId } = (await row('Row that goes')).body.data as { menuId: string };
    const made = await create({ roleCode: 'Grants', name: 'Grants', menuIds: ['system-dict', menuId] });
    const other = await create({ roleCode: 'GrantsNot', name: 'Grants not', menuIds: ['system-dict'] });
    const { id, version } = made.body.data as Role;
    expect((await call(app, `/api/system/menu/${menuId}`, { method: 'DELETE', token: admin })).status).toBe(200);
    const late = await update({ id, version, remark: 'x', menuIds: ['system-dict', menuId] });
    expect([late.status, late.body.code, late.body.data]).toEqual([
      409,
      'CONFLICT',
      expect.objectContaining({ version: version + 1, menuIds: ['system-dict'], updateBy: 'admin' }),
    ]);
    expect((await update({ id, version: version + 1, remark: 'x', menuIds: ['system-dict'] })).status).toBe(200);
    expect((await get((other.body.data as Role).id)).version).toBe(1);
    for (const role of [made, other]) expect((await remove((role.body.data as Role).id)).status).toBe(200);
  });
});

describe('reading', () => {
  it('pages and searches roles by code and by name in any language', async () => {
    expect((await list('')).total).toBe(9);
    expect((await list(`keyword=${encodeURIComponent('稽核員')}`)).content.map((role) => role.roleCode)).toEqual(['auditor']);
    for (const keyword of ['hans', '%7B', '%22t%22']) expect((await list(`keyword=${keyword}`)).total, keyword).toBe(0);
    expect((await list('sort=roleCode&order=desc&size=1')).content[0]?.roleCode).toBe('supervisor');
  });

  it('[PERM-02] [PERM-03] offers the whole menu tree, and previews what a role sees', async () => {
    const tree = (await call(app, `${base}/menus`, { token: admin })).body.data as Choice[];
    const flat = (rows: Choice[]): Choice[] => rows.flatMap((row) => [row, ...flat(row.children ?? [])]);
    const { count } = await app.db
      .selectFrom('menu')
      .select((row) => row.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    expect(flat(tree)).toHaveLength(count);
    const preview = (await call(app, `${base}/${await idOf('auditor')}/preview`, { token: admin })).body.data as {
      permissions: string[];
      menus: { menuId: string }[];
    };
    const own = await tokenOf(app, 'auditor');
    const menus = (await call(app, '/api/user/config/menus', { token: own })).body.data as { perms: string | null; menuId: string }[];
    const held = new Set(menus.flatMap((row) => (row.perms ?? '').split(',')).filter((name) => name !== ''));
    expect(preview.permissions).toEqual([...held].sort());
    expect(preview.permissions).toContain('sys:dict:list');
    expect(JSON.stringify(preview.menus)).not.toContain('"system-user"');
  });
});

describe('changing', () => {
  it('[RULE-26] creates a role whose menus its users see at the next request, under a version, audited', async () => {
    expect((await create({ roleCode: 'no good 1', name: 'X' })).body).toMatchObject({
      code: 'PARAMETER_ERROR',
      details: [{ field: 'roleCode' }],
    });
    const role = (await create({ roleCode: 'reader', name: 'Reader', menuIds: ['system-dict'] })).body.data as Role;
    expect((await create({ roleCode: 'reader', name: 'Reader' })).body).toMatchObject({
      code: 'DUPLICATE',
      details: [{ field: 'roleCode' }],
    });
    const supervisor = await app.db
      .selectFrom('app_user')
      .innerJoin('user_role', 'user_role.user_id', 'app_user.id')
      .innerJoin('role', 'role.id', 'user_role.role_id')
      .select(['app_user.id', 'app_user.username'])
      .where('role_code', '=', 'supervisor')
      .where('status', '=', '0')
      .executeTakeFirstOrThrow();
    const token = await tokenOf(app, supervisor.username);
    const reading = async () => (await call(app, '/api/system/dict/data/list', { token })).status;
    expect(await reading()).toBe(403);
    await members({ id: role.id, add: [String(supervisor.id)] });
    expect(await reading()).toBe(200);
    const changed = await update({ id: role.id, version: role.version, menuIds: [] });
    expect(changed.body.data).toMatchObject({ version: 2, menuIds: [] });
    expect(await reading()).toBe(403);
    expect((await update({ id: role.id, version: 1, name: 'Late' })).body).toMatchObject({ code: 'CONFLICT', data: { version: 2 } });
    expect((await remove(role.id)).body.code).toBe('HAS_USERS');
    await members({ id: role.id, remove: [String(supervisor.id)] });
    expect((await remove(role.id)).status).toBe(200);
    const rows = await app.db
      .selectFrom('audit_log')
      .select('action')
      .where('target_type', '=', 'role')
      .where('target_id', '=', role.id)
      .orderBy('id')
      .execute();
    expect(rows.map((row) => row.action)).toEqual(['role_create', 'role_members', 'role_update', 'role_members', 'role_delete']);
  });

  it('refuses menus and users that do not exist', async () => {
    expect((await create({ roleCode: 'ghost', name: 'X', menuIds: ['nowhere'] })).body).toMatchObject({
      code: 'PARAMETER_ERROR',
      details: [{ field: 'menuIds' }],
    });
    expect((await members({ id: await idOf('auditor'), add: ['999999'] })).body.code).toBe('NOT_FOUND');
  });

  it('[PERM-01] the administrator keeps its code, is not deleted, and keeps its last holder', async () => {
    const id = await idOf('Administrator');
    const role = await get(id);
    expect((await update({ id, version: role.version, roleCode: 'Boss' })).body.code).toBe('BUILT_IN');
    expect((await remove(id)).body.code).toBe('BUILT_IN');
    expect((await members({ id, remove: [await userId('admin')] })).body.code).toBe('OWN_ROLE');
    const second = await userId('auditor');
    await members({ id, add: [second] });
    const token = await tokenOf(app, 'auditor');
    const answers = await Promise.all([members({ id, remove: [second] }), members({ id, remove: [await userId('admin')] }, token)]);
    expect(answers.map((answer) => answer.status).filter((status) => status === 200)).toHaveLength(1);
    expect((await app.db.selectFrom('user_role').select('user_id').where('role_id', '=', Number(id)).execute()).length).toBe(1);
    await app.db.deleteFrom('user_role').where('role_id', '=', Number(id)).execute();
    await app.db
      .insertInto('user_role')
      .values({ user_id: Number(await userId('admin')), role_id: Number(id) })
      .execute();
  });
});

describe('a role that is given or taken', () => {
  it('[PERM-01] [PERM-02] is not given back by whoever has the account open as it was', async () => {
    const [role, user] = [await idOf('auditor'), await userId('riskmanager')];
    const account = () => call(app, `/api/system/user/${user}`, { token: admin });
    const save = (body: Record<string, unknown>) =>
      call(app, '/api/system/user', { method: 'PUT', token: admin, body: { id: user, ...body } });
    expect((await members({ id: role, add: [user] })).status).toBe(200);
    const opened = (await account()).body.data as { version: number; roleIds: string[] };
    expect(opened.roleIds).toContain(role);
    expect((await members({ id: role, remove: [user] })).status).toBe(200);
    const late = await save({ version: opened.version, remark: 'x', roleIds: opened.roleIds });
    expect([late.body.code, late.body.data]).toEqual(['CONFLICT', expect.objectContaining({ version: opened.version + 1 })]);
    expect(((await account()).body.data as { roleIds: string[] }).roleIds).not.toContain(role);
    // Where nothing was given or taken, nobody who has the account open is disturbed.
    expect((await members({ id: role, remove: [user] })).status).toBe(200);
    expect((await save({ version: opened.version + 1, remark: null })).status).toBe(200);
  });

  it('[PERM-01] waits for a change of the account, which nothing of the role keeps waiting', async () => {
    const [role, user] = [await idOf('auditor'), await userId('riskmanager')];
    await members({ id: role, add: [user] });
    const taken = await app.db.transaction().execute(async (transaction) => {
      await transaction.selectFrom('app_user').select('id').where('id', '=', Number(user)).forUpdate().execute();
      const answer = members({ id: role, remove: [user] });
      await waiting(app.db, 1);
      // Counts changes of people, as every change of an account does.
      await transaction.updateTable('app_user').set({ remark: 'x' }).where('id', '=', Number(user)).execute();
      return { answer };
    });
    expect((await taken.answer).status).toBe(200);
    await app.db.updateTable('app_user').set({ remark: null }).where('id', '=', Number(user)).execute();
  });

  it('[PERM-02] its holders are told by name: no address is read, or found, by who only looks at roles', async () => {
    const role = await idOf('auditor');
    const { email } = await app.db.selectFrom('app_user').select('email').where('username', '=', 'auditor').executeTakeFirstOrThrow();
    const holders = async (keyword: string) =>
      (await call(app, `${base}/users?roleId=${role}&keyword=${encodeURIComponent(keyword)}`, { token: admin })).body.data as {
        content: Record<string, unknown>[];
      };
    const { content } = await holders('auditor');
    expect(content.map(({ username }) => username)).toContain('auditor');
    expect(Object.keys(content[0] ?? {}).sort()).toEqual(['departmentName', 'id', 'name', 'nameEn', 'status', 'userCode', 'username']);
    expect((await holders(email ?? '')).content).toEqual([]);
  });

  it('raises the revision of people before that of rights, as every change of an account does', async () => {
    const { rows } = await sql<{ table: string; area: string }>`
      select tgrelid::regclass::text as table, case when proname = 'bump_access_revision' then 'rights' else 'people' end as area
      from pg_trigger join pg_proc on pg_proc.oid = tgfoid where tgrelid in ('role'::regclass, 'user_role'::regclass)
        and proname in ('bump_access_revision', 'bump_data_revision') order by 1, tgname`.execute(app.db);
    expect(rows.map(({ table, area }) => `${table} ${area}`)).toEqual([
      'role people',
      'role rights',
      'user_role people',
      'user_role rights',
    ]);
  });
});

describe('rights do not grow', () => {
  it('[PERM-02] who manages roles neither gives a right they lack nor takes their own away', async () => {
    const menuIds = ['system-role', 'system-role-add', 'system-role-edit', 'system-role-remove'];
    const own = (await create({ roleCode: 'roleManager', name: 'Role manager', menuIds })).body.data as Role;
    await call(app, '/api/system/user', {
      method: 'POST',
      token: admin,
      body: { username: 'rolemanager', password: 'secret-1', name: 'R', userCode: 'R1', roleIds: [own.id] },
    });
    const token = await tokenOf(app, 'rolemanager', 'secret-1');
    expect((await create({ roleCode: 'bigger', name: 'X', menuIds: ['system-user'] }, token)).body.code).toBe('BEYOND_RIGHTS');
    expect((await update({ id: own.id, version: 1, menuIds: [...menuIds, 'system-user'] }, token)).body.code).toBe('BEYOND_RIGHTS');
    expect((await members({ id: await idOf('Administrator'), add: [await userId('rolemanager')] }, token)).body.code).toBe('BEYOND_RIGHTS');
    const auditor = await get(await idOf('auditor'));
    expect((await update({ id: auditor.id, version: auditor.version, menuIds: [] }, token)).body.code).toBe('BEYOND_RIGHTS');
    expect((await update({ id: own.id, version: 1, menuIds: ['system-role'] }, token)).body.code).toBe('OWN_ROLE');
    const self = await userId('rolemanager');
    expect((await members({ id: own.id, remove: [self] }, token)).body.code).toBe('OWN_ROLE');
    // Its number is written in one way.
    const twice = await members({ id: own.id, remove: [`0${self}`] }, token);
    expect(twice.body).toMatchObject({ code: 'PARAMETER_ERROR', details: [{ field: 'remove.0' }] });
    expect((await get(own.id)).menuIds).toEqual([...menuIds].sort());
    expect((await create({ roleCode: 'smaller', name: 'X', menuIds: ['system-role'] }, token)).status).toBe(200);
    const choices = (await call(app, `${base}/menus`, { token })).body.data as Choice[];
    const flat = (rows: Choice[]): Choice[] => rows.flatMap((row) => [row, ...flat(row.children ?? [])]);
    expect(flat(choices).find((row) => row.id === 'system-user')?.disabled).toBe(true);
    expect(flat(choices).find((row) => row.id === 'system-role')?.disabled).toBe(false);
  });

  it('ask for the permission of each action', async () => {
    const token = await tokenOf(app, 'riskmanager');
    for (const url of [`${base}/list`, `${base}/menus`, `${base}/1`, `${base}/1/preview`, `${base}/users?roleId=1`])
      expect((await call(app, url, { token })).body.code).toBe('FORBIDDEN');
    expect((await create({ roleCode: 'x', name: 'X' }, token)).body.code).toBe('FORBIDDEN');
    expect((await members({ id: '1' }, token)).body.code).toBe('FORBIDDEN');
  });
});
