import type { Locator, Page } from '@playwright/test';
import { expectAccessible } from '../support/accessibility.ts';
import { expect, test, tokenOf } from '../support/browser.ts';
import { call } from './screens/screen.ts';
import { enter, openList } from './world.ts';

interface Process {
  id: string;
  reviewObjectId: string;
  fileType: string;
  dealerName: string;
}
type Cells = readonly (string | number)[];

async function choose(page: Page, button: string, rows: readonly Cells[]): Promise<void> {
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), page.getByRole('button', { name: button, exact: true }).click()]);
  await chooser.setFiles({ name: 'ledger.csv', mimeType: 'text/csv', buffer: Buffer.from(rows.map((row) => row.join(',')).join('\n')) });
}

/** Chooses an entry of a field that offers choices. */
async function pick(page: Page, field: string, option: string, within: Page | Locator = page): Promise<void> {
  await openList(within.getByRole('combobox', { name: field }));
  await page.locator('.ant-select-dropdown:visible .ant-select-item-option-content', { hasText: option }).first().click();
}

const told = (page: Page, text: string | RegExp) => expect(page.getByText(text).first()).toBeVisible();

test('[FLOW-05] [API-143] [API-133] [API-131] [API-134] [API-136] [API-139] from the file to the comment: upload, map, assign what is unmatched, compare, judge, write', async ({
  page,
  server,
}) => {
  await enter(page, server, { user: 'auditor', language: 'en' });
  await page.goto('/flow/process?client=HENGYI');
  await expect(page.getByRole('combobox', { name: 'Review batch' })).toBeVisible();
  await pick(page, 'Review batch', '2026-03');
  await told(page, /^19 waiting for the file, 0 to be mapped/);
  await page.getByRole('button', { name: 'Make data processes' }).click();
  await told(page, 'All data processes of this batch are there already');
  await expectAccessible(page);
  const token = await tokenOf(server);
  const projects = await call<{ content: { id: string; projectName: string }[] }>(server, 'flow-audit-project/projectPageList', {
    token,
    body: { clientCode: 'HENGYI' },
  });
  const projectId = projects.content.find(({ projectName }) => projectName.startsWith('2026'))?.id;
  const { content } = await call<{ content: Process[] }>(server, 'flow-audit-data-process/pageList', {
    token,
    body: { projectId, reviewBatchNo: '2026-03' },
  });
  const [shipments, purchases] = content;
  if (!shipments || !purchases) throw new Error('The demo has no data processes');

  await page.getByRole('button', { name: 'Open' }).first().click();
  await expect(page.getByRole('heading', { level: 1, name: "All dealers of 2026-03 · Client's shipments" })).toBeVisible();
  await choose(page, 'Upload file', [
    ['Shipment date', 'Article', 'Boxes', 'Price', 'Ship to'],
    ['2026-05-04', 'HYP001', 100, 46, purchases.dealerName],
    ['2026-05-04', 'Milk of the year', 20, 50, purchases.dealerName],
    ['2026-05-32', 'HYP001', 1, 46, purchases.dealerName],
  ]);
  await told(page, '3 rows read. Now say what the columns hold');
  await told(page, 'Proposed from the headings: please check');
  await expect(page.getByRole('columnheader', { name: 'A · Shipment date' })).toBeVisible();
  await pick(page, 'Quantity', 'C · Boxes');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Apply mapping' }).click();
  await told(page, '3 rows read: 1 rejected, 1 unmatched');

  await page.getByRole('tab', { name: 'Names' }).click();
  await page
    .getByRole('row', { name: /Milk of the year/ })
    .getByRole('button', { name: 'Assign' })
    .click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('combobox', { name: 'Product or dealer' }).fill('HYP002');
  await page.locator('.ant-select-dropdown:visible .ant-select-item-option-content', { hasText: 'HYP002' }).click();
  await dialog.getByRole('button', { name: 'Assign' }).click();
  await told(page, 'Assigned. 0 further files were matched');
  await expect(page.getByRole('row', { name: /Milk of the year/ })).toHaveCount(0);
  await page.getByRole('tab', { name: 'Rows' }).click();
  await expect(page.getByRole('row', { name: /No day, or one that can be read in two ways/ })).toContainText('2026-05-32');

  // The other side is laid out as the last file of its kind: nothing is to be mapped.
  await page.goto(`/flow/process/${purchases.id}`);
  await choose(page, 'Upload file', [
    ['入库日期', '商品名称', '规格', '入库数量', '采购单价', '供应商'],
    ['2026-05-06', '纯牛奶', '200ml×12', 90, 46, 'x'],
    ['2026-05-06', '纯牛奶', '250ml×16', 20, 50, 'x'],
  ]);
  await told(page, '2 rows read: 0 rejected, 0 unmatched');
  await page.getByRole('button', { name: 'Compare', exact: true }).click();
  await told(page, /Upload and map the client's shipments/);
  await page.getByRole('button', { name: 'Compare', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Compare' }).click();
  await told(page, /^2 results: \d matched/);
  await told(page, /^Not compared: of the client 1 rejected/);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Judge' }).first().click();
  // Written first: a list takes the focus back a moment after a choice.
  await page.getByRole('dialog').getByRole('textbox', { name: 'Remark' }).fill('Broken on the way');
  await pick(page, 'Verdict', 'Explained', page.getByRole('dialog'));
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('row', { name: /Broken on the way/ })).toContainText('Explained');

  // By another period results are others: what was said of these would be gone, and whoever is asked may stay.
  await page.getByRole('button', { name: 'Compare again', exact: true }).click();
  const runner = page.getByRole('dialog', { name: 'Compare shipments with purchases' }).first();
  await runner.getByRole('radio', { name: 'Day' }).check();
  await runner.getByRole('button', { name: 'Compare' }).click();
  const question = page.getByRole('dialog').filter({ hasText: '1 result was given a verdict or a remark' });
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(question).toBeHidden();
  await expect(runner.getByRole('radio', { name: 'Day' })).toBeChecked();
  await runner.getByRole('radio', { name: 'Month' }).check();
  await runner.getByRole('button', { name: 'Compare' }).click();
  await expect(runner).toBeHidden();
  await expect(page.getByRole('row', { name: /Broken on the way/ })).toContainText('Explained');

  // Of this dealer there are neither sales nor stocks.
  await page.getByRole('tab', { name: 'Movement of stock' }).click();
  await told(page, 'The movement of stock cannot be compared');
  await told(page, /^The dealer's sales are not uploaded and mapped\. The dealer's stocks/);
  await page.getByRole('tab', { name: 'Comments' }).click();
  await told(page, 'Nobody has written anything yet');
  await page.getByRole('textbox', { name: 'Write a comment' }).fill('Please add the delivery notes');
  await page.getByRole('button', { name: 'Send' }).click();
  await expect(page.getByText('Please add the delivery notes', { exact: true })).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Write a comment' })).toHaveValue('');
  await page.getByRole('button', { name: /^Edit/ }).click();
  await page.getByRole('dialog').getByRole('textbox').fill('Please add the delivery notes of May');
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(page.getByText('Please add the delivery notes of May', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'What it said before' }).click();
  await expect(page.getByText(/: Please add the delivery notes$/)).toBeVisible();
  await expectAccessible(page);

  // Of a long thread the latest are read, what was just written last, and the others by pages.
  for (let number = 1; number <= 49; number += 1)
    await call(server, 'flow-audit-data-process/saveRevisionComments', {
      token,
      body: { reviewObjectId: purchases.reviewObjectId, content: `Remark ${number}` },
    });
  await page.getByRole('textbox', { name: 'Write a comment' }).fill('The last word');
  await page.getByRole('button', { name: 'Send' }).click();
  const said = page.getByText(/^(Remark \d+|The last word|Please add the delivery notes of May)$/);
  await expect(said).toHaveCount(50);
  await expect(said.first()).toHaveText('The last word');
  await page.getByRole('button', { name: 'Earlier comments' }).click();
  await expect(said).toHaveText(['Please add the delivery notes of May']);
  await page.getByRole('button', { name: 'Later comments' }).click();
  await expect(said).toHaveCount(50);
});

test('[FLOW-05] the movement of a dealer’s stock stands beside what was counted, in the comparison and in the bill report', async ({
  page,
  server,
}) => {
  await enter(page, server, { user: 'auditor', language: 'en' });
  const token = await tokenOf(server);
  const { content } = await call<{ content: Process[] }>(server, 'flow-audit-data-process/pageByClient', {
    token,
    body: { clientCode: 'HENGYI', fileType: 'dealer-stock', status: '4' },
  });
  const id = content.at(-1)?.reviewObjectId;
  await page.goto(`/flow/bill-report/${id}`);
  const report = page.getByRole('region', { name: 'Movement of stock' });
  await expect(report).toContainText('Opening stock of 2025-12-31');
  await report.getByRole('link', { name: 'Open the comparison' }).click();
  await expect(page.getByRole('tab', { name: 'Movement of stock', selected: true })).toBeVisible();
  await told(page, 'Opening stock of 2025-12-31, and purchases less sales until 2026-03-31');
  const table = page.getByRole('table', { name: 'Movement of stock' });
  await expect(table.getByRole('row', { name: /Stock differs/ })).toContainText('-3');
  await expect(table.getByRole('row', { name: /Missing in the stock/ })).toContainText('-26');
  await expect(table.getByRole('row', { name: /Missing in the movement/ })).toContainText('5');
  await expectAccessible(page);
});

test.describe('the data workbench of a client', () => {
  test.use({ expectedErrors: [/clientCode=NOBODY|NOT_FOUND/] });

  test('[MENU-05] the data workbench of a client has its projects, data processes and data tables, and leads to each; another client is not found', async ({
    page,
    server,
  }) => {
    await enter(page, server, { user: 'auditor', language: 'en' });
    await page.goto('/data/workbench/HENGYI/index');
    await expect(page.getByRole('region', { name: 'Data processes of all projects' }).getByRole('row').nth(1)).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('region', { name: 'Projects' }).getByRole('button', { name: 'Data processing' }).first().click();
    await expect(page).toHaveURL(/\/flow\/process\?client=HENGYI&project=\d+/);
    await page.goBack();
    await page.getByRole('button', { name: 'Audit projects' }).click();
    await expect(page).toHaveURL(/\/flow\/auditProject\/HENGYI\/index$/);
    // An address with no code in it leads to no client either.
    for (const code of ['NOBODY', '%3Cb']) {
      await page.goto(`/data/workbench/${code}/index`);
      await expect(page.getByRole('heading', { name: 'There is no such client' })).toBeVisible();
    }
  });
});
