import type { Locator, Page } from '@playwright/test';
import { PNG } from 'pngjs';
import { expectAccessible } from '../support/accessibility.ts';
import { expect, signIn, test, tokenOf } from '../support/browser.ts';
import type { ServerProcess } from '../support/server-process.ts';
import { bendConfig, enter, overflow, prefer, requestsDuring } from './world.ts';

const FIRST_PASSWORD = 'harbour-lamp';

const SAVE = '/api/user/config/updateUserConfig';
let made = 0;

/** Somebody new, signed in: what they save is in nobody's way. */
async function newcomer(page: Page, server: ServerProcess): Promise<{ username: string; token: string }> {
  made += 1;
  const username = `settler${Date.now().toString(36)}${made}`;
  const admin = await enter(page, server);
  const answer = await fetch(`${server.address}/api/system/user`, {
    method: 'POST',
    headers: { authorization: `Bearer ${admin}`, 'content-type': 'application/json' },
    body: JSON.stringify({ username, password: FIRST_PASSWORD, name: '王小明', userCode: username, roleIds: ['1', '2'] }),
  });
  expect(answer.status, await answer.text()).toBe(200);
  await page.addInitScript(() => sessionStorage.removeItem('test_signed_in'));
  const token = await signIn(page, server, username, FIRST_PASSWORD);
  await page.addInitScript((value) => {
    if (window !== window.top || sessionStorage.getItem('test_newcomer')) return;
    sessionStorage.setItem('test_newcomer', '1');
    sessionStorage.setItem('access_token', value);
  }, token);
  return { username, token };
}

const dialog = (page: Page): Locator => page.getByRole('dialog').filter({ has: page.getByRole('switch') });

async function openSettings(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Settings of 王小明' }).click();
  await expect(dialog(page)).toBeVisible();
  return dialog(page);
}
const savedOf = async (server: ServerProcess, token: string): Promise<unknown> => {
  const answer = await fetch(`${server.address}/api/user/config/getUserConfig`, { headers: { authorization: `Bearer ${token}` } });
  return ((await answer.json()) as { data: unknown }).data;
};
/** Opens the list and goes down until the wanted entry is the active one. */
async function choose(page: Page, select: Locator, text: string): Promise<void> {
  await select.press('ArrowDown');
  await expect(select).toHaveAttribute('aria-expanded', 'true');
  // A list that opens goes to what is chosen a moment later, whatever was pressed meanwhile.
  await page.evaluate(() => new Promise((later) => setTimeout(() => requestAnimationFrame(later))));
  const active = page.locator('.ant-select-dropdown:not(.ant-select-dropdown-hidden) .ant-select-item-option-active');
  await expect(active).toHaveClass(/ant-select-item-option-selected/);
  for (let shown = await active.textContent(); shown !== text; shown = await active.textContent()) {
    await select.press('ArrowDown');
    // The next press waits for this one, or both would come at once.
    await expect(active).not.toHaveText(shown ?? '');
  }
  await select.press('Enter');
}
const themeOf = (page: Page) => page.locator('html');

test('[SET-01] [TOPBAR-02] [SET-02] [SET-03] [SET-09] [RULE-07] theme and password change by keyboard alone', async ({ page, server }) => {
  const { username, token } = await newcomer(page, server);
  await page.goto('/home');
  const avatar = page.getByRole('button', { name: 'Settings of 王小明' });
  await avatar.focus();
  await page.keyboard.press('Enter');
  const settings = dialog(page);
  await expect(settings).toBeVisible();
  await expect(settings).toContainText('User settings');
  await expect(settings).toContainText('王小明');
  await expect(settings).toContainText(username);
  await expect(settings).toContainText(/[^/]+\/[^/]+/);
  expect((await settings.boundingBox())?.width).toBeCloseTo(544, 0);

  await choose(page, settings.getByRole('combobox', { name: 'Theme' }), 'Yellow dark');
  await expect(themeOf(page)).toHaveAttribute('data-theme', 'theme-yellow-dark');
  await expect.poll(() => savedOf(server, token)).toMatchObject({ theme_config: 'theme-yellow-dark' });

  await settings.getByRole('switch').press('Space');
  await expect(settings.getByRole('textbox', { name: 'Old password' })).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(settings.getByLabel('Old password', { exact: false }).first()).toBeFocused();
  await page.keyboard.type('wrong-one');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.type('abc');
  await expect(settings.getByRole('status').filter({ hasText: 'Weak' })).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(settings.getByText('A password has 6 to 16 characters')).toBeVisible();
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Control+A');
  await page.keyboard.type('Wolken-über7');
  await expect(settings.getByRole('status').filter({ hasText: 'Strong' })).toBeVisible();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.type('Wolken-über7');
  await page.keyboard.press('Enter');
  // SET-11: a failed result keeps the dialog, says why at the field, and no success is told.
  await expect(settings.getByText('The old password is wrong')).toBeVisible();
  await expect(page.getByText('The password was changed', { exact: false })).toHaveCount(0);
  await expect(settings.getByRole('textbox', { name: 'Old password' })).toBeFocused();
  await page.keyboard.press('Control+A');
  await page.keyboard.type(FIRST_PASSWORD);
  await page.keyboard.press('Enter');
  await expect(page.getByText('Saved successfully. The password was changed')).toBeVisible();
  await expect(settings).toBeHidden();
  await expect(avatar).toBeFocused();
  await signIn(page, server, username, 'Wolken-über7');
});

test('[SET-09] [SET-10] language and theme apply and are saved at once, reach the other window, and Cancel brings them back', async ({
  page,
  server,
  context,
}) => {
  const { token } = await newcomer(page, server);
  await page.goto('/home');
  const other = await context.newPage();
  await prefer(other, { language: 'en' });
  await other.goto('/login');
  await expect(other.getByRole('button', { name: 'Log in' })).toBeVisible();
  // Somebody else in the same browser keeps theirs.
  const colleague = await context.newPage();
  const colleagueToken = await enter(colleague, server, { user: 'auditor' });
  await colleague.goto('/home');
  await expect(colleague.getByRole('button', { name: /^Menu of/ })).toBeVisible();
  // A window behind another draws late.
  await page.bringToFront();

  const settings = await openSettings(page);
  await choose(page, settings.getByRole('combobox', { name: 'Theme' }), 'Mint');
  await expect(themeOf(page)).toHaveAttribute('data-theme', 'theme-mint');
  await expect(themeOf(other)).toHaveAttribute('data-theme', 'theme-mint');
  const language = settings.getByRole('combobox', { name: 'Language' });
  await language.press('ArrowDown');
  // What a screen reader reads of the list, and what is seen of it.
  await expect(page.locator('[role="option"][lang="en"]')).toHaveCount(1);
  await expect(page.locator('.ant-select-item-option[lang="zh-Hant"]')).toHaveText('繁體中文');
  await page.keyboard.press('Escape');
  await choose(page, language, '简体中文');
  await expect(settings).toContainText('用户设置');
  await expect(settings.locator('.ant-select-selection-item [lang="zh-Hans"]')).toHaveText('简体中文');
  await expect(other.locator('html')).toHaveAttribute('lang', 'zh-Hans');
  await expect.poll(() => savedOf(server, token)).toMatchObject({ theme_config: 'theme-mint', language_config: 'zh-Hans' });
  await expect(themeOf(colleague)).toHaveAttribute('data-theme', 'theme-tw');
  await expect(colleague.locator('html')).toHaveAttribute('lang', 'en');
  expect(await savedOf(server, colleagueToken)).toMatchObject({ theme_config: null, language_config: null });

  await settings.getByRole('button', { name: /取\s?消/ }).click();
  await expect(settings).toBeHidden();
  await expect(themeOf(page)).toHaveAttribute('data-theme', 'theme-tw');
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  await expect.poll(() => savedOf(server, token)).toMatchObject({ theme_config: 'theme-tw', language_config: 'en' });
  await expect(themeOf(other)).toHaveAttribute('data-theme', 'theme-tw');
});

test.describe('pictures', () => {
  test.use({ expectedErrors: [/status of 400/] });

  test('[SET-02] [RULE-08] [API-19] [MISC-02] a picture is shown at once; what is none is refused with its reason; Cancel brings the letter back', async ({
    page,
    server,
  }) => {
    await newcomer(page, server);
    await page.goto('/home');
    const settings = await openSettings(page);
    const choose = settings.locator('input[type="file"]');
    await choose.setInputFiles({ name: 'me.gif', mimeType: 'image/gif', buffer: Buffer.from('GIF89a') });
    await expect(page.getByText('me.gif', { exact: false })).toBeVisible();
    await choose.setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: Buffer.from('<svg/>') });
    await expect(page.getByText('Upload failed: This file is no picture that can be shown')).toBeVisible();
    await choose.setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: PNG.sync.write(new PNG({ width: 16, height: 16 })) });
    await expect(settings.locator('img.tg-portrait')).toBeVisible();
    await expect(page.getByRole('banner').locator('img.tg-portrait')).toBeVisible();
    await settings.getByRole('button', { name: 'Cancel' }).click();
    await expect(page.locator('img.tg-portrait')).toHaveCount(0);
  });
});

test('[SET-04] [SET-05] [SET-06] [SET-07] [SET-11] [SET-12] [SET-13] training mark, cleared passwords, Save and Logout', async ({
  page,
  server,
}) => {
  await newcomer(page, server);
  await page.goto('/home');
  const settings = await openSettings(page);
  await expect(settings.getByRole('link', { name: 'Training material' })).toHaveAttribute('download', /\.pdf$/);
  await settings.getByRole('checkbox', { name: 'I have read the training material' }).check();
  await expect.poll(() => page.evaluate(() => localStorage.getItem('training-confirmed'))).toBe('1');

  const toggle = settings.getByRole('switch');
  await toggle.click();
  for (const name of ['Old password', 'New password', 'Confirm password']) {
    const field = settings.getByRole('textbox', { name });
    const row = settings.locator('.tg-field', { has: page.getByRole('textbox', { name }) });
    await expect(field, name).toHaveAttribute('type', 'password');
    await row.getByRole('button', { name: 'Show password' }).click();
    await expect(field, name).toHaveAttribute('type', 'text');
    await row.getByRole('button', { name: 'Show password' }).click();
    await expect(field, name).toHaveAttribute('type', 'password');
  }
  await settings.getByRole('textbox', { name: 'Old password' }).fill('something');
  await toggle.click();
  await expect(settings.getByRole('textbox', { name: 'Old password' })).toHaveCount(0);
  await toggle.click();
  await expect(settings.getByRole('textbox', { name: 'Old password' })).toHaveValue('');
  await toggle.click();

  const bodies: unknown[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith(SAVE)) bodies.push(request.postDataJSON());
  });
  await settings.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Saved successfully')).toBeVisible();
  await expect(settings).toBeHidden();
  expect(bodies).toEqual([{ is_update_password: '0', language_config: 'en', theme_config: 'theme-tw' }]);

  await openSettings(page);
  await settings.getByRole('button', { name: 'Sign out' }).click();
  const question = page.getByRole('dialog').filter({ hasText: 'Do you really want to sign out?' });
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(settings).toBeVisible();
  await settings.getByRole('button', { name: 'Sign out' }).click();
  await question.getByRole('button', { name: 'Sign out' }).click();
  await expect(page).toHaveURL(/\/login/);
});

test('[SET-08] [THEME-03] variants hide language, theme and training, or the picture', async ({ page, server }) => {
  await newcomer(page, server);
  let logo = 'huadian';
  await bendConfig(page, (config) => {
    config.sysLogo = logo;
  });
  await page.goto('/home');
  const settings = await openSettings(page);
  await expect(settings.getByRole('combobox')).toHaveCount(0);
  await expect(settings.getByText('Training material')).toHaveCount(0);
  await expect(settings.getByRole('button', { name: 'Change picture' })).toBeVisible();
  logo = 'custom-brand';
  await page.reload();
  await openSettings(page);
  await expect(settings.getByRole('combobox')).toHaveCount(2);
  await expect(settings.getByRole('button', { name: 'Change picture' })).toHaveCount(0);
});

test('[SET-01] starts closed, and its code is loaded with the first opening', async ({ page, server }) => {
  await newcomer(page, server);
  const loaded: string[] = [];
  page.on('response', (response) => loaded.push(response.url()));
  await page.goto('/home');
  await expect(page.locator('.tg-tile').first()).toBeVisible();
  await expect(dialog(page)).toHaveCount(0);
  expect(loaded.filter((address) => /DialogWindow/.test(address))).toEqual([]);
  expect(await requestsDuring(page, SAVE, async () => void (await openSettings(page)))).toEqual([]);
  expect(loaded.some((address) => /DialogWindow.*\.js/.test(address))).toBe(true);
});

test('one’s own sessions are seen from the settings, and ended one by one or all but this one', async ({ page, server }) => {
  await page.addInitScript(() => localStorage.setItem('language', 'en'));
  const { username } = await newcomer(page, server);
  const others = [await tokenOf(server, username, FIRST_PASSWORD), await tokenOf(server, username, FIRST_PASSWORD)];
  const statuses = () =>
    Promise.all(
      others.map(async (token) => {
        const answer = await fetch(`${server.address}/api/user/config/menus`, { headers: { authorization: `Bearer ${token}` } });
        return answer.status;
      }),
    );
  await page.goto('/home');
  await page.getByRole('button', { name: 'Settings of 王小明' }).click();
  await dialog(page).getByText('Where you are signed in').click();
  await expect(page).toHaveURL(/account\/sessions$/);
  const rows = page.getByRole('table').locator('tbody').getByRole('row');
  await expect(rows).toHaveCount(3);
  await expect(rows.filter({ hasText: 'This one' })).toHaveCount(1);
  await expect(rows.filter({ hasText: 'This one' }).getByRole('button', { name: 'End' })).toBeDisabled();
  await expectAccessible(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await expect.poll(() => overflow(page)).toBe(0);
  await page.setViewportSize({ width: 1280, height: 800 });
  await rows.filter({ hasNotText: 'This one' }).first().getByRole('button', { name: 'End' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'End', exact: true }).click();
  await expect(rows).toHaveCount(2);
  await page.getByRole('button', { name: 'End all others' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'End all others' }).click();
  await expect(rows).toHaveCount(1);
  expect(await statuses()).toEqual([401, 401]);
  await expect(page.getByRole('button', { name: 'End all others' })).toBeDisabled();
});
