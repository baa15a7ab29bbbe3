import { expectAccessible } from '../support/accessibility.ts';
import { expect, test, tokenOf } from '../support/browser.ts';
import { call } from './screens/screen.ts';
import { enter } from './world.ts';

// What does not fit is refused: a column of another type, a table of other columns.
test.use({ expectedErrors: [/rule-table\/(back-test|judge) .*400/] });

const payments = /supplier_payments/;
const large = { all: [{ field: 'amount', operator: 'atLeast', value: '20000' }] };

test('[DATA-14] [RULE-15] [RULE-16] [RULE-17] a draft is back-tested over a data table, the live version judges it, rows are appended, and one is explained', async ({
  page,
  server,
}) => {
  test.slow();
  const token = await tokenOf(server, 'admin');
  const api = <Data>(path: string, body: unknown) => call<Data>(server, `data/rule-set/${path}`, { token, body });
  const { id } = await api<{ id: string }>('create', { code: 'E2E-TABLES', name: 'Large payments' });
  await api('draft/settings', {
    ...{ id, version: 1, reviewFrom: 50, blockFrom: 80, subject: 'number' },
    fields: [
      { name: 'number', type: 'string', label: 'Number', required: true },
      { name: 'amount', type: 'number', label: 'Amount', required: true },
    ],
  });
  const rule = await api<{ id: string }>('draft/rule', { setId: id, name: 'Large', weight: 60, outcome: 'score', condition: large });
  await api('publish', { id, revision: 3 });
  await api('draft/start', { id });
  await api('draft/rule', { setId: id, id: rule.id, version: 1, name: 'Large', weight: 90, outcome: 'score', condition: large });

  await enter(page, server, { language: 'en' });
  await page.goto(`/data/rules/${id}`);
  await page.getByRole('tab', { name: 'Back-test' }).click();
  await page.getByRole('button', { name: 'Judge a data table' }).click();
  const testing = page.getByRole('dialog', { name: 'Back-test over a data table' });
  const choose = async (dialog: typeof testing) => {
    await dialog.getByRole('combobox', { name: 'Data table' }).click();
    await page.getByRole('listbox').getByRole('option', { name: payments }).click();
    await expect(dialog.getByRole('combobox', { name: 'Column, row 2' })).toHaveValue('amount');
  };
  await choose(testing);
  await expectAccessible(page);
  // What is required and what does not fit is told at its field.
  await testing.getByRole('button', { name: 'Start' }).click();
  await expect(testing.getByRole('combobox', { name: 'Column, row 1' })).toHaveAttribute('aria-invalid', 'true');
  await testing.getByRole('combobox', { name: 'Column, row 1' }).selectOption('paid_on');
  await testing.getByRole('button', { name: 'Start' }).click();
  await expect(testing.getByText('付款日期 is of the type Date, the field takes String', { exact: true })).toBeVisible();
  await testing.getByRole('combobox', { name: 'Column, row 1' }).selectOption('payment_no');
  await testing.getByRole('button', { name: 'Start' }).click();
  await expect(testing).toBeHidden();
  const hits = page.getByRole('table', { name: 'Rules hit' });
  await expect(hits).toBeVisible({ timeout: 60_000 });
  await expect(page.getByText('Before is what the live version 1 says of the same rows.')).toBeVisible();
  const cells = hits.getByRole('row', { name: /^Large/ }).getByRole('cell');
  const [before, after] = [await cells.nth(1).textContent(), await cells.nth(2).textContent()];
  expect(Number((after ?? '').replace(',', ''))).toBeGreaterThan(0);
  expect(before).toBe(after);
  const samples = page.getByRole('table', { name: 'Decisions that would be others' });
  await expect(samples.getByRole('row').nth(1)).toContainText('Review');
  await expect(samples.getByRole('row').nth(1)).toContainText('Block');

  // The live version judges the table.
  await page.getByRole('tab', { name: 'Data tables' }).click();
  const begin = async (columns: readonly RegExp[]) => {
    await page.getByRole('button', { name: 'Judge a data table' }).click();
    const dialog = page.getByRole('dialog', { name: 'Judge a data table' });
    await choose(dialog);
    await dialog.getByRole('combobox', { name: 'Column, row 1' }).selectOption('payment_no');
    await dialog.getByRole('combobox', { name: 'Columns that stay' }).click();
    for (const column of columns) await page.getByRole('listbox').getByRole('option', { name: column }).click();
    await dialog.getByRole('combobox', { name: 'Columns that stay' }).press('Escape');
    return dialog;
  };
  const first = await begin([/payment_no/, /supplier_name/]);
  await first.getByRole('textbox', { name: 'Title of the new table' }).fill('Judged_payments');
  await first.getByRole('textbox', { name: 'Name of the new table' }).fill('e2e_judged');
  await first.getByRole('button', { name: 'Start' }).click();
  await expect(first).toBeHidden();
  const runs = page.getByRole('table', { name: 'Last runs' });
  await expect(runs.getByRole('cell', { name: 'Success' })).toHaveCount(1, { timeout: 60_000 });
  await runs.getByRole('button', { name: /^What it said/ }).click();
  await expect(page.getByRole('dialog', { name: 'What it said' }).getByText('Judged by version 1')).toBeVisible();
  await page.keyboard.press('Escape');

  // Rows are added where the columns are the same, and only there.
  const other = await begin([/payment_no/, /approver/]);
  const into = async (dialog: typeof other) => {
    await dialog.getByRole('radio', { name: 'a table filled by rule sets' }).check();
    await dialog.getByRole('combobox', { name: 'Output table' }).click();
    await page
      .getByRole('listbox')
      .getByRole('option', { name: /e2e_judged/ })
      .click();
    await dialog.getByRole('radio', { name: 'Append' }).check();
    await dialog.getByRole('button', { name: 'Start' }).click();
  };
  await into(other);
  await expect(other.getByText('The table lacks: approver. It has besides: supplier_name.')).toBeVisible();
  await other.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Discard', exact: true }).click();
  const more = await begin([/payment_no/, /supplier_name/]);
  await into(more);
  await expect(more).toBeHidden();
  await expect(runs.getByRole('cell', { name: 'Success' })).toHaveCount(2, { timeout: 60_000 });

  // One row is explained: which rules, their weights, the values that met the conditions.
  await page.getByRole('link', { name: 'Judged_payments' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Judged_payments' })).toBeVisible();
  await page.getByRole('combobox', { name: 'Decision' }).click();
  await page.getByRole('listbox').getByRole('option', { name: 'Review' }).click();
  await page.getByRole('button', { name: 'Search' }).click();
  const rows = page.getByRole('table', { name: 'Judged rows' });
  // The rows of before have others among them.
  await expect(rows.getByRole('row').nth(1).getByRole('cell', { name: 'Large', exact: true })).toBeVisible();
  await expectAccessible(page);
  await rows
    .getByRole('button', { name: /^Explain/ })
    .first()
    .click();
  const why = page.getByRole('dialog', { name: 'Why this row is judged so' });
  await expect(why.getByRole('row', { name: /^Large 60 .*Amount \(\d[\d.]*\) at least 20000/ })).toBeVisible();
  await expectAccessible(page);

  const bizId = new URL(page.url()).pathname.split('/').at(-1) ?? '';
  for (const path of [`mart?bizId=${bizId}`, `rule-set/remove?id=${id}`]) await call(server, `data/${path}`, { token, method: 'DELETE' });
});
