import type { Page } from '@playwright/test';
import { expect, test, tokenOf } from '../support/browser.ts';
import { call } from './screens/screen.ts';
import { enter, openList } from './world.ts';

// A change that was overtaken, a client that is none for somebody, and a dealer that stays.
test.use({ expectedErrors: [/status of (404|409)|NOT_FOUND|CONFLICT|IN_USE/] });

const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name });
const row = (page: Page, text: string | RegExp) => page.getByRole('row').filter({ hasText: text });

/** Chooses an entry of an open list by the pointer: the list chooses its active option anew a moment after it opens. */
async function choose(page: Page, field: ReturnType<Page['getByRole']>, entry: string): Promise<void> {
  await openList(field);
  await page.locator('.ant-select-item-option-content', { hasText: entry }).last().click();
}

async function chooseFile(page: Page, button: string, name: string, lines: readonly string[]): Promise<void> {
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), page.getByRole('button', { name: button, exact: true }).click()]);
  await chooser.setFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(lines.join('\n')) });
}

test('[FLOW-01] [FLOW-03] [FLOW-04] [MENU-04] an auditor goes from the menu to a client, makes a project, gives its dealers to people and brings more from a file', async ({
  page,
  server,
}) => {
  await enter(page, server, { user: 'auditor', language: 'en' });
  await page.goto('/flow/projects');
  await expect(page.getByRole('row')).toHaveCount(4);
  // The clients of the user stand below the entry of the projects; of others nobody hears.
  await page.getByRole('button', { name: 'More' }).hover();
  const menu = page.getByRole('link', { name: '恒怡乳业股份有限公司' }).and(page.locator('[href$="/flow/auditProject/HENGYI/index"]'));
  await expect(menu.first()).toBeVisible();
  await expect(page.getByText('清禾日化有限公司')).toHaveCount(0);
  await menu.first().click();
  await expect(page.getByRole('heading', { level: 1, name: '恒怡乳业股份有限公司' })).toBeVisible();

  await page.getByRole('button', { name: 'New project' }).click();
  const form = dialog(page, 'New project');
  await form.getByRole('textbox', { name: 'Project name' }).fill('冷链专项');
  await form.getByRole('button', { name: 'Save' }).dblclick();
  await expect(row(page, '冷链专项')).toHaveCount(1);
  await page.getByRole('link', { name: '冷链专项' }).click();
  await expect(page.getByText('No review object yet')).toBeVisible();

  await page.getByRole('button', { name: 'Add dealers' }).click();
  const adding = dialog(page, 'Add dealers');
  await adding.getByRole('textbox', { name: 'Review batch' }).fill('B 1');
  await choose(page, adding.getByRole('combobox', { name: 'Dealers' }), '北京恒通商贸');
  await page.locator('.ant-select-item-option-content', { hasText: '成都鲜达食品' }).click();
  await page.keyboard.press('Escape');
  await choose(page, adding.getByRole('combobox', { name: 'Executor' }), 'Chen Jing');
  await adding.getByRole('button', { name: 'Save' }).click();
  await expect(adding.getByText('Only letters, digits, - and _, at most 32')).toBeVisible();
  await adding.getByRole('textbox', { name: 'Review batch' }).fill('B1');
  await adding.getByRole('button', { name: 'Save' }).click();
  await expect(row(page, 'Chen Jing (auditor)')).toHaveCount(2);

  // Somebody else changes the same review object meanwhile: what both changed is asked about, what one changed is merged.
  await row(page, 'HYD001').getByRole('button', { name: /^More/ }).click();
  await page.getByRole('menuitem', { name: 'Edit' }).click();
  const changing = dialog(page, 'Change review object');
  await changing.getByRole('textbox', { name: 'Remark' }).fill('已预约');
  const token = await tokenOf(server, 'auditor');
  const id = page.url().split('/').at(-1);
  const { content } = await call<{ content: { id: string }[] }>(server, 'flow-audit-review-object/pageList', {
    token,
    body: { projectId: id },
  });
  await call(server, 'flow-audit-review-object/save', { token, body: { id: content[0]?.id, version: 1, status: '1' } });
  await changing.getByRole('button', { name: 'Save' }).click();
  const merged = page.getByRole('dialog').filter({ hasText: 'Your entries are kept' });
  await expect(merged).toContainText('Review status: Under review');
  await merged.getByRole('button', { name: 'OK' }).click();
  await changing.getByRole('button', { name: 'Save' }).click();
  await expect(row(page, 'HYD001')).toContainText('已预约');
  await expect(row(page, 'HYD001')).toContainText('Under review');
  await row(page, 'HYD001').getByRole('button', { name: /^More/ }).click();
  await expect(page.getByRole('menuitem', { name: 'Delete' })).toBeDisabled();
  await page.keyboard.press('Escape');

  const heads = 'Review batch,Dealer code,Executor';
  await chooseFile(page, 'Import', 'wrong.csv', [heads, 'B2,HYD003,auditor', 'B2,HYD777,', 'B1,HYD001,nobody']);
  const wrong = dialog(page, 'What wrong.csv does');
  await expect(wrong.getByRole('row').nth(1)).toContainText(/3.*B · Dealer code.*No dealer of this client has the code HYD777/);
  await expect(wrong.getByRole('row').nth(2)).toContainText(/4.*C · Executor/);
  await expect(wrong.getByRole('button', { name: 'Take over' })).toBeDisabled();
  await wrong.getByRole('button', { name: 'Cancel' }).click();
  await chooseFile(page, 'Import', 'right.csv', [heads, 'B2,HYD003,auditor', 'B2,HYD004,']);
  const right = dialog(page, 'What right.csv does');
  await expect(right.getByRole('row').nth(1)).toContainText('广州佳源供应链有限公司');
  await right.getByRole('button', { name: 'Take over' }).click();
  await expect(right).toBeHidden();
  await expect(page.getByRole('progressbar', { name: 'B2' })).toBeVisible();
  await expect(page.getByRole('row')).toHaveCount(5);

  await choose(page, page.getByRole('combobox', { name: 'Review batch' }), 'B2');
  await page.getByRole('button', { name: 'Search' }).click();
  await expect(page.getByRole('row')).toHaveCount(3);
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Export' }).click()]);
  expect(file.suggestedFilename()).toBe('冷链专项 Review objects.xlsx');
  await row(page, 'HYD004').getByRole('button', { name: /^More/ }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page
    .getByRole('dialog')
    .filter({ hasText: 'Take "深圳恒通商贸有限公司" out of batch B2?' })
    .getByRole('button', { name: 'Delete' })
    .click();
  await expect(page.getByRole('row')).toHaveCount(2);

  await page.goto('/flow/auditProject/QINGHE/index');
  await expect(page.getByRole('heading', { name: 'There is no such client' })).toBeVisible();
});

test('[FLOW-01] [FLOW-08] a manager of clients makes one with its people, and fills its master data from a file and by hand', async ({
  page,
  server,
}) => {
  await enter(page, server, { language: 'en' });
  await page.goto('/flow/clients');
  await page.getByRole('button', { name: 'New client' }).click();
  const form = dialog(page, 'New client');
  await form.getByRole('textbox', { name: 'Client', exact: true }).fill('海棠食品有限公司');
  await form.getByRole('textbox', { name: 'Client code' }).fill('HAITANG');
  const people = form.getByRole('combobox', { name: 'Who works for it' });
  await openList(people);
  await people.fill('riskman');
  await page.locator('.ant-select-item-option-content', { hasText: 'Wang Wei (riskmanager)' }).click();
  await page.keyboard.press('Escape');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(row(page, 'HAITANG')).toContainText('Wang Wei (riskmanager)');

  await page.goto('/flow/master-data?client=HAITANG');
  await expect(page.getByText('No dealer yet')).toBeVisible();
  await chooseFile(page, 'Upload', 'dealers.csv', ['经销商编码,经销商名称', 'H1,一号经销商', 'H2,二号经销商']);
  const first = dialog(page, 'What dealers.csv does');
  await expect(first.getByText('Rows: 2 · Added: 2 · Changed: 0 · As before: 0 · To correct: 0')).toBeVisible();
  await first.getByRole('button', { name: 'Take over' }).click();
  await expect(row(page, '二号经销商')).toBeVisible();
  await chooseFile(page, 'Upload', 'again.csv', ['Dealer code,Dealer', 'H2,新的名称']);
  const again = dialog(page, 'What again.csv does');
  await expect(again.getByRole('row').nth(1)).toContainText(/Changed.*H2.*新的名称.*二号经销商/);
  // Somebody else was faster: it is shown what gives way by now, and taken over by another press.
  const list = { clientCode: 'HAITANG', keyword: 'H2' };
  const token = await tokenOf(server);
  const { content } = await call<{ content: object[] }>(server, 'flow-audit-masterData-maintain/dealerPageList', { token, body: list });
  const theirs = { clientCode: 'HAITANG', ...content[0], dealerName: '别人的名称' };
  const { id, version, clientCode, dealerCode, dealerName } = theirs as Record<string, unknown>;
  const body = { id, version, clientCode, dealerCode, dealerName };
  await call(server, 'flow-audit-masterData-maintain/saveDealer', { token, body });
  await again.getByRole('button', { name: 'Take over' }).click();
  await expect(again.getByRole('alert').filter({ hasText: 'Somebody changed these rows meanwhile' })).toBeVisible();
  await expect(again.getByRole('row').nth(1)).toContainText(/Changed.*H2.*新的名称.*别人的名称/);
  await again.getByRole('button', { name: 'Take over' }).click();
  await expect(row(page, '新的名称')).toBeVisible();

  await page.getByRole('tab', { name: 'Matching relations' }).click();
  await page.getByRole('button', { name: 'Add matching relation' }).click();
  const relation = dialog(page, 'Add matching relation');
  await relation.getByRole('textbox', { name: 'Name in files' }).fill('二店');
  await choose(page, relation.getByRole('combobox', { name: 'Leads to' }), '新的名称');
  await relation.getByRole('button', { name: 'Save' }).click();
  await expect(row(page, '二店')).toContainText('H2');
  await row(page, '二店').getByRole('button', { name: /^Edit/ }).click();
  await expect(dialog(page, 'Change matching relation').getByTitle('新的名称')).toBeVisible();
  await page.keyboard.press('Escape');

  await page.getByRole('tab', { name: 'Dealers' }).click();
  await row(page, 'H2')
    .getByRole('button', { name: /^Delete/ })
    .click();
  await page.getByRole('dialog').filter({ hasText: 'Delete "新的名称"?' }).getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('The matching relation "二店" leads to 新的名称. Delete it first')).toBeVisible();
});
