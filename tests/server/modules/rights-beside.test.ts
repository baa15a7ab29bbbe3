import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../../support/app.ts';
import { call } from './client.ts';
import { type Somebody, signedInAs, somebody } from './somebody.ts';

/** Rights that are no permissions of the roles of an account: what was delegated to it, and where it stands. */
let app: TestApp;
const people = ['list', 'add', 'edit', 'reset'].map((verb) => `sys:user:${verb}`);
beforeAll(async () => {
  app = await startApp();
});
afterAll(async () => await app.close());

const refused = (field: string) => ({ code: 'BEYOND_RIGHTS', details: [{ field, key: 'department.assignNeeded' }] });

describe('what was delegated to an account', () => {
  let desk: Somebody;
  let agent: Somebody;
  beforeAll(async () => {
    desk = await somebody(app, 'helpDesk', [
      ...people,
      'sys:mail:list',
      'sys:mail:text',
      'sys:dict:list',
      'sys:dict:add',
      'sys:dict:edit',
      'sys:dict:remove',
    ]);
    agent = await somebody(app, 'agentOfAdmin', []);
  });

  /** The administrator delegates menu rows to the agent. Days from today on. */
  async function delegated(menus: string[], from = 0, to: number | null = 10): Promise<void> {
    await app.db.deleteFrom('delegation').execute();
    const { rows } = await sql<{ id: number }>`insert into delegation (authorizer_id, agent_id, start_date, end_date)
      select id, ${agent.id}, current_date + ${from}::int, ${to === null ? null : sql`current_date + ${to}::int`} from app_user where username = 'admin'
      returning id`.execute(app.db);
    for (const menu of menus) await sql`insert into delegation_menu values (${rows[0]?.id}, ${menu})`.execute(app.db);
  }
  const version = async () =>
    (await app.db.selectFrom('app_user').select('version').where('id', '=', agent.id).executeTakeFirstOrThrow()).version;
  const reset = async () => (await desk.put('/api/system/user/password', { id: String(agent.id), password: 'Other-secret-9' })).body.code;
  const mailed = async () =>
    (await desk.put('/api/system/user', { id: String(agent.id), version: await version(), email: 'thief@example.com' })).body.code;

  it('[DELEG-05] is theirs: nobody opens the account who may not do all of that', async () => {
    await delegated(['system', 'system-config']);
    expect([await reset(), await mailed()]).toEqual(['BEYOND_RIGHTS', 'BEYOND_RIGHTS']);
    await delegated(['system', 'system-config'], 5, null);
    expect(await reset(), 'one that begins later').toBe('BEYOND_RIGHTS');
    await delegated(['system', 'system-config'], -20, -10);
    expect(await reset(), 'one that is over').toBe('000000');
    await delegated(['system', 'system-dict']);
    expect(await reset(), 'what the desk may do itself').toBe('000000');
    await delegated(['system', 'system-config']);
    await app.db.updateTable('delegation').set({ terminated_at: new Date() }).execute();
    expect(await reset(), 'one that was ended').toBe('000000');
  });
});

describe('a role', () => {
  it('is given by nobody to themselves, also where they hold all its rights: what is shared with it would open', async () => {
    const manager = await somebody(app, 'roleManager', [...people, 'sys:role:list', 'sys:role:edit']);
    const friend = await somebody(app, 'roleFriend', []);
    const { id: role } = await app.db
      .insertInto('role')
      .values({ role_code: 'readers', name: JSON.stringify([{ l: 'en', t: 'Readers', d: true }]) })
      .returning('id')
      .executeTakeFirstOrThrow();
    const rolesOf = async (id: number) =>
      (await app.db.selectFrom('user_role').select('role_id as id').where('user_id', '=', id).execute()).map((row) => row.id);
    const own = await rolesOf(manager.id);
    const save = async (id: number, roleIds: number[]) => {
      const { version } = await app.db.selectFrom('app_user').select('version').where('id', '=', id).executeTakeFirstOrThrow();
      return (await manager.put('/api/system/user', { id: String(id), version, roleIds: roleIds.map(String) })).body;
    };
    const join = async (id: number, path = 'add') =>
      (await manager.put('/api/system/role/users', { id: String(role), [path]: [String(id)] })).body;
    const byNobody = (field: string) => ({ code: 'BEYOND_RIGHTS', details: [{ field, key: 'account.ownRoleGiven' }] });
    expect(await save(manager.id, [...own, role])).toMatchObject(byNobody('roleIds'));
    expect(await join(manager.id)).toMatchObject(byNobody(''));
    expect(await rolesOf(manager.id)).toEqual(own);
    // What they have is saved with everything else of the account, and others are given it.
    expect(await save(manager.id, own)).toMatchObject({ code: '000000' });
    expect(await join(friend.id)).toMatchObject({ code: '000000' });
    expect(await save(friend.id, [])).toMatchObject({ code: '000000' });
    expect(await save(friend.id, [role])).toMatchObject({ code: '000000' });
  });
});

describe('where somebody stands', () => {
  const base = '/api/system/department';
  const departmentId = async (code: string) =>
    String((await app.db.selectFrom('department').select('id').where('code', '=', code).executeTakeFirstOrThrow()).id);
  const versionOf = async (table: 'app_user' | 'department', id: string | number) =>
    (await app.db.selectFrom(table).select('version').where('id', '=', Number(id)).executeTakeFirstOrThrow()).version;

  it('opens records and boards: nobody moves another department below their own without the permission for that', async () => {
    const mover = await somebody(app, 'mover', ['sys:dept:list', 'sys:dept:add', 'sys:dept:edit'], { department: 'D09' });
    const [own, other] = [await departmentId('D09'), await departmentId('D04')];
    const change = async (more: object) =>
      (await mover.put(base, { id: other, version: await versionOf('department', other), ...more })).body;
    expect(await change({ parentId: own })).toMatchObject(refused('parentId'));
    expect(await change({ parentId: null })).toMatchObject(refused('parentId'));
    // Everything else of it is theirs to change, the place as it is included.
    expect(await change({ sort: 41, parentId: await departmentId('D01') })).toMatchObject({ code: '000000' });
    expect((await mover.post(base, { code: 'N9', name: 'New', parentId: own })).body.code).toBe('000000');
    const placer = await somebody(app, 'placer', ['sys:dept:list', 'sys:dept:edit', 'sys:dept:assign']);
    const moved = await placer.put(base, { id: other, version: await versionOf('department', other), parentId: await departmentId('D02') });
    expect(moved.body.code).toBe('000000');
  });

  it('is changed by nobody for themselves, and for others only between none and the own department', async () => {
    const clerk = await somebody(app, 'clerk', people, { department: 'D09' });
    const friend = await somebody(app, 'clerkFriend', []);
    const [own, other] = [await departmentId('D09'), await departmentId('D04')];
    const put = async (id: number, departmentId: string | null) =>
      (await clerk.put('/api/system/user', { id: String(id), version: await versionOf('app_user', id), departmentId })).body;
    expect(await put(clerk.id, other)).toMatchObject(refused('departmentId'));
    expect(await put(clerk.id, null)).toMatchObject(refused('departmentId'));
    expect(await put(clerk.id, own)).toMatchObject({ code: '000000' });
    expect(await put(friend.id, other)).toMatchObject(refused('departmentId'));
    expect(await put(friend.id, own)).toMatchObject({ code: '000000' });
    expect(await put(friend.id, null)).toMatchObject({ code: '000000' });
    const account = { username: 'placed', password: 'Other-secret-9', name: 'P', userCode: 'P1', roleIds: [] };
    expect((await clerk.post('/api/system/user', { ...account, departmentId: other })).body).toMatchObject(refused('departmentId'));
    expect((await clerk.post('/api/system/user', { ...account, departmentId: own })).body.code).toBe('000000');
    const admin = await signedInAs(app, 'admin');
    const placed = await admin.put('/api/system/user', {
      id: String(friend.id),
      version: await versionOf('app_user', friend.id),
      departmentId: other,
    });
    expect(placed.body.code).toBe('000000');
    expect(await put(friend.id, null)).toMatchObject(refused('departmentId'));
  });

  it('is chosen for whoever registers under the same rule', async () => {
    const decider = await somebody(app, 'registrar', ['sys:registration:list', 'sys:registration:decide'], { department: 'D09' });
    const { rows } = await sql<{
      id: number;
      version: number;
    }>`insert into registration (name, company_name, email, language, state, origin, confirmed_at)
      values ('N', 'C', 'new@example.com', 'en', 'confirmed', 'http://localhost', now()) returning id, version`.execute(app.db);
    const given = { id: String(rows[0]?.id), version: rows[0]?.version, name: 'N', username: 'newcomer', userCode: 'N1', roleIds: [] };
    const approve = async (code: string) =>
      (
        await call(app, '/api/system/registration/approve', {
          method: 'POST',
          token: decider.token,
          body: { ...given, departmentId: await departmentId(code) },
        })
      ).body;
    expect(await approve('D04')).toMatchObject(refused('departmentId'));
    expect(await approve('D09')).toMatchObject({ code: '000000' });
  });
});
