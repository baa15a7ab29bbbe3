import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rotateSession } from '../../../server/modules/identity/sessions.ts';
import { contractSchemas } from '../../../src/generated/contract-schemas.ts';
import { type CallId, contracts } from '../../../src/generated/contracts.ts';
import { startApp, type TestApp } from '../../support/app.ts';
import { projectRoot } from '../../support/project.ts';
import { call, tokenOf } from './client.ts';

let app: TestApp;
let admin: string;
beforeAll(async () => {
  app = await startApp();
  admin = await tokenOf(app, 'admin');
});
afterAll(async () => await app.close());

const roleId = async (code: string) =>
  String((await app.db.selectFrom('role').select('id').where('role_code', '=', code).executeTakeFirstOrThrow()).id);
const ask = async (code: string, token = admin) =>
  await call(app, `/api/system/role/${await roleId(code)}/view`, { method: 'POST', token });
async function view(code: string, token = admin): Promise<string> {
  const { body, status } = await ask(code, token);
  expect(status, JSON.stringify(body)).toBe(200);
  return (body.data as { access_token: string }).access_token;
}
const stats = async (token: string) => (await call(app, '/api/login/stats', { token })).body.data as Record<string, unknown>;
const status = async (url: string, token: string) => (await call(app, url, { token })).status;
const dictionary = '/api/system/dict/data/list';

describe('viewing the product as a role', () => {
  it('[PERM-01] [PERM-02] [PERM-03] has the roles, permissions, menus and modules of the role, and nothing else', async () => {
    const token = await view('auditor');
    const auditor = await tokenOf(app, 'auditor');
    const [seen, theirs, own] = [await stats(token), await stats(auditor), await stats(admin)];
    expect(seen.menus).toEqual(theirs.menus);
    expect(seen.applications).toEqual(theirs.applications);
    expect(seen.viewing).toMatchObject({ code: 'auditor' });
    expect(seen.principal).toMatchObject({ username: 'admin', roles: [{ roleCode: 'auditor' }], roleList: [{ roleCode: 'auditor' }] });
    expect(own.viewing).toBeNull();
    expect(own.principal).toMatchObject({ roles: [{ roleCode: 'Administrator' }] });
    expect((await call(app, '/api/login/user_info', { token })).body.data).toMatchObject({ roles: [{ roleCode: 'auditor' }] });
    expect(await status(dictionary, token)).toBe(200);
    expect(await status('/api/system/user/list', token)).toBe(403);
    expect(await status('/api/system/user/list', admin)).toBe(200);
  });

  it('is no session of its own in the list of who is signed in', async () => {
    const listed = async () =>
      ((await call(app, '/api/system/session/list?size=200', { token: admin })).body.data as { content: { username: string }[] }).content
        .length;
    const before = await listed();
    await view('auditor');
    expect(await listed()).toBe(before);
  });

  it('never gets a kept answer of the person, nor the person one of the role', async () => {
    const token = await view('riskManager');
    for (const url of ['/api/login/stats', '/api/user/config/menus']) {
      for (let round = 0; round < 2; round += 1) {
        const [asRole, asSelf] = [await call(app, url, { token }), await call(app, url, { token: admin })];
        expect(JSON.stringify(asRole.body).length).toBeLessThan(JSON.stringify(asSelf.body).length);
      }
    }
  });

  it('refuses every call that changes something, whatever the role may do, before the body is read', async () => {
    const token = await view('Administrator');
    const changing = Object.values(contracts).filter(({ id, auth }) => contractSchemas[id as CallId].changes && auth === 'bearer');
    expect(changing.length).toBeGreaterThan(20);
    for (const { method, path } of changing) {
      const { body, status } = await call(app, path.replaceAll(/\{\w+\}/g, '1'), { method, token });
      expect({ path, status, code: body.code }).toEqual({ path, status: 403, code: 'VIEW_ONLY' });
    }
    const refused = await app.db
      .selectFrom('audit_log')
      .select(['actor', 'detail', 'target_type'])
      .where('action', '=', 'role_view_refuse')
      .orderBy('id')
      .execute();
    expect(refused).toHaveLength(changing.length);
    expect(refused[0]).toEqual({
      actor: 'admin',
      target_type: 'role',
      detail: { call: expect.any(String), viewedRole: 'Administrator' },
    });
    // Reading goes on, also by POST where the contract says that it changes nothing.
    for (const path of ['/api/todo/home/page', '/api/risk/evaluate/page', '/api/risk/template/page'])
      expect((await call(app, path, { method: 'POST', token, body: {} })).status, path).toBe(200);
  });

  it('lets the person behind the view ask why, with their own right to inspect and for that call only', async () => {
    const token = await view('auditor');
    expect((await stats(token)).viewing).toMatchObject({ code: 'auditor', inspects: true });
    expect(await status('/api/screens/state', token)).toBe(200);
    expect(await status('/api/screens/state', await tokenOf(app, 'auditor'))).toBe(403);
    const byViewer = Object.keys(contracts).filter((id) => contractSchemas[id as CallId].byViewer);
    expect(byViewer).toEqual(['screens.state']);
    await app.db.updateTable('menu').set({ perms: null }).where('perms', 'like', '%sys:inspect%').execute();
    await sql`update access_revision set revision = revision + 1`.execute(app.db);
    expect(await status('/api/screens/state', token)).toBe(403);
    expect((await stats(token)).viewing).toMatchObject({ inspects: false });
  });

  it('no contract lets a view change anything but sign out', () => {
    const folder = join(projectRoot, 'schemas/services');
    const open = readdirSync(folder).flatMap((file) => {
      const { calls } = JSON.parse(readFileSync(join(folder, file), 'utf8')) as { calls: Record<string, { whileViewing?: boolean }> };
      return Object.keys(calls).flatMap((name) => (calls[name]?.whileViewing === true ? [`${file.split('.', 1)[0]}.${name}`] : []));
    });
    expect(open).toEqual(['login.logout']);
  });

  it('signing out with its token ends the view only, audited with person and role', async () => {
    const token = await view('auditor');
    expect((await call(app, '/api/login/logout', { method: 'POST', token })).status).toBe(200);
    expect(await status(dictionary, token)).toBe(401);
    expect(await status(dictionary, admin)).toBe(200);
    const rows = await app.db
      .selectFrom('audit_log')
      .select(['action', 'actor', 'target_id', 'detail'])
      .where('action', 'in', ['role_view_begin', 'role_view_end'])
      .orderBy('id', 'desc')
      .limit(2)
      .execute();
    const common = { actor: 'admin', target_id: await roleId('auditor'), detail: { viewedRole: 'auditor' } };
    expect(rows).toEqual([
      { action: 'role_view_end', ...common },
      { action: 'role_view_begin', ...common },
    ]);
  });

  it('ends with the session it was begun in, however that ends', async () => {
    const ends: ((id: string, token: string) => Promise<unknown>)[] = [
      (_, token) => call(app, '/api/login/logout', { method: 'POST', token }),
      (id) => call(app, `/api/system/session/${id}`, { method: 'DELETE', token: admin }),
      (id) =>
        app.db
          .updateTable('session')
          .set({ expires_at: new Date(0) })
          .where('id', '=', Number(id))
          .execute(),
    ];
    for (const end of ends) {
      const own = await tokenOf(app, 'admin');
      const { id } = await app.db.selectFrom('session').select('id').orderBy('id', 'desc').limit(1).executeTakeFirstOrThrow();
      const token = await view('auditor', own);
      expect(await status(dictionary, token)).toBe(200);
      await end(String(id), own);
      expect(await status(dictionary, token)).toBe(401);
    }
  });

  it('[ERR-02] [TOPBAR-08] hears that its person went on under another name, where the session it was begun in did', async () => {
    const own = await tokenOf(app, 'admin');
    const { id } = await app.db.selectFrom('session').select('id').orderBy('id', 'desc').limit(1).executeTakeFirstOrThrow();
    const token = await view('auditor', own);
    const goOn = async () => await rotateSession(app.db, String(id), null, { ip: '127.0.0.1', userAgent: undefined });
    expect(await goOn()).toBeDefined();
    expect((await call(app, dictionary, { token })).body.code).toBe('SESSION_SWITCHED');
    expect(await stats(token)).toMatchObject({ login: false, switched: true });
    await call(app, '/api/login/logout', { method: 'POST', token: own });
    const ended = await tokenOf(app, 'admin');
    const other = await view('auditor', ended);
    await call(app, '/api/login/logout', { method: 'POST', token: ended });
    expect((await call(app, dictionary, { token: other })).body.code).toBe('SESSION_ENDED');
  });

  it('keeps the session it was begun in from running idle', async () => {
    const own = await tokenOf(app, 'admin');
    const token = await view('auditor', own);
    await app.db
      .updateTable('session')
      .set({ last_used_at: new Date(Date.now() - 10 * 60_000) })
      .execute();
    expect(await status(dictionary, token)).toBe(200);
    const rows = await app.db.selectFrom('session').select('last_used_at').orderBy('id', 'desc').limit(2).execute();
    for (const row of rows) expect(Date.now() - row.last_used_at.getTime()).toBeLessThan(60_000);
  });

  it('is for those who hold the right, and never shows more than they may see themselves', async () => {
    const auditor = await tokenOf(app, 'auditor');
    expect((await ask('riskManager', auditor)).body.code).toBe('FORBIDDEN');
    const { id } = await app.db
      .insertInto('role')
      .values({ role_code: 'viewer', name: '"Viewer"' })
      .returning('id')
      .executeTakeFirstOrThrow();
    await app.db.insertInto('role_menu').values({ role_id: id, menu_id: 'system-role-view' }).execute();
    const person = await app.db.selectFrom('app_user').select('id').where('username', '=', 'auditor').executeTakeFirstOrThrow();
    await app.db.insertInto('user_role').values({ user_id: person.id, role_id: id }).execute();
    expect((await ask('riskManager', auditor)).body.code).toBe('BEYOND_RIGHTS');
    expect((await ask('Administrator', auditor)).body.code).toBe('BEYOND_RIGHTS');
    const token = await view('auditor', auditor);
    expect(await status(dictionary, token)).toBe(200);
    expect((await ask('auditor', token)).body.code).toBe('VIEW_ONLY');
    // Revocation counts at the next request.
    await app.db.deleteFrom('user_role').where('role_id', '=', id).execute();
    expect((await call(app, dictionary, { token })).body.code).toBe('SESSION_ENDED');
    expect(await status(dictionary, auditor)).toBe(200);
  });

  it('follows what the role may do now, and ends when the role is gone', async () => {
    const { id } = await app.db
      .insertInto('role')
      .values({ role_code: 'passing', name: '"Passing"' })
      .returning('id')
      .executeTakeFirstOrThrow();
    const token = await view('passing');
    expect(await status(dictionary, token)).toBe(403);
    await app.db.insertInto('role_menu').values({ role_id: id, menu_id: 'system-dict' }).execute();
    expect(await status(dictionary, token)).toBe(200);
    await app.db.deleteFrom('role').where('id', '=', id).execute();
    expect(await status(dictionary, token)).toBe(401);
    expect((await call(app, '/api/system/role/999999/view', { method: 'POST', token: admin })).body.code).toBe('NOT_FOUND');
  });
});
