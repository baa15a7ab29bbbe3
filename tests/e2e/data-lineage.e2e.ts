import { expectAccessible } from '../support/accessibility.ts';
import { expect, test } from '../support/browser.ts';
import { enter, openList } from './world.ts';

/** The payments of the demo. */
const payments = '/data/mart/2000000000000000001';

test('[DATA-01] what a table comes from and what is made of it is drawn and listed, followed by keyboard, and each thing leads to its page', async ({
  page,
  server,
}) => {
  await enter(page, server, { language: 'en' });
  await page.goto(payments);
  await page.getByRole('tab', { name: 'Lineage' }).click();
  const drawing = page.getByRole('region', { name: 'Lineage' });
  const here = drawing.getByRole('button', { name: /^供应商付款 Data table/ });
  await expect(here).toBeVisible();
  await expect(drawing.getByRole('link', { name: /^拆单付款线索 Script Success · 2026-02-24/ })).toBeVisible();
  const list = page.getByRole('table', { name: 'The same as a list' });
  await expect(list.getByRole('row', { name: /供应商付款\.csv File Leads to it, step 1/ })).toBeVisible();
  const clues = list.getByRole('row', { name: /^拆单供应商名单 Data table Made of it, step 2/ });
  await expect(clues).toContainText('2026-02-24');
  await expectAccessible(page);

  // One stop for Tab, in the middle; arrows go along.
  await here.focus();
  await page.keyboard.press('ArrowRight');
  await expect(
    drawing
      .getByRole('link', { name: /^拆单付款线索 Script/ })
      .or(drawing.getByRole('link', { name: /^分区域付款汇总/ }))
      .first(),
  ).toBeVisible();
  await expect(here).not.toBeFocused();
  await page.keyboard.press('Home');
  await expect(here).toBeFocused();

  // One step shows less, and says how much goes on.
  await page.getByRole('radiogroup', { name: 'Steps in each direction' }).getByRole('radio', { name: '1', exact: true }).check();
  await expect(clues).toBeHidden();
  await expect(page.getByText(/^There is more than is shown/)).toBeVisible();
  await expect(list.getByRole('row', { name: /^拆单付款清单 Data table Made of it, step 1 · [1-9]\d* more/ })).toBeVisible();

  // The way of a column is marked as far as it is known.
  await openList(page.getByRole('combobox', { name: /^Way of a column/ }));
  await page.getByRole('option', { name: '金额', exact: true }).click();
  await expect(page.getByText(/^What scripts do with columns is in their code, and not known here: .*拆单付款线索/)).toBeVisible();
  await expect(list.getByRole('row', { name: /^拆单付款线索 Script .*not known what it does with columns/ }).first()).toBeVisible();
  await expect(list.getByRole('row', { name: /^供应商付款 Data table This table .*金额/ })).toBeVisible();

  await drawing.getByRole('link', { name: /^拆单付款清单 Data table/ }).press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: '拆单付款清单' })).toBeVisible();
});

test('[DATA-01] before a table is deleted its page says what needs it, and lets it be where something does', async ({ page, server }) => {
  await enter(page, server, { language: 'en' });
  await page.goto(payments);
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  const asked = page.getByRole('dialog', { name: 'Delete the table 供应商付款?' });
  await expect(asked.getByText('It cannot be deleted yet')).toBeVisible();
  await expect(asked.getByRole('table', { name: 'What needs it' }).getByRole('link', { name: '分区域付款汇总' })).toBeVisible();
  await expect(asked.getByRole('button', { name: 'Delete', exact: true })).toBeDisabled();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(asked).toBeHidden();
});
