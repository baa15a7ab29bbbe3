import { expectAccessible } from '../support/accessibility.ts';
import { expect, test } from '../support/browser.ts';
import { enter } from './world.ts';

test('[STATE-06] parameters of the installation are changed with the field of their kind, keep their history and go back to the default', async ({
  page,
  server,
}) => {
  await enter(page, server, { language: 'en' });
  await page.goto('/system/config');
  const row = page.getByRole('row').filter({ hasText: 'Request an account' });
  await expect(row).toContainText('Yes');
  await expectAccessible(page);
  await row.getByRole('button', { name: 'Edit' }).click();
  const dialog = page.getByRole('dialog', { name: 'Request an account' });
  await dialog.getByRole('switch', { name: 'Value' }).click();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('People see it when they open the application anew').last()).toBeVisible();
  await expect(row).toContainText('Changed');
  await row.getByRole('button', { name: 'History' }).click();
  const past = page.getByRole('dialog', { name: 'Request an account' });
  await expect(past.getByRole('row').filter({ hasText: 'Change parameter' })).toContainText('admin');
  await page.keyboard.press('Escape');
  await row.getByRole('button', { name: 'Reset' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Reset' }).click();
  await expect(row).toContainText('Default');
});
