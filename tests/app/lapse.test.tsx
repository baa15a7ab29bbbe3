// @vitest-environment jsdom
import { act, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Application } from '../../src/app/application.ts';
import type { Feedback } from '../../src/engine/types.ts';
import { said, settle } from '../engine/support.tsx';
import { applicationMenus, makeWorld, open, row, signedIn, type World } from './support.tsx';

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  localStorage.setItem('language', 'en');
  sessionStorage.setItem('access_token', 'good');
  said.length = 0;
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
});
afterEach(() => vi.restoreAllMocks());

const refusal = new Response(JSON.stringify({ code: 'SESSION_EXPIRED' }), { status: 401, headers: { 'content-type': 'application/json' } });
const settled = async () => {
  for (let round = 0; round < 4; round += 1) await settle();
};
const withPages = (world: World): World => {
  world.manifest = (manifest) => {
    const app = manifest.app as { pages: object };
    return { ...manifest, app: { ...app, pages: { ...app.pages, signInAgain: 'again', unreachable: 'unreachable' } } };
  };
  return world;
};
/** At /a with something typed, and the session ended. */
async function lapsed(typed = true): Promise<{ world: World; application: Application }> {
  const world = withPages(makeWorld({ tokens: new Set(['good', 'new']) }));
  const application = await open('/a', world);
  if (typed) application.engine.leave.note();
  world.answers['/api/users'] = refusal;
  await Promise.allSettled([application.engine.client.call('user.list'), application.engine.client.call('user.list')]);
  await settled();
  return { world, application };
}

describe('a session that ends while something is typed', () => {
  it('[ERR-03] is told once; signing in over the page keeps it, and what failed can be done again', async () => {
    const { world, application } = await lapsed();
    expect(said).toEqual(['dialog: stage expired']);
    expect(screen.getByText('sign in over it')).toBeTruthy();
    const page = screen.getByText('page a m1');
    expect(sessionStorage.getItem('access_token')).toBeNull();
    const renewed = vi.fn();
    application.engine.onRenew?.(renewed);
    fireEvent.click(screen.getByText('sign in again'));
    await settled();
    expect(screen.queryByText('sign in over it')).toBeNull();
    expect(screen.getByText('page a m1')).toBe(page);
    expect(sessionStorage.getItem('access_token')).toBe('new');
    expect(renewed).toHaveBeenCalledTimes(1);
    world.answers['/api/users'] = [];
    await expect(application.engine.client.call('user.list')).resolves.toEqual([]);
    expect(window.location.pathname).toBe('/a');
  });

  it('[ERR-01] is no other where the token is taken out of the storage of the browser: once, whatever is tried', async () => {
    const world = withPages(makeWorld({ tokens: new Set(['good', 'new']) }));
    const application = await open('/a', world);
    application.engine.leave.note();
    sessionStorage.clear();
    world.answers['/api/users'] = refusal;
    // What nobody started asks nobody.
    await expect(application.engine.client.call('user.list', { quiet: true })).rejects.not.toMatchObject({ settled: true });
    expect(said).toEqual([]);
    const calls = [application.engine.client.call('user.list'), application.engine.client.call('user.list')];
    for (const call of calls) await expect(call).rejects.toMatchObject({ status: 401, settled: true });
    await settled();
    expect(said).toEqual(['warning: session has expired']);
    const page = screen.getByText('page a m1');
    fireEvent.click(screen.getByText('sign in again'));
    await settled();
    expect(screen.queryByText('sign in over it')).toBeNull();
    expect(screen.getByText('page a m1')).toBe(page);
    expect(sessionStorage.getItem('access_token')).toBe('new');
  });

  it('[ERR-01] leads to the login page where nothing typed would be lost with the token', async () => {
    const world = withPages(makeWorld({ tokens: new Set(['good', 'new']) }));
    const application = await open('/a', world);
    sessionStorage.clear();
    world.answers['/api/users'] = refusal;
    await Promise.allSettled([application.engine.client.call('user.list'), application.engine.client.call('user.list')]);
    await settled();
    expect(said).toEqual(['warning: session has expired']);
    expect(window.location.pathname).toBe('/login');
  });

  describe('[ERR-01] is none with the token', () => {
    const paper = row({ menuId: 'paper', url: '/paper', component: 'bare#a', access: 'public' });
    const withPaper = (world: World) => ({
      ...world,
      manifest: (manifest: object) => ({ ...manifest, menus: [...applicationMenus, paper] }),
    });
    /** A call without a token that is refused says its own failure, and nothing else happens. */
    const saysItself = async (application: Application) => {
      await expect(application.engine.client.call('user.list')).rejects.not.toMatchObject({ settled: true });
      await settled();
      expect(said).toEqual([]);
    };

    it('of a visitor', async () => {
      sessionStorage.clear();
      const world = makeWorld();
      world.answers['/api/users'] = refusal;
      await saysItself(await open('/login', world));
    });

    it('on a page that needs nobody', async () => {
      const world = withPaper(makeWorld());
      const application = await open('/paper', world);
      sessionStorage.clear();
      world.answers['/api/users'] = refusal;
      await saysItself(application);
      expect(window.location.pathname).toBe('/paper');
    });

    it('where it came back while the call was on its way', async () => {
      const world = makeWorld();
      const application = await open('/a', world);
      sessionStorage.clear();
      Object.defineProperty(world.answers, '/api/users', {
        enumerable: true,
        get: () => {
          sessionStorage.setItem('access_token', 'good');
          return refusal;
        },
      });
      await saysItself(application);
      expect(screen.getByText('page a m1')).toBeTruthy();
    });

    it('that somebody was told of who stays with unsaved changes', async () => {
      const world = makeWorld();
      const application = await open('/a', world);
      const [message, dialog] = [vi.fn(), vi.fn(async () => false)];
      application.feedback.connect({ message, notification: vi.fn(), dialog });
      application.engine.leave.add();
      sessionStorage.clear();
      world.answers['/api/users'] = refusal;
      await expect(application.engine.client.call('user.list')).rejects.toMatchObject({ settled: true });
      await settled();
      const told = () => [message.mock.calls.length, dialog.mock.calls.length];
      expect(told()).toEqual([1, 1]);
      await saysItself(application);
      expect(told()).toEqual([1, 1]);
      expect(screen.getByText('page a m1')).toBeTruthy();
    });
  });

  it('[ERR-02] gives another person who signs in there nothing of the page', async () => {
    const { world, application } = await lapsed();
    const frame = screen.getByText('frame');
    const forgotten = vi.fn();
    application.engine.onForget(forgotten);
    world.stats = { ...signedIn, principal: { username: 'bob', name: 'Bob', roles: [{ roleCode: 'guest' }] } };
    fireEvent.click(screen.getByText('sign in again'));
    await settled();
    expect(screen.getByText('home of Bob')).toBeTruthy();
    expect(window.location.pathname).toBe('/');
    expect(screen.getByText('frame')).not.toBe(frame);
    expect(forgotten).toHaveBeenCalled();
  });

  it('a refused sign-in leaves everything as it is', async () => {
    const { world } = await lapsed();
    world.tokens.delete('new');
    fireEvent.click(screen.getByText('sign in again'));
    await settled();
    expect(screen.getByText('sign in over it')).toBeTruthy();
    expect(screen.getByText('page a m1')).toBeTruthy();
    expect(sessionStorage.getItem('access_token')).toBeNull();
  });

  it('[ERR-03] can be put off; what the user starts next asks again, what runs by itself does not', async () => {
    const { application } = await lapsed();
    fireEvent.click(screen.getByText('not now'));
    await settled();
    expect(screen.queryByText('sign in over it')).toBeNull();
    await expect(application.engine.client.call('user.list', { quiet: true })).rejects.toMatchObject({ settled: true });
    await settled();
    expect(screen.queryByText('sign in over it')).toBeNull();
    await expect(application.engine.client.call('user.list')).rejects.toMatchObject({ settled: true });
    await settled();
    expect(screen.getByText('sign in over it')).toBeTruthy();
    expect(said).toHaveLength(1);
  });

  it('leads to the login page where nothing is typed', async () => {
    await lapsed(false);
    expect(screen.getByText('sign in here')).toBeTruthy();
    expect(screen.queryByText('sign in over it')).toBeNull();
  });
});

describe('[STATE-09] a session ended from outside', () => {
  interface Destroying {
    unsaved?: boolean;
    /** A sub-app stands in the window. */
    framed?: boolean;
    agree?: boolean | Promise<boolean>;
  }
  /** At /a, where the end is told three times within a second; `agree` answers the question. */
  async function destroyed({ unsaved = false, framed = false, agree = true }: Destroying = {}) {
    const world = makeWorld();
    const application = await open('/a', world);
    if (framed) application.links.register({ postMessage: () => undefined } as unknown as Window, '/targus-data/', () => undefined);
    const dialog = vi.fn(async (_: Parameters<Feedback['dialog']>[0]) => await agree);
    application.feedback.connect({ message: vi.fn(), notification: vi.fn(), dialog });
    if (unsaved) application.engine.leave.add();
    for (let news = 0; news < 3; news += 1) application.session.destroy();
    await settled();
    expect(dialog).not.toHaveBeenCalled();
    await vi.waitFor(() => expect(dialog).toHaveBeenCalled(), 10_000);
    await settled();
    return { application, world, dialog, words: dialog.mock.calls[0]?.[0].words() };
  }

  it.each([
    [false, 'engine.leaveText'],
    [true, 'engine.leaveText\nengine.unsaved'],
  ])('asks once, a second later, whether to leave the page, and leads to the login page (something unsaved: %s)', async (unsaved, text) => {
    const { dialog, words } = await destroyed({ unsaved });
    expect(words).toMatchObject({ title: 'engine.leaveTitle', text });
    // Whoever comes by reads nothing behind it; who would lose something sees what.
    expect(dialog.mock.calls[0]?.[0].alone).toBe(!unsaved);
    expect(await screen.findByText('sign in here')).toBeTruthy();
    expect(dialog).toHaveBeenCalledTimes(1);
  });

  it('leaves the page to whoever stays, whatever is told of the end again; the next one is the login page', async () => {
    const { application, dialog } = await destroyed({ agree: false });
    sessionStorage.clear();
    await application.session.onHint({ type: 'logout' });
    application.session.destroy();
    await new Promise((done) => setTimeout(done, 1_200));
    await settled();
    expect(dialog).toHaveBeenCalledTimes(1);
    expect(screen.getByText(/^page a/)).toBeTruthy();
    expect(window.location.pathname).toBe('/a');
    act(() => application.history.push('/home'));
    expect(await screen.findByText('sign in here')).toBeTruthy();
  });

  it('is over for who stayed once somebody signed in again in a frame, or in the window around: the page goes on', async () => {
    const { application, world } = await destroyed({ agree: false });
    const renewed = vi.fn();
    application.engine.onRenew?.(renewed);
    const hear = async (token: string) => {
      sessionStorage.setItem('access_token', token);
      window.dispatchEvent(new StorageEvent('storage', { key: 'access_token', newValue: token }));
      await settled();
    };
    // A token the server does not know is none.
    await hear('bad');
    expect(renewed).not.toHaveBeenCalled();
    await hear('good');
    expect(renewed).toHaveBeenCalledTimes(1);
    act(() => application.history.push('/home'));
    await settled();
    expect(window.location.pathname).toBe('/home');
    // Nothing is over any more, and nothing is asked for.
    const asked = world.requests.length;
    await hear('good');
    expect(world.requests).toHaveLength(asked);
  });

  it('leads who stayed to the login page with the next call they start, not with one that runs by itself', async () => {
    const { application, world } = await destroyed({ agree: false });
    sessionStorage.clear();
    world.answers['/api/users'] = refusal;
    await expect(application.engine.client.call('user.list', { quiet: true })).rejects.not.toMatchObject({ settled: true });
    await settled();
    expect(screen.getByText(/^page a/)).toBeTruthy();
    await expect(application.engine.client.call('user.list')).rejects.toMatchObject({ settled: true });
    expect(await screen.findByText('sign in here')).toBeTruthy();
  });

  describe('while the question is open', () => {
    const open = async (given: Destroying = {}) => await destroyed({ ...given, agree: new Promise<boolean>(() => undefined) });

    it('asks no other, takes no call for a new end, and goes where the user goes elsewhere', async () => {
      const { application, world, dialog } = await open();
      sessionStorage.clear();
      world.answers['/api/users'] = refusal;
      await expect(application.engine.client.call('user.list')).rejects.toMatchObject({ settled: true });
      await application.session.onHint({ type: 'logout' });
      await new Promise((done) => setTimeout(done, 1_200));
      await settled();
      expect(dialog).toHaveBeenCalledTimes(1);
      expect(screen.getByText(/^page a/)).toBeTruthy();
      const signal = dialog.mock.calls[0]?.[0].signal;
      expect(signal?.aborted).toBe(false);
      act(() => application.history.push('/home'));
      expect(await screen.findByText('sign in here')).toBeTruthy();
      expect(signal?.aborted).toBe(true);
    });

    it.each([
      ['goes to the login page by itself after a minute', {}, '/login'],
      ['waits for its author where something is unsaved', { unsaved: true }, '/a'],
      ['waits where a sub-app may hold what is unsaved, and covers none', { framed: true }, '/a'],
    ])('%s', async (_, given: Destroying, path) => {
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
      onTestFinished(() => void vi.useRealTimers());
      const { dialog } = await open(given);
      expect(dialog.mock.calls[0]?.[0].alone).toBe(path === '/login');
      await act(() => vi.advanceTimersByTimeAsync(50_000));
      expect(window.location.pathname).toBe('/a');
      await act(() => vi.advanceTimersByTimeAsync(10_000));
      await settled();
      expect(window.location.pathname).toBe(path);
      expect(dialog.mock.calls[0]?.[0].signal?.aborted).toBe(path === '/login');
    });
  });

  it('shows nothing of the page on the way to the login page', async () => {
    let agree: (leaves: boolean) => void = () => {};
    const { application, dialog } = await destroyed({
      agree: new Promise<boolean>((resolve) => {
        agree = resolve;
      }),
    });
    const { signal } = dialog.mock.calls[0]?.[0] ?? {};
    const seen: string[] = [];
    signal?.addEventListener('abort', () => seen.push(application.history.place.pathname));
    agree(true);
    expect(await screen.findByText('sign in here', undefined, { timeout: 10_000 })).toBeTruthy();
    await vi.waitFor(() => expect(seen).toEqual(['/login']));
  });
});

it('[STATE-09] a page that needs nobody stays, with what is typed on it', async () => {
  const paper = row({ menuId: 'paper', url: '/paper', component: 'bare#a', access: 'public' });
  const world = { ...makeWorld(), manifest: (manifest: object) => ({ ...manifest, menus: [...applicationMenus, paper] }) };
  const application = await open('/paper', world);
  const dialog = vi.fn(async () => true);
  application.feedback.connect({ message: vi.fn(), notification: vi.fn(), dialog });
  const page = screen.getByText(/^page a/);
  application.engine.leave.note();
  expect(application.state.session.login).toBe(true);
  application.session.destroy();
  await vi.waitFor(() => expect(application.state.session.login).toBe(false), 10_000);
  await settled();
  expect(screen.getByText(/^page a/)).toBe(page);
  expect(window.location.pathname).toBe('/paper');
  expect(screen.queryByText('sign in over it')).toBeNull();
  expect(dialog).not.toHaveBeenCalled();
});

describe('[STATE-02] the state of the application cannot be loaded', () => {
  it.each([
    ['nothing answers', new Error('down')],
    ['the server fails', new Response('{"code":"INTERNAL","msg":"x"}', { status: 500 })],
    ['many others ask', new Response('{"code":"TOO_MANY_REQUESTS","msg":"later"}', { status: 429 })],
    ['a proxy answers with a page', new Response('<h1>Maintenance</h1>', { headers: { 'content-type': 'text/html' } })],
    ['the server refuses the call', new Response('{"code":"FORBIDDEN","msg":"no"}', { status: 403 }), undefined, true],
    ['the token is refused', new Response('{"code":"UNAUTHENTICATED","msg":"no"}', { status: 401 }), 'warning: session has expired'],
  ])('logs out, says so and loads the ways to sign in alone: %s', async (_, stats, told = 'error: state not loaded', ended = false) => {
    const world = withPages(makeWorld({ stats }));
    const { state } = await open('/a', world);
    expect(screen.getByText('sign in here')).toBeTruthy();
    expect(sessionStorage.getItem('access_token')).toBeNull();
    expect(state).toMatchObject({ ready: true, user: null, unreachable: undefined, session: { login: false } });
    expect(said).toEqual([told]);
    expect(world.requests).toContain('/api/ways');
    // A server that could not be asked ends nothing for the other windows of the session; of one that refused it nothing is left.
    expect(world.requests.filter((url) => url === '/api/logout')).toHaveLength(ended ? 1 : 0);
    for (const call of ['/api/menus', '/api/user', '/api/users']) expect(world.requests).not.toContain(call);
  });

  it('takes over the token another system handed over, and says nothing of the one before', async () => {
    const world = withPages(makeWorld({ tokens: new Set(['good', 'handed']) }));
    let asked = 0;
    Object.defineProperty(world, 'stats', {
      get: () => {
        asked += 1;
        return asked === 1 ? new Error('down') : signedIn;
      },
    });
    await open('/a?access_token=handed', world);
    // The code that takes a token over is loaded for it.
    expect(await screen.findByText('home of Ann', undefined, { timeout: 10_000 })).toBeTruthy();
    expect(sessionStorage.getItem('access_token')).toBe('handed');
    expect(said).not.toContain('error: state not loaded');
  });

  it('asks again for the ways to sign in that did not come either, until they are here', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
    onTestFinished(() => void vi.useRealTimers());
    vi.spyOn(console, 'info').mockImplementation(() => undefined);
    const world = withPages(makeWorld({ stats: new Error('down') }));
    const away = () => new Response('{"code":"UNAVAILABLE","msg":"x"}', { status: 503 });
    world.answers['/api/ways'] = away();
    const { state } = await open('/a', world);
    await settled();
    expect(screen.getByText('sign in here')).toBeTruthy();
    const asked = () => world.requests.filter((url) => url === '/api/ways').length;
    expect(asked()).toBe(1);
    await act(() => vi.advanceTimersByTimeAsync(2_000));
    await settled();
    expect(asked()).toBe(2);
    world.answers['/api/ways'] = { configs: [{ protocol: 'INTERNAL' }] };
    await act(() => vi.advanceTimersByTimeAsync(5_000));
    await settled();
    expect(state.session.authProperties.configs).toMatchObject([{ protocol: 'INTERNAL' }]);
    await act(() => vi.advanceTimersByTimeAsync(120_000));
    expect(asked()).toBe(3);
  });

  it('shows visitors the ways to sign in without a word', async () => {
    sessionStorage.clear();
    const world = withPages(makeWorld({ stats: new Error('down') }));
    await open('/a', world);
    expect(screen.getByText('sign in here')).toBeTruthy();
    expect(world.requests).toContain('/api/ways');
    expect(said).toEqual([]);
  });
});
