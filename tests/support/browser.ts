import { setTimeout as sleep } from 'node:timers/promises';
import { type BrowserContext, test as base, expect, type Page } from '@playwright/test';
import { keepRouting } from './routing.ts';
import { withServer } from './server-database.ts';
import type { ServerProcess } from './server-process.ts';
import { SharedPage } from './shared-page.ts';

interface Options {
  /** Settings of the worker's server. Default: captcha off. */
  serverEnv: Record<string, string>;
  /** Folder of documents laid over schemas/. */
  overlay: string;
  /** Console errors a test expects, as patterns. Default none. */
  expectedErrors: RegExp[];
  /** Run in a browser profile of its own. Default false: see SharedPage. */
  isolated: boolean;
}
interface Fixtures {
  /** Everything the page complained about so far; the test fails at its end when there is something. */
  complaints: string[];
}
interface WorkerFixtures {
  /** The built server on a database of its own, with demo data. */
  server: ServerProcess;
  /** The window of the tests of this worker, once the first of them has opened it. */
  shared: { window?: SharedPage };
}

/**
 * Milliseconds an answer may take longer, each another time: JITTER=400 npx playwright test. What only works because answers come in the
 * order they usually do fails with it. So does a test that needs the cache of the browser, which is off then.
 */
const jitter = Number(process.env.JITTER ?? 0);

async function delayAnswers(context: BrowserContext): Promise<void> {
  if (!(jitter > 0)) return;
  await context.route(/\/(api|assets)\//, async (route) => {
    await sleep(Math.random() * jitter);
    await route.fallback();
  });
}

/**
 * How many times slower the browser computes: SLOWDOWN=6 npx playwright test. What only works because a page has long drawn what a test asks
 * for next fails with it, as it does on a machine that is busy.
 */
const slowdown = Number(process.env.SLOWDOWN ?? 1);

async function slowDown(page: Page): Promise<void> {
  if (!(slowdown > 1)) return;
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
}

/**
 * Milliseconds a timer that is due at once may be late, each another time: LATE_TIMERS=60 npx playwright test. Keys come before timers in a
 * browser that is busy: what only works because a focus has long been moved fails with it.
 */
const lateness = Number(process.env.LATE_TIMERS ?? 0);

async function delayTimers(context: BrowserContext): Promise<void> {
  if (!(lateness > 0)) return;
  await context.addInitScript((most) => {
    const start = window.setTimeout;
    const late = (work: TimerHandler, delay?: number, ...rest: unknown[]) => start(work, delay || Math.random() * most, ...rest);
    Object.assign(window, { setTimeout: late });
  }, lateness);
}

/** `test` of every *.e2e.ts: a production server per worker, and no test passes with an error in the console or a refused resource. */
export const test = base.extend<
  Fixtures & Pick<Options, 'expectedErrors' | 'isolated'>,
  WorkerFixtures & Pick<Options, 'serverEnv' | 'overlay'>
>({
  expectedErrors: [[], { option: true }],
  serverEnv: [{ CAPTCHA: 'off' }, { option: true, scope: 'worker' }],
  overlay: ['', { option: true, scope: 'worker' }],
  server: [
    async ({ serverEnv, overlay }, use) => await withServer({ ...(overlay !== '' && { SCHEMAS_DIR: overlay }), ...serverEnv }, use),
    { scope: 'worker', timeout: 60_000 },
  ],
  baseURL: async ({ server }, use) => use(server.address),
  isolated: [false, { option: true }],
  shared: [
    async ({ browser }, use) => {
      const shared: { window?: SharedPage } = {};
      await use(shared);
      if (browser.isConnected()) await shared.window?.context.close();
    },
    { scope: 'worker' },
  ],
  context: async ({ browser, shared, server, isolated, viewport, locale, hasTouch }, use) => {
    const settings = JSON.stringify({ viewport, locale, hasTouch });
    const isOwn = isolated || viewport === null || (shared.window !== undefined && shared.window.settings !== settings);
    if (isOwn) {
      const context = await browser.newContext();
      await delayAnswers(context);
      await delayTimers(context);
      await use(context);
      await context.close();
      return;
    }
    if (!shared.window) {
      shared.window = await SharedPage.open(browser, settings);
      await delayTimers(shared.window.context);
    }
    await shared.window.clear(`${server.address}/api/health`, viewport);
    await delayAnswers(shared.window.context);
    await use(shared.window.context);
  },
  page: async ({ context, shared }, use) => {
    const page = context === shared.window?.context ? shared.window.page : await context.newPage();
    await slowDown(page);
    const end = keepRouting(page);
    await use(page);
    end();
  },
  complaints: [
    async ({ page, expectedErrors }, use) => {
      const complaints: string[] = [];
      page.on('console', (message) => {
        if (message.type() !== 'error') return;
        // A call or file that failed: its message does not say which.
        const address = message.text().startsWith('Failed to load resource') ? `${message.location().url} ` : '';
        complaints.push(`console: ${address}${message.text()}`);
      });
      page.on('pageerror', (error) => complaints.push(`uncaught: ${error.stack ?? error.message}`));
      page.on('request', (request) => {
        if (request.url().endsWith('/api/csp-report')) complaints.push(`policy: ${request.postData()}`);
      });
      await use(complaints);
      const unexpected = complaints.filter((text) => !expectedErrors.some((pattern) => pattern.test(text)));
      expect(unexpected, 'the browser complained').toEqual([]);
    },
    { auto: true },
  ],
});

export { expect };

/** Signs in through the API by password. Needs a server with the captcha off. */
export async function tokenOf(server: Pick<ServerProcess, 'address'>, username = 'admin', password = 'targus-demo'): Promise<string> {
  const response = await fetch(`${server.address}/api/login/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${btoa('targus:targus')}` },
    body: new URLSearchParams({ grant_type: 'password', scope: 'server', username, password }),
  });
  const answer: { data?: { access_token?: string }; access_token?: string } = await response.json();
  const token = answer.data?.access_token ?? answer.access_token;
  if (!token) throw new Error(`signing in as ${username} failed: ${JSON.stringify(answer)}`);
  return token;
}

/**
 * Signs in through the API and puts the token where the application keeps it; the next page opened is signed in.
 * Needs a server with the captcha off.
 */
export async function signIn(page: Page, server: ServerProcess, username = 'admin', password = 'targus-demo'): Promise<string> {
  const token = await tokenOf(server, username, password);
  await page.addInitScript((value) => {
    // Only once a window: a later sign-out in the test must stay one. A framed page has no storage of ours.
    if (window !== window.top || sessionStorage.getItem('test_signed_in')) return;
    sessionStorage.setItem('test_signed_in', '1');
    sessionStorage.setItem('access_token', value);
    sessionStorage.setItem('login_protocol', 'INTERNAL');
  }, token);
  return token;
}
