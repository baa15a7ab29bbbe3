// @vitest-environment jsdom
import { describe, expect, it } from 'vitest';
import { queryOf, withQuery } from '../../src/app/history.ts';
import { decide, matchPath, matchRoute, type RouteFacts } from '../../src/app/routes.ts';
import { formatDate } from '../../src/core/dates.ts';
import { compileMenu } from '../../src/core/index.ts';
import { manifest } from '../engine/support.tsx';
import { applicationMenus, row } from './support.tsx';

const rows = [
  ...applicationMenus,
  row({ menuId: 'board', url: '/board/detail/:id', component: 'main#home' }),
  row({ menuId: 'exam', url: '/risk/exam', component: 'main#home', access: 'public' }),
  row({ menuId: 'secret', url: '/secret', component: 'main#home', access: { permission: ['sys:a:b', 'sys:c:d'] } }),
  row({ menuId: 'old', url: '/layout35', redirect: '/' }),
];
const own = new Set(rows.map(({ menuId }) => menuId));
const user = [
  row({ menuId: 'u1', url: '/board/detail/5', component: 'main#a' }),
  row({ menuId: 'u2', url: '/x/:id', component: 'main#a' }),
  row({ menuId: 'u3', url: '/x/new', component: 'main#a' }),
];

function facts(values: Partial<RouteFacts> = {}): RouteFacts {
  const menu = compileMenu([...rows, ...user], { document: 'menus', mainLayout: 'main', externalRoute: '/external-link' });
  return {
    menu,
    manifest: { app: manifest.app, pages: {}, layouts: { main: { hash: 'h' }, bare: { hash: 'h' } } },
    login: true,
    permissions: new Set(),
    ownRoutes: own,
    ...values,
  };
}

describe('routes', () => {
  it('[ROUTE-03] opens public routes for visitors and [ROUTE-04] sends them to the login page from all others', () => {
    expect(decide('/risk/exam', facts({ login: false }))).toMatchObject({ kind: 'page', page: 'home' });
    for (const path of ['/', '/nothing', '/secret']) {
      expect(decide(path, facts({ login: false }))).toEqual({ kind: 'redirect', to: '/login?redirect=/' });
    }
  });

  it('puts a layout into the one its document names, on pages and on explanations', () => {
    const { app } = manifest;
    const layouts = { main: { hash: 'h', within: 'session' }, session: { hash: 'h' }, bare: { hash: 'h' } };
    const framed = facts({ manifest: { app, pages: {}, layouts } });
    expect(decide('/risk/exam', framed)).toMatchObject({ layouts: ['session', 'main'] });
    expect(decide('/nothing', framed)).toMatchObject({ layouts: ['session', 'main'] });
    expect(decide('/nothing', facts())).toMatchObject({ layouts: ['main'] });
  });

  it('lets application routes win over user routes, and exact ones over parameters', () => {
    const { menu } = facts();
    expect(matchRoute('/board/detail/5', menu.routes, own)?.route.menuId).toBe('board');
    expect(matchRoute('/x/new', menu.routes, own)?.route.menuId).toBe('u3');
    expect(matchRoute('/x/7', menu.routes, own)).toMatchObject({ route: { menuId: 'u2' }, params: { id: '7' } });
  });

  it('shows no-permission without one of the permissions', () => {
    expect(decide('/secret', facts())).toMatchObject({ page: 'no-permission', layouts: ['main'] });
    expect(decide('/secret', facts({ permissions: new Set(['sys:c:d']) }))).toMatchObject({ page: 'home' });
  });

  it('asks for the permission of the page besides that of the route', () => {
    const pages = { home: { hash: 'h', access: { permission: 'sys:a:b' } } } as const;
    expect(decide('/', facts({ manifest: { app: manifest.app, pages, layouts: {} } }))).toMatchObject({ page: 'no-permission' });
  });

  it('[DELEG-05] in delegate mode another page stands in place of what is about the person, where the application has one', () => {
    const pages = { home: { hash: 'h', access: 'session', whileActing: 'refused' } } as const;
    const app = { ...manifest.app, pages: { ...manifest.app.pages, whileActing: 'while-acting' } };
    const shown = (acting: boolean, more: typeof manifest.app = app) =>
      decide('/', facts({ acting, manifest: { app: more, pages, layouts: { main: { hash: 'h' } } } }));
    expect(shown(true)).toMatchObject({ page: 'while-acting', layouts: ['main'] });
    expect(shown(false)).toMatchObject({ page: 'home' });
    expect(shown(true, manifest.app)).toMatchObject({ page: 'home' });
  });

  it('[RULE-07] while an own password has to be set its page stands in place of every one that asks for a session', () => {
    const app = { ...manifest.app, pages: { ...manifest.app.pages, passwordDue: 'password-due' }, bareLayout: 'bare' };
    const layouts = { main: { hash: 'h' }, bare: { hash: 'b' } };
    const shown = (path: string, more: typeof manifest.app = app) =>
      decide(path, facts({ passwordDue: true, manifest: { ...manifest, app: more, layouts } }));
    for (const path of ['/', '/secret', '/nowhere']) expect(shown(path)).toMatchObject({ page: 'password-due', layouts: ['bare'] });
    expect(shown('/login')).toEqual({ kind: 'logout' });
    expect(shown('/', manifest.app)).toMatchObject({ page: 'home' });
  });

  it('while a second factor has to be set up its page stands in place of every one that asks for a session, after that of the password', () => {
    const pages = { ...manifest.app.pages, passwordDue: 'password-due', factorDue: 'factor-due' };
    const more = {
      ...manifest,
      app: { ...manifest.app, pages, bareLayout: 'bare' },
      layouts: { main: { hash: 'h' }, bare: { hash: 'b' } },
    };
    for (const path of ['/', '/secret', '/nowhere'])
      expect(decide(path, facts({ factorDue: true, manifest: more }))).toMatchObject({ page: 'factor-due', layouts: ['bare'] });
    expect(decide('/', facts({ factorDue: true, passwordDue: true, manifest: more }))).toMatchObject({ page: 'password-due' });
    expect(decide('/login', facts({ factorDue: true, manifest: more }))).toEqual({ kind: 'logout' });
  });

  it('[HOME-08, ROUTE-07] leads from the address of a module to its first page', () => {
    const more = [
      row({ menuId: 'audit', type: '0', url: '' }),
      row({ menuId: 'plans', parentId: 'audit', url: '/audit/plans', component: 'main#a', visible: '0' }),
    ];
    const menu = compileMenu([...rows, ...more], { document: 'menus', mainLayout: 'main', externalRoute: '/external-link' });
    expect(decide('/audit/', facts({ menu }))).toEqual({ kind: 'redirect', to: '/audit/plans' });
    expect(decide('/audit/nothing', facts({ menu }))).toMatchObject({ page: 'not-found' });
  });

  it('[LAYOUT-07] follows redirects and explains paths nobody knows', () => {
    expect(decide('/layout35', facts())).toEqual({ kind: 'redirect', to: '/' });
    expect(decide('/nothing/here/', facts())).toMatchObject({ kind: 'page', page: 'not-found', layouts: ['main'] });
  });

  it('[ROUTE-05] answers the login page with a sign-out while logged in', () => {
    expect(decide('/login', facts())).toEqual({ kind: 'logout' });
    expect(decide('/login', facts({ login: false }))).toMatchObject({ page: 'login' });
  });

  it('reads parameters of paths and of the query', () => {
    expect(matchPath('/a/:id', '/a/x%2Fy')).toEqual({ id: 'x/y' });
    expect(matchPath('/a/:id', '/a/')).toBeUndefined();
    expect(matchPath('/a/:id', '/a/%E0%A4%A')).toBeUndefined();
    expect(matchPath('/客户/:id', '/%E5%AE%A2%E6%88%B7/7')).toEqual({ id: '7' });
    expect(matchPath('/客户', '/%E5%AE%A2%E6%88%B7')).toEqual({});
    expect(matchPath('/a/:id', '/A/7')).toBeUndefined();
    expect(queryOf('?a=1&a=2&b')).toEqual({ a: '2', b: '' });
    expect(withQuery('/a?x=1#h', { y: '&', z: undefined })).toBe('/a?x=1&y=%26#h');
  });
});

describe('dates', () => {
  it('formats in local time and shows nothing for what is no date', () => {
    expect(formatDate('2026-03-05')).toBe('2026-03-05 00:00');
    expect(formatDate(new Date(2026, 0, 2, 3, 4, 5).getTime(), 'YYYY/M/D HH:mm:ss')).toBe('2026/1/2 03:04:05');
    expect(formatDate('nonsense')).toBe('');
    expect(formatDate(null)).toBe('');
  });
});
