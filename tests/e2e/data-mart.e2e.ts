import { expectAccessible } from '../support/accessibility.ts';
import { expect, test } from '../support/browser.ts';
import { enter, openList } from './world.ts';

test.use({ expectedErrors: [/400|409 \(Conflict\)/] });

const csv = (rows: string) => ({ name: 'orders 2026.csv', mimeType: 'text/csv', buffer: Buffer.from(`Order,Amount,Day,Web\n${rows}`) });
const line = (index: number, amount: string) =>
  `N${index},${amount},2026-03-${String((index % 28) + 1).padStart(2, '0')},https://o.example/${index}`;
const good = Array.from({ length: 30 }, (_, index) => line(index, `${index}.5`)).join('\n');

test('[DATA-01] [DATA-07] [DATA-08] [RULE-12] [RULE-13] a table from a file: proposed, corrected, refreshed with faults told, changed and deleted', async ({
  page,
  server,
}) => {
  await enter(page, server, { language: 'en' });
  await page.goto('/data/mart');
  await expect(page.getByRole('link', { name: '供应商付款' })).toBeVisible();
  const choose = async (button: string, file: ReturnType<typeof csv>) => {
    const [chooser] = await Promise.all([page.waitForEvent('filechooser'), page.getByRole('button', { name: button }).click()]);
    await chooser.setFiles(file);
  };
  await choose('New table from file', csv(good));
  const form = page.getByRole('dialog', { name: 'New table from orders 2026.csv' });
  await expect(form.getByLabel('Table name')).toHaveValue('orders_2026');
  const fieldName = form.getByRole('textbox', { name: /Field name/ }).first();
  await form.getByLabel('Table name').fill('9 orders');
  await form.getByRole('button', { name: 'Create' }).click();
  await expect(form.getByLabel('Table name')).toHaveAttribute('aria-invalid', 'true');
  await form.getByLabel('Table name').fill('orders_2026');
  await fieldName.fill('1 order');
  await form.getByRole('button', { name: 'Create' }).click();
  await expect(form.getByText(/24/).first()).toBeVisible();
  await fieldName.fill('订单');
  // Columns are those of the file: none is added, and one that was taken out comes back.
  await expect(form.getByRole('button', { name: 'Add a row' })).toHaveCount(0);
  await form
    .getByRole('button', { name: /^Remove/ })
    .nth(1)
    .click();
  await expect(form.getByRole('textbox', { name: /Field name/ })).toHaveCount(3);
  await form.getByRole('button', { name: 'Undo' }).click();
  await expect(form.getByRole('textbox', { name: /Field name/ })).toHaveCount(4);
  await expectAccessible(page);
  await form.getByRole('button', { name: 'Create' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'orders 2026' })).toBeVisible();
  await page.getByRole('tab', { name: 'Rows' }).click();
  await expect(page.getByText('The first 10 of 30 rows')).toBeVisible();
  await page.getByRole('radio', { name: '5', exact: true }).check();
  await expect(page.getByText('The first 5 of 30 rows')).toBeVisible();

  await choose('Refresh from file', csv(`${line(40, '1.5')}\n${line(41, 'many')}`));
  const refresh = page.getByRole('dialog', { name: 'Refresh from orders 2026.csv' });
  await refresh.getByRole('radio', { name: 'Incremental' }).check();
  await refresh.getByRole('button', { name: 'Refresh from file' }).click();
  const faults = page.getByRole('dialog', { name: 'Rows that were left out' });
  await expect(faults.getByRole('cell', { name: 'many' })).toBeVisible();
  await expect(faults.getByRole('cell', { name: 'B · Amount' })).toBeVisible();
  await faults.getByRole('button', { name: 'Close' }).click();
  await expect(page.getByText('The first 5 of 31 rows')).toBeVisible();

  await page.getByRole('button', { name: 'Settings', exact: true }).click();
  await page.getByRole('dialog').getByRole('textbox', { name: 'Title', exact: true }).first().fill('Orders');
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Orders', exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /OK|Delete/ })
    .click();
  await expect(page).toHaveURL(/\/data\/mart$/);
  await expect(page.getByRole('link', { name: 'Orders' })).toHaveCount(0);
});

test('[DATA-09] [DATA-16] [DATA-18] [PERM-16] an application is approved narrowed and revoked; pinning; exploration', async ({
  page,
  server,
}) => {
  await enter(page, server, { language: 'en' });
  await page.goto('/data/authorization?side=decide');
  const pending = page.getByRole('row', { name: /供应商.*Pending authorization/ }).first();
  await pending.getByRole('button', { name: 'Approve' }).click();
  const approve = page.getByRole('dialog', { name: /^Approve/ });
  await openList(approve.getByRole('combobox', { name: 'Columns' }));
  await page.getByTitle('编码', { exact: true }).last().click();
  await page.keyboard.press('Escape');
  await approve.getByRole('button', { name: 'Approve' }).click();
  await expect(approve).toBeHidden();
  const row = page.getByRole('row', { name: /1 columns: code/ });
  await expect(row).toContainText('Authorized');
  await expect(row).toContainText('Narrowed');
  await row.getByRole('button', { name: 'Revoke' }).click();
  await page.getByRole('dialog').getByLabel('Reason').fill('Finished');
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
  await expect(row).toContainText('Revoked');

  await page.goto('/data/mart');
  await page
    .getByRole('row', { name: /员工费用报销/ })
    .getByRole('button', { name: 'Pin', exact: true })
    .click();
  await expect(page.locator('tbody tr').first()).toContainText('Pinned');
  await page.goto('/data/exploration?table=2000000000000000001');
  await page.getByRole('button', { name: '供应商编码' }).click();
  await expect(page.getByText(/The 50 most frequent of 240 values/)).toBeVisible();
  await page.getByRole('button', { name: '金额' }).click();
  await expect(page.getByText('0 – 10000', { exact: true })).toBeVisible();
  await expectAccessible(page);
});

test('[DATA-07] a file of Western Europe is read and its encoding told; what is none says what to do, and nothing before that', async ({
  page,
  server,
}) => {
  await enter(page, server, { language: 'en' });
  await page.goto('/data/mart');
  await expect(page.getByRole('link', { name: '供应商付款' })).toBeVisible();
  const choose = async (name: string, buffer: Buffer) => {
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      page.getByRole('button', { name: 'New table from file' }).click(),
    ]);
    await chooser.setFiles({ name, mimeType: 'text/csv', buffer });
  };
  await choose('binary.csv', Buffer.from([0x61, 0x01, 0xfc, 0x62]));
  await expect(page.locator('.ant-message').getByRole('alert')).toHaveText(/^binary\.csv is no workbook \(xlsx\) and no CSV file in UTF-8/);
  await choose('w1252.csv', Buffer.from('Größe;Straße\n5;Müllerstraße\n', 'latin1'));
  const form = page.getByRole('dialog', { name: 'New table from w1252.csv' });
  await expect(form.getByText('It was read as Windows-1252.')).toBeVisible();
  await expect(form.getByText('Müllerstraße')).toBeVisible();
});
