import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { describeAgent } from '../../../server/modules/sessions/agent.ts';
import { startApp, type TestApp } from '../../support/app.ts';
import { call, tokenOf } from './client.ts';

let app: TestApp;
let admin: string;
beforeAll(async () => {
  app = await startApp();
  admin = await tokenOf(app, 'admin');
});
afterAll(async () => await app.close());

interface Session {
  id: string;
  username: string;
  self: boolean;
}
const base = '/api/system/session';
const list = async (keyword = '', token = admin) =>
  (await call(app, `${base}/list?keyword=${keyword}`, { token })).body.data as { content: Session[]; total: number };
const remove = (id: string, token = admin) => call(app, `${base}/${id}`, { method: 'DELETE', token });

describe('online sessions', () => {
  it('lists the sessions that hold, marks the own one, and shows no token', async () => {
    const token = await tokenOf(app, 'auditor');
    const page = await list();
    expect(page.total).toBe(2);
    expect(page.content.find((session) => session.self)?.username).toBe('admin');
    expect((await list('audit')).content.map((session) => session.username)).toEqual(['auditor']);
    expect(JSON.stringify(page)).not.toContain(token);
    await call(app, '/api/login/logout', { method: 'POST', token });
    expect((await list('audit')).total).toBe(0);
  });

  it('[I18N-01] calls people in the language of the reader, and finds them by either name', async () => {
    const token = await tokenOf(app, 'auditor');
    const named = async (language: string, keyword: string) => {
      const headers = { 'accept-language': language };
      const { body } = await call(app, `${base}/list?keyword=${encodeURIComponent(keyword)}`, { token: admin, headers });
      return (body.data as { content: (Session & { name: string })[] }).content.map(({ name }) => name);
    };
    expect([await named('en', '陈静'), await named('zh-Hans', 'Chen Jing')]).toEqual([['Chen Jing'], ['陈静']]);
    await call(app, '/api/login/logout', { method: 'POST', token });
  });

  it('a forced logout counts at the next request, touches no other session, and is audited', async () => {
    const [first, second] = [await tokenOf(app, 'auditor'), await tokenOf(app, 'auditor')];
    const [latest] = (await list('audit')).content;
    expect((await remove(latest?.id ?? '')).status).toBe(200);
    const codes = await Promise.all([first, second].map(async (token) => (await call(app, '/api/user/config/menus', { token })).status));
    expect(codes.sort()).toEqual([200, 401]);
    expect((await remove(latest?.id ?? '')).body.code).toBe('NOT_FOUND');
    const row = await app.db
      .selectFrom('audit_log')
      .select(['actor', 'target_id'])
      .where('action', '=', 'session_revoke')
      .executeTakeFirst();
    expect(row).toEqual({ actor: 'admin', target_id: latest?.id });
  });

  it('asks for the permission, and does not let who lacks rights sign an administrator out', async () => {
    const { id } = await app.db
      .insertInto('role')
      .values({ role_code: 'doorkeeper', name: '"Doorkeeper"' })
      .returning('id')
      .executeTakeFirstOrThrow();
    const auditor = await app.db.selectFrom('app_user').select('id').where('username', '=', 'auditor').executeTakeFirstOrThrow();
    const token = await tokenOf(app, 'auditor');
    expect((await call(app, `${base}/list`, { token })).body.code).toBe('FORBIDDEN');
    await app.db
      .insertInto('role_menu')
      .values(['system-session', 'system-session-remove'].map((menu) => ({ role_id: id, menu_id: menu })))
      .execute();
    await app.db.insertInto('user_role').values({ user_id: auditor.id, role_id: id }).execute();
    const own = (await list('admin', token)).content[0];
    expect((await remove(own?.id ?? '', token)).body.code).toBe('BEYOND_RIGHTS');
    expect((await call(app, '/api/user/config/menus', { token: admin })).status).toBe(200);
  });

  it('says browser and system as far as the agent tells', () => {
    expect(
      describeAgent('Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36'),
    ).toBe('Chrome 126 · Windows');
    expect(describeAgent('Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) Version/17.5 Mobile/15E148 Safari/604.1')).toBe(
      'Safari 17 · iOS',
    );
    expect(describeAgent('curl/8.5')).toBe('curl/8.5');
    expect(describeAgent(null)).toBeNull();
  });
});

describe('own sessions', () => {
  const own = async (token: string) =>
    (await call(app, '/api/user/session/list', { token })).body.data as (Session & { ip: string; agent: string | null })[];
  const isAlive = async (token: string) => (await call(app, '/api/user/config/menus', { token })).status === 200;

  it('are listed for everybody, with this one marked, and can be ended one by one or all others at once', async () => {
    const agent = 'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/126.0.0.0 Safari/537.36';
    const [first, second, third] = [
      await tokenOf(app, 'riskmanager'),
      await tokenOf(app, 'riskmanager'),
      await tokenOf(app, 'riskmanager'),
    ];
    await app.db
      .updateTable('session')
      .set({ user_agent: agent })
      .where('user_id', '=', (row) => row.selectFrom('app_user').select('id').where('username', '=', 'riskmanager'))
      .execute();
    const listed = await own(first);
    expect(listed.map(({ username, ip }) => [username, ip])).toEqual(Array.from({ length: 3 }, () => ['riskmanager', '127.0.0.1']));
    expect(listed.map(({ agent: said }) => said)).toEqual(Array.from({ length: 3 }, () => 'Chrome 126 · Windows'));
    expect(listed.filter(({ self }) => self)).toHaveLength(1);
    const theirs = (await own(second)).find(({ self }) => self)?.id ?? '';
    expect((await call(app, `/api/user/session/${theirs}`, { method: 'DELETE', token: first })).status).toBe(200);
    expect([await isAlive(first), await isAlive(second), await isAlive(third)]).toEqual([true, false, true]);
    const others = await call(app, '/api/user/session/endOthers', { method: 'POST', token: first, body: {} });
    expect(others.body.data).toEqual({ count: 1 });
    expect([await isAlive(first), await isAlive(third)]).toEqual([true, false]);
    const rows = await app.db
      .selectFrom('audit_log')
      .select('actor')
      .where('action', '=', 'session_revoke')
      .where('actor', '=', 'riskmanager')
      .orderBy('id')
      .execute();
    expect(rows).toEqual([{ actor: 'riskmanager' }, { actor: 'riskmanager' }]);
    await call(app, '/api/login/logout', { method: 'POST', token: first });
  });

  it('are nobody else’s: another id is not found, and stays', async () => {
    const token = await tokenOf(app, 'riskmanager');
    const admins = (await own(admin)).find(({ self }) => self)?.id ?? '';
    expect((await call(app, `/api/user/session/${admins}`, { method: 'DELETE', token })).body.code).toBe('NOT_FOUND');
    expect(await isAlive(admin)).toBe(true);
    expect((await own(token)).map(({ username }) => username)).toEqual(['riskmanager']);
    await call(app, '/api/login/logout', { method: 'POST', token });
  });
});
