import { expectAccessible } from '../support/accessibility.ts';
import { expect, test } from '../support/browser.ts';
import { enter } from './world.ts';

test('[MISC-04] [API-103] [API-105] [DATA-11] a process is drawn, looked at node by node, changed, undone, saved and run', async ({
  page,
  server,
}) => {
  test.slow();
  await enter(page, server, { language: 'en' });
  await page.goto('/data/processing');
  await page
    .getByRole('row', { name: /分区域付款汇总/ })
    .getByRole('button', { name: 'Open' })
    .click();
  await expect(page.getByRole('heading', { level: 1, name: '分区域付款汇总' })).toBeVisible();
  // A node is chosen by keyboard as by mouse.
  await page
    .getByRole('button', { name: /金额大于零/ })
    .first()
    .focus();
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Preview 5 rows' }).click();
  await expect(page.getByRole('table', { name: 'Preview' }).locator('tbody tr')).toHaveCount(5);
  await expectAccessible(page);
  const save = page.getByRole('button', { name: 'Save' });
  const name = page.getByRole('textbox', { name: 'Name of the node' });
  for (const text of ['First name', 'Only paid']) {
    await name.fill(text);
    await page.getByRole('button', { name: 'Apply' }).click();
    await expect(page.getByRole('button', { name: new RegExp(text) }).first()).toBeVisible();
  }
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('button', { name: /First name/ }).first()).toBeVisible();
  await save.click();
  await expect(page.getByText('Saved successfully')).toBeVisible();
  await expect(save).toBeDisabled();
  // What is not applied yet would be missing in what is saved.
  await name.fill('Not applied');
  await save.click();
  await expect(page.getByText(/is not applied yet: press Apply/)).toBeVisible();
  await name.fill('First name');
  await expect(save).toBeDisabled();
  await page.reload();
  await expect(page.getByRole('button', { name: /First name/ }).first()).toBeVisible();
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await page.getByRole('tab', { name: 'Runs' }).click();
  const runs = page.getByRole('table', { name: 'Runs' }).locator('tbody tr');
  await expect(runs.first()).toContainText(/Success|Finished/, { timeout: 40_000 });
  // The page says what the run gave, without being opened again.
  await expect(page.getByText(/payments_by_region · [1-9]\d* rows/)).toBeVisible();
});

test('[MISC-04] forms of nodes give the drawing what they hold, each in its own way; a wide drawing stays readable', async ({
  page,
  server,
}) => {
  await enter(page, server, { language: 'en' });
  await page.goto('/data/processing');
  await page.getByRole('link', { name: '分区域付款汇总' }).click();
  const card = (name: RegExp) => page.locator('.tg-graph-card').filter({ hasText: name });
  await expect(card(/Output/)).toBeAttached();
  const { width } = (await card(/付款流水/).boundingBox()) ?? { width: 0 };
  // 176 pixels drawn large enough that 12 pixels of text can be read.
  expect(width).toBeGreaterThan(149);
  await card(/付款流水/).click();
  await page.getByRole('button', { name: 'Add a node' }).click();
  await page.getByRole('menuitem', { name: 'Pivot' }).click();
  await page.getByRole('textbox', { name: 'Name of the node' }).fill('By currency');
  const choose = async (label: RegExp) => {
    await page.getByRole('combobox', { name: label }).click();
    await page.getByRole('option').first().click();
    await page.keyboard.press('Escape');
  };
  // Written first: a list takes the focus back a moment after a choice.
  await page.getByRole('textbox', { name: 'Values' }).fill('CNY\nUSD');
  await choose(/^Group by/);
  await choose(/^Column whose values/);
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect(card(/By currency/)).toBeVisible();
  await card(/付款流水/).click();
  await expect(page.getByRole('textbox', { name: 'Name of the node' })).toHaveValue('付款流水');
  await card(/By currency/).click();
  await expect(page.getByRole('textbox', { name: 'Values' })).toHaveValue('CNY\nUSD');
  // Each value is a column of what the node gives.
  await expect(page.getByRole('table', { name: 'Columns' }).getByRole('row', { name: /USD/ })).toBeVisible();

  // A computed column takes any of the columns before it.
  await card(/付款流水/).click();
  await page.getByRole('button', { name: 'Add a node' }).click();
  await page.getByRole('menuitem', { name: 'Group' }).click();
  await page.getByRole('textbox', { name: 'Name of the node' }).fill('By day');
  await choose(/^Group by/);
  await page.getByRole('button', { name: 'Add a row' }).first().click();
  await page.getByRole('combobox', { name: /^Function, row 1/ }).selectOption({ label: 'Sum' });
  const column = page.getByRole('combobox', { name: /^Column, row 1/ });
  expect(await column.locator('option').count()).toBeGreaterThan(3);
  await column.selectOption({ index: 1 });
});
