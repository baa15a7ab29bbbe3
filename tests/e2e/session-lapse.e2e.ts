import type { Locator, Page, Request, Route } from '@playwright/test';
import { expect, signIn, test, tokenOf } from '../support/browser.ts';
import { newcomer, setUp } from '../support/second-factor.ts';
import type { ServerProcess } from '../support/server-process.ts';
import { codeOf } from '../support/totp.ts';
import { loginForm, PASSWORD, prefer } from './world.ts';

test.use({
  expectedErrors: [/status of (401|500|503)|UNAUTHENTICATED|SESSION_ENDED|could not be loaded|onSubmit|Failed to load resource/],
});

/** Types an entry of a dictionary, and saves nothing. */
async function typeEntry(page: Page, value: string): Promise<{ editor: Locator; save: Locator }> {
  await page.goto('/system/dict');
  await expect(page.getByRole('table')).toBeVisible();
  await page
    .getByRole('button', { name: 'Add entry' })
    .or(page.getByRole('button', { name: 'Add', exact: true }))
    .first()
    .click();
  const editor = page.getByRole('dialog').first();
  await editor.getByRole('textbox').first().fill('lapse-test');
  await editor.getByRole('textbox', { name: /value/i }).fill(value);
  const wordings = editor.getByRole('textbox', { name: /label|Chinese|English/i });
  for (const wording of await wordings.all()) await wording.fill('Kept text');
  const save = editor
    .getByRole('button', { name: 'Save' })
    .or(editor.getByRole('button', { name: 'OK' }))
    .first();
  return { editor, save };
}

/** The server ends the session, the page notices when it saves, and asks for the password over itself. */
async function lapse(page: Page, server: ServerProcess, token: string, save: Locator): Promise<Locator> {
  await fetch(`${server.address}/api/login/logout`, { method: 'POST', headers: { authorization: `Bearer ${token}` } });
  // Any call of the page may be the first to notice: its question stands over the button then.
  await save.dispatchEvent('click');
  const notice = page.getByRole('dialog').filter({ hasText: 'click Confirm to log in again' });
  await expect(notice).toHaveCount(1);
  await notice.getByRole('button', { name: 'Confirm' }).click();
  const again = page.getByRole('dialog', { name: 'Sign in again' });
  await expect(again).toBeVisible();
  return again;
}

/** Signed in again: what was typed is there, and is saved. */
async function expectKept(page: Page, { editor, save }: { editor: Locator; save: Locator }, value: string): Promise<void> {
  await expect(page.getByText('You are signed in again')).toBeVisible();
  await expect(editor.getByRole('textbox', { name: /value/i })).toHaveValue(value);
  await save.click();
  await expect(editor).toBeHidden();
  await expect(page).toHaveURL(/\/system\/dict/);
}

test('[ERR-02] what is typed survives a session the server ended: signing in again over the page, then saving works', async ({
  page,
  server,
}) => {
  await prefer(page, { language: 'en' });
  const token = await signIn(page, server, 'admin');
  const typed = await typeEntry(page, 'kept');
  const again = await lapse(page, server, token, typed.save);
  await expect(loginForm(page).account).toHaveValue('admin');
  await loginForm(page).password.fill(PASSWORD);
  await loginForm(page).password.press('Enter');
  await expect(again).toBeHidden();
  await expectKept(page, typed, 'kept');
});

test('[ERR-01] what is typed survives a token that something else took out of the browser', async ({ page, server }) => {
  await prefer(page, { language: 'en' });
  await signIn(page, server, 'admin');
  const typed = await typeEntry(page, 'kept-without-token');
  await page.evaluate(() => sessionStorage.clear());
  await typed.save.click();
  const again = page.getByRole('dialog', { name: 'Sign in again' });
  await expect(again).toBeVisible();
  await expect(loginForm(page).account).toHaveValue('admin');
  await loginForm(page).password.fill(PASSWORD);
  await loginForm(page).password.press('Enter');
  await expect(again).toBeHidden();
  await expectKept(page, typed, 'kept-without-token');
});

test('[ERR-02] what is typed survives a session of somebody with two-step sign-in: the code is asked for over the page, too', async ({
  page,
  server,
}) => {
  await prefer(page, { language: 'en' });
  const password = 'harbour-lamp';
  const username = `lapser${Date.now().toString(36)}`;
  await newcomer(server, await tokenOf(server), { username, password, roleIds: ['1'] });
  const token = await signIn(page, server, username, password);
  const key = await setUp(server, token, password);
  const typed = await typeEntry(page, 'kept-by-code');
  const again = await lapse(page, server, token, typed.save);
  await loginForm(page).password.fill(password);
  await loginForm(page).password.press('Enter');
  const code = again.getByRole('textbox', { name: 'Code of the app' });
  await expect(code).toBeFocused();
  await code.fill(codeOf(key, 1));
  await code.press('Enter');
  await expect(again).toBeHidden();
  await expectKept(page, typed, 'kept-by-code');
});

test('[STATE-02] whose state cannot be loaded is logged out: only the ways to sign in are loaded, and another sign-in goes on', async ({
  page,
  server,
}) => {
  await prefer(page, { language: 'en' });
  await signIn(page, server, 'admin');
  for (const fail of [
    (route: Route) => route.fulfill({ status: 503, json: { code: 'UNAVAILABLE', msg: 'down' } }),
    (route: Route) => route.abort(),
  ]) {
    await page.goto('/system/dict');
    await expect(page.getByRole('table')).toBeVisible();
    // What the page before asks for is not meant.
    await page.waitForLoadState('networkidle');
    await page.route('**/api/login/stats*', fail);
    const asked: string[] = [];
    const listen = (request: Request) => asked.push(new URL(request.url()).pathname);
    page.on('request', listen);
    await page.reload();
    await expect(page).toHaveURL(/\/login\?redirect=\/$/);
    await expect(page.getByText('could not be loaded, so you were signed out')).toBeVisible();
    page.off('request', listen);
    expect(await page.evaluate(() => sessionStorage.getItem('access_token'))).toBeNull();
    expect(asked).toContain('/api/login/auth_properties');
    expect(asked.filter((path) => /user|menus|home-news|todo/.test(path) && path.startsWith('/api/'))).toEqual([]);
    await page.unroute('**/api/login/stats*');
    const form = loginForm(page);
    await form.account.fill('admin');
    await form.password.fill(PASSWORD);
    await form.submit.click();
    await expect(page).not.toHaveURL(/login/);
  }
});

test('[ERR-08] an expiring credential is told in a dialog after signing in', async ({ page, server }) => {
  await prefer(page, { language: 'en' });
  await page.route('**/api/login/stats*', async (route) => {
    const response = await route.fetch();
    const answer = await response.json();
    if (answer.data.login) answer.data.principal.remind = 'Your password runs out in 3 days';
    await route.fulfill({ response, json: answer });
  });
  await page.goto(`${server.address}/login`);
  const form = loginForm(page);
  await form.account.fill('auditor');
  await form.password.fill(PASSWORD);
  await form.submit.click();
  const reminder = page.getByRole('dialog').filter({ hasText: 'Your password runs out in 3 days' });
  await expect(reminder).toHaveCount(1);
  await reminder.getByRole('button').click();
  await expect(reminder).toBeHidden();
});
