// @vitest-environment jsdom
import { cleanup, render } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { App } from '../../src/app/App.tsx';
import { RootBoundary } from '../../src/app/RootBoundary.tsx';
import { startApplication } from '../../src/app/start.ts';
import { randomFrom } from '../core/support/random.ts';
import { settle } from '../engine/support.tsx';
import { makeWorld, optionsOf, signedIn, type World } from './support.tsx';

type Random = ReturnType<typeof randomFrom>;

const ODD: unknown[] = [
  ...[null, true, false, 0, -1, 1e308, '', 'x', ' ', '{{ 1 / 0 }}', '/a', '//evil.example', 'a#b#c', '#', '1', 'x'.repeat(5000)],
  ...[[], {}, [null], [[]], ['x', 7], [{}], { toString: 1, length: -1 }, { constructor: { prototype: null } }],
  ...[{ en: 5 }, [{ l: 1 }], { menuId: {} }, [{ menuId: 'm1', parentId: 'm1' }], JSON.parse('{"__proto__": {"login": true}}')],
];

/** The value with one to three random places of it replaced by something odd. */
function spoilt<Value>(value: Value, random: Random): unknown {
  let result: unknown = structuredClone(value);
  for (let round = 1 + random.below(3); round > 0; round -= 1) result = spoil(result, random);
  return result;
}
function spoil(value: unknown, random: Random): unknown {
  const keys = typeof value === 'object' && value !== null ? Object.keys(value) : [];
  const key = keys[random.below(keys.length + 1)];
  if (key === undefined) return random.below(3) === 0 || keys.length === 0 ? structuredClone(random.pick(ODD)) : value;
  const copy = value as Record<string, unknown>;
  if (random.below(8) === 0) delete copy[key];
  else copy[key] = spoil(copy[key], random);
  return copy;
}

const rejections: unknown[] = [];
const note = (reason: unknown): void => void rejections.push(reason);
beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  localStorage.setItem('language', 'en');
  sessionStorage.setItem('access_token', 'good');
  rejections.length = 0;
  process.on('unhandledRejection', note);
  for (const level of ['error', 'warn'] as const) vi.spyOn(console, level).mockImplementation(() => undefined);
});
afterEach(() => {
  process.off('unhandledRejection', note);
});

/** Starts as src/app/main.tsx does; tells what is shown. */
async function show(path: string, world: World): Promise<string> {
  window.history.replaceState(null, '', path);
  let application: Awaited<ReturnType<typeof startApplication>>;
  try {
    application = await startApplication(optionsOf(world));
  } catch (error) {
    // main.tsx shows StartFailure.
    return `not started: ${String(error)}`;
  }
  const { container } = render(
    <RootBoundary language={() => 'en'} retry={() => undefined}>
      <App application={application} nonce={undefined} />
    </RootBoundary>,
  );
  // A busy machine takes longer; what never comes is the fault looked for.
  for (let round = 0; round < 100 && (round < 4 || /^(loading)?$/.test(container.textContent ?? '')); round += 1) await settle();
  const text = container.textContent ?? '';
  cleanup();
  application.history.dispose();
  return text;
}

const PATHS = ['/', '/a', '/login', '/lost', '/nothing'];
const ROUNDS = Array.from({ length: 40 }, (_, seed) => seed + 1);

describe('whatever the server answers, something that explains itself is shown', () => {
  it.each(ROUNDS)('[STATE-01] stats, menus, user and configuration, seed %i', async (seed) => {
    const random = randomFrom(seed);
    const world = makeWorld({ stats: spoilt(seed % 3 === 0 ? { ...signedIn, menus: null, principal: null } : signedIn, random) });
    world.answers['/api/menus'] = spoilt(signedIn.menus, random);
    world.answers['/api/user'] = spoilt(signedIn.principal, random);
    world.answers['/api/config'] = spoilt({ sysTitle: { en: 'X' }, sysLogo: 'default', sysBackgroundIcon: 'x' }, random);
    world.answers['/config/data.json'] = spoilt({ sysTitle: 'X', sysAgreementPage: {} }, random);
    const path = random.pick(PATHS);
    const text = await show(path, world);
    expect(text, path).toMatch(/sign in here|home of|page a|broken:|nothing at|not for you/);
    expect(rejections).toEqual([]);
  });

  it.each(ROUNDS)('parts of the manifest, seed %i', async (seed) => {
    const random = randomFrom(seed * 7919);
    const world = makeWorld({ manifest: (manifest) => spoilt(manifest, random) });
    const path = random.pick(PATHS);
    const text = await show(path, world);
    expect(text.trim(), path).not.toBe('');
    expect(text.trim()).not.toBe('loading');
    // In words for whoever operates the server, never a fault of the code.
    expect(text).not.toMatch(/TypeError|Cannot read/);
    expect(rejections).toEqual([]);
  });
});
