import type { Locator, Page, Route } from '@playwright/test';
import { expect, signIn, tokenOf } from '../support/browser.ts';
import type { ServerProcess } from '../support/server-process.ts';

export const PASSWORD = 'targus-demo';

/** What the server tells about the session, loosely: the tests bend it. */
export interface Stats {
  login: boolean;
  menuStyle?: unknown;
  menus?: Record<string, unknown>[];
  applications?: Record<string, unknown>[];
  principal?: Record<string, unknown>;
  [key: string]: unknown;
}

interface Start {
  user?: string;
  language?: 'en' | 'zh-Hans' | 'zh-Hant';
  theme?: string;
}

const tokens = new Map<string, string>();

/** The next page opened is signed in. One sign-in a user serves all tests of a server: do not sign out with it, see `signIn`. */
export async function enter(page: Page, server: ServerProcess, { user = 'admin', language, theme }: Start = {}): Promise<string> {
  const key = `${server.address} ${user}`;
  const token = tokens.get(key);
  if (token === undefined) tokens.set(key, await signIn(page, server, user, PASSWORD));
  else await keepToken(page, token);
  if (language ?? theme) await prefer(page, { language, theme });
  await forgetSettings(server, tokens.get(key) ?? '');
  return tokens.get(key) ?? '';
}

/** What an earlier test chose was saved for its user, and would win over what this one prefers. */
async function forgetSettings(server: ServerProcess, token: string): Promise<void> {
  await fetch(`${server.address}/api/user/config/updateUserConfig`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ theme_config: null, language_config: null, img_path: null }),
  });
}

/** The session is gone from this window, without a sign-out; what the page open now looks for by itself is not asked for without it. */
export async function dropToken(page: Page): Promise<void> {
  await page.goto('/api/health');
  await page.evaluate(() => sessionStorage.removeItem('access_token'));
}

async function keepToken(page: Page, token: string): Promise<void> {
  await page.addInitScript((value) => {
    if (window !== window.top || sessionStorage.getItem('test_signed_in')) return;
    sessionStorage.setItem('test_signed_in', '1');
    sessionStorage.setItem('access_token', value);
    sessionStorage.setItem('login_protocol', 'INTERNAL');
  }, token);
}

/** Language and theme the browser remembers; a change during the test stays. */
export async function prefer(page: Page, settings: Pick<Start, 'language' | 'theme'>): Promise<void> {
  await page.addInitScript((wanted) => {
    if (window !== window.top || sessionStorage.getItem('test_preferred')) return;
    sessionStorage.setItem('test_preferred', '1');
    if (wanted.language) localStorage.setItem('language', wanted.language);
    if (wanted.theme) localStorage.setItem('theme', wanted.theme);
  }, settings);
}

/** The clock of the browser starts at another time, in pages opened from now on; it runs on as any clock, and the next test has the true one. */
export async function setWrongClock(page: Page, start: string): Promise<void> {
  await page.addInitScript((at) => {
    const lead = at - Date.now();
    globalThis.Date = new Proxy(Date, {
      construct: (target, values, made) => Reflect.construct(target, values.length === 0 ? [target.now() + lead] : values, made),
      get: (target, name) => (name === 'now' ? () => target.now() + lead : Reflect.get(target, name)),
    });
  }, Date.parse(start));
}

/** Lets the server answer and changes the data of the answer. */
export async function bend<T = Record<string, unknown>>(page: Page, address: string, change: (data: T) => unknown): Promise<void> {
  await page.route(address, async (route) => {
    const response = await route.fetch();
    const answer: { data?: T } = await response.json();
    const data = answer.data ?? (answer as T);
    const changed = change(data) ?? data;
    await route.fulfill({ response, json: 'data' in answer ? { ...answer, data: changed } : changed });
  });
}

export const bendStats = (page: Page, change: (stats: Stats) => unknown): Promise<void> => bend(page, '**/api/login/stats*', change);
export const bendConfig = (page: Page, change: (config: Record<string, unknown>) => unknown): Promise<void> =>
  bend(page, '**/api/login/login_config*', change);

/** Requests to an address wait until `release`. */
export async function hold(page: Page, address: string): Promise<{ release: () => void }> {
  let release = () => {};
  const free = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(address, (route) => free.then(() => route.fallback()));
  return { release };
}

/** Opens the list of a select as people do: by a press on its box, which lies over the field itself. */
export const openList = (combobox: Locator): Promise<void> =>
  combobox.locator('xpath=ancestor::*[contains(concat(" ", normalize-space(@class), " "), " ant-select ")][1]').click();

/** Fills a field after a choice by the pointer: the list takes the focus once more a moment later, and what is typed as that happens goes there. */
export async function fillAfterChoice(field: Locator, text: string): Promise<void> {
  await expect(async () => {
    await field.fill(text);
    await expect(field).toHaveValue(text, { timeout: 1_000 });
  }).toPass();
}

/** A question takes the focus a moment after it is drawn, which nobody's fingers outrun. */
async function tookFocus(part: Locator): Promise<void> {
  const answers = part.locator('xpath=ancestor::*[contains(@class, "ant-modal-confirm-btns")]');
  if ((await answers.count()) > 0) await expect(answers.locator(':focus')).toBeAttached();
}

/** Goes on with a key, as a person without a pointer does, until the wanted part has the focus. */
export async function goByKey(page: Page, part: Locator, key = 'Tab'): Promise<void> {
  await expect(part).toBeVisible();
  await tookFocus(part);
  const isThere = () => part.evaluate((element) => element === document.activeElement);
  for (let steps = 0; steps < 80 && !(await isThere()); steps += 1) await page.keyboard.press(key);
  await expect(part).toBeFocused();
}

export async function pressByKey(page: Page, part: Locator, key?: string): Promise<void> {
  await goByKey(page, part, key);
  await page.keyboard.press('Enter');
}

/** Answers a question by Enter on one of its buttons. */
export async function answerByKey(page: Page, name: string): Promise<void> {
  const answer = page.locator('.ant-modal-confirm-btns').getByRole('button', { name, exact: true });
  await expect(answer).toBeVisible();
  await tookFocus(answer);
  await answer.press('Enter');
}

/** Answers with an error as the server writes it. */
export const refuse = (route: Route, status: number, code: string, msg = code): Promise<void> =>
  route.fulfill({ status, json: { code, msg, requestId: '00000000-0000-4000-8000-000000000000' } });

/** Requests to a path while `work` runs, and until the page is quiet again. */
export async function requestsDuring(page: Page, path: string, work: () => Promise<void>): Promise<string[]> {
  const seen: string[] = [];
  const note = (request: { url(): string; method(): string }) => {
    if (new URL(request.url()).pathname === path) seen.push(request.method());
  };
  page.on('request', note);
  await work();
  await page.waitForLoadState('networkidle');
  page.off('request', note);
  return seen;
}

/** Words that look like a text key nobody translated, such as `dictionary.title`. */
export async function untranslated(page: Page): Promise<string[]> {
  const text = (await page.locator('body').textContent()) ?? '';
  return (
    text.match(/\b(?:common|dictionary|engine|entry|error|field|home|layout|login|misc|rule|start|table)\.[a-z][A-Za-z0-9_.]*\b/g) ?? []
  );
}

/** Where the paper of a uuid is answered. `more`: further parameters, such as `&type=show`. */
export const paperAddress = (kind: 'exam' | 'finance', uuid: string, more = ''): string => `/risk/evaluate/${kind}?uuid=${uuid}${more}`;

/** Presses "Sign out" in the menu of the user, and gives the button that answers the question with yes. */
export async function askToSignOut(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: /^Menu of/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  return page.getByRole('dialog').getByRole('button', { name: 'Sign out' });
}

/** Signs out of the session of this window in another one. */
export async function endElsewhere(page: Page, token: string): Promise<void> {
  const twin = await page.context().newPage();
  await twin.addInitScript((value) => {
    if (window !== window.top || sessionStorage.getItem('test_signed_in')) return;
    sessionStorage.setItem('test_signed_in', '1');
    sessionStorage.setItem('access_token', value);
  }, token);
  await twin.goto('/system/dict');
  await (await askToSignOut(twin)).click();
  await twin.waitForURL(/\/login/);
}

/** Says yes to the question of a window whose session was ended in another one. */
export const leaveEnded = (page: Page): Promise<void> =>
  page.getByRole('dialog').filter({ hasText: 'Leave this page?' }).getByRole('button', { name: 'Leave', exact: true }).click();

/** Pixels the page is wider than the window. */
export const overflow = (page: Page): Promise<number> =>
  page.evaluate(() => Math.max(document.documentElement.scrollWidth, document.body.scrollWidth) - window.innerWidth);

/** The form of the login page. */
export const loginForm = (page: Page): Record<'account' | 'password' | 'captcha' | 'remember' | 'submit', Locator> => ({
  account: page.getByRole('textbox', { name: 'Account' }),
  password: page.getByRole('textbox', { name: 'Password' }),
  captcha: page.getByRole('textbox', { name: 'Captcha code' }),
  remember: page.getByRole('checkbox', { name: 'Remember me' }),
  submit: page.getByRole('button', { name: 'Log in' }),
});

/** The next page opened in this window is somebody else's. */
export async function become(page: Page, server: ServerProcess, username: string): Promise<void> {
  const token = await tokenOf(server, username);
  await page.evaluate((value) => sessionStorage.setItem('access_token', value), token);
}
