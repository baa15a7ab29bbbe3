// @vitest-environment jsdom
import { act, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { said, settle } from '../engine/support.tsx';
import { makeWorld, open, signedIn } from './support.tsx';

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  localStorage.setItem('language', 'en');
  sessionStorage.setItem('access_token', 'good');
  said.length = 0;
});
afterEach(() => vi.restoreAllMocks());

const bob = { username: 'bob', name: 'Bob', roles: [{ roleCode: 'guest' }] };

/** At an address, with something typed that blocks, and a frame, or the window around, that changes the token both have. */
async function shared(path = '/a') {
  const world = makeWorld({ tokens: new Set(['good', 'new']) });
  const application = await open(path, world);
  const [renewed, forgotten] = [vi.fn(), vi.fn()];
  application.engine.onRenew?.(renewed);
  application.engine.onForget(forgotten);
  application.engine.leave.add();
  const hear = async (token: string | null) => {
    if (token === null) sessionStorage.removeItem('access_token');
    else sessionStorage.setItem('access_token', token);
    window.dispatchEvent(new StorageEvent('storage', { key: 'access_token', newValue: token }));
    for (let round = 0; round < 4; round += 1) await settle();
  };
  const asked = () => world.requests.filter((url) => url === '/api/stats').length;
  return { world, application, renewed, forgotten, hear, asked };
}

describe('[ERR-02] a frame, or the window around, signed in again where the end of the session was not noticed here', () => {
  it('keeps the page for the same person, and what is typed on it', async () => {
    const { application, renewed, forgotten, hear, asked } = await shared();
    const page = screen.getByText('page a m1');
    const before = asked();
    await hear(null);
    expect(asked()).toBe(before);
    await hear('new');
    expect(asked()).toBe(before + 1);
    expect(screen.getByText('page a m1')).toBe(page);
    expect([renewed.mock.calls.length, forgotten.mock.calls.length, application.engine.leave.blocked]).toEqual([0, 0, true]);
    expect(said).toEqual([]);
  });

  it.each([
    ['another person', { principal: bob }, 'home of Bob'],
    ['the same person in the place of another', { delegate: { id: 'd1', agent: signedIn.principal } }, 'home of Ann'],
    ['the same person in the view of a role', { viewing: { id: 'r1' } }, 'home of Ann'],
  ])('begins anew, without a question, for %s', async (_, change, home) => {
    const { application, world, renewed, forgotten, hear, asked } = await shared();
    const frame = screen.getByText('frame');
    world.stats = { ...signedIn, ...change };
    await hear('new');
    expect(await screen.findByText(home)).toBeTruthy();
    expect(window.location.pathname).toBe('/');
    expect(screen.getByText('frame')).not.toBe(frame);
    expect(forgotten).toHaveBeenCalled();
    expect(renewed).not.toHaveBeenCalled();
    expect([application.state.user?.name, said]).toEqual([(world.stats as typeof signedIn).principal.name, []]);
    // What is on show now is theirs.
    const before = asked();
    await hear('new');
    expect(asked()).toBe(before);
  });

  it('keeps the page where the server does not know the other token', async () => {
    const { world, hear } = await shared();
    const page = screen.getByText('page a m1');
    world.stats = { ...signedIn, principal: bob };
    await hear('bad');
    expect(screen.getByText('page a m1')).toBe(page);
  });

  it('asks until the server can tell who it is', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
    onTestFinished(() => void vi.useRealTimers());
    const warned = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    const { world, hear } = await shared();
    world.stats = new Error('down');
    await hear('new');
    expect(warned).toHaveBeenCalledWith('The sign-in of another window could not be followed:', expect.anything());
    expect(screen.getByText('page a m1')).toBeTruthy();
    world.stats = { ...signedIn, principal: bob };
    await act(() => vi.advanceTimersByTimeAsync(3_000));
    expect(await screen.findByText('home of Bob')).toBeTruthy();
  });

  it('asks for no visitor', async () => {
    sessionStorage.clear();
    const { application, hear, asked } = await shared('/login');
    const before = asked();
    await hear('new');
    expect([application.state.session.login, asked()]).toEqual([false, before]);
  });
});
