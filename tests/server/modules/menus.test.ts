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
    const rows = await app.db.selectFrom('audit_log').select('action').where('target_id', '=', made.menuId).orderBy('id').execute();
    expect(rows.map((row) => row.action)).toEqual(['menu_create', 'menu_update', 'menu_delete']);
  });

  it('is not deleted with rows below it', async () => {
    expect((await remove('system')).body.code).toBe('HAS_CHILDREN');
    expect((await remove('nowhere')).body.code).toBe('NOT_FOUND');
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
    const { id } = await app.db
      .insertInto('role')
      .values({ role_code: 'menuManager', name: '"Menu manager"' })
      .returning('id')
      .executeTakeFirstOrThrow();
    await app.db
      .insertInto('role_menu')
      .values(['system-menu', 'system-menu-add', 'system-menu-edit'].map((menu) => ({ role_id: id, menu_id: menu })))
      .execute();
    const auditor = await app.db.selectFrom('app_user').select('id').where('username', '=', 'auditor').executeTakeFirstOrThrow();
    const before = await tokenOf(app, 'auditor');
    expect((await call(app, `${base}/tree`, { token: before })).body.code).toBe('FORBIDDEN');
    await app.db.insertInto('user_role').values({ user_id: auditor.id, role_id: id }).execute();
    const row = await find('system-menu');
    const answer = await update({ menuId: row.menuId, version: row.version, perms: 'sys:menu:list,sys:user:edit' }, before);
    expect(answer.body.code).toBe('BEYOND_RIGHTS');
    expect((await update({ menuId: row.menuId, version: row.version, icon: 'menu' }, before)).status).toBe(200);
  });
});
