import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../../support/app.ts';
import { type Answer, call, tokenOf } from './client.ts';

let app: TestApp;
let token: string;
beforeAll(async () => {
  app = await startApp();
  token = await tokenOf(app, 'admin');
});
afterAll(async () => await app.close());

interface Menu {
  menuId: string;
  parentId: string;
  version: number;
  sort: number;
  problem: string | null;
  children?: Menu[];
}
const base = '/api/system/menu';
const tree = async (query = '') => (await call(app, `${base}/tree?${query}`, { token })).body.data as Menu[];
const flat = (rows: Menu[]): Menu[] => rows.flatMap((row) => [row, ...flat(row.children ?? [])]);
const find = async (id: string) => {
  const row = flat(await tree()).find((one) => one.menuId === id);
  if (!row) throw new Error(`no ${id}`);
  return row;
};
const create = (body: Record<string, unknown>, as = token) => call(app, base, { method: 'POST', token: as, body });
const update = (body: Record<string, unknown>, as = token) => call(app, base, { method: 'PUT', token: as, body });
const move = (body: Record<string, unknown>) => call(app, `${base}/move`, { method: 'PUT', token, body });
const remove = (id: string) => call(app, `${base}/${id}`, { method: 'DELETE', token });
const fields = (answer: Answer) => (answer.body.details as { field: string }[]).map((detail) => detail.field);
/** A role that grants the rows. Resolves with its id. */
async function roleWith(code: string, menus: string[]): Promise<number> {
  const role = await app.db
    .insertInto('role')
    .values({ role_code: code, name: JSON.stringify(code) })
    .returning('id')
    .executeTakeFirstOrThrow();
  await app.db
    .insertInto('role_menu')
    .values(menus.map((menu) => ({ role_id: role.id, menu_id: menu })))
    .execute();
  return role.id;
}

async function give(username: string, role: number): Promise<void> {
  const user = await app.db.selectFrom('app_user').select('id').where('username', '=', username).executeTakeFirstOrThrow();
  await app.db.insertInto('user_role').values({ user_id: user.id, role_id: role }).execute();
}

describe('reading', () => {
  it('[MENU-01] gives every row as a tree, and a search keeps what stands above', async () => {
    const { count } = await app.db
      .selectFrom('menu')
      .select((row) => row.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    expect(flat(await tree())).toHaveLength(count);
    expect(flat(await tree('keyword=sys:dict:remove')).map((row) => row.menuId)).toEqual([
      'portal',
      'system',
      'system-dict',
      'system-dict-remove',
    ]);
    expect(await tree('problems=true')).toEqual([]);
  });

  it('[ROUTE-12] names rows whose page cannot be opened', async () => {
    await app.db
      .insertInto('menu')
      .values({ menu_id: 'broken', parent_id: '0', type: '1', name: 'B', url: '/b', component: 'main#sytem/user' })
      .execute();
    expect(flat(await tree('problems=true')).map((row) => row.problem)).toEqual(['UNKNOWN_PAGE: sytem/user']);
    await app.db.deleteFrom('menu').where('menu_id', '=', 'broken').execute();
  });
});

describe('changing', () => {
  it('[MENU-09] keeps a name in every language, and searches them all', async () => {
    const { body } = await create({ type: '0', name: 'Views', nameHans: '视图', nameHant: '檢視', nameEn: 'Views' });
    const id = String((body.data as { menuId: string }).menuId);
    const [found] = flat(await tree(`keyword=${encodeURIComponent('檢視')}`)).filter(({ menuId }) => menuId === id);
    expect(found).toMatchObject({ nameHant: '檢視', label: [{ t: '视图' }, { l: 'zh-Hant', t: '檢視' }, { t: 'Views' }] });
    const changed = await update({ menuId: id, version: 1, nameHant: '' });
    expect(changed.status).toBe(200);
    expect(flat(await tree()).find(({ menuId }) => menuId === id)).toMatchObject({ nameHant: null, nameHans: '视图' });
    await remove(id);
  });

  it('[ROUTE-11] [RULE-24] refuses what would break, at every field', async () => {
    const wrong = await create({
      type: '1',
      name: 'X',
      url: 'no path',
      component: 'main#sytem/user',
      perms: 'sys:x:list,No Good',
      meta: '[1]',
    });
    expect(wrong.body.code).toBe('PARAMETER_ERROR');
    expect(fields(wrong).sort()).toEqual(['component', 'meta', 'perms', 'url']);
    expect(JSON.stringify(wrong.body.details)).toContain('did you mean');
    expect(fields(await create({ type: '1', name: 'X', url: 'javascript:alert(1)', isFrame: '0' }))).toEqual(['url']);
    expect((await create({ type: '1', name: 'X', url: '/system/user' })).body).toMatchObject({
      code: 'DUPLICATE',
      details: [{ field: 'url' }],
    });
    expect((await create({ type: '1', name: 'X', parentId: 'nowhere' })).body.code).toBe('WRONG_PARENT');
  });

  it('[PERM-03] a new page is in the menu of a role as soon as it is granted, and leaves with its row', async () => {
    const made = (await create({ type: '1', name: 'New', url: '/new', component: 'main#later', perms: 'new:page:list', meta: '{"a":1}' }))
      .body.data as Menu;
    expect((await create({ menuId: made.menuId, type: '1', name: 'New' })).body.code).toBe('DUPLICATE');
    const { id } = await app.db.selectFrom('role').select('id').where('role_code', '=', 'auditor').executeTakeFirstOrThrow();
    await app.db.insertInto('role_menu').values({ role_id: id, menu_id: made.menuId }).execute();
    const auditor = await tokenOf(app, 'auditor');
    const seen = async () => JSON.stringify((await call(app, '/api/user/config/menus', { token: auditor })).body.data);
    expect(await seen()).toContain('new:page:list');
    const changed = await update({ menuId: made.menuId, version: 1, perms: '' });
    expect(changed.body.data).toMatchObject({ perms: null, version: 2 });
    expect(await seen()).not.toContain('new:page:list');
    expect((await update({ menuId: made.menuId, version: 1, name: 'Late' })).body).toMatchObject({
      code: 'CONFLICT',
      data: { version: 2 },
    });
    expect((await remove(made.menuId)).status).toBe(200);
    expect(await seen()).not.toContain(made.menuId);
    const rows = await app.db
      .selectFrom('audit_log')
      .select(['action', 'detail'])
      .where('target_id', '=', made.menuId)
      .orderBy('id')
      .execute();
    expect(rows.map((row) => row.action)).toEqual(['menu_create', 'menu_update', 'menu_delete']);
    // Whose rights became others with it.
    expect(rows[2]?.detail).toMatchObject({ before: { menuId: made.menuId }, roles: ['auditor'] });
  });

  it('is not deleted with rows below it', async () => {
    expect((await remove('system')).body.code).toBe('HAS_CHILDREN');
    expect((await remove('nowhere')).body.code).toBe('NOT_FOUND');
  });

  it.each(['system-user-edit', 'system-role-edit'])('nobody takes away what accounts and roles are managed by: %s', async (menuId) => {
    expect((await remove(menuId)).body.code).toBe('OWN_ROLE');
    expect(await find(menuId)).toBeDefined();
  });

  it('nobody can take the last way to the menu away', async () => {
    const row = await find('system-menu-edit');
    expect((await remove(row.menuId)).body.code).toBe('OWN_ROLE');
    expect((await update({ menuId: row.menuId, version: row.version, perms: '' })).body.code).toBe('OWN_ROLE');
    expect((await find('system-menu-edit')).version).toBe(row.version);
  });
});

describe('moving', () => {
  const below = async (id: string) => ((await find(id)).children ?? []).map((row) => row.menuId);

  it('puts a row before another, below another, or some places on', async () => {
    const order = await below('system');
    const dict = await find('system-dict');
    await move({ menuId: 'system-dict', version: dict.version, step: 1 });
    expect((await below('system')).slice(0, 2)).toEqual([order[1], order[0]]);
    const user = await find('system-user');
    expect((await move({ menuId: 'system-user', version: user.version - 1, step: 1 })).body.code).toBe('CONFLICT');
    await move({ menuId: 'system-user', version: user.version, parentId: 'system', before: 'system-role' });
    const now = await below('system');
    expect(now.indexOf('system-user')).toBe(now.indexOf('system-role') - 1);
    await move({ menuId: 'portal-todo', version: 1, parentId: 'system' });
    expect((await below('system')).at(-1)).toBe('portal-todo');
    expect(await below('portal')).not.toContain('portal-todo');
    await move({ menuId: 'portal-todo', version: 2, parentId: '0', before: 'portal' });
    expect((await tree())[0]?.menuId).toBe('portal-todo');
  });

  it('never puts a row below itself, even when two are moved below each other at once', async () => {
    expect((await move({ menuId: 'portal', version: (await find('portal')).version, parentId: 'system-dict' })).body.code).toBe(
      'WRONG_PARENT',
    );
    const [risk, audit] = [await find('risk'), await find('audit')];
    const answers = await Promise.all([
      move({ menuId: 'risk', version: risk.version, parentId: 'audit' }),
      move({ menuId: 'audit', version: audit.version, parentId: 'risk' }),
    ]);
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1);
    expect(flat(await tree()).filter((row) => ['risk', 'audit'].includes(row.menuId))).toHaveLength(2);
  });
});

describe('rights', () => {
  it('[PERM-02] who edits menus cannot write a right they lack into a row of their own role', async () => {
    const role = await roleWith('menuManager', ['system-menu', 'system-menu-add', 'system-menu-edit']);
    const before = await tokenOf(app, 'auditor');
    expect((await call(app, `${base}/tree`, { token: before })).body.code).toBe('FORBIDDEN');
    await give('auditor', role);
    const row = await find('system-menu');
    const answer = await update({ menuId: row.menuId, version: row.version, perms: 'sys:menu:list,sys:user:edit' }, before);
    expect(answer.body.code).toBe('BEYOND_RIGHTS');
    expect((await update({ menuId: row.menuId, version: row.version, icon: 'menu' }, before)).status).toBe(200);
  });
});

describe('comparing with the documents', () => {
  const differences = async (as = token) => (await call(app, `${base}/differences`, { token: as })).body.data as Difference[];
  const adopt = (menuIds: string[], as = token) => call(app, `${base}/differences`, { method: 'POST', token: as, body: { menuIds } });
  interface Difference {
    menuId: string;
    difference: string;
    component: string | null;
    current: { component: string | null } | null;
  }

  it('[MENU-01] [PERM-03] a menu of before gets the rows that came since, with those above them, and what rows open now', async () => {
    expect(await differences()).toEqual([]);
    const rows = flat(await tree('keyword=/system/dict'));
    const gone = rows.filter((row) => row.menuId.startsWith('system-dict')).map((row) => row.menuId);
    expect(gone.length).toBeGreaterThan(2);
    const granted = await app.db.selectFrom('role_menu').selectAll().where('menu_id', 'in', gone).execute();
    await app.db.deleteFrom('role_menu').where('menu_id', 'in', gone).execute();
    await app.db.deleteFrom('menu').where('menu_id', 'in', gone).execute();
    await app.db
      .updateTable('menu')
      .set({ component: 'main#later', name_en: 'Colleagues', sort: 7 })
      .where('menu_id', '=', 'system-user')
      .execute();

    const found = await differences();
    expect(found.filter((one) => one.difference === 'new').map((one) => one.menuId)).toEqual(expect.arrayContaining(gone));
    expect(found.find((one) => one.menuId === 'system-user')).toMatchObject({
      difference: 'changed',
      component: expect.stringContaining('system/user'),
      current: { component: 'main#later' },
      label: expect.arrayContaining([{ l: 'en', t: 'Colleagues' }]),
    });

    const below = gone.find((id) => id !== 'system-dict') ?? '';
    const answer = await adopt([below, 'system-user']);
    expect(answer.body.data).toEqual({ added: 2, changed: 1 });
    expect(await find(below)).toMatchObject({ parentId: 'system-dict' });
    expect(await find('system-user')).toMatchObject({ component: expect.stringContaining('system/user'), nameEn: 'Colleagues', sort: 7 });
    // What somebody else took over meanwhile is the same by now.
    expect((await adopt([below, 'system-user'])).body.data).toEqual({ added: 0, changed: 0 });
    const audit = await app.db
      .selectFrom('audit_log')
      .select('action')
      .where('target_id', 'in', ['system-dict', 'system-user'])
      .orderBy('id')
      .execute();
    expect(audit.map((row) => row.action)).toEqual(expect.arrayContaining(['menu_create', 'menu_update']));

    await adopt((await differences()).map((one) => one.menuId));
    expect(await differences()).toEqual([]);
    await app.db.insertInto('role_menu').values(granted).execute();
  });

  it('[ERR-09] refuses all of it for one row that cannot stand, and names the row', async () => {
    expect((await adopt(['nowhere'])).body).toMatchObject({ code: 'NOT_FOUND', details: [{ field: 'nowhere' }] });
    await app.db.deleteFrom('menu').where('menu_id', '=', 'portal-todo').execute();
    await app.db.updateTable('menu').set({ url: '/elsewhere' }).where('menu_id', '=', 'system-user').execute();
    const { body } = await create({ type: '1', name: 'Mine', url: '/portal/todo', component: 'main#later' });
    const refused = await adopt(['system-user', 'portal-todo']);
    expect(refused.status).toBe(409);
    expect(refused.body).toMatchObject({ code: 'DUPLICATE', details: [{ field: 'portal-todo', key: 'menu.refusedRow' }] });
    expect(await find('system-user')).toMatchObject({ url: '/elsewhere' });
    await remove((body.data as { menuId: string }).menuId);
    expect((await adopt(['system-user', 'portal-todo'])).body.data).toEqual({ added: 1, changed: 1 });
  });

  it('[PERM-03] what the last row with a right to manage the menu allows is not taken from it', async () => {
    const permsOf = async (menuId: string) =>
      (await app.db.selectFrom('menu').select('perms').where('menu_id', '=', menuId).executeTakeFirstOrThrow()).perms;
    const write = (menuId: string, perms: string | null) =>
      app.db.updateTable('menu').set({ perms }).where('menu_id', '=', menuId).execute();
    const both = `${await permsOf('system-user')},${await permsOf('system-menu-edit')}`;
    await write('system-menu-edit', null);
    await write('system-user', both);
    expect((await adopt(['system-user'])).body.code).toBe('OWN_ROLE');
    expect(await permsOf('system-user')).toBe(both);
    expect((await adopt(['system-menu-edit', 'system-user'])).body.data).toEqual({ added: 0, changed: 2 });
  });

  it('[PERM-02] nobody takes over rights they do not hold, nor adds rows without the right to add', async () => {
    const editor = await tokenOf(app, 'riskmanager');
    expect((await call(app, `${base}/differences`, { token: editor })).status).toBe(403);
    await give('riskmanager', await roleWith('menuEditor', ['system-menu', 'system-menu-edit']));
    await app.db.updateTable('menu').set({ perms: null }).where('menu_id', '=', 'system-user').execute();
    await app.db.deleteFrom('menu').where('menu_id', '=', 'portal-todo').execute();
    expect((await adopt(['system-user'], editor)).body).toMatchObject({ code: 'BEYOND_RIGHTS' });
    expect((await adopt(['portal-todo'], editor)).body).toMatchObject({ code: 'FORBIDDEN' });
    expect((await adopt(['system-user', 'portal-todo'])).body.data).toEqual({ added: 1, changed: 1 });
  });
});

describe('a page that was delegated', () => {
  it('[PERM-02] [DELEG-05] gets no buttons that its agent, who edits menus, may not use', async () => {
    await give('riskmanager', await roleWith('menuMover', ['system-menu', 'system-menu-edit', 'system-dict']));
    const own = await tokenOf(app, 'riskmanager');
    const { id } = await app.db.selectFrom('app_user').select('id').where('username', '=', 'riskmanager').executeTakeFirstOrThrow();
    // Those of the demo would close a circle.
    await app.db.deleteFrom('delegation').execute();
    const startDate = new Intl.DateTimeFormat('sv-SE', { timeZone: app.settings.timeZone, dateStyle: 'short' }).format();
    const delegation = { agent: String(id), startDate, permanent: true, authMenus: ['system-dict'] };
    expect((await call(app, '/api/auth/delegate/update', { method: 'POST', token, body: delegation })).body.code).toBe('000000');
    const row = await find('data-access-add');
    const place = { menuId: row.menuId, version: row.version };
    await app.db.updateTable('menu').set({ perms: null }).where('menu_id', '=', row.parentId).execute();
    const tries = [
      await call(app, `${base}/move`, { method: 'PUT', token: own, body: { ...place, parentId: 'system-dict' } }),
      await update({ ...place, parentId: 'system-dict' }, own),
      // The page above it, which gives no right of its own, as a button: its buttons would come along.
      await update({ menuId: row.parentId, version: (await find(row.parentId)).version, type: '2' }, own),
    ];
    expect(tries.map(({ body }) => body.code)).toEqual(['BEYOND_RIGHTS', 'BEYOND_RIGHTS', 'BEYOND_RIGHTS']);
    const entered = await call(app, '/api/auth/delegate/enter-delegate?username=admin', { token: own });
    const acting = (entered.body.data as { access_token: string }).access_token;
    expect((await call(app, '/api/data/process/create', { method: 'POST', token: acting, body: {} })).body.code).toBe('FORBIDDEN');
    expect((await move({ ...place, parentId: 'system-dict' })).status, 'who holds the right may').toBe(200);
    expect((await call(app, '/api/data/process/create', { method: 'POST', token: acting, body: {} })).body.code).toBe('PARAMETER_ERROR');
  });
});
