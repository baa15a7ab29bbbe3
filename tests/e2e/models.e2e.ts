import { expectAccessible } from '../support/accessibility.ts';
import { expect, test } from '../support/browser.ts';
import { bendStats, enter, fillAfterChoice, openList } from './world.ts';

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
  await fillAfterChoice(form.getByRole('spinbutton', { name: /budget/ }), '2');
  await form.getByRole('button', { name: /OK|Save|Create/ }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Payments <3' })).toBeVisible();
  await page.getByRole('button', { name: 'Fit', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Fit again' })).toBeVisible({ timeout: 60_000 });
  await expect(page.getByText(/^By (AUC|Log loss) the model \(.+\) is (better|hardly better|not better) than the baseline/)).toBeVisible();
  await expectAccessible(page);
  // What is right is told from what is not, and the matrix has the whole width where there is no curve beside it.
  const matrix = page.getByRole('table', { name: 'Confusion matrix' });
  await expect(matrix.locator('td[data-tone="low"]', { hasText: 'right' })).toHaveCount(5);
  await expect(matrix.locator('td')).toHaveCount(25);
  const width = async (name: string) => (await page.getByRole('region', { name }).first().boundingBox())?.width;
  expect(await width('Confusion matrix')).toBe(await width('Importance of columns'));
  await page.getByRole('tab', { name: 'Leaderboard' }).click();
  const leaderboard = page.getByRole('table', { name: 'Leaderboard' });
  await expect(leaderboard.locator('tbody tr').nth(1)).toBeVisible();
  await expect(leaderboard.getByRole('columnheader', { name: 'Baseline: Log loss' })).toBeVisible();
  await page.getByRole('tab', { name: /Predict/ }).click();
  await page.getByRole('textbox', { name: /Value/ }).nth(1).fill('高');
  await page.getByRole('button', { name: 'Predict', exact: true }).click();
  const said = page.getByText(/^Probability of .+ 0\.\d+/);
  await expect(said).toBeVisible();
  // What the model said is of the values it was asked with.
  await page.getByRole('textbox', { name: /Value/ }).nth(1).fill('低');
  await expect(said).toBeHidden();
  await page.goto('/data/models');
  const row = page.getByRole('row', { name: /Payments <3/ });
  await expect(row).toContainText(/Log loss [\d.]+ \(baseline [\d.]+\)/);
  await expect(row).toContainText(/Better than the baseline|Hardly better|Not better/);
});

test('[DATA-02] who may use the AI toolbox alone makes a model there, sees it and comes back', async ({ page, server }) => {
  await enter(page, server, { language: 'en' });
  await bendStats(page, (stats) => {
    stats.menus = stats.menus?.filter(({ menuId }) => !String(menuId).startsWith('data-'));
  });
  await page.goto('/ai/fit');
  await expect(page.getByRole('button', { name: 'New text model' })).toBeHidden();
  await page.getByRole('button', { name: 'New model' }).click();
  const form = page.getByRole('dialog', { name: 'New model' });
  await form.getByRole('textbox', { name: 'Name' }).fill('Levels');
  await openList(form.getByRole('combobox', { name: 'Data table' }));
  await page.getByRole('option', { name: '供应商', exact: true }).click();
  await openList(form.getByRole('combobox', { name: 'Target' }));
  await page.getByRole('option', { name: '风险等级' }).click();
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Levels' })).toBeVisible();
  await expect(page).toHaveURL(/\/ai\/fit\/\d+$/);
  await page.goto('/ai/classify');
  await expect(page.getByRole('link', { name: 'Levels' })).toBeHidden();
  await page.goBack();
  await page
    .getByRole('link', { name: 'Back' })
    .or(page.getByRole('button', { name: 'Back' }))
    .click();
  await expect(page).toHaveURL(/\/ai\/fit$/);
  await expect(page.getByRole('link', { name: 'Levels' })).toBeVisible();
});
