import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Application } from '../../src/app/application.ts';
import { Texts } from '../../src/app/texts.ts';
import { watchUpdates } from '../../src/app/updates.ts';
import { manifest } from '../engine/support.tsx';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Watches with a server that says `revision`, which the test may change. */
function watch() {
  const server = { revision: '1' };
  const renew = vi.fn(async () => ({ ...manifest, revision: server.revision, locales: { en: server.revision } }));
  const application = {
    documents: { loadManifest: renew, loadTexts: async () => ({}) },
    texts: { renew: () => false },
    manifest,
    engine: { app: { permissions: new Set(), session: {} }, translate: (key: string) => key },
    routes: { decision: undefined },
    state: { language: 'en', theme: 'dark', session: { login: true } },
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

const paper = { kind: 'page', page: 'paper', layouts: ['bare'], route: { menuId: 'paper' } };
const row = (menuId: string, url = `/${menuId}`) => ({ menuId, url });
const before = {
  ...manifest,
  revision: '1',
  locales: { en: '1' },
  menus: [row('paper'), row('people')],
  pages: { paper: { hash: 'a' }, people: { hash: 'a' } },
  layouts: { bare: { hash: 'a' }, main: { hash: 'a' } },
  themes: { dark: { tone: 'dark' }, mint: { tone: 'light' } },
};

/** Whether the note is offered on the page of a paper after the documents changed so, and the texts to these. */
async function offered(change: object, { login = false, texts = {} }: { login?: boolean; texts?: Record<string, string> } = {}) {
  const shownTexts = new Texts(
    async () => ({ 'paper.title': 'Paper', 'people.title': 'People', 'people.count_one': 'one', 'people.count_other': 'many' }),
    'en',
    'en',
  );
  await shownTexts.show('en');
  shownTexts.translate('paper.title');
  shownTexts.translate('people.count', { count: 1 });
  const application = {
    documents: { loadManifest: async () => ({ ...before, revision: '2', ...change }), loadTexts: async () => texts },
    texts: shownTexts,
    manifest: before,
    engine: { app: { permissions: new Set(), session: {} }, translate: (key: string) => key },
    routes: { decision: paper },
    state: { language: 'en', theme: 'dark', session: { login } },
  } as unknown as Application;
  const stop = watchUpdates(application, { window });
  await vi.advanceTimersByTimeAsync(50);
  const isOffered = note() !== null;
  stop();
  return { isOffered, texts: shownTexts };
}

it('offers a page that is public a new version for documents of its own, and for no others', async () => {
  const others = [
    { pages: { ...before.pages, people: { hash: 'b' }, more: { hash: 'b' } } },
    { layouts: { ...before.layouts, main: { hash: 'b' } } },
    { menus: [row('paper'), row('people', '/staff'), row('more')] },
    { themes: { ...before.themes, mint: { tone: 'dark' } } },
  ];
  for (const change of others) expect((await offered(change)).isOffered, JSON.stringify(change)).toBe(false);
  const own = [
    { pages: { ...before.pages, paper: { hash: 'b' } } },
    { layouts: { ...before.layouts, bare: { hash: 'b' } } },
    { menus: [row('paper', '/papers'), row('people')] },
    { themes: { ...before.themes, dark: { tone: 'light' } } },
    { app: { ...before.app, defaultTheme: 'mint' } },
  ];
  for (const change of own) expect((await offered(change)).isOffered, JSON.stringify(change)).toBe(true);
  // Who signed in sees the menus.
  expect((await offered({ menus: [row('paper'), row('people', '/staff')] }, { login: true })).isOffered).toBe(true);
});

it('offers it for texts that were shown, and takes over all others, for pages that are opened next', async () => {
  const change = { locales: { en: '2' } };
  const shownBefore = { 'paper.title': 'Paper', 'people.count_one': 'one', 'people.count_other': 'many' };
  const other = await offered(change, { texts: { ...shownBefore, 'people.title': 'Staff', 'more.title': 'More' } });
  expect(other.isOffered).toBe(false);
  expect([other.texts.translate('people.title'), other.texts.translate('more.title')]).toEqual(['Staff', 'More']);
  const own = await offered(change, { texts: { ...shownBefore, 'paper.title': 'Questionnaire' } });
  expect(own.isOffered).toBe(true);
  expect(own.texts.translate('paper.title')).toBe('Paper');
  // A plural stands under a key of its own.
  expect((await offered(change, { texts: { ...shownBefore, 'people.count_one': 'somebody' } })).isOffered).toBe(true);
});
