// @vitest-environment jsdom
import { afterEach, describe, expect, it, vi } from 'vitest';
import { baseOf, inner, outer } from '../../src/app/base.ts';
import { AppHistory } from '../../src/app/history.ts';
import { decide } from '../../src/app/routes.ts';
import { subAppOf } from '../../src/app/sub-apps.ts';
import { watchInput } from '../../src/app/watch-input.ts';
import { WindowLinks } from '../../src/app/window-links.ts';
import { compileMenu } from '../../src/core/index.ts';
import { LeaveGuard } from '../../src/engine/index.ts';
import { manifest } from '../engine/support.tsx';
import { applicationMenus, row } from './support.tsx';

const apps = [
  { id: 'system', entry: '/targus-system/' },
  { id: 'workbench', entry: '/targus-data/' },
  { id: 'report', entry: 'https://reports.example/board/' },
];
const embedding = { base: '/targus-main/targus/', origins: ['https://portal.example'] };

describe('base', () => {
  it.each([
    ['/login', '', undefined, '/login'],
    ['/targus-main/targus/login', '/targus-main/targus', undefined, '/login'],
    ['/targus-main/targus', '/targus-main/targus', undefined, '/'],
    ['/targus-system/system/dict', '/targus-system', 'system', '/system/dict'],
    ['/targus-data/', '/targus-data', 'workbench', '/'],
    ['/targus-systematic/a', '', undefined, '/targus-systematic/a'],
  ])('[ROUTE-02] [ROUTE-08] %s begins at "%s"', (pathname, path, app, inside) => {
    const base = baseOf(pathname, { apps, embedding });
    expect(base).toEqual({ path, app });
    expect(inner(pathname, base)).toBe(inside);
    expect(outer(inside, base)).toBe(pathname === path ? `${path}/` : pathname);
    expect(outer(outer('/a?b=1', base), base)).toBe(`${path}/a?b=1`);
  });

  it('[ROUTE-02] the history moves below it, and hands out paths without it', () => {
    window.history.replaceState(null, '', '/targus-main/targus/start');
    const history = new AppHistory(
      window,
      { blocked: false, ask: async () => true },
      baseOf(window.location.pathname, { apps, embedding }),
    );
    expect(history.place.pathname).toBe('/start');
    history.push('/a?x=1');
    expect([window.location.pathname, history.place.pathname]).toEqual(['/targus-main/targus/a', '/a']);
    history.replace({ pathname: '/b' });
    expect(window.location.pathname).toBe('/targus-main/targus/b');
    history.force('/login?redirect=/');
    expect(window.location.pathname + window.location.search).toBe('/targus-main/targus/login?redirect=/');
    expect(history.createHref('/c')).toContain('/targus-main/targus/c');
    history.dispose();
  });
});

describe('sub-apps', () => {
  it('[ROUTE-07] [EMBED-01] are the configured apps and those the server lists with an entry', () => {
    expect(subAppOf('/workbench/x/y', apps, [])).toEqual({ id: 'workbench', src: '/targus-data/workbench/x/y', always: false });
    expect(subAppOf('/report/7', apps, [])).toMatchObject({ src: 'https://reports.example/board/7' });
    expect(subAppOf('/report', apps, [])).toMatchObject({ src: 'https://reports.example/board/' });
    // A query stays one, the name of a file gets nothing behind it, and without anything to add the entry is as it was given.
    const entry = (of: string, path: string) => subAppOf(path, [], [{ menuId: '9', entry: of }])?.src;
    expect(entry('https://shop.example/app?tenant=7', '/9/orders')).toBe('https://shop.example/app/orders?tenant=7');
    for (const given of [
      'https://shop.example/app/index.html?tenant=7',
      'https://shop.example/app',
      'https://shop.example',
      'https://shop.example/?a=1#b',
    ])
      expect(entry(given, '/9/')).toBe(given);
    expect(entry('https://shop.example/#/', '/9/orders')).toBe('https://shop.example/#/orders');
    expect(entry('https://shop.example/v1.2', '/9/orders')).toBe('https://shop.example/v1.2/orders');
    expect(entry('https://shop.example', '/9/orders')).toBe('https://shop.example/orders');
    expect(entry('https://shop.example/app/index.html', '/9/orders')).toBe('https://shop.example/app/index.html');
    expect(subAppOf('/audit', apps, [{ menuId: 'audit', entry: '/targus-audit/' }])).toMatchObject({ src: '/targus-audit/audit' });
    expect(subAppOf('/system/x', [{ id: 'system', entry: '/targus-system/', frame: false }], [])).toBeUndefined();
    for (const entry of ['javascript:alert(1)', '//evil.example/', 'data:text/html,x', '', null]) {
      expect(subAppOf('/audit', apps, [{ menuId: 'audit', entry }])).toBeUndefined();
    }
  });

  const rows = [
    ...applicationMenus,
    row({ menuId: 'index', url: '/workbench/:id/index', component: 'main#home' }),
    row({ menuId: 'sys', url: '/system', redirect: '/system/dict' }),
    row({ menuId: 'dict', url: '/system/dict', component: 'main#a' }),
  ];
  const facts = (more: object = {}, app: object = {}) => ({
    menu: compileMenu(rows, { document: 'menus', mainLayout: 'main', externalRoute: '/external-link' }),
    manifest: {
      app: { ...manifest.app, apps, bareLayout: 'bare', pages: { ...manifest.app.pages, subApp: 'sub-app' }, ...app },
      pages: {},
      layouts: { main: { hash: 'h' }, bare: { hash: 'h' } },
    },
    login: true,
    permissions: new Set<string>(),
    ownRoutes: new Set(applicationMenus.map(({ menuId }) => menuId).concat('index')),
    ...more,
  });
  const framed = (id: string, src: string) => ({
    kind: 'page',
    page: 'sub-app',
    layouts: ['main'],
    params: { app: id, src },
    route: { menuId: `targus-${id}`, path: `/${id}` },
  });

  it('[ROUTE-07] [ROUTE-09] show where this application has no page; exact routes win', () => {
    expect(decide('/workbench/lost', facts())).toMatchObject(framed('workbench', '/targus-data/workbench/lost'));
    expect(decide('/workbench/5/index', facts())).toMatchObject({ page: 'home' });
    expect(decide('/system', facts())).toEqual({ kind: 'redirect', to: '/system/dict' });
    expect(decide('/nothing', facts())).toMatchObject({ page: manifest.app.pages.notFound });
    expect(decide('/workbench/lost', facts({ login: false }))).toMatchObject({ kind: 'redirect' });
  });

  it('[EMBED-01] take over all of their addresses where the configuration says so, and the whole window where the server does', () => {
    const always = { apps: [{ id: 'system', entry: '/targus-system/', frame: true }] };
    expect(decide('/system/dict', facts({}, always))).toMatchObject(framed('system', '/targus-system/system/dict'));
    const full = facts({ applications: [{ menuId: 'workbench', full: true }] });
    expect(decide('/workbench/lost', full)).toMatchObject({ layouts: ['bare'] });
  });

  it('[ROUTE-08] do not nest: a sub-app begins with its own first page and frames nothing', () => {
    expect(decide('/', facts({ inApp: 'system' }))).toEqual({ kind: 'redirect', to: '/system' });
    expect(decide('/system/lost', facts({ inApp: 'system' }))).toMatchObject({ page: manifest.app.pages.notFound });
  });
});

describe('messages between windows', () => {
  const own = window.location.origin;
  let links: WindowLinks | undefined;
  afterEach(() => links?.dispose());
  const frameWindow = () => {
    const frame = document.createElement('iframe');
    document.body.append(frame);
    if (!frame.contentWindow) throw new Error('no window');
    return frame.contentWindow;
  };
  function begin(isSubApp = false) {
    const [onFrame, onHost, onReady] = [vi.fn(), vi.fn(), vi.fn()];
    const leave = new LeaveGuard();
    links = new WindowLinks({ window, app: { apps, embedding }, isSubApp, leave, onFrame, onHost });
    const send = (source: Window | null, origin: string, data: unknown) =>
      window.dispatchEvent(new MessageEvent('message', { source, origin, data }));
    return {
      links,
      leave,
      onFrame,
      onHost,
      onReady,
      send,
      calls: () => onFrame.mock.calls.length + onHost.mock.calls.length + onReady.mock.calls.length,
    };
  }

  it('[WS-12] [STATE-09] a frame says what is unsaved in it: the window asks before it is left, and knows when there is nothing', async () => {
    const { links, leave, onReady, send } = begin();
    expect(links.mayHoldInput()).toBe(false);
    const [view, other] = [frameWindow(), frameWindow()];
    const { end } = links.register(view, '/targus-data/', onReady);
    const input = () => ({ blocked: leave.blocked, edited: leave.edited, mayHold: links.mayHoldInput() });
    const silent = { blocked: false, edited: false, mayHold: true };
    expect(input()).toEqual(silent);
    // Of a stranger, from another origin, in another shape.
    send(other, own, { type: 'unsaved', unsaved: false });
    send(view, 'https://evil.example', { type: 'unsaved', unsaved: false });
    for (const wrong of [{}, { unsaved: 'no' }, { unsaved: false, typed: 1 }, { unsaved: false, text: 'x' }])
      send(view, own, { type: 'unsaved', ...wrong });
    send(view, own, { type: 'removeLoading' });
    await vi.waitFor(() => expect(onReady).toHaveBeenCalledOnce(), 10_000);
    expect(input()).toEqual(silent);
    const says = async (said: object, wanted: object) => {
      send(view, own, { type: 'unsaved', ...said });
      await vi.waitFor(() => expect(input()).toEqual(wanted), 10_000);
    };
    await says({ unsaved: true }, { blocked: true, edited: true, mayHold: true });
    await says({ unsaved: false, typed: true }, { blocked: false, edited: true, mayHold: true });
    await says({ unsaved: false, typed: false }, { blocked: false, edited: false, mayHold: false });
    await says({ unsaved: true, typed: true }, { blocked: true, edited: true, mayHold: true });
    // What was typed in it goes with it; one that never speaks is beside one that did.
    links.register(other, '/targus-data/', onReady);
    end();
    expect(input()).toEqual(silent);
  });

  it('[WS-12] what is typed in a frame nobody listens to is not known, and the console says how it is heard', () => {
    const { links } = begin();
    const warned = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    const frame = links.register(frameWindow(), 'https://desk.example/app/', vi.fn());
    expect(warned.mock.calls.flat().join()).toContain('https://desk.example');
    expect(warned.mock.calls.flat().join()).toContain('embedding.origins');
    expect(links.mayHoldInput()).toBe(true);
    frame.end();
    expect(links.mayHoldInput()).toBe(false);
  });

  it('[WS-12] a sub-app tells the window around it what is typed in it, at first and whenever that changes', () => {
    const leave = new LeaveGuard();
    const told: object[] = [];
    watchInput(leave, (typing) => told.push(typing));
    const note = leave.note();
    const remove = leave.add();
    leave.add()();
    remove();
    note();
    expect(told).toEqual([
      { unsaved: false, typed: false },
      { unsaved: false, typed: true },
      { unsaved: true, typed: true },
      { unsaved: false, typed: true },
      { unsaved: false, typed: false },
    ]);
  });

  it('[EMBED-02] a frame may ask for what is named there, in its order', async () => {
    const { links, onFrame, onReady, send } = begin();
    const view = frameWindow();
    links.register(view, '/targus-data/', onReady);
    for (const type of ['refreshApp', 'refreshMenus', 'refreshWorkbenchMenus', 'refreshBoardMenus']) send(view, own, { type });
    send(view, own, { type: 'changeLanguage', language: 'en' });
    send(view, own, { type: 'removeLoading' });
    await vi.waitFor(() => expect(onReady).toHaveBeenCalledOnce(), 10_000);
    expect(onFrame.mock.calls.map(([message]) => message.type)).toEqual([
      'refreshApp',
      'refreshMenus',
      'refreshWorkbenchMenus',
      'refreshBoardMenus',
      'changeLanguage',
    ]);
  });

  it('[EMBED-02] unknown windows, other origins, other names and other shapes change nothing', async () => {
    const { links, onFrame, onReady, send, calls } = begin();
    const [view, stranger, gone] = [frameWindow(), frameWindow(), frameWindow()];
    links.register(view, '/targus-data/', onReady);
    links.register(gone, '/targus-data/', onReady).end();
    links.register(stranger, 'https://evil.example/', onReady);
    send(view, 'https://evil.example', { type: 'refreshApp' });
    send(view, 'https://portal.example', { type: 'refreshApp' });
    send(view, 'null', { type: 'refreshApp' });
    send(stranger, 'https://evil.example', { type: 'refreshApp' });
    send(stranger, own, { type: 'refreshApp' });
    send(gone, own, { type: 'refreshApp' });
    send(null, own, { type: 'refreshApp' });
    send(window, own, { type: 'refreshApp' });
    const shapes = [
      null,
      'refreshApp',
      [],
      {},
      { type: 'logout' },
      { type: 'toString' },
      { type: 'refreshApp', more: 1 },
      { type: 'changeLanguage' },
      { type: 'changeLanguage', language: 7 },
      { type: 'changeSetting', language: 'en', theme: 'x' },
      { type: ['refreshApp'] },
    ];
    for (const data of shapes) send(view, own, data);
    // Messages are taken in their order: this one comes last, and alone.
    send(view, own, { type: 'refreshMenus' });
    await vi.waitFor(() => expect(calls()).toBeGreaterThan(0), 10_000);
    expect(onFrame.mock.calls).toEqual([[{ type: 'refreshMenus' }]]);
    expect(calls()).toBe(1);
  });

  it('[EMBED-03] [EMBED-04] tells frames at their exact origin, and listens to the window around it only as a sub-app', async () => {
    const { links, onHost, onReady, send, calls } = begin();
    const [view, report] = [frameWindow(), frameWindow()];
    const posts = [view, report].map((one) => vi.spyOn(one, 'postMessage').mockImplementation(() => undefined));
    links.register(view, '/targus-data/', onReady);
    links.register(report, 'https://reports.example/board/', onReady);
    links.tell({ type: 'logout' });
    expect(posts.map((post) => post.mock.calls)).toEqual([[[{ type: 'logout' }, own]], [[{ type: 'logout' }, 'https://reports.example']]]);
    send(window.parent, own, { type: 'logout' });
    send(view, own, { type: 'refreshApp' });
    await vi.waitFor(() => expect(calls()).toBeGreaterThan(0), 10_000);
    expect(onHost).not.toHaveBeenCalled();
  });
});
