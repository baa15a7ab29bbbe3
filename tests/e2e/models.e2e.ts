import { expectAccessible } from '../support/accessibility.ts';
import { expect, test } from '../support/browser.ts';
import { enter, openList } from './world.ts';

test('[DATA-01] [DATA-02] [DATA-21] a model is made from a table, fitted within its seconds, shown with what it is worth, and asked', async ({
  page,
  server,
}) => {
  test.slow();
  await enter(page, server, { language: 'en' });
  await page.goto('/data/models');
  await page.getByRole('button', { name: 'New model' }).click();
  const form = page.getByRole('dialog', { name: 'New model' });
  await form.getByRole('textbox', { name: 'Name' }).fill('Payments <3');
  await openList(form.getByRole('combobox', { name: 'Data table' }));
  await page
    .getByRole('option', { name: /供应商$|suppliers/ })
    .first()
    .click();
  await openList(form.getByRole('combobox', { name: 'Target' }));
  await page.getByRole('option', { name: '区域' }).click();
  await form.getByRole('spinbutton', { name: /budget/ }).fill('2');
  await form.getByRole('button', { name: /OK|Save|Create/ }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Payments <3' })).toBeVisible();
  await page.getByRole('button', { name: 'Fit', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Fit again' })).toBeVisible({ timeout: 60_000 });
  await expectAccessible(page);
  await page.getByRole('tab', { name: 'Leaderboard' }).click();
  await expect(page.getByRole('table', { name: 'Leaderboard' }).locator('tbody tr').nth(1)).toBeVisible();
  await page.getByRole('tab', { name: /Predict/ }).click();
  await page.getByRole('textbox', { name: /Value/ }).nth(1).fill('高');
  await page.getByRole('button', { name: 'Predict', exact: true }).click();
  await expect(page.getByText(/^Probability of .+ 0\.\d+/)).toBeVisible();
});
