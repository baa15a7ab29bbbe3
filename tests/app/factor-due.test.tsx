// @vitest-environment jsdom
import { act, screen } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { settle } from '../engine/support.tsx';
import { makeWorld, open, signedIn } from './support.tsx';

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  localStorage.setItem('language', 'en');
  sessionStorage.setItem('access_token', 'good');
});

const statsOf = (factorDue: boolean) => ({ ...signedIn, principal: { ...signedIn.principal, factorDue } });
const passwordRunOut = () =>
  new Response(JSON.stringify({ code: 'PASSWORD_DUE' }), { status: 403, headers: { 'content-type': 'application/json' } });
const settled = async () => {
  for (let round = 0; round < 4; round += 1) await settle();
};

it('a second factor that was due keeps its page while something there would be lost, and not a moment longer', async () => {
  const world = makeWorld({ stats: statsOf(true) });
  world.manifest = (manifest) => {
    const app = manifest.app as { pages: object };
    return { ...manifest, app: { ...app, pages: { ...app.pages, factorDue: 'again' } } };
  };
  const application = await open('/a', world);
  expect(screen.getByText('sign in over it')).toBeTruthy();
  const codes = { dirty: true };
  const kept = application.engine.leave.add(codes);
  world.stats = statsOf(false);
  await act(async () => await application.session.refreshSession());
  await settled();
  expect(application.state.user?.factorDue).toBe(false);
  expect(screen.getByText('sign in over it')).toBeTruthy();
  act(kept);
  await settled();
  expect(screen.queryByText('sign in over it')).toBeNull();
  expect(screen.getByText('page a m1')).toBeTruthy();
});

it('[RULE-07] a password that runs out in the midst of work leads to the page that sets one, and takes nothing along that is typed', async () => {
  const world = makeWorld({ stats: { ...signedIn, principal: { ...signedIn.principal, passwordDue: false } } });
  world.manifest = (manifest) => {
    const app = manifest.app as { pages: object };
    return { ...manifest, app: { ...app, pages: { ...app.pages, passwordDue: 'again' } } };
  };
  const application = await open('/a', world);
  const saved = application.engine.leave.add({ dirty: true });
  world.answers['/api/users'] = passwordRunOut();
  world.stats = { ...signedIn, principal: { ...signedIn.principal, passwordDue: true } };
  const work = () => application.engine.client.call('user.list').catch(({ code }) => code);
  expect(await work()).toBe('PASSWORD_DUE');
  await settled();
  expect(screen.getByText('page a m1')).toBeTruthy();
  act(saved);
  const asked = () => world.requests.filter((url) => url === '/api/stats').length;
  const before = asked();
  await Promise.all([work(), work(), work()]);
  await settled();
  expect(screen.getByText('sign in over it')).toBeTruthy();
  expect(asked()).toBe(before + 1);
});
