import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { findCodes } from '../../server/modules/recognition/codes.ts';
import { expectAccessible } from '../support/accessibility.ts';
import { expect, test } from '../support/browser.ts';
import { api, newcomer } from '../support/second-factor.ts';
import { codeOf } from '../support/totp.ts';
import { dropToken, enter, loginForm, overflow } from './world.ts';

// What the browser says of codes that are wanted, wrong or late.
test.use({ isolated: true, expectedErrors: [/login\/(token|code)|second-factor\/confirm/] });

const PASSWORD = 'harbour-lamp';

async function signIn(page: Page, username: string): Promise<void> {
  await dropToken(page);
  await page.goto('/login');
  const form = loginForm(page);
  await form.account.fill(username);
  await form.password.fill(PASSWORD);
  await form.password.press('Enter');
}

/** What the set-up shows as text. */
async function shownKey(page: Page): Promise<string> {
  await expect(page.getByRole('img', { name: /^QR code for the authenticator app/ })).toBeVisible();
  return ((await page.locator('pre').first().textContent()) ?? '').replaceAll(/\s/g, '');
}

/** What a camera reads in the picture of the set-up. */
async function scannedText(page: Page): Promise<string> {
  const picture = await page.getByRole('img', { name: /^QR code for the authenticator app/ }).screenshot();
  const found = await findCodes(picture, ['QRCode']);
  expect(found).toHaveLength(1);
  return found[0]?.text ?? '';
}

test('two-step sign-in is set up, asked for, replaced by a recovery code when the phone is lost, and reset by an administrator', async ({
  page,
  server,
}) => {
  const admin = await enter(page, server, { language: 'en' });
  const username = `stepper${Date.now().toString(36)}`;
  await newcomer(server, admin, { username, password: PASSWORD });
  await page.goto('/home');
  await signIn(page, username);
  await expect(page).not.toHaveURL(/login/);
  // From now on wrong passwords from elsewhere keep nobody out of this browser.
  const known = (await page.context().cookies()).find(({ name }) => name === 'targus_device');
  expect(known).toMatchObject({ httpOnly: true, sameSite: 'Strict', path: '/api' });

  await page.goto('/account/second-factor');
  await page.getByRole('button', { name: 'Set up' }).click();
  const key = await shownKey(page);
  const scanned = new URL(await scannedText(page));
  expect([scanned.protocol, scanned.host, scanned.searchParams.get('secret')]).toEqual(['otpauth:', 'totp', key]);
  expect(decodeURIComponent(scanned.pathname)).toMatch(new RegExp(`:${username}$`));
  await expectAccessible(page);
  const code = page.getByRole('textbox', { name: 'Code of the app' });
  await expect(code).toHaveAttribute('autocomplete', 'one-time-code');
  await expect(code).toHaveAttribute('inputmode', 'numeric');
  await code.fill('12 34');
  await page.getByLabel('Your password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Set up two-step sign-in' }).click();
  await expect(page.getByText('The code is wrong or was used already')).toBeVisible();
  await expect(page.getByLabel('Your password')).toHaveValue(PASSWORD);
  const early = codeOf(key, 0);
  await code.fill(`${early.slice(0, 3)} ${early.slice(3)}`);
  await code.press('Enter');
  await expect(page.getByRole('heading', { name: 'Your recovery codes' })).toBeVisible();
  await expectAccessible(page);
  // Shown once: who keeps them nowhere is asked.
  await page.getByRole('button', { name: 'I have kept them' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  // So is who leaves by the menu, with words about them, even after they were copied.
  await page.getByRole('banner').getByRole('link').first().click();
  await expect(page.getByRole('dialog').getByText('Have you kept the recovery codes?')).toBeVisible();
  await page.getByRole('dialog').getByRole('button', { name: 'Stay' }).click();
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Download' }).click()]);
  expect(download.suggestedFilename()).toBe(`recovery-codes-${username}.txt`);
  const recovery = readFileSync(await download.path(), 'utf8').match(/^[0-9A-Z]{5}-[0-9A-Z]{5}$/gm) ?? [];
  expect(recovery).toHaveLength(10);
  await page.getByRole('button', { name: 'I have kept them' }).click();
  await expect(page.getByText('10 of 10')).toBeVisible();
  await page.setViewportSize({ width: 390, height: 844 });
  await expect.poll(() => overflow(page)).toBe(0);

  await signIn(page, username);
  await expect(page.getByRole('heading', { name: 'One more step' })).toBeVisible();
  await expectAccessible(page);
  await expect.poll(() => overflow(page)).toBe(0);
  const second = page.getByRole('textbox', { name: 'Code of the app' });
  await expect(second).toBeFocused();
  await second.fill(early);
  await second.press('Enter');
  await expect(page.getByText('The code is wrong or was used already')).toBeVisible();
  // Five tries, and it begins anew with the password; the account stays typed.
  const send = page.getByRole('button', { name: 'Log in', exact: true });
  for (let tries = 2; tries <= 5; tries += 1) {
    // A try that is on its way takes no other one with it.
    await expect(send).toBeEnabled();
    const answered = page.waitForResponse('**/api/login/code');
    await second.press('Enter');
    await (await answered).finished();
  }
  await expect(page.getByText('Please begin again with your password')).toBeVisible();
  await expect(loginForm(page).account).toHaveValue(username);
  await loginForm(page).password.fill(PASSWORD);
  await loginForm(page).password.press('Enter');
  await second.fill(codeOf(key, 1));
  await second.press('Enter');
  await expect(page).not.toHaveURL(/login/);

  await signIn(page, username);
  await page.getByText('Use a recovery code').click();
  const lost = page.getByRole('textbox', { name: 'Recovery code' });
  await lost.fill((recovery[0] ?? '').toLowerCase());
  await lost.press('Enter');
  await expect(page).not.toHaveURL(/login/);
  await page.goto('/account/second-factor');
  await expect(page.getByText('9 of 10')).toBeVisible();

  await page.setViewportSize({ width: 1280, height: 900 });
  await page.evaluate((token) => sessionStorage.setItem('access_token', token), admin);
  await page.goto('/system/user');
  const row = page.getByRole('row', { name: new RegExp(username) });
  await page.getByRole('textbox', { name: 'Keyword' }).fill(username);
  await page.getByRole('textbox', { name: 'Keyword' }).press('Enter');
  // The rows of before go away below the pointer.
  await expect(page.getByText('1–1 of 1')).toBeVisible();
  await expect(row.getByText('Yes')).toBeVisible();
  await row.getByRole('button', { name: /More/ }).click();
  await page.getByRole('menuitem', { name: 'Reset two-step sign-in' }).click();
  await page.getByRole('dialog').getByLabel('Reason').fill('Phone lost, seen in person');
  await page.getByRole('dialog').getByRole('button', { name: 'Reset two-step sign-in' }).click();
  await expect(row.getByText('No')).toBeVisible();
});

test('where two-step sign-in is required nothing else is there until it is set up', async ({ page, server }) => {
  const admin = await enter(page, server, { language: 'en' });
  const username = `musthave${Date.now().toString(36)}`;
  await newcomer(server, admin, { username, password: PASSWORD });
  await page.goto('/system/config');
  const row = page.getByRole('row', { name: /^Two-step sign-in/ });
  await row.getByRole('button', { name: 'Edit' }).click();
  await page.getByRole('dialog').getByRole('radio', { name: 'Required for everyone' }).check();
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await expect(row.getByText('Required for everyone')).toBeVisible();
  const roles = page.getByRole('row', { name: /^Roles that need two-step sign-in/ });
  await expect(roles).toContainText('Default');
  try {
    await signIn(page, username);
    await expect(page.getByRole('heading', { name: 'Set up two-step sign-in' })).toBeVisible();
    await expectAccessible(page);
    await page.setViewportSize({ width: 390, height: 844 });
    await expect.poll(() => overflow(page)).toBe(0);
    await page.goto('/home');
    const key = await shownKey(page);
    await page.getByRole('textbox', { name: 'Code of the app' }).fill(codeOf(key, 0));
    await page.getByLabel('Your password').fill(PASSWORD);
    await page.getByLabel('Your password').press('Enter');
    const codes = page.getByRole('heading', { name: 'Your recovery codes' });
    await expect(codes).toBeVisible({ timeout: 30_000 });
    // Another window tells that something of the person changed: nothing is due any more, and the codes stay.
    const other = await page.context().newPage();
    await other.goto('/login');
    const asked = page.waitForResponse('**/api/login/stats*');
    await other.evaluate(() => new BroadcastChannel('targus').postMessage({ type: 'changeSetting' }));
    expect(await (await asked).json()).toMatchObject({ data: { principal: { factorDue: false } } });
    await other.close();
    await page.getByRole('button', { name: 'I have kept them' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    await expect(codes).toBeVisible();
    await page.getByRole('button', { name: 'I have kept them' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'I wrote them down' }).click();
    await expect(page.getByRole('heading', { name: 'Set up two-step sign-in' })).toHaveCount(0);
    await expect(page).toHaveURL(/home/);
  } finally {
    for (const parameter of (await api(server, admin, 'system/parameter/list')).data)
      if (!parameter.isInitial)
        await api(server, admin, 'system/parameter/reset', 'POST', { key: parameter.key, version: parameter.version });
  }
});
