// @vitest-environment jsdom
import { fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Application } from '../../src/app/application.ts';
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

it.each([
  ['over unsaved changes', true],
  ['where nothing is typed', false],
])('[STATE-09] a session ended from outside asks once within a second %s, and leads to the login page', async (_, isChanged) => {
  const application = await open('/a', makeWorld());
  const dialog = vi.fn(async () => true);
  application.feedback.connect({ message: vi.fn(), notification: vi.fn(), dialog });
  if (isChanged) application.engine.leave.add();
  for (let news = 0; news < 3; news += 1) application.session.destroy();
  await settled();
  expect(dialog).not.toHaveBeenCalled();
  await vi.waitFor(() => expect(screen.getByText('sign in here')).toBeTruthy(), 4_000);
  expect(dialog).toHaveBeenCalledTimes(1);
});

it('[STATE-09] whoever stays keeps the page, is not asked again, and goes to the login page next', async () => {
  const application = await open('/a', makeWorld());
  const dialog = vi.fn(async () => false);
  application.feedback.connect({ message: vi.fn(), notification: vi.fn(), dialog });
  sessionStorage.removeItem('access_token');
  application.session.destroy();
  await vi.waitFor(() => expect(dialog).toHaveBeenCalledTimes(1), 4_000);
  await settled();
  expect(screen.getByText(/^page a/)).toBeTruthy();
  vi.useFakeTimers();
  application.session.destroy();
  await vi.advanceTimersByTimeAsync(2_000);
  vi.useRealTimers();
  expect(dialog).toHaveBeenCalledTimes(1);
  application.history.push('/b');
  await vi.waitFor(() => expect(screen.getByText('sign in here')).toBeTruthy());
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
  await vi.waitFor(() => expect(application.state.session.login).toBe(false), 4_000);
  await settled();
  expect(screen.getByText(/^page a/)).toBe(page);
  expect(window.location.pathname).toBe('/paper');
  expect(screen.queryByText('sign in over it')).toBeNull();
  expect(dialog).not.toHaveBeenCalled();
});

describe('[STATE-02] the state of the application cannot be loaded', () => {
  it('keeps a held session while the server is down, and goes on where it was when it answers', async () => {
    const world = withPages(makeWorld({ stats: new Error('down') }));
    await open('/a', world);
    expect(screen.getByText('try again')).toBeTruthy();
    expect(sessionStorage.getItem('access_token')).toBe('good');
    fireEvent.click(screen.getByText('try again'));
    await settled();
    expect(screen.getByText('try again')).toBeTruthy();
    world.stats = signedIn;
    fireEvent.click(screen.getByText('try again'));
    await settled();
    expect(screen.getByText('page a m1')).toBeTruthy();
    expect(window.location.pathname).toBe('/a');
  });

  it.each([
    ['many others ask', new Response('{"code":"TOO_MANY_REQUESTS","msg":"later"}', { status: 429 }), 'try again', 'good'],
    [
      'a proxy answers with a page',
      new Response('<h1>Maintenance</h1>', { headers: { 'content-type': 'text/html' } }),
      'try again',
      'good',
    ],
    ['the token is refused', new Response('{"code":"UNAUTHENTICATED","msg":"no"}', { status: 401 }), 'sign in here', null],
  ])('tells a session that ended from one nobody could ask for: %s', async (_, stats, shown, token) => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    await open('/a', withPages(makeWorld({ stats })));
    expect(screen.getByText(shown)).toBeTruthy();
    expect(sessionStorage.getItem('access_token')).toBe(token);
  });

  it('tries all of it again: the configuration, and the token another system handed over', async () => {
    const world = withPages(makeWorld({ stats: new Error('down'), tokens: new Set(['good', 'handed']) }));
    const config = world.answers['/api/config'];
    world.answers['/api/config'] = new Response('{}', { status: 503 });
    const { state } = await open('/a?access_token=handed', world);
    Object.assign(world, { stats: signedIn, answers: { ...world.answers, '/api/config': config } });
    fireEvent.click(screen.getByText('try again'));
    // The code that takes a token over is loaded for it.
    expect(await screen.findByText('home of Ann', undefined, { timeout: 10_000 })).toBeTruthy();
    expect(sessionStorage.getItem('access_token')).toBe('handed');
    expect(state.config).toMatchObject({ sysTitle: 'Targus X' });
  });

  it('logs out whom the server refuses, and shows visitors the ways to sign in', async () => {
    sessionStorage.clear();
    const world = withPages(makeWorld({ stats: new Error('down') }));
    await open('/a', world);
    expect(screen.getByText('sign in here')).toBeTruthy();
    expect(world.requests).toContain('/api/ways');
  });
});
