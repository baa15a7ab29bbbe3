import type { Locator, Page } from '@playwright/test';
import { demoFinancePaper } from '../../server/database/demo/finance.ts';
import { expectAccessible, violations } from '../support/accessibility.ts';
import { expect, test } from '../support/browser.ts';
import { showIn, THEMES } from './screens/matrix.ts';
import { overflow, paperAddress, prefer, setWrongClock } from './world.ts';

// A refused or broken request stands in the console of every browser.
test.use({ expectedErrors: [/Failed to load resource|NOT_FOUND|NETWORK_ERROR/] });

const address = (number: number, more = '') => paperAddress('finance', demoFinancePaper(number), more);
const state = (page: Page) => page.locator('.tg-draft-state');
const cell = (page: Page, field: string, period = 'end') => page.locator(`[data-cell="${period}.${field}"]`);
const value = (page: Page, indicator: string): Locator => page.locator(`[data-indicator="${indicator}"] .tg-finance-number`);
const saved = (page: Page) => expect(state(page)).toHaveText('All changes saved');

async function api<T>(page: Page, path: string, body?: unknown): Promise<T> {
  const url = new URL(`/api/risk/evaluate/finance${path}`, page.url());
  const response = await page.request.fetch(url.href, body === undefined ? {} : { method: 'POST', data: body });
  const answer: { data: T } = await response.json();
  return answer.data;
}

test('[FIN-01] [FIN-03] [FIN-05] [FIN-06] amounts are saved by themselves, statistics follow and are those of the server', async ({
  page,
}) => {
  // A clock that is wrong decides nothing.
  await setWrongClock(page, '2099-12-31T12:00:00Z');
  await page.goto(address(1));
  for (const label of ['User name', 'Project name', 'Filling company', 'Filling department']) {
    await expect(page.getByLabel(label)).toBeDisabled();
    await expect(page.getByLabel(label)).not.toHaveValue('');
  }
  await expect(value(page, 'cashRatio')).toContainText('--');
  await saved(page);
  await page.getByLabel('Period start', { exact: true }).fill('2025-01-01');
  await cell(page, 'cash').click();
  // As a spreadsheet copies it: period end and period start of three rows.
  await page.evaluate(() => {
    const data = new DataTransfer();
    data.setData('text/plain', '"1,000.10"\t5\r\n(0.05)\t6\r\n12x\t7\r\n');
    document.activeElement?.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
  });
  await expect(page.getByRole('status').filter({ hasText: 'is no amount' })).toContainText('Balance sheet, Trade receivables, Period end');
  await expect(page.getByText('All saved but 1 wrong value')).toBeVisible();
  const warning = await page.locator('.tg-draft-state').evaluate((place) => {
    const probe = place.appendChild(document.createElement('i'));
    probe.style.color = 'var(--targus-warning)';
    const { color } = getComputedStyle(probe);
    probe.remove();
    return color;
  });
  await expect(page.locator('.tg-draft-state .tg-icon')).toHaveCSS('color', warning);
  await cell(page, 'receivables').fill('');
  await cell(page, 'shortLoans').fill('3');
  await page.keyboard.press('Enter');
  await expect(cell(page, 'payables')).toBeFocused();
  await page.keyboard.type('0');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.type('0');
  await expect(value(page, 'cashRatio')).toHaveText('333.35');
  await saved(page);
  await page.reload();
  await expect(cell(page, 'cash')).toHaveValue('1,000.10');
  await expect(cell(page, 'shortInvestments')).toHaveValue('-0.05');
  await expect(page.getByLabel('Period start', { exact: true })).toHaveValue('2025-01-01');
  await expect(value(page, 'cashRatio')).toHaveText('333.35');
  const sums = await api<{ name: string; value: string | null }[]>(page, `/sum?uuid=${demoFinancePaper(1)}`);
  expect(sums.find(({ name }) => name === 'cashRatio')?.value).toBe('333.35');
  await expectAccessible(page);
});

test('[FIN-08] without a connection amounts are kept and sent later; the same amount changed elsewhere is asked about', async ({
  page,
}) => {
  const uuid = demoFinancePaper(8);
  await page.goto(address(8));
  await saved(page);
  await page.route('**/api/risk/evaluate/finance/answers*', (route) => route.abort());
  await cell(page, 'cash').fill('12.5');
  await expect(state(page)).toContainText('No connection');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('No connection: 1 change is kept')).toHaveCount(2);
  await page.reload();
  await page.unroute('**/api/risk/evaluate/finance/answers*');
  await page.reload();
  await expect(cell(page, 'cash')).toHaveValue('12.50');
  await saved(page);
  await page.route('**/api/risk/evaluate/finance/answers?*', (route) => route.abort());
  await api(page, '/answers', { uuid, changes: [{ field: 'cash', period: 'end', value: '99', version: 1 }] });
  await cell(page, 'cash').fill('13');
  const conflicts = page.getByRole('region', { name: 'Changed here and elsewhere.' });
  await conflicts.getByRole('button', { name: 'Balance sheet, Cash and bank deposits, Period end' }).click();
  await expect(cell(page, 'cash')).toBeFocused();
  await conflicts.getByRole('button', { name: 'Take theirs: 99' }).click();
  await expect(cell(page, 'cash')).toHaveValue('99.00');
  await saved(page);
});

test('[FIN-08] a paper is submitted after confirmation, once everything is filled, and exported', async ({ page }) => {
  await page.goto(address(3));
  await cell(page, 'overdueDebt').fill('');
  await saved(page);
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(page.getByText('Unfilled content exists, cannot submit')).toBeVisible();
  await expect(cell(page, 'overdueDebt')).toBeFocused();
  await cell(page, 'overdueDebt').fill('0');
  await page.getByRole('button', { name: 'Submit' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('cannot be deleted or withdrawn');
  await dialog.getByRole('button', { name: 'Submit' }).click();
  await expect(page.getByText('The questionnaire has been submitted and cannot be edited')).toBeVisible();
  await expect(page.getByText(/^Receipt /)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Save' })).toHaveCount(0);
  await expect(cell(page, 'cash')).toHaveJSProperty('readOnly', true);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export to Excel' }).click();
  expect((await download).suggestedFilename()).toMatch(/\.xlsx$/);
});

test('[FIN-02] [FIN-08] show mode and domain links read only, expired papers say so, wrong links too; narrow windows show all', async ({
  page,
}) => {
  await setWrongClock(page, '2001-01-01T12:00:00Z');
  await page.goto(address(4, '&type=show'));
  await expect(cell(page, 'cash')).toHaveJSProperty('readOnly', true);
  await expect(page.getByRole('button', { name: 'Submit' })).toHaveCount(0);
  await expect(page.getByText('cannot be edited')).toHaveCount(0);
  await page.goto(address(4, '&domain=1'));
  await expect(page.getByText('cannot be edited')).toBeVisible();
  await page.goto(address(6));
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('has expired');
  await page.keyboard.press('Escape');
  await expect(dialog.getByRole('button')).toHaveCount(1);
  await page.goto(address(7));
  await expect(page.getByText('There is no such questionnaire')).toBeVisible();
  await page.setViewportSize({ width: 390, height: 800 });
  await page.goto(address(4));
  await expect(cell(page, 'cash')).toBeVisible();
  expect(await overflow(page)).toBe(0);
  const term = page.getByRole('button', { name: 'Current assets ÷ current liabilities' });
  await term.focus();
  await expect(page.getByRole('tooltip')).toContainText('covers what has to be paid');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('tooltip')).toHaveCount(0);
  await expectAccessible(page);
});

test('axe finds no contrast too low in any theme, wrong amounts and an explanation shown', async ({ page }) => {
  await prefer(page, { language: 'en' });
  await page.goto(address(9));
  await cell(page, 'revenue').fill('12x');
  await expect(page.getByRole('status').filter({ hasText: 'is no amount' })).toBeVisible();
  await page.getByRole('button', { name: 'Gross profit ÷ revenue' }).hover();
  for (const theme of THEMES) {
    await showIn(page, { theme, language: 'en' });
    await expect(page.getByRole('tooltip')).toBeVisible();
    expect(await violations(page, { rules: 'contrast', include: '.tg-finance' }), theme).toEqual([]);
  }
});
