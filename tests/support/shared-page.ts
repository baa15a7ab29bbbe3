import type { Browser, BrowserContext, Disposable, Page } from '@playwright/test';

/** Events a test listens to; other listeners are Playwright's own. */
const PAGE_EVENTS = [
  'console',
  'dialog',
  'download',
  'filechooser',
  'pageerror',
  'popup',
  'request',
  'requestfailed',
  'requestfinished',
  'response',
] as const;
const CONTEXT_EVENTS = ['console', 'page', 'request', 'requestfailed', 'requestfinished', 'response'] as const;

/**
 * One window for test after test. A browser profile of its own for every test would fetch and compile the application anew each time, which
 * is most of the time of a short test. What a test can leave behind is taken away before the next one: other windows, what is stored,
 * cookies, permissions, routes, scripts, listeners, size, media and connection. Playwright's clock cannot be taken away, so it refuses to start here: a
 * test that stops time is `isolated`, one that needs a wrong time only uses `setWrongClock`.
 */
export class SharedPage {
  private readonly scripts: Disposable[] = [];

  private constructor(
    readonly page: Page,
    /** What the window was made for: a test with other settings cannot have it. */
    readonly settings: string,
  ) {
    const add = page.addInitScript.bind(page);
    page.addInitScript = async (script, argument, options) => {
      const added = await add(script, argument, options);
      this.scripts.push(added);
      return added;
    };
    refuseClock(page.context());
  }

  static async open(browser: Browser, settings: string): Promise<SharedPage> {
    const context = await browser.newContext();
    return new SharedPage(await context.newPage(), settings);
  }

  get context(): BrowserContext {
    return this.page.context();
  }

  /**
   * As new. `address`: a page of the server without any script; leaving the origin would end the process that knows the application.
   * `size`: of the window.
   */
  async clear(address: string, size: { width: number; height: number }): Promise<void> {
    const { page, context } = this;
    for (const event of PAGE_EVENTS) page.removeAllListeners(event);
    for (const event of CONTEXT_EVENTS) context.removeAllListeners(event);
    await Promise.all(context.pages().map((other) => other !== page && other.close()));
    await Promise.all([page.unrouteAll({ behavior: 'ignoreErrors' }), context.unrouteAll({ behavior: 'ignoreErrors' })]);
    await context.setOffline(false);
    for (const script of this.scripts.splice(0)) await script.dispose();
    await page.goto(address);
    await page.evaluate(() => {
      // The cache of the browser stays, and so does what the page knows of it.
      const code = localStorage.getItem('targus-code');
      localStorage.clear();
      if (code !== null) localStorage.setItem('targus-code', code);
      sessionStorage.clear();
      window.name = '';
    });
    await page.setViewportSize(size);
    await Promise.all([context.clearCookies(), context.clearPermissions(), page.emulateMedia({ media: null, reducedMotion: 'reduce' })]);
  }
}

/** Its scripts belong to the context and would stay: every later test would live in that time. */
function refuseClock({ clock }: BrowserContext): void {
  const refuse = () => {
    throw new Error('page.clock would stay in the shared window: test.use({ isolated: true }), or setWrongClock of world.ts');
  };
  for (const name of ['install', 'setFixedTime', 'setSystemTime', 'pauseAt', 'fastForward', 'runFor', 'resume'] as const)
    clock[name] = refuse;
}
