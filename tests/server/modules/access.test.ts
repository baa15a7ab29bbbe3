import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accessOf } from '../../../server/modules/identity/access.ts';
import { startApp, type TestApp } from '../../support/app.ts';
import { call, tokenOf } from './client.ts';

let app: TestApp;
const tokens: Record<string, string> = {};
beforeAll(async () => {
  app = await startApp();
  for (const username of ['admin', 'auditor', 'riskmanager']) tokens[username] = await tokenOf(app, username);
});
afterAll(async () => await app.close());

interface Menu {
  menuId: string;
  parentId: string;
  perms: string | null;
  sort: number;
}
interface Stats {
  login: boolean;
  principal: { username: string; roles: { roleCode: string }[]; roleList: unknown };
  menus: Menu[];
  menuStyle: string;
  applications: { menuId: string; status: string; title: unknown; description: unknown; entry: string | null }[];
  authProperties: { configs: unknown[] };
}
const stats = async (username: string) => (await call(app, '/api/login/stats', { token: tokens[username] })).body.data as Stats;
const menus = async (username: string) => (await call(app, '/api/user/config/menus', { token: tokens[username] })).body.data as Menu[];

describe('who may call what', () => {
  it('the log says whose request was answered or refused, and from where', async () => {
    const { id } = await app.db.selectFrom('app_user').select('id').where('username', '=', 'riskmanager').executeTakeFirstOrThrow();
    await call(app, '/api/system/dict/data/999999', { token: tokens.riskmanager });
    const said = { user: String(id), ip: '127.0.0.1' };
    expect(app.log.findLast(({ msg }) => msg === 'request refused')).toMatchObject({ ...said, code: 'FORBIDDEN' });
    expect(app.log.findLast(({ msg }) => msg === 'answered')).toMatchObject({ ...said, status: 403 });
    await call(app, '/api/health');
    expect(app.log.findLast(({ msg }) => msg === 'answered')).not.toHaveProperty('user');
  });

  const dictionary = '/api/system/dict/data';
  const missing = `${dictionary}/999999`;
  const body = { dictType: 'tag-tone', dictValue: 'matrix', dictLabel: 'Matrix' };
  // Status for: a visitor, the risk manager (no dictionary permission), the auditor (reads), the administrator.
  const matrix: [string, Parameters<typeof call>[2], number, number, number, number][] = [
    ['/api/health', {}, 200, 200, 200, 200],
    ['/config/data.json?t=1', {}, 200, 200, 200, 200],
    ['/api/login/stats', {}, 200, 200, 200, 200],
    ['/api/login/login_config', {}, 200, 200, 200, 200],
    ['/api/login/auth_properties', {}, 200, 200, 200, 200],
    ['/api/login/captcha', {}, 200, 200, 200, 200],
    ['/api/login/user_info', {}, 401, 200, 200, 200],
    ['/api/user/config/getUserConfig', {}, 401, 200, 200, 200],
    ['/api/user/config/menus', {}, 401, 200, 200, 200],
    ['/api/modules/sys/user/getSysUserList', {}, 401, 200, 200, 200],
    ['/api/todo/home/count?mainSource=audit', {}, 401, 200, 200, 200],
    ['/api/todo/home/page', { method: 'POST', body: {} }, 401, 200, 200, 200],
    [`${dictionary}/type/theme-list`, {}, 401, 200, 200, 200],
    [`${dictionary}/list`, {}, 401, 403, 200, 200],
    ['/api/system/dict/type/list', {}, 401, 403, 200, 200],
    [missing, {}, 401, 403, 404, 404],
    [dictionary, { method: 'POST', body }, 401, 403, 403, 200],
    [dictionary, { method: 'PUT', body: { id: '999999', version: 1 } }, 401, 403, 403, 404],
    [missing, { method: 'DELETE' }, 401, 403, 403, 404],
  ];

  it.each(matrix)('%s', async (url, options, ...expected) => {
    const callers = [undefined, tokens.riskmanager, tokens.auditor, tokens.admin];
    const answers = [];
    for (const token of callers) answers.push((await call(app, url, { ...options, token })).status);
    expect(answers).toEqual(expected);
  });

  it('takes a permission away at the next request', async () => {
    expect((await call(app, `${dictionary}/list`, { token: tokens.auditor })).status).toBe(200);
    const removed = await app.db.deleteFrom('role_menu').where('menu_id', '=', 'system-dict').returningAll().execute();
    expect((await call(app, `${dictionary}/list`, { token: tokens.auditor })).status).toBe(403);
    await app.db.insertInto('role_menu').values(removed).execute();
    expect((await call(app, `${dictionary}/list`, { token: tokens.auditor })).status).toBe(200);
  });
});

describe('[API-05] the state of the application', () => {
  it('tells a visitor, and a dead token, only the ways to sign in', async () => {
    for (const token of [undefined, 'a'.repeat(43)]) {
      const { body, status } = await call(app, '/api/login/stats?appId=system', { token });
      expect(status).toBe(200);
      expect(body.data).toEqual({
        login: false,
        authProperties: { configs: [{ protocol: 'INTERNAL', internalEnableCaptcha: false }] },
        ip: '127.0.0.1',
      });
    }
  });

  it('[STATE-05] [LAYOUT-02] tells a user who they are and what they have', async () => {
    const data = await stats('admin');
    expect(data).toMatchObject({ login: true, menuStyle: '2', userConfig: { theme_config: null }, delegate: null, ip: '127.0.0.1' });
    expect(data.principal).toMatchObject({
      username: 'admin',
      name: '管理员',
      nameEn: 'Administrator',
      roles: [{ roleCode: 'Administrator' }],
      dept: { name: expect.any(Array) },
      msgNum: null,
    });
    expect(data.principal.roleList).toEqual(data.principal.roles);
    expect(await menus('admin')).toEqual(data.menus);
  });

  it('[API-12] [API-13] gives the user and the ways to sign in by calls of their own as well, the ways to anybody', async () => {
    const { principal, authProperties } = (await call(app, '/api/login/stats', { token: tokens.admin })).body.data as Record<
      string,
      unknown
    >;
    expect((await call(app, '/api/login/user_info', { token: tokens.admin })).body.data).toEqual({
      ...(principal as object),
      msgNum: expect.any(Number),
    });
    expect((await call(app, '/api/login/auth_properties')).body.data).toEqual(authProperties);
    expect(authProperties).toEqual({ configs: [{ protocol: 'INTERNAL', internalEnableCaptcha: false }] });
  });

  it('[API-06] [STATE-06] [API-04] gives anybody the configuration, and the values of the file of the site that replace parts of it', async () => {
    const { body } = await call(app, '/api/login/login_config', { headers: { auth: '1' } });
    const wording = [
      { l: 'zh-Hans', t: expect.any(String), d: true },
      { l: 'zh-Hant', t: expect.any(String) },
      { l: 'en', t: expect.any(String) },
    ];
    expect(body.data).toEqual({
      sysTitle: wording,
      sysLogo: 'default',
      sysDescrition: wording,
      sysBackgroundIcon: 'default',
      sysHomeLayoutUserInfo: true,
      sysHomeUserAccount: { showRegister: true, showForget: true, showLogin: true },
      sysAutoLoginSso: false,
      internalEnableCaptcha: false,
      // Whose calendar decides which day it is.
      timeZone: 'Asia/Shanghai',
    });
    const ofSite = async () => (await app.http.inject({ url: '/config/data.json?t=0.25' })).json();
    expect(await ofSite()).toEqual({});
    const file = { sysTitle: 'House', sysAgreementPage: [{ l: 'en', t: '/agreement.html', d: true }] };
    const keep = (value: object) =>
      app.db
        .updateTable('config')
        .set({ value: JSON.stringify(value) })
        .where('key', '=', 'site-file')
        .execute();
    await keep(file);
    try {
      expect(await ofSite()).toEqual(file);
      await keep({ ...file, sysBackgroundIcon: '', sysAgreementPage: [], other: 'no part of it' });
      expect(await ofSite()).toEqual({ sysTitle: 'House' });
    } finally {
      await keep({});
    }
  });

  it("[LAYOUT-02] follows the entry 'menu style' of sys_property; anything but 1 is 2", async () => {
    const set = (value: string) => app.db.updateTable('dictionary_entry').set({ value }).where('type', '=', 'sys_property').execute();
    for (const [value, style] of [
      ['1', '1'],
      ['9', '2'],
      ['2', '2'],
    ] as const) {
      await set(value);
      expect((await stats('admin')).menuStyle).toBe(style);
    }
  });

  it('[HOME-03] [HOME-04] [HOME-09] gives every module as an application, one of them disabled', async () => {
    const { applications } = await stats('admin');
    const ids = applications.map((application) => application.menuId);
    const modules = [
      'report',
      'risk',
      'compliance',
      'control',
      'audit',
      'supervise',
      'workbench',
      'ai-toolbox',
      'risk-screening',
      'system',
      'conformance',
      'task',
      'cost',
    ];
    expect([...ids].sort()).toEqual([...modules].sort());
    expect(applications.filter((application) => application.status === '1').map((application) => application.menuId)).toEqual(['cost']);
    expect(applications.find((application) => application.menuId === 'control')?.title).toEqual([
      { l: 'zh-Hans', t: '整改跟踪', d: true },
      { l: 'zh-Hant', t: '改善追蹤' },
      { l: 'en', t: 'Remediation tracking' },
    ]);
    for (const application of applications) expect(application.description).toHaveLength(3);
  });

  it('[PERM-04] gives a user the applications of their menu only', async () => {
    const ids = (await stats('auditor')).applications.map((application) => application.menuId);
    expect(ids).toContain('audit');
    expect(ids).not.toContain('workbench');
  });
});

describe('[API-18] menus', () => {
  it('[PERM-02] are the union over the roles, with ancestors that hold the tree together and grant nothing', async () => {
    const rows = await menus('auditor');
    const ids = new Set(rows.map((row) => row.menuId));
    for (const row of rows) expect(row.parentId === '0' || ids.has(row.parentId), row.menuId).toBe(true);
    expect(ids.has('system')).toBe(true);
    expect(ids.has('system-user')).toBe(false);
    expect(ids.has('system-dict-add')).toBe(false);
    await app.db.updateTable('menu').set({ perms: 'sys:all:grant' }).where('menu_id', '=', 'system').execute();
    expect((await menus('auditor')).find((row) => row.menuId === 'system')?.perms).toBeNull();
    expect((await menus('admin')).find((row) => row.menuId === 'system')?.perms).toBe('sys:all:grant');
    await app.db.updateTable('menu').set({ perms: null }).where('menu_id', '=', 'system').execute();
    const both = new Set((await menus('riskmanager')).map((row) => row.menuId));
    expect(both.has('risk-register') && both.has('compliance-gap')).toBe(true);
  });

  it('[PERM-02] stand in memory once: people of the same roles share them, people of other roles the rows', async () => {
    const { revision } = await app.db.selectFrom('access_revision').select('revision').executeTakeFirstOrThrow();
    const holders = async (code: string) => {
      const users = app.db.selectFrom('user_role').innerJoin('role', 'role.id', 'role_id').select('user_id').orderBy('user_id');
      const ids = await users.where('role_code', '=', code).execute();
      return await Promise.all(ids.map(({ user_id: id }) => accessOf(app.db, id, revision)));
    };
    const [first, ...others] = await holders('dataAnalyst');
    expect(others.length).toBeGreaterThan(1);
    for (const other of others) expect(other).toBe(first);
    const [auditor] = await holders('auditor');
    const common = auditor?.menus.filter((row) => first?.menus.some(({ menuId }) => menuId === row.menuId)) ?? [];
    expect(common.length).toBeGreaterThan(1);
    for (const row of common) expect(first?.menus).toContain(row);
  });

  it('[MENU-02] come in the order of the tree, the entry with the home page first', async () => {
    const rows = await menus('admin');
    expect(rows[0]?.menuId).toBe('portal');
    expect(rows[1]?.menuId).toBe('portal-home');
    const position = new Map(rows.map((row, index) => [row.menuId, index]));
    for (const row of rows)
      if (row.parentId !== '0') expect(position.get(row.menuId)).toBeGreaterThan(position.get(row.parentId) ?? Infinity);
  });

  it('[ROUTE-12] survive a cycle, a missing parent and broken meta', async () => {
    await app.db
      .insertInto('menu')
      .values([
        { menu_id: 'bad-a', parent_id: 'bad-b', type: '0', name: 'A', meta: '{"application": ' },
        { menu_id: 'bad-b', parent_id: 'bad-a', type: '0', name: 'B' },
        { menu_id: 'bad-c', parent_id: 'nowhere', type: '1', name: 'C', meta: '{"application": 7}' },
      ])
      .execute();
    const { menus: rows, applications } = await stats('admin');
    expect(rows.filter((row) => row.menuId.startsWith('bad-'))).toHaveLength(3);
    expect(applications).toHaveLength(13);
    const { id } = await app.db.selectFrom('role').select('id').where('role_code', '=', 'auditor').executeTakeFirstOrThrow();
    await app.db.insertInto('role_menu').values({ role_id: id, menu_id: 'bad-a' }).execute();
    expect((await menus('auditor')).filter((row) => row.menuId.startsWith('bad-'))).toHaveLength(2);
  });
});

describe('users and tasks', () => {
  it('[API-20] pages active users and finds a keyword in name, account and code, and a whole e-mail; nobody learns one by it', async () => {
    const find = async (query: string) =>
      (await call(app, `/api/modules/sys/user/getSysUserList?${query}`, { token: tokens.auditor })).body.data as {
        content: { username: string }[];
        total: number;
      };
    const { count } = await app.db
      .selectFrom('app_user')
      .select((row) => row.fn.countAll<number>().as('count'))
      .where('status', '=', '0')
      .executeTakeFirstOrThrow();
    const { email } = await app.db
      .selectFrom('app_user')
      .select((row) => row.fn.coalesce('email', sql<string>`''`).as('email'))
      .where('username', '=', 'auditor')
      .executeTakeFirstOrThrow();
    const page = await find('size=20&current=2');
    expect(page.total).toBe(count);
    // Pickers call people as the reader does, and tell people of one name apart.
    expect((await find('keyword=riskmanager')).content).toMatchObject([
      { label: [{ t: expect.stringContaining(' (riskmanager)') }, { l: 'en', t: expect.stringMatching(/^[A-Za-z ]+ \(riskmanager\)$/) }] },
    ]);
    expect(page.content).toHaveLength(20);
    for (const keyword of ['T00002', '陈静', 'Chen Jing', email.toUpperCase()]) {
      expect((await find(`keyword=${encodeURIComponent(keyword)}`)).content.map((user) => user.username)).toContain('auditor');
    }
    expect((await find('keyword=%25')).total).toBe(0);
    expect((await find(`keyword=${encodeURIComponent(email.slice(0, -1))}`)).total).toBe(0);
    expect(JSON.stringify(page)).not.toMatch(/password|scrypt|phone|email|@/);
  });
});
