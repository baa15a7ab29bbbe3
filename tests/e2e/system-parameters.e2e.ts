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

test.describe(() => {
  test.use({ expectedErrors: [/parameter\/save/] });
  test('[STATE-06] a picture of a parameter is seen before it is saved; an address without one is told and not saved', async ({
    page,
    server,
    browser,
  }) => {
    await enter(page, server, { language: 'en' });
    await page.goto('/system/config');
    const row = page.getByRole('row').filter({ hasText: 'Background of the sign-in page' });
    await row.getByRole('button', { name: 'Edit' }).click();
    const dialog = page.getByRole('dialog', { name: 'Background of the sign-in page' });
    const field = dialog.getByRole('textbox', { name: 'Value' });
    const saved: string[] = [];
    page.on('request', (request) => request.url().includes('/parameter/save') && saved.push(request.url()));

    // Every address of a page is answered, with no picture.
    await field.fill('/home');
    await expect(dialog.getByText('There is no picture at this address')).toBeVisible();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('There is no picture at this address')).toHaveCount(2);
    await expect(dialog).toBeVisible();
    expect(saved).toEqual([]);
    await field.fill('no-such-code');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog.getByText('Neither one of the codes nor a path')).toBeVisible();
    await field.fill('/favicon.svg');
    await expect(dialog.getByRole('img', { name: 'Preview' })).toBeVisible();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog).toBeHidden();
    await expect(row).toContainText('/favicon.svg');

    // It stands behind the banner of the sign-in page, whose words stay readable.
    const another = await browser.newPage();
    await another.goto(`${server.address}/login`);
    await expect(another.locator('.tg-split-banner > img')).toHaveAttribute('src', '/favicon.svg');
    await another.close();
    await row.getByRole('button', { name: 'Reset' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Reset' }).click();
    await expect(row).toContainText('Default');
  });
});
