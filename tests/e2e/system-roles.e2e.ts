import { expectAccessible } from '../support/accessibility.ts';
import { expect, signIn, test } from '../support/browser.ts';
import { openList } from './world.ts';

test('[PERM-02] in a narrow window the number of chosen rights stands whole below their search', async ({ page, server }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.addInitScript(() => localStorage.setItem('language', 'en'));
  await signIn(page, server);
  await page.goto('/system/role');
  await page.getByRole('button', { name: 'Add role' }).click();
  const editor = page.getByRole('dialog', { name: 'Add role' });
  // Once they are loaded.
  const chosen = editor.getByText(/^0 of [1-9]\d* chosen$/);
  await chosen.scrollIntoViewIfNeeded();
  const [search, told] = [await editor.getByRole('searchbox').boundingBox(), await chosen.boundingBox()];
  const head = await chosen.locator('..').boundingBox();
  if (!search || !told || !head) throw new Error('not in sight');
  expect(told.x + told.width).toBeLessThanOrEqual(head.x + head.width);
  expect(told.y).toBeGreaterThanOrEqual(search.y + search.height);
});

test('[PERM-02] [PERM-03] a role is given menus and users, previewed, and deleted only when nobody holds it', async ({ page, server }) => {
  await page.addInitScript(() => localStorage.setItem('language', 'en'));
  await signIn(page, server);
  await page.goto('/system/role');
  await expect(page.getByText('1–9 of 9')).toBeVisible();

  await page.getByRole('button', { name: 'Add role' }).click();
  const editor = page.getByRole('dialog', { name: 'Add role' });
  await editor.getByLabel('Role code').fill('reader');
  await editor.getByRole('textbox', { name: /简体中文/ }).fill('读者');
  await editor.getByRole('searchbox', { name: 'Menus and permissions' }).fill('dict');
  const dictionaries = editor.getByRole('treeitem', { name: /Dictionaries/ });
  await dictionaries.click();
  // With a row come those above and below it.
  await expect(dictionaries).toHaveAttribute('aria-checked', 'true');
  await expect(editor.getByRole('treeitem', { name: /System management/ })).toHaveAttribute('aria-checked', 'true');
  await expect(editor.getByRole('treeitem', { name: /sys:dict:add/ })).toHaveAttribute('aria-checked', 'true');
  await editor.getByRole('treeitem', { name: /sys:dict:remove/ }).click();
  await expect(editor.getByText('5 of')).toBeVisible();
  await expectAccessible(page);
  await editor.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Saved successfully')).toBeVisible();

  const row = page.getByRole('row', { name: /reader/ });
  await row.getByRole('button', { name: 'Users' }).click();
  const members = page.getByRole('dialog', { name: /Users with the role/ });
  await openList(members.getByRole('combobox', { name: /Give the role to/ }));
  await page.keyboard.type('riskmanager');
  await page.getByTitle(/\(riskmanager\)/).click();
  await page.keyboard.press('Escape');
  await members.getByRole('button', { name: 'Give role' }).click();
  await expect(members.getByRole('row', { name: /riskmanager/ })).toBeVisible();
  await members.getByRole('button', { name: 'Close' }).click();
  await expect(row.getByRole('button', { name: 'Delete' })).toBeDisabled();

  await row.getByRole('button', { name: 'Preview' }).click();
  const preview = page.getByRole('dialog', { name: /What the role/ });
  await expect(preview.getByRole('row', { name: /Dictionaries/ })).toBeVisible();
  await preview.getByRole('tab', { name: /Permissions/ }).click();
  const permissions = preview.getByRole('tabpanel', { name: /Permissions/ });
  await expect(permissions.getByText('sys:dict:edit')).toBeVisible();
  await expect(permissions.getByText('sys:dict:remove')).toHaveCount(0);
});
