import { expectAccessible } from '../support/accessibility.ts';
import { expect, signIn, test } from '../support/browser.ts';
import { overflow } from './world.ts';

// The window of a view that was ended elsewhere may ask once more with its token.
test.use({ expectedErrors: [/status of 401/] });

test('[PERM-01] [PERM-03] an administrator sees the product as a role does, changes nothing, and comes back', async ({ page, server }) => {
  await page.addInitScript(() => localStorage.setItem('language', 'en'));
  const own = await signIn(page, server);
  await page.goto('/system/role');
  const row = page.getByRole('row', { name: /^Auditor auditor/ });
  await row.getByRole('button', { name: 'View as this role' }).click();
  const question = page.getByRole('dialog');
  await expect(question).toContainText('can change nothing until you leave the role');
  await question.getByRole('button', { name: 'View as this role' }).click();

  // At the root, with the modules of the role.
  const banner = page.getByRole('alert').filter({ hasText: 'You see the product as “Auditor”. Nothing can be changed. What is yours' });
  await expect(banner).toBeVisible();
  await expect(page).toHaveURL(/\/$/);
  await expect(page.getByRole('list', { name: 'Modules' })).toBeVisible();
  await expect(page.getByText('System management')).toHaveCount(1);
  await expect(page.getByText('Risk operations', { exact: true })).toHaveCount(0);

  await page.goto('/system/user');
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
  await page.goto('/system/dict');
  await expect(page.getByRole('table')).toBeVisible();
  await expect(banner).toBeVisible();
  await expect(page.getByRole('button', { name: 'Add entry' })).toHaveCount(0);
  await expectAccessible(page);

  // The banner takes its place from the frame, and is asked about like everything else.
  await page.goto('/system/dict?inspect');
  const frame = page.locator('.tg-shell');
  await expect(page.getByRole('table')).toBeVisible();
  const lower = () => frame.evaluate((element) => getComputedStyle(element).minHeight);
  await expect.poll(async () => Number.parseFloat(await lower()) + ((await banner.boundingBox())?.height ?? 0)).toBeCloseTo(900, 0);
  const inspector = page.getByRole('complementary', { name: 'Inspector' });
  await expect(inspector.getByRole('option').first()).toHaveText('stack /body/0');
  await inspector.getByRole('button', { name: 'Move to the other side' }).click();
  await page.getByRole('table').getByRole('row').nth(1).getByRole('cell').nth(2).hover();
  await expect(inspector).toContainText(/“Edit” actions\.\d: hidden/);
  await expect(inspector).toContainText('sys:dict:edit: not held');
  await page.screenshot({ path: test.info().outputPath('inspector-in-a-view.png') });
  await inspector.getByRole('button', { name: 'Close' }).click();
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(banner).toBeVisible();
  await expect.poll(() => overflow(page)).toBeLessThanOrEqual(0);
  await page.setViewportSize({ width: 1440, height: 900 });

  // The server refuses what a page might still offer.
  const token = await page.evaluate(() => sessionStorage.getItem('access_token'));
  expect(token).not.toBe(own);
  const refused = await fetch(`${server.address}/api/system/dict/data`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ dictType: 'tag-tone', dictValue: 'x', dictLabel: 'x' }),
  });
  expect([refused.status, ((await refused.json()) as { code: string }).code]).toEqual([403, 'VIEW_ONLY']);

  await banner.getByRole('button', { name: 'Leave the role' }).click();
  await expect(page).toHaveURL(/\/system\/role$/);
  await expect(row).toBeVisible();
  await expect(banner).toHaveCount(0);
  expect(await page.evaluate(() => [sessionStorage.getItem('access_token'), sessionStorage.getItem('own_access_token')])).toEqual([
    own,
    null,
  ]);

  // A view the server ends gives the window back; signing out of a view signs out altogether.
  await row.getByRole('button', { name: 'View as this role' }).click();
  await question.getByRole('button', { name: 'View as this role' }).click();
  await expect(banner).toBeVisible();
  const second = await page.evaluate(() => sessionStorage.getItem('access_token'));
  await fetch(`${server.address}/api/login/logout`, { method: 'POST', headers: { authorization: `Bearer ${second}` } });
  await page.reload();
  await expect(page.getByText('Risk operations', { exact: true }).first()).toBeVisible();
  await expect(banner).toHaveCount(0);
});
