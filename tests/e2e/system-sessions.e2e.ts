import { expectAccessible } from '../support/accessibility.ts';
import { expect, signIn, test, tokenOf } from '../support/browser.ts';

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

test.describe('sessions of which one is gone', () => {
  test.use({ expectedErrors: [/api\/system\/session\/\d+ .*404/] });

  test('[ERR-03] several sessions are ended together, though one of them is gone already', async ({ page, server }) => {
    await page.addInitScript(() => localStorage.setItem('language', 'en'));
    const admin = await signIn(page, server);
    const tokens = [await tokenOf(server, OTHER), await tokenOf(server, OTHER)];
    await page.goto('/system/session');
    const rows = page.getByRole('row', { name: new RegExp(OTHER) });
    await expect(rows).toHaveCount(2);
    for (const row of await rows.all()) await row.getByRole('checkbox').check();
    // The list shows the latest first: it is the first that is asked for, and ends in between.
    const ended = await fetch(`${server.address}/api/login/logout`, { method: 'POST', headers: { authorization: `Bearer ${tokens[1]}` } });
    expect(ended.status).toBe(200);
    await page.getByRole('button', { name: 'Force logout' }).first().click();
    await page.getByRole('dialog').getByRole('button', { name: 'Force logout' }).click();
    await expect(rows).toHaveCount(0);
    for (const token of tokens) {
      const answer = await fetch(`${server.address}/api/user/config/menus`, { headers: { authorization: `Bearer ${token}` } });
      expect(answer.status).toBe(401);
    }
    expect((await fetch(`${server.address}/api/user/config/menus`, { headers: { authorization: `Bearer ${admin}` } })).status).toBe(200);
  });
});
