import { expectAccessible } from '../support/accessibility.ts';
import { expect, signIn, test } from '../support/browser.ts';

// Nobody else signs in under this name: the list shows one row of it.
const OTHER = 'qiangxu';

test('a forced logout ends the other session at its next request and warns before the own one', async ({ page, server, browser }) => {
  await page.addInitScript(() => localStorage.setItem('language', 'en'));
  await signIn(page, server);
  const context = await browser.newContext({ baseURL: server.address, locale: 'en-US' });
  const other = await context.newPage();
  await other.addInitScript(() => localStorage.setItem('language', 'en'));
  const token = await signIn(other, server, OTHER);
  await other.goto('/system/dict');
  await expect(other.getByRole('heading', { name: 'Dictionaries' })).toBeVisible();

  await page.goto('/system/session');
  const row = page.getByRole('row', { name: new RegExp(OTHER) });
  await expectAccessible(page);
  await row.getByRole('button', { name: 'Force logout' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Force logout' }).click();
  await expect(row).toBeHidden();
  const answer = await fetch(`${server.address}/api/user/config/menus`, { headers: { authorization: `Bearer ${token}` } });
  expect(answer.status).toBe(401);
  await context.close();

  const own = page.getByRole('row', { name: /admin You/ });
  await own.getByRole('button', { name: 'Force logout' }).click();
  await expect(page.getByRole('dialog').getByText('This is your own session')).toBeVisible();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await expect(own).toBeVisible();
});
