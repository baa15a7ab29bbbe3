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
