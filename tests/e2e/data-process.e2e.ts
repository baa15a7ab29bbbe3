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
  await expect(page.getByRole('table', { name: 'Preview' }).locator('tbody tr')).toHaveCount(5, { timeout: 20_000 });
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
  await expect(save).toBeDisabled();
  await page.reload();
  await expect(page.getByRole('button', { name: /First name/ }).first()).toBeVisible();
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await page.getByRole('tab', { name: 'Runs' }).click();
  const runs = page.getByRole('table', { name: 'Runs' }).locator('tbody tr');
  await expect(runs.first()).toContainText(/Success|Finished/, { timeout: 40_000 });
  await page.reload();
  await expect(page.getByText(/payments_by_region · [1-9]\d* rows/)).toBeVisible();
});
