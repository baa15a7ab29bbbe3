import { readFile } from 'node:fs/promises';
import { expectAccessible } from '../support/accessibility.ts';
import { expect, signIn, test } from '../support/browser.ts';

test('the logs are filtered, opened and exported as CSV and Excel', async ({ page, server }) => {
  await page.addInitScript(() => localStorage.setItem('language', 'en'));
  const token = await signIn(page, server);
  await page.goto('/system/login-log');
  await expect(page.getByRole('row', { name: /admin.*Signed in/ }).first()).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Export' }).click();
  const [csv] = await Promise.all([page.waitForEvent('download'), page.getByRole('menuitem', { name: 'CSV file' }).click()]);
  expect(csv.suggestedFilename()).toMatch(/^Sign-in log .*\.csv$/);
  expect(await readFile(await csv.path(), 'utf8')).toContain('admin,Signed in');

  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const body = JSON.stringify({ code: 'L01', name: 'Logged' });
  await fetch(`${server.address}/api/system/department`, { method: 'POST', headers, body });
  await page.goto('/system/operation-log');
  await page.getByRole('row', { name: /L01/ }).getByRole('button', { name: 'View' }).click();
  const drawer = page.getByRole('dialog', { name: 'Operation' });
  await expect(drawer.getByRole('row', { name: /name.*Logged/ })).toBeVisible();
  await drawer.getByRole('button', { name: 'Close' }).click();
  await expect(drawer).toBeHidden();
  await page.getByRole('button', { name: 'Export' }).click();
  const [book] = await Promise.all([page.waitForEvent('download'), page.getByRole('menuitem', { name: 'Excel workbook' }).click()]);
  expect(book.suggestedFilename()).toMatch(/^Operation log .*\.xlsx$/);
  expect((await readFile(await book.path())).subarray(0, 2).toString()).toBe('PK');
});
