// @vitest-environment jsdom
import { fireEvent, screen } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { startApplication } from '../../src/app/start.ts';
import type { DialogWords } from '../../src/engine/types.ts';
import { said, settle } from '../engine/support.tsx';
import { applicationMenus, makeWorld, open, optionsOf, row, signedIn, userMenus } from './support.tsx';

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  localStorage.setItem('language', 'en');
  said.length = 0;
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
});
const signIn = () => sessionStorage.setItem('access_token', 'good');

describe('application', () => {
  it('[ROUTE-04] sends a visitor to the login page with the root as way back', async () => {
    await open('/a?x=1', makeWorld());
    expect(screen.getByText('sign in here')).toBeTruthy();
    expect(window.location.pathname + window.location.search).toBe('/login?redirect=/');
    expect(document.title).toBe('login - Targus X');
  });

  it('[LOGIN-21] signs in: keeps the token, loads menus, goes to the root', async () => {
    await open('/login?redirect=//evil.example', makeWorld());
    fireEvent.click(screen.getByText('sign in'));
    await settle();
    await settle();
    expect(screen.getByText('home of Ann')).toBeTruthy();
    expect(window.location.pathname).toBe('/');
    expect(sessionStorage.getItem('access_token')).toBe('good');
    expect(sessionStorage.getItem('login_protocol')).toBe('INTERNAL');
  });

  it('asks for the code of a page with its document, before the page can be drawn', async () => {
    const options = optionsOf(makeWorld());
    const { fetch } = options;
    let arrive = (): void => {};
    const texts = new Promise<void>((resolve) => {
      arrive = resolve;
    });
    options.fetch = async (input, init) => {
      const answer = await fetch(input, init);
      if (String(input).includes('/locales/')) await texts;
      if (!String(input).includes('/pages/login.')) return answer;
      return new Response(JSON.stringify({ ...(await answer.json()), widgets: ['bomb', 'ghost'] }));
    };
    const asked = vi.fn(() => new Promise<never>(() => {}));
    options.registry.widgets.bomb = asked;
    window.history.replaceState(null, '', '/login');
    const started = startApplication(options);
    await vi.waitFor(() => expect(asked).toHaveBeenCalledTimes(1));
    arrive();
    await started;
  });

  it('[ROUTE-10][ROUTE-11] shows pages of the user menus inside their layouts, and the layout stays', async () => {
    signIn();
    await open('/', makeWorld());
    const frame = screen.getByText('frame');
    fireEvent.click(screen.getByText('go'));
    await settle();
    await settle();
    expect(screen.getByText('page a m1')).toBeTruthy();
    expect(screen.getByText('frame')).toBe(frame);
    expect(document.title).toBe('Page A - Targus X');
    await vi.waitFor(() => expect(document.activeElement).toBe(screen.getByRole('main')), 10_000);
  });

  it('[ROUTE-12] the window is called as the menu, and more precisely once the page knows more', async () => {
    signIn();
    const application = await open('/record', makeWorld());
    expect(document.title).toBe('Records - Targus X');
    fireEvent.click(screen.getByText('load'));
    await settle();
    expect(document.title).toBe('Records of Ann - Targus X');
    expect(application.routes.state.title).toBe('Records');
    application.history.push('/record?x=1');
    await settle();
    expect(document.title).toBe('Records of Ann - Targus X');
    fireEvent.click(screen.getByText('go'));
    // The next page has not said yet what it is called.
    expect(application.routes.windowTitle).not.toBe('Records of Ann');
    await settle();
    await settle();
    expect(document.title).toBe('Page A - Targus X');
    application.routes.named('record /record', { text: 'Records of Bob', isComputed: true });
    await settle();
    expect(document.title).toBe('Page A - Targus X');
  });

  it('[ROUTE-05] visiting the login page while logged in logs out first', async () => {
    signIn();
    const world = makeWorld();
    await open('/login', world);
    expect(world.requests).toContain('/api/logout');
    expect(screen.getByText('sign in here')).toBeTruthy();
    expect(sessionStorage.getItem('access_token')).toBeNull();
  });

  it('explains one broken route, and the application wins over a user row with its path', async () => {
    signIn();
    await open('/lost', makeWorld());
    expect(screen.getByText('broken: UNKNOWN_PAGE')).toBeTruthy();
    const { history } = await open('/home', makeWorld());
    expect(screen.getByText('home of Ann')).toBeTruthy();
    history.push('/nothing');
    await settle();
    await settle();
    expect(screen.getByText('nothing at /nothing')).toBeTruthy();
  });

  it.each([
    ['stats', 'call login.stats#/menus/2/component', makeWorld()],
    ['call of the menus', 'call user.menus#/2/component', makeWorld({ stats: { ...signedIn, menus: undefined } })],
  ])('[MENU-01] tells of a faulty row with its place in the answer of the %s', async (_, place, world) => {
    signIn();
    world.answers['/api/menus'] = signedIn.menus;
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    await open('/lost', world);
    expect(warn.mock.calls.flat()).toContainEqual(expect.stringContaining(`${place} UNKNOWN_PAGE: `));
  });

  it('explains redirects that lead to each other instead of going round', async () => {
    signIn();
    const circle = [row({ menuId: 'x', type: '0', url: '/x', redirect: '/y' }), row({ menuId: 'y', type: '0', url: '/y', redirect: '/x' })];
    await open('/x', makeWorld({ stats: { ...signedIn, menus: circle } }));
    await vi.waitFor(() => expect(screen.getByText('broken: MENU_REDIRECT')).toBeTruthy(), 10_000);
  });

  it('explains a login page that is missing', async () => {
    await open('/a', makeWorld({ manifest: (manifest) => ({ ...manifest, menus: [] }) }));
    await vi.waitFor(() => expect(screen.getByText('broken: MENU_REDIRECT')).toBeTruthy(), 10_000);
  });

  it('[HOME-01] leads from /user/home to the first visible menu address', async () => {
    signIn();
    await open('/user/home', makeWorld());
    expect(window.location.pathname).toBe('/a');
  });

  it('[STATE-02] is logged out when the stats fail, with only the ways to sign in', async () => {
    signIn();
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const world = makeWorld({ stats: new Error('down') });
    await open('/', world);
    expect(screen.getByText('sign in here')).toBeTruthy();
    expect(world.requests).toContain('/api/ways');
    expect(world.requests).not.toContain('/api/menus');
  });

  it.each([
    ['text', 'nonsense'],
    ['a list', []],
    ['wrong parts', { ...signedIn, menus: [null, 7, { menuId: 1 }], applications: 'x', userConfig: [], authProperties: 3 }],
  ])('[STATE-01] is not blanked by stats that are %s', async (_, stats) => {
    signIn();
    await open('/', makeWorld({ stats }));
    expect(screen.queryByText('sign in here') ?? screen.queryByText('home of Ann')).toBeTruthy();
  });

  it('[API-04] [STATE-06] puts three values of the file of the site over the configuration, keeps the background, ignores a failure', async () => {
    const config = { sysTitle: 'X', sysLogo: 'huadian', sysDescrition: [{ l: 'en', t: 'Words', d: true }], sysBackgroundIcon: 'default' };
    const world = makeWorld();
    world.answers['/api/config'] = config;
    world.answers['/config/data.json'] = new Response(JSON.stringify({ sysTitle: 'Y', sysBackgroundIcon: 'custom-brand', sysLogo: 'no' }));
    const { state } = await open('/login', world);
    expect(state.config).toEqual({ ...config, sysTitle: 'Y', sysBackgroundIcon: 'custom-brand' });
    expect(sessionStorage.getItem('sysBackgroundIcon')).toBe('custom-brand');
    const asked = world.addresses.filter((address) => address.startsWith('/config/data.json?t='));
    expect(asked).toHaveLength(1);
    await open('/login', world);
    const again = world.addresses.filter((address) => address.startsWith('/config/data.json?t='));
    expect(new Set(again).size).toBe(2);
    // Random, not the clock: two windows of one moment ask for two.
    for (const address of again) expect(address).toMatch(/\?t=[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/);
    world.answers['/config/data.json'] = new Response(JSON.stringify({ sysTitle: '', sysAgreementPage: [], sysBackgroundIcon: null }));
    expect((await open('/login', world)).state.config).toEqual(config);
    world.answers['/config/data.json'] = new Response('broken', { status: 500 });
    expect((await open('/login', world)).state.config).toEqual(config);
    expect(said).toEqual([]);
  });

  it('[API-12] [STATE-04] fetches the user when the roles are empty, and [STATE-03] resets it when that fails', async () => {
    signIn();
    const world = makeWorld({ stats: { ...signedIn, principal: { username: 'ann', roles: [] } } });
    world.answers['/api/user'] = { username: 'ann', name: 'Anna', roles: [] };
    await open('/', world);
    expect(screen.getByText('home of Anna')).toBeTruthy();
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    world.answers['/api/user'] = new Response(JSON.stringify({ code: 'INTERNAL' }), { status: 500 });
    const { state } = await open('/', world);
    expect(state.user).toBeNull();
  });

  it('[STATE-05] [PERM-01] takes roles under either name, also where the other one is an empty list', async () => {
    signIn();
    const held = [{ roleCode: 'auditor', roleName: 'Auditor' }];
    for (const principal of [
      { roles: [], roleList: held },
      { roles: held, roleList: [] },
      { roles: null, roleList: held },
    ]) {
      const world = makeWorld({ stats: { ...signedIn, principal: { username: 'ann', name: 'Ann', ...principal } } });
      const { engine } = await open('/', world);
      expect(engine.host.functions.hasRole?.('auditor'), JSON.stringify(principal)).toBe(true);
      expect(world.requests).not.toContain('/api/user');
    }
  });
  it('[HOME-03] [HOME-05] takes a module whose id is a number, and none without an id', async () => {
    signIn();
    const applications = [{ menuId: 7, name: 'Seven' }, { menuId: 'risk' }, { name: 'none' }, { menuId: null }];
    const { state } = await open('/', makeWorld({ stats: { ...signedIn, applications } }));
    expect(state.session.applications).toEqual([{ menuId: '7', name: 'Seven' }, { menuId: 'risk' }]);
  });
  it('[STATE-04] takes the user of the stats from a back end without the calls of user and menus, and calls neither a fault', async () => {
    signIn();
    const fault = vi.spyOn(console, 'error');
    const info = vi.spyOn(console, 'info').mockImplementation(() => undefined);
    const { state } = await open('/', makeWorld({ stats: { login: true, principal: { username: 'ann', name: 'Ann' } } }));
    expect(screen.getByText('home of Ann')).toBeTruthy();
    expect(state.user).toEqual({ username: 'ann', name: 'Ann' });
    expect(fault).not.toHaveBeenCalled();
    expect(info.mock.calls.flat()).toEqual([expect.stringMatching(/^The (signed-in user|menus): .*404/), expect.stringMatching(/404/)]);
  });

  it('[MENU-01] keeps the menus of before while the call of the menus cannot be asked; who has none yet is offered another try', async () => {
    signIn();
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const world = makeWorld({ stats: { ...signedIn, menus: undefined } });
    world.manifest = (manifest) => {
      const app = manifest.app as { pages: object };
      return { ...manifest, app: { ...app, pages: { ...app.pages, unreachable: 'unreachable' } } };
    };
    const away = () => new Response('', { status: 503 });
    world.answers['/api/menus'] = away();
    const { state, session } = await open('/', world);
    expect(state.unreachable).toBeDefined();
    // Nor is what something between says, or what is no list, a word about what somebody may open.
    for (const odd of [new Response('<p>Maintenance</p>', { headers: { 'content-type': 'text/html' } }), { rows: [] }]) {
      world.answers['/api/menus'] = odd;
      await expect(session.retry()).rejects.toMatchObject({ code: 'CONTRACT_BROKEN' });
      expect(sessionStorage.getItem('access_token')).toBe('good');
    }
    expect(sessionStorage.getItem('access_token')).toBe('good');
    world.answers['/api/menus'] = userMenus;
    // While the server is away altogether, another try takes nothing: not the session, and not the page that offers it.
    const stats = world.stats;
    world.stats = away();
    await expect(session.retry()).rejects.toMatchObject({ status: 503 });
    await settle();
    expect([sessionStorage.getItem('access_token'), screen.queryByText('sign in here')]).toEqual(['good', null]);
    expect(screen.getByText('try again')).toBeTruthy();
    world.stats = stats;
    fireEvent.click(screen.getByText('try again'));
    await settle();
    await settle();
    expect(screen.getByText('home of Ann')).toBeTruthy();
    const { menu } = state;
    expect(menu.byId.has('m2')).toBe(true);
    world.answers['/api/menus'] = away();
    await expect(session.refreshSession()).rejects.toMatchObject({ status: 503 });
    expect(state.menu).toBe(menu);
    // Those of somebody else are nobody's.
    world.stats = { ...signedIn, menus: undefined, principal: { username: 'bob', name: 'Bob', roles: [{ roleCode: 'admin' }] } };
    await session.refreshSession();
    expect([state.user?.name, state.menu.byId.has('m2')]).toEqual(['Bob', false]);
  });

  const refused = (code: string) =>
    new Response(JSON.stringify({ code }), { status: 401, headers: { 'content-type': 'application/json' } });
  it.each([
    ['[ERR-01] a refused token', 'UNAUTHENTICATED', 'warning: session has expired'],
    ['[ERR-02] a session the server ended', 'SESSION_ENDED', 'dialog: session timed out or duplicate login'],
    ['[ERR-03] a token that ran out', 'SESSION_EXPIRED', 'dialog: stage expired'],
  ])('tells once about %s, however many calls fail, and goes to the login page', async (_, code, text) => {
    signIn();
    const world = makeWorld();
    world.answers['/api/user.list'] = refused(code);
    const { engine } = await open('/', world);
    fireEvent.click(screen.getByText('list'));
    await Promise.allSettled([engine.client.call('user.list'), engine.client.call('user.list')]);
    await settle();
    await settle();
    expect(said).toEqual([text]);
    expect(window.location.pathname + window.location.search).toBe('/login?redirect=/');
  });

  it('[ERR-03] asks before unsaved changes are lost to an ended session; who stays gets to the login page with the next page', async () => {
    signIn();
    const world = makeWorld();
    world.answers['/api/user.list'] = refused('SESSION_EXPIRED');
    const { engine, history, feedback } = await open('/', world);
    const dialog = vi
      .fn(async (_options: { words: () => DialogWords }) => true)
      .mockResolvedValueOnce(true)
      .mockResolvedValueOnce(false);
    feedback.connect({ message: vi.fn(), notification: vi.fn(), dialog });
    engine.leave.add();
    fireEvent.click(screen.getByText('list'));
    await settle();
    expect(dialog.mock.calls.map(([{ words }]) => words().text)).toEqual(['stage expired', 'engine.unsaved']);
    expect(screen.getByText('home of Ann')).toBeTruthy();
    expect(sessionStorage.getItem('access_token')).toBeNull();
    history.push('/a');
    await settle();
    await settle();
    expect(dialog).toHaveBeenCalledTimes(3);
    expect(screen.getByText('sign in here')).toBeTruthy();
  });

  it('[ERR-01] says why the login page is shown when the token died in the meantime', async () => {
    sessionStorage.setItem('access_token', 'old');
    await open('/', makeWorld());
    expect(screen.getByText('sign in here')).toBeTruthy();
    expect(said).toEqual(['warning: session has expired']);
  });

  it('[ERR-01] [ROUTE-03] drops a dead token without a word where the page needs nobody signed in', async () => {
    sessionStorage.setItem('access_token', 'old');
    const paper = row({ menuId: 'paper', url: '/paper', component: 'bare#a', access: 'public' });
    await open('/paper/', { ...makeWorld(), manifest: (manifest) => ({ ...manifest, menus: [...applicationMenus, paper] }) });
    expect(screen.getByText(/^page a/)).toBeTruthy();
    expect(said).toEqual([]);
    expect(sessionStorage.getItem('access_token')).toBeNull();
  });

  it('signs out: the server is told, the token is gone', async () => {
    signIn();
    const world = makeWorld();
    await open('/', world);
    fireEvent.click(screen.getByText('out'));
    await settle();
    await settle();
    expect(world.requests).toContain('/api/logout');
    expect(window.location.pathname).toBe('/login');
    expect(sessionStorage.getItem('access_token')).toBeNull();
  });

  it('[EMBED-03] is signed out before the server says so, and tells nobody what is refused meanwhile', async () => {
    signIn();
    const world = makeWorld();
    const { session, state, engine } = await open('/', world);
    let answer: () => void = () => undefined;
    const confirmed = new Promise<void>((done) => (answer = done));
    const start = async (body: ReadableStreamDefaultController) => {
      await confirmed;
      body.enqueue(new TextEncoder().encode('{"code":"000000","data":true}'));
      body.close();
    };
    world.answers['/api/logout'] = new Response(new ReadableStream({ start: (body) => void start(body) }), {
      headers: { 'content-type': 'application/json' },
    });
    const hints: unknown[] = [];
    const channel = new BroadcastChannel('targus');
    channel.onmessage = ({ data }) => hints.push(data);
    const leaving = session.signOutTo('/login');
    expect(sessionStorage.getItem('access_token')).toBeNull();
    // An answer to what was asked for before.
    await session.onRefused('good', 'SESSION_ENDED');
    await leaving;
    expect([state.session.login, window.location.pathname, said, hints]).toEqual([false, '/login', [], []]);
    answer();
    await vi.waitFor(() => expect(hints).toEqual([{ type: 'logout' }]));
    channel.close();
    expect(world.requests.filter((url) => url === '/api/logout')).toHaveLength(1);
    expect(engine.app.permissions.size).toBe(0);
  });

  it('[PERM-03] ends the view of a role and the own session at once, without waiting for either', async () => {
    signIn();
    const world = makeWorld();
    const { session } = await open('/', world);
    sessionStorage.setItem('own_access_token', 'own');
    world.answers['/api/logout'] = new Response(new ReadableStream(), { headers: { 'content-type': 'application/json' } });
    await session.signOutTo('/login');
    expect(world.requests.filter((url) => url === '/api/logout')).toHaveLength(2);
    expect(sessionStorage.getItem('own_access_token')).toBeNull();
  });

  it('[STATE-09] takes nothing of answers that come after the sign-out: neither menus nor who is signed in', async () => {
    signIn();
    const world = makeWorld({ stats: { ...signedIn, menus: undefined } });
    const { session, state } = await open('/', world);
    let arrive: () => void = () => undefined;
    const menus = new Promise<void>((done) => (arrive = done)).then(() => JSON.stringify({ code: '000000', data: signedIn.menus }));
    const start = async (body: ReadableStreamDefaultController) => {
      body.enqueue(new TextEncoder().encode(await menus));
      body.close();
    };
    const headers = { 'content-type': 'application/json' };
    world.answers['/api/menus'] = new Response(new ReadableStream({ start: (body) => void start(body) }), { headers });
    const late = [session.refreshMenus(), session.refreshSession()];
    await settle();
    await session.signOutTo('/login');
    arrive();
    await Promise.all(late);
    expect(world.requests.filter((url) => url === '/api/menus')).toHaveLength(3);
    expect([state.session.login, state.user, state.permissions.size]).toEqual([false, null, 0]);
    expect(state.menu.routes.some(({ path }) => path === '/a')).toBe(false);
  });

  it('refuses addresses of other origins', async () => {
    signIn();
    await open('/', makeWorld());
    fireEvent.click(screen.getByText('outside'));
    await settle();
    expect(said.some((text) => text.includes('engine.'))).toBe(true);
    expect(window.location.pathname).toBe('/');
  });

  it('[I18N-03] the language saved by the user wins and is kept in this browser', async () => {
    signIn();
    await open('/', makeWorld({ stats: { ...signedIn, userConfig: { language_config: 'zh-Hans' } } }));
    expect(localStorage.getItem('language')).toBe('zh-Hans');
    expect(document.documentElement.lang).toBe('zh-Hans');
  });

  it('[SET-09] [I18N-03] what another window chose is not undone by what is still saved', async () => {
    signIn();
    const world = makeWorld({ stats: { ...signedIn, userConfig: { language_config: 'en', theme_config: 'theme-tw' } } });
    const { session, state } = await open('/', world);
    expect(state.language).toBe('en');
    localStorage.setItem('language', 'zh-Hans');
    await session.onHint({ type: 'changeSetting' });
    expect(world.requests.filter((url) => url === '/api/stats')).toHaveLength(2);
    expect([state.language, localStorage.getItem('language')]).toEqual(['zh-Hans', 'zh-Hans']);
    // Somebody else's are taken.
    world.stats = { ...signedIn, principal: { ...signedIn.principal, username: 'ben' }, userConfig: { language_config: 'en' } };
    await session.onHint({ type: 'changeSetting' });
    expect(state.language).toBe('en');
  });

  it('a page knows its own address, to be come back to', async () => {
    signIn();
    const { routes } = await open('/home?a.filters=%7B%22x%22%3A%22%26%22%7D&page=2', makeWorld());
    const { page } = routes.scope.names as { page: { address: string; path: string } };
    expect(page.path).toBe('/home');
    expect([...new URL(page.address, 'http://here').searchParams]).toEqual([
      ['a.filters', '{"x":"&"}'],
      ['page', '2'],
    ]);
  });

  it('starts without an extra round trip: stats and configuration do not wait for the manifest', async () => {
    const world = makeWorld();
    await open('/login', world);
    expect(world.requests.slice(0, 4).sort()).toEqual(['/api/config', '/api/stats', '/config/data.json', '/schemas/manifest.json']);
  });
});
