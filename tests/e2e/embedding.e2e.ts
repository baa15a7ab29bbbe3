import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { BrowserContext, Page, Request } from '@playwright/test';
import { expectAccessible } from '../support/accessibility.ts';
import { expect, signIn, test } from '../support/browser.ts';
import type { ServerProcess } from '../support/server-process.ts';
import { askToSignOut, endElsewhere, hold, prefer } from './world.ts';

/** A site of its own origin, whose page sends what a test says to the window around it. */
async function foreignSite(): Promise<{ address: string; close(): Promise<void> }> {
  const page = `<!doctype html><title>foreign</title><script>
    addEventListener('message', (event) => { if (event.source === window.parent) document.title = 'heard ' + JSON.stringify(event.data); });
    window.say = (message) => window.parent.postMessage(message, '*');
  </script>`;
  const server = createServer((_request, response) => response.setHeader('content-type', 'text/html').end(page));
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  // Another name of this machine: another origin, and another site.
  return {
    address: `http://localhost:${port}/`,
    close: () => {
      server.closeAllConnections();
      return new Promise((done) => void server.close(() => done()));
    },
  };
}

const frameOf = (page: Page) => page.frameLocator('iframe');
/** Requests of the window itself, not of its frames. */
function callsOf(page: Page, path: string): string[] {
  const seen: string[] = [];
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === path && request.frame() === page.mainFrame()) seen.push(path);
  });
  return seen;
}

/** Waits until the window and its frames have asked for nothing for a while, counted from the call of this on. */
function restOf(page: Page): () => Promise<void> {
  const underWay = new Set<Request>();
  let last = Date.now();
  const done = (request: Request) => {
    underWay.delete(request);
    last = Date.now();
  };
  page.on('request', (request) => underWay.add(request));
  page.on('requestfinished', done);
  page.on('requestfailed', done);
  return () => expect.poll(() => underWay.size === 0 && Date.now() - last > 200).toBe(true);
}

/** With a session of its own. */
async function anotherTab(context: BrowserContext, server: ServerProcess): Promise<Page> {
  const tab = await context.newPage();
  await signIn(tab, server, 'admin');
  await tab.goto('/system/dict');
  await expect(tab.getByRole('heading', { name: 'Dictionaries' })).toBeVisible();
  return tab;
}

/** By the switch of the top bar. */
async function choose(page: Page, what: string, name: string): Promise<void> {
  await page.getByRole('button', { name: new RegExp(`^${what}`) }).click();
  await page.getByRole('menuitemradio', { name }).click();
}

test('[EMBED-01] [EMBED-03] [EMBED-04] two tabs and a frame: theme, language and sign-out reach all of them', async ({
  page,
  context,
  server,
}) => {
  await prefer(page, { language: 'en', theme: 'theme-mint' });
  await signIn(page, server, 'admin');
  // The window has no page of its own there: the app of the address is framed, and the same build answers at its entry.
  await page.goto('/workbench/none');
  const inside = frameOf(page);
  await expect(inside.getByText('Page not found').first()).toBeVisible();
  await expect(inside.getByRole('banner')).toBeHidden();
  await expect(page.getByRole('banner')).toHaveCount(1);
  // It said that it has loaded: without a word the cover would stay longer than this waits.
  await expect(page.locator('iframe')).toHaveAttribute('aria-busy', 'false');
  await expectAccessible(page);
  const framed = page.frames().find((frame) => frame.url().includes('/targus-data/'));
  expect(framed?.url()).toBe(`${server.address}/targus-data/workbench/none`);

  const other = await anotherTab(context, server);

  const atRest = restOf(page);
  await other.getByRole('button', { name: /^Language/ }).click();
  await other.getByRole('menuitemradio', { name: '繁體中文' }).click();
  await expect(page.locator('html')).toHaveAttribute('lang', 'zh-Hant');
  await expect(inside.locator('html')).toHaveAttribute('lang', 'zh-Hant');
  await page.getByRole('button', { name: /^語言/ }).click();
  await page.getByRole('menuitemradio', { name: 'English' }).click();
  for (const place of [other.locator('html'), inside.locator('html')]) await expect(place).toHaveAttribute('lang', 'en');

  const color = (place: { locator(name: string): { evaluate<T>(work: (part: Element) => T): Promise<T> } }) =>
    place.locator('body').evaluate((part) => getComputedStyle(part).getPropertyValue('--targus-accent').trim());
  const before = await color(page);
  expect(await color(inside)).toBe(before);
  await other.getByRole('button', { name: /^Theme/ }).click();
  await other.getByRole('menuitemradio').filter({ hasNotText: /Mint/ }).last().click();
  await expect.poll(() => color(page)).not.toBe(before);
  const after = await color(page);
  await expect.poll(() => color(inside)).toBe(after);
  expect(await color(other)).toBe(after);

  // Each window looks again at who is signed in: a sign-out meanwhile would have the server refuse those calls.
  await atRest();
  await (await askToSignOut(page)).click();
  await page.waitForURL(/\/login/);
  // A tab with a session of its own stays signed in.
  await other.reload();
  await expect(other.getByRole('heading', { name: 'Dictionaries' })).toBeVisible();
});

test('[EMBED-03] what a window told its frame takes back no theme that was chosen since in another tab', async ({
  page,
  context,
  server,
}) => {
  await prefer(page, { language: 'en', theme: 'theme-mint' });
  await signIn(page, server, 'admin');
  // The first message waits for the code that reads it.
  const code = await hold(page, '**/assets/window-message-*.js');
  await page.goto('/workbench/none');
  const inside = frameOf(page);
  await expect(inside.getByText('Page not found').first()).toBeVisible();
  const other = await anotherTab(context, server);

  await choose(page, 'Theme', 'Light yellow');
  await expect(other.locator('html')).toHaveAttribute('data-theme', 'theme-yellow-light');
  await choose(other, 'Theme', 'Dark green');
  const everywhere = [page.locator('html'), inside.locator('html'), other.locator('html')];
  for (const place of everywhere) await expect(place).toHaveAttribute('data-theme', 'theme-tw');
  const atRest = restOf(page);
  code.release();
  await atRest();
  for (const place of everywhere) await expect(place).toHaveAttribute('data-theme', 'theme-tw');
});

test('[EMBED-03] [STATE-09] a sign-out in another tab of the same session ends the frame and the window around it, also where the frame hears of it first', async ({
  page,
  context,
  server,
}) => {
  await prefer(page, { language: 'en' });
  const token = await signIn(page, server, 'riskmanager');
  await page.goto('/workbench/none');
  await expect(frameOf(page).getByText('Page not found').first()).toBeVisible();
  const storedToken = () => page.evaluate(() => sessionStorage.getItem('access_token'));
  await page.route('**/api/login/stats', async (route) => {
    if (route.request().frame() === page.mainFrame()) await expect.poll(storedToken).toBeNull();
    await route.continue();
  });
  await endElsewhere(page, token);
  // Nobody is taken from what they read by what another tab did (STATE-09).
  const question = page.getByRole('dialog', { name: 'Leave this page?' });
  await expect(question).toBeVisible();
  await expect(page).toHaveURL(/\/workbench\/none/);
  expect(await storedToken()).toBeNull();
  // Asked once, by the window; the frame said that nothing is typed in it, and is covered with the rest.
  await expect(page.locator('iframe')).toBeHidden();
  await question.getByRole('button', { name: 'Stay' }).click();
  await expect(frameOf(page).getByText('Page not found').first()).toBeVisible();
  await expect(frameOf(page).getByRole('dialog')).toHaveCount(0);
  await page.getByRole('banner').getByRole('link').first().click();
  await page.waitForURL(/\/login/);
});

test.describe('foreign windows', () => {
  test.use({ expectedErrors: [/Failed to execute 'postMessage'/] });

  test('[EMBED-02] a foreign origin changes nothing; a sub-app of ours may ask', async ({ page, server }) => {
    const foreign = await foreignSite();
    try {
      await prefer(page, { language: 'en' });
      await signIn(page, server, 'admin');
      await page.goto(`/external-link?url=${encodeURIComponent(foreign.address)}`);
      await page.waitForFunction(() => document.querySelector('iframe')?.getAttribute('aria-busy') === 'false');
      const [stats, menus] = [callsOf(page, '/api/login/stats'), callsOf(page, '/api/user/config/menus')];
      const stranger = page.frames().find((frame) => frame.url().startsWith(foreign.address));
      const messages = [
        { type: 'refreshApp' },
        { type: 'refreshMenus' },
        { type: 'changeLanguage', language: 'zh-Hant' },
        { type: 'logout' },
        { type: 'changeSetting', language: 'zh-Hant', theme: 'theme-mint' },
      ];
      await stranger?.evaluate((list) => {
        for (const message of list) (window as unknown as { say(message: unknown): void }).say(message);
      }, messages);
      // Whatever it sent has arrived before the answer of a later message of this window to itself.
      await page.evaluate(
        () =>
          new Promise((done) => {
            addEventListener('message', (event) => event.data === 'later' && done(undefined));
            postMessage('later', location.origin);
          }),
      );
      expect([stats, menus]).toEqual([[], []]);
      await expect(page.locator('html')).toHaveAttribute('lang', 'en');
      expect(await stranger?.title()).toBe('foreign');

      // The control: the same words from a sub-app of ours count.
      await page.goto('/workbench/none');
      await expect(frameOf(page).getByText('Page not found').first()).toBeVisible();
      const own = page.frames().find((frame) => frame.url().includes('/targus-data/'));
      await Promise.all([
        page.waitForRequest((request) => request.url().includes('/api/user/config/menus') && request.frame() === page.mainFrame()),
        own?.evaluate(() => window.parent.postMessage({ type: 'refreshMenus' }, window.location.origin)),
      ]);
      await own?.evaluate(() => window.parent.postMessage({ type: 'changeLanguage', language: 'zh-Hant' }, window.location.origin));
      await expect(page.locator('html')).toHaveAttribute('lang', 'zh-Hant');
    } finally {
      await foreign.close();
    }
  });

  test('[ROUTE-02] under the prefix of a micro-frontend every address has it', async ({ page, server }) => {
    await prefer(page, { language: 'en' });
    await signIn(page, server, 'admin');
    await page.goto('/targus-main/targus/system/dict');
    await expect(page.getByRole('heading', { name: 'Dictionaries' })).toBeVisible();
    const home = page.getByRole('link', { name: /Targus/ }).first();
    expect(new URL((await home.getAttribute('href')) ?? '', server.address).pathname).toBe('/targus-main/targus/');
    await home.click();
    await page.waitForURL(`${server.address}/targus-main/targus/`);
    await expect(page.getByText('Choose a module to start')).toBeVisible();
    await page.goto('/targus-main/targus/login');
    await page.waitForURL(`${server.address}/targus-main/targus/login`);
    await expect(page.getByRole('button', { name: 'Log in' })).toBeVisible();
  });
});
