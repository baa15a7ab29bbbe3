import { expectAccessible } from '../support/accessibility.ts';
import { expect, test, tokenOf } from '../support/browser.ts';
import type { ServerProcess } from '../support/server-process.ts';
import { dropToken, enter, loginForm, overflow } from './world.ts';

test.use({ isolated: true });

async function api(server: ServerProcess, token: string, path: string, method = 'GET', body?: object) {
  const answer = await fetch(`${server.address}/api/${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
  return await answer.json();
}

async function newcomer(server: ServerProcess, admin: string, username: string): Promise<void> {
  const person = { username, password: 'harbour-lamp', name: 'New Person', userCode: username };
  expect(await api(server, admin, 'system/user', 'POST', person)).toMatchObject({ code: '000000' });
}

test('[RULE-07] a password the administration chose is to be changed; where own ones are wanted nothing else is there until it is', async ({
  page,
  server,
}) => {
  const admin = await enter(page, server, { language: 'en' });
  const username = `forced${Date.now().toString(36)}`;
  await newcomer(server, admin, username);
  await page.goto('/system/config');
  const row = page.getByRole('row', { name: /Own passwords only/ });
  await row.getByRole('button', { name: 'Edit' }).click();
  await page.getByRole('dialog').getByRole('switch').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await expect(row.getByText('Yes')).toBeVisible();
  const days = page.getByRole('row', { name: /Passwords run out/ });
  await days.getByRole('button', { name: 'Edit' }).click();
  await page.getByRole('dialog').getByRole('radio', { name: 'After 90 days' }).check();
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await expect(days.getByText('After 90 days')).toBeVisible();

  await dropToken(page);
  await page.goto('/login');
  await loginForm(page).account.fill(username);
  await loginForm(page).password.fill('harbour-lamp');
  await loginForm(page).password.press('Enter');
  await expect(page.getByRole('heading', { name: 'Set a password of your own' })).toBeVisible();
  await expectAccessible(page);
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await overflow(page)).toBe(0);
  await page.goto('/system/user');
  await expect(page.getByRole('heading', { name: 'Set a password of your own' })).toBeVisible();
  await page.getByLabel('Old password').fill('harbour-lamp');
  await page.getByLabel('New password').fill('harbour-lamp');
  await page.getByLabel('Confirm password').fill('harbour-lamp');
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByText('The new password is the old one')).toBeVisible();
  await page.getByLabel('New password').fill('lantern-77');
  await page.getByLabel('Confirm password').fill('lantern-77');
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByText('No permission to access').or(page.getByText('Page not found')).first()).toBeVisible();
  await page.goto('/home');
  await expect(page.getByRole('button', { name: /^Menu of/ })).toBeVisible();
  await expect(page.getByText('Your password was chosen by the administration')).toHaveCount(0);
  for (const parameter of (await api(server, admin, 'system/parameter/list')).data)
    if (!parameter.isInitial)
      await api(server, admin, 'system/parameter/reset', 'POST', { key: parameter.key, version: parameter.version });

  // Without the setting it is a notice.
  await newcomer(server, admin, `${username}2`);
  const token = await tokenOf(server, `${username}2`, 'harbour-lamp');
  await page.evaluate((value) => sessionStorage.setItem('access_token', value), token);
  await page.goto('/home');
  const notice = page.getByText('Your password was chosen by the administration');
  await expect(notice).toBeVisible();
  expect(await overflow(page)).toBe(0);
  await page.getByRole('button', { name: 'Change password' }).click();
  const settings = page.getByRole('dialog');
  await expect(settings.getByText('Your password was chosen by the administration')).toBeVisible();
  await settings.getByRole('switch').click();
  await settings.getByLabel('Old password').fill('harbour-lamp');
  await settings.getByLabel('New password').fill('lantern-78');
  await settings.getByLabel('Confirm password').fill('lantern-78');
  await settings.getByRole('button', { name: 'Save' }).click();
  await expect(settings).toBeHidden();
  await expect(notice).toHaveCount(0);
});
