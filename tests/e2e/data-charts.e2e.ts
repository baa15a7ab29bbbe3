import type { Page } from '@playwright/test';
import { expect, test } from '../support/browser.ts';
import { enter, openList } from './world.ts';

/** Opens the chart builder over the payments. The engine of tables may have to start first. */
async function openBuilder(page: Page) {
  await page.goto('/data/exploration?table=2000000000000000001');
  await expect(page.getByRole('button', { name: '付款日期' })).toBeVisible();
  await page.getByRole('tab', { name: 'Chart' }).click();
  await expect(page.getByText('4,707 of 4,707 rows')).toBeVisible();
}

test('[DATA-01] a table is chosen from the menu, and another one after it, whichever parts of the page were opened', async ({
  page,
  server,
}) => {
  await enter(page, server, { language: 'en' });
  await page.goto('/data/exploration');
  const table = page.getByRole('combobox', { name: 'Data table', exact: true });
  const choose = async (name: string) => {
    await openList(table);
    await page.getByRole('option', { name, exact: true }).click();
  };
  await choose('供应商付款 (supplier_payments)');
  await expect(page.getByRole('button', { name: '付款日期' })).toBeVisible();
  await choose('供应商 (suppliers)');
  await expect(page.getByRole('button', { name: '付款日期' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: '注册日期' })).toBeVisible();
});

test('[DATA-01] [DATA-16] a chart over a data table is built with its preview, and its figures open the rows behind them', async ({
  page,
  server,
}) => {
  await enter(page, server, { language: 'en' });
  await openBuilder(page);
  const preview = page.getByRole('region', { name: 'Preview' });
  const choose = async (field: string, option: string) => {
    await openList(page.getByRole('combobox', { name: field, exact: true }));
    await page.getByRole('option', { name: option, exact: true }).click();
  };
  await choose('Group by', '部门');
  await expect(page.getByRole('columnheader', { name: '部门' })).toBeVisible();
  const figures = page.getByRole('button', { name: /, Number of rows: [\d,]+$/ });
  const count = Number((await figures.first().textContent())?.replace(',', ''));
  await figures.first().press('Enter');
  const behind = page.getByRole('dialog', { name: /^Rows: / });
  await expect(behind.getByText(`The first ${Math.min(count, 200)} of ${count.toLocaleString('en')} rows`)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(figures.first()).toBeFocused();

  // Sums by month, split by the way of paying, as lines whose points are pressed.
  await choose('Group by', '付款日期');
  await choose('Split by', '付款方式');
  await choose('Figure', 'Sum');
  await expect(preview.getByText('Choose the column the figure is computed of.')).toBeVisible();
  await choose('Of the column', '金额');
  await page.getByText('Line', { exact: true }).click();
  await expect(page.getByRole('radio', { name: 'Ring' })).toBeDisabled();
  const points = page.getByRole('group', { name: 'Sum · 金额 · 付款日期 (Month)' }).getByRole('button');
  await expect(points.first()).toHaveAttribute('aria-label', /^2025-\d\d, .+: [\d,.]+$/);
  await points.first().focus();
  await page.keyboard.press('ArrowRight');
  await expect(points.nth(1)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(behind).toBeVisible();
  await expect(behind.locator('tr[data-row]').first()).toBeVisible();
  await page.keyboard.press('Escape');

  // Only rows a condition holds for, once it is complete.
  await page.getByRole('button', { name: 'Add condition' }).click();
  await page.getByRole('button', { name: 'Apply the condition' }).click();
  await expect(page.getByText('Choose a field, or remove the condition').first()).toBeVisible();
  await page.getByRole('combobox', { name: 'Condition 1, field' }).selectOption({ label: '金额' });
  await page.getByRole('combobox', { name: 'Condition 1, comparison' }).selectOption({ label: 'at least' });
  await page.getByRole('textbox', { name: 'Condition 1, value' }).fill('90000');
  await page.getByRole('button', { name: 'Apply the condition' }).click();
  await expect(preview.getByText(/^\d{1,3} of 4,707 rows/)).toBeVisible();
  // What is pinned is what the form shows: a condition that was changed is applied first.
  const pin = page.getByRole('button', { name: 'Pin to a board' });
  await page.getByRole('textbox', { name: 'Condition 1, value' }).fill('95000');
  await expect(pin).toBeDisabled();
  await page.getByRole('button', { name: 'Count all rows' }).click();
  await expect(preview.getByText(/^4,707 of 4,707 rows/)).toBeVisible();
  await expect(pin).toBeEnabled();
});

test.describe('what cannot be asked', () => {
  test.use({ expectedErrors: [/400 \(Bad Request\)|data\/figures: PARAMETER_ERROR/] });

  test('[DATA-01] [ERR-09] a chart says what is wrong with its question, and not that the table is gone', async ({ page, server }) => {
    await enter(page, server, { language: 'en' });
    await openBuilder(page);
    for (const field of ['Group by', 'Split by']) {
      await openList(page.getByRole('combobox', { name: field, exact: true }));
      await page.getByRole('option', { name: '付款方式', exact: true }).click();
    }
    const preview = page.getByRole('region', { name: 'Preview' });
    await expect(preview.getByText('Rows are grouped by this already')).toBeVisible();
    await expect(preview.getByText(/is gone, or you have no right/)).toHaveCount(0);
  });
});

test('[DATA-01] another table begins another chart, and a ring without shares is shown as bars', async ({ page, server }) => {
  await enter(page, server, { language: 'en' });
  await openBuilder(page);
  const preview = page.getByRole('region', { name: 'Preview' });
  const choose = async (field: string, option: string | RegExp) => {
    await openList(page.getByRole('combobox', { name: field, exact: true }));
    await page.getByRole('option', { name: option }).first().click();
  };
  await choose('Group by', '付款方式');
  await page.getByText('Ring', { exact: true }).click();
  await expect(preview.getByRole('columnheader', { name: 'Share' })).toBeVisible();
  await choose('Figure', 'Average');
  await choose('Of the column', '金额');
  await expect(preview.getByText(/^Shown as bars/)).toBeVisible();
  await expect(preview.getByRole('button', { name: /, Average · 金额: [\d,]+\.\d\d$/ }).first()).toBeVisible();

  await choose('Data table', /suppliers/);
  await expect(page.getByRole('combobox', { name: 'Group by', exact: true })).toBeVisible();
  await expect(preview.getByText('240 of 240 rows')).toBeVisible();
  await expect(page.getByText('not in the list')).toHaveCount(0);
});

test("[DATA-01] charts are pinned to one's first board, which is made for that, and stand on it with their names", async ({
  page,
  server,
}) => {
  const token = await enter(page, server, { language: 'en' });
  const pinned = async (name: string) => {
    await page.getByRole('button', { name: 'Pin to a board' }).click();
    const dialog = page.getByRole('dialog', { name: 'Pin to a board' });
    await expect(dialog.getByTitle('My board')).toBeVisible();
    await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill(name);
    await dialog.getByRole('button', { name: 'Pin', exact: true }).click();
    await expect(dialog).toBeHidden();
  };
  await openBuilder(page);
  await pinned('All payments');
  await openList(page.getByRole('combobox', { name: 'Group by', exact: true }));
  await page.getByRole('option', { name: '付款方式', exact: true }).click();
  await expect(page.getByRole('columnheader', { name: '付款方式' })).toBeVisible();
  await pinned('By method');

  await page.getByRole('link', { name: 'My boards' }).first().click();
  await expect(page).toHaveURL(/\/data\/my-board$/);
  await page.getByRole('link', { name: 'My board', exact: true }).click();
  await expect(page).toHaveURL(/\/board\/detail\/\d+$/);
  const id = /detail\/(\d+)/.exec(page.url())?.[1] ?? '';
  await expect(page.getByRole('listitem').getByRole('heading')).toHaveText(['All payments', 'By method']);
  await expect(page.getByRole('button', { name: /4,707/ })).toBeVisible();
  // The same chart as in the builder: a figure opens the rows behind it.
  await page
    .getByRole('button', { name: /, Number of rows: [\d,]+$/ })
    .first()
    .click();
  await expect(page.getByRole('dialog', { name: /^Rows: / })).toBeVisible();
  await page.keyboard.press('Escape');
  await fetch(`${server.address}/api/data/board-design?id=${id}`, { method: 'DELETE', headers: { authorization: `Bearer ${token}` } });
});
