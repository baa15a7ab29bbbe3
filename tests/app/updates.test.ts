import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Application } from '../../src/app/application.ts';
import { watchUpdates } from '../../src/app/updates.ts';
import { manifest } from '../engine/support.tsx';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Watches with a server that says `revision`, which the test may change. */
function watch() {
  const server = { revision: '1' };
  const renew = vi.fn(async () => ({ ...manifest, revision: server.revision, locales: { en: server.revision } }));
  const application = {
    documents: { renew },
    manifest,
    engine: { app: { permissions: new Set(), session: {} }, translate: (key: string) => key },
    routes: { decision: undefined },
    state: { language: 'en' },
  } as unknown as Application;
  return { server, renew, stop: watchUpdates(application, { window }) };
}
const note = () => document.getElementById('targus-update');

it('tells what was saved a moment before somebody came back to the window, though it is served a moment after', async () => {
  const { server, renew, stop } = watch();
  await vi.advanceTimersByTimeAsync(100);
  window.dispatchEvent(new Event('focus'));
  await vi.advanceTimersByTimeAsync(500);
  expect(note()).toBeNull();
  server.revision = '2';
  await vi.advanceTimersByTimeAsync(600);
  expect(note()?.textContent).toContain('inspect.updated');
  // Coming back again and again asks no more often than it takes to answer the last time.
  renew.mockClear();
  for (let time = 0; time < 5; time += 1) window.dispatchEvent(new Event('focus'));
  await vi.advanceTimersByTimeAsync(4_000);
  expect(renew).toHaveBeenCalledTimes(3);
  stop();
  expect(note()).toBeNull();
  renew.mockClear();
  window.dispatchEvent(new Event('focus'));
  await vi.advanceTimersByTimeAsync(60_000);
  expect(renew).not.toHaveBeenCalled();
});

it('looks every ten seconds besides, and not in a hidden window', async () => {
  const { renew, stop } = watch();
  await vi.advanceTimersByTimeAsync(20_000);
  expect(renew).toHaveBeenCalledTimes(3);
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  await vi.advanceTimersByTimeAsync(20_000);
  window.dispatchEvent(new Event('focus'));
  await vi.advanceTimersByTimeAsync(5_000);
  expect(renew).toHaveBeenCalledTimes(3);
  stop();
});
