import { describe, expect, it } from 'vitest';
import {
  activePath,
  compileMenu,
  compileMenus,
  firstVisibleUrl,
  leftMenu,
  type MenuRow,
  menuName,
  mergeSources,
  moduleEntry,
  tabsAt,
  topMenu,
} from '../../../src/core/index.ts';

const options = { document: 'call user.menus', mainLayout: 'main', externalRoute: '/external-link' };

function row(menuId: string, parentId: string, url: string, more: Partial<MenuRow> = {}): MenuRow {
  return { menuId, parentId, type: '1', name: menuId, url, ...more };
}

const rows: MenuRow[] = [
  row('first', '0', '', { type: '0' }),
  row('hidden', 'first', '/hidden', { visible: 1 }),
  row('dir', 'first', '/dir', { type: '0' }),
  row('users', 'dir', '/system/user'),
  row('user', 'dir', '/system/user/:id', { visible: '1' }),
  row('out', 'first', 'https://example.org', { isFrame: '0' }),
  row('second', '0', '', { type: '0' }),
  row('work', 'second', '/workbench', { type: '0' }),
  row('w5', 'work', '/workbench/5/index'),
  row('w6', 'work', '/workbench/6/index'),
  row('tab', 'work', '/workbench/:id/members', { visible: '1' }),
];
const menu = compileMenu(rows, options);
const ids = (items: { menuId: string }[]): string[] => items.map(({ menuId }) => menuId);

describe('left and top menu', () => {
  it('[MENU-02] the left menu shows the visible children of the first top-level entry', () => {
    expect(ids(leftMenu(menu))).toEqual(['dir', 'out']);
    expect(ids(leftMenu(menu)[0]?.children ?? [])).toEqual(['users']);
  });

  it('shows every visible top-level entry in the top menu', () => {
    expect(ids(topMenu(menu))).toEqual(['first', 'second']);
    const withHidden = compileMenu([row('h', '0', '/h', { visible: '1' }), ...rows], options);
    expect(ids(topMenu(withHidden))).toEqual(['first', 'second']);
    expect(ids(leftMenu(withHidden))).toEqual(['dir', 'out']);
  });

  it('[LAYOUT-09] the tabs of a place are the entries below it, otherwise its neighbours', () => {
    expect(ids(tabsAt(menu, '/dir'))).toEqual(['users', 'user']);
    expect(ids(tabsAt(menu, '/system/user'))).toEqual(['users', 'user']);
    expect(tabsAt(menu, '/nowhere')).toEqual([]);
  });

  it('[HOME-01] the first visible address is that of a page, in depth', () => {
    expect(firstVisibleUrl(menu)).toBe('/system/user');
    expect(firstVisibleUrl(compileMenu([], options))).toBeUndefined();
    expect(firstVisibleUrl(compileMenu([row('a', '0', ''), row('b', 'a', '/b', { visible: '1' })], options))).toBeUndefined();
  });

  it('[MENU-09] names follow the language and fall back to name', () => {
    const item = { name: 'n', nameHans: '汉', nameEn: 'E' };
    expect([menuName(item, 'zh-Hans'), menuName(item, 'zh-Hant'), menuName(item, 'en')]).toEqual(['汉', '汉', 'E']);
    expect(menuName({ ...item, nameHant: '漢' }, 'zh-Hant')).toBe('漢');
    expect([menuName({ name: 'n', nameEn: '' }, 'en'), menuName({ ...item, nameHant: '' }, 'zh-Hant')]).toEqual(['n', '汉']);
    expect([menuName({ name: 'n' }, 'en'), menuName({ name: 'n', nameEn: 'E' }, 'zh-Hans')]).toEqual(['n', 'n']);
  });
});

describe('the active entry', () => {
  it.each([
    ['/system/user', ['first', 'dir', 'users']],
    ['/system/user/', ['first', 'dir', 'users']],
    ['/system/user/7', ['first', 'dir', 'user']],
    ['/system/user/7/edit', ['first', 'dir', 'users']],
    ['/external-link?url=https%3A%2F%2Fexample.org', ['first', 'out']],
    ['/nowhere', []],
    ['/', []],
  ])('of %s', (path, expected) => {
    expect(ids(activePath(menu, path))).toEqual(expected);
  });

  it('[MENU-10] of any path of a workbench is its index item', () => {
    const without = compileMenu(
      rows.filter(({ menuId }) => menuId !== 'tab'),
      options,
    );
    expect(ids(activePath(menu, '/workbench/6/members'))).toEqual(['second', 'work', 'w6']);
    expect(ids(activePath(without, '/workbench/6/members'))).toEqual(['second', 'work', 'w6']);
    expect(ids(activePath(without, '/workbench/5/tables/3'))).toEqual(['second', 'work', 'w5']);
    expect(ids(activePath(without, '/workbench/5/index'))).toEqual(['second', 'work', 'w5']);
    expect(ids(activePath(without, '/workbench/7/members'))).toEqual(['second', 'work']);
  });
});

describe('rows of the application and of the user', () => {
  const application: MenuRow[] = [row('login', '0', '/login', { component: 'login', access: 'public' })];
  const merge = (own: MenuRow[], user: MenuRow[], pointer?: string) => {
    const source = { document: 'call user.menus', rows: user, ...(pointer !== undefined && { pointer }) };
    return compileMenus(mergeSources([{ document: 'menus', rows: own }], source), options);
  };

  it('[MENU-02] the entry that shows in the menu is the active one, though a row of the application has its address and page', () => {
    const merged = merge(
      [row('own-home', '0', '/home', { component: 'home' })],
      [row('portal', '0', '', { type: '0', visible: '0' }), row('portal-home', 'portal', '/home', { visible: '0' })],
    );
    expect(ids(activePath(merged, '/home'))).toEqual(['portal', 'portal-home']);
  });

  it('[WS-09] the submenu of a workspace is that of the menu where the user has it, otherwise the pages of the application', () => {
    const address = '/workbench/:id/members';
    const own = [
      row('pages', '0', '', { type: '0', visible: '1' }),
      row('own-members', 'pages', address, { component: 'members', visible: '1' }),
    ];
    const user = [row('work', '0', '', { type: '0', visible: '0' }), row('members', 'work', address, { visible: '1' })];
    expect(ids(activePath(merge(own, user), '/workbench/5/members'))).toEqual(['work', 'members']);
    expect(ids(activePath(merge(own, []), '/workbench/5/members'))).toEqual(['pages', 'own-members']);
    expect(merge(own, user).problems).toEqual([]);
  });

  it('[WS-09] a workbench without any of the pages of a workspace leaves the submenu to the application', () => {
    const own = [row('pages', '0', '', { type: '0' }), row('own-members', 'pages', '/workbench/:id/members', { component: 'members' })];
    const user = [row('work', '0', '/workbench', { type: '0' }), row('w5', 'work', '/workbench/5/index'), row('mart', 'work', '/mart')];
    const tabs = (more: MenuRow[], path: string) => ids(tabsAt(merge(own, [...user, ...more]), path));
    expect(tabs([], '/workbench/5/members')).toEqual(['own-members']);
    expect(tabs([row('tab', 'work', '/workbench/:id/edit', { visible: '1' })], '/workbench/5/members')).toEqual(['w5', 'mart', 'tab']);
    expect(tabs([], '/mart')).toEqual(['w5', 'mart']);
  });

  it('compile together, the application staying out of the navigation', () => {
    const merged = merge(application, rows);
    expect(ids(topMenu(merged))).toEqual(['first', 'second']);
    expect(merged.routes[0]).toMatchObject({ path: '/login', access: 'public' });
  });

  it('never let a user row take a path of the application', () => {
    const merged = merge(application, [row('evil', '0', '/login', { component: 'evil' })]);
    expect(merged.routes.map(({ page }) => page)).toEqual(['login']);
    expect(merged.problems.map(({ code }) => code)).toEqual(['MENU_PATH']);
  });

  it('a fault is told with the document or call of its row and the place of the row there', () => {
    const nested = row('dir', '0', '', { type: '0', children: [row('a', 'dir', '/a'), row('b', 'dir', '/b', { component: 'main##b' })] });
    const own = [...application, row('bad', '0', '/bad', { component: 'main##bad' }), row('fine', '0', '/fine')];
    const user = [nested, row('c', 'nobody', '/c'), null as unknown as MenuRow, row('d', '0', '/d', { meta: '{' })];
    const places = (menu: ReturnType<typeof merge>) => menu.problems.map(({ document, pointer }) => `${document} ${pointer}`).sort();
    expect(places(merge(own, user))).toEqual([
      'call user.menus /0/children/1/component',
      'call user.menus /1/parentId',
      'call user.menus /2',
      'call user.menus /3/meta',
      'menus /1/component',
    ]);
    expect(places(merge(own, [user[1] as MenuRow], '/menus'))).toEqual(['call user.menus /menus/0/parentId', 'menus /1/component']);
  });
});

it('[HOME-08, ROUTE-07] leads from the address of a module to its first page', () => {
  const menu = compileMenu(rows, options);
  expect(moduleEntry(menu, '/first')).toBe('/system/user');
  expect(moduleEntry(menu, '/dir')).toBe('/system/user');
  expect(moduleEntry(menu, '/workbench')).toBe('/workbench/5/index');
  expect(moduleEntry(menu, '/hidden')).toBeUndefined();
  expect(moduleEntry(menu, '/nothing')).toBeUndefined();
  expect(moduleEntry(menu, '/first/deeper')).toBeUndefined();
});
