import type { Locator, Page } from '@playwright/test';
import { demoFinancePaper } from '../../server/database/demo/finance.ts';
import { demoPaper } from '../../server/database/demo/risk.ts';
import { expectAccessible, violations } from '../support/accessibility.ts';
import { expect, test, tokenOf } from '../support/browser.ts';
import type { ServerProcess } from '../support/server-process.ts';
import { showIn, THEMES } from './screens/matrix.ts';
import { bend, hold, overflow, PASSWORD, paperAddress, prefer, setWrongClock } from './world.ts';

// A refused or broken request stands in the console of every browser.
test.use({ expectedErrors: [/Failed to load resource|NOT_FOUND|NETWORK_ERROR|FORBIDDEN|CONFLICT/] });

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

/** A manager gives a paper another last day. */
async function changeAsManager(server: ServerProcess, uuid: string): Promise<void> {
  const token = await tokenOf(server, 'riskmanager', PASSWORD);
  const manage = async <T>(method: string, path: string, body: object): Promise<T> => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const response = await fetch(`${server.address}/api/risk/evaluate/${path}`, { method, headers, body: JSON.stringify(body) });
    const answer = (await response.json()) as { code: string; data: T };
    expect(answer.code).toBe('000000');
    return answer.data;
  };
  type Item = Record<'id' | 'uuid' | 'projectId', string> & { version: number };
  const { content } = await manage<{ content: Item[] }>('POST', 'item/page', { pageSize: 200, keyword: '财务联系人' });
  const { id, version } = content.find((item) => item.uuid === uuid) as Item;
  await manage('PUT', 'item', { id, version, endTime: '2099-12-31' });
}

test('[FIN-03] days are written as everywhere, in any language of the browser; half of one is told and takes nothing away', async ({
  page,
}) => {
  await page.goto(address(9));
  const start = page.getByLabel('Period start', { exact: true });
  await start.fill('2025-01-01');
  await saved(page);
  await expect(start).toHaveAttribute('type', 'text');
  await start.focus();
  await page.keyboard.press('End');
  await page.keyboard.press('Backspace');
  await expect(start).toHaveValue('2025-01-0');
  await page.getByLabel('Period end', { exact: true }).focus();
  await expect(start).toHaveValue('2025-01-0');
  await expect(start).toHaveAttribute('aria-invalid', 'true');
  await expect(start).toHaveAccessibleDescription(/“2025-01-0” is no day/);
  for (const theme of THEMES) {
    await showIn(page, { theme, language: 'en' });
    expect(await violations(page, { rules: 'contrast', include: '.tg-finance-period' }), theme).toEqual([]);
  }
  // Typed in another notation it is that day, written as the others are.
  await start.fill('2025/3/31');
  await cell(page, 'cash').focus();
  await expect(start).toHaveValue('2025-03-31');
  await expect(start).not.toHaveAttribute('aria-invalid');
  await saved(page);
  // The keys of the date field move it.
  await start.focus();
  await page.keyboard.press('ArrowUp');
  await expect(start).toHaveValue('2025-04-01');
  await page.keyboard.press('PageDown');
  await expect(start).toHaveValue('2025-03-01');
  await saved(page);
  await page.reload();
  await expect(start).toHaveValue('2025-03-01');
  await start.fill('');
  await cell(page, 'cash').focus();
  await saved(page);
  await page.reload();
  await expect(cell(page, 'cash')).toBeVisible();
  await expect(start).toHaveValue('');
});

test('[FIN-03] the calendar of a day gives it as it is written here', async ({ page }) => {
  await page.goto(address(10));
  const end = page.getByLabel('Period end', { exact: true });
  await expect(end).toBeVisible();
  const calendar = page.locator('.tg-finance-day', { has: end }).locator('input[type="date"]');
  await calendar.evaluate((input: HTMLInputElement) => {
    input.showPicker = () => input.setAttribute('data-opened', input.value);
  });
  await end.fill('2025-12-31');
  await end.press('Alt+ArrowDown');
  await expect(calendar).toHaveAttribute('data-opened', '2025-12-31');
  await page
    .locator('.tg-finance-day', { has: end })
    .getByRole('button', { name: /: open the calendar$/ })
    .click();
  const choose = (day: string) =>
    calendar.evaluate((input: HTMLInputElement, chosen) => {
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, chosen);
      input.dispatchEvent(new Event('input', { bubbles: true }));
    }, day);
  await choose('2025-11-30');
  await expect(end).toHaveValue('2025-11-30');
  await saved(page);
  // Its button to clear gives no day.
  await end.press('Alt+ArrowDown');
  await choose('');
  await expect(end).toHaveValue('');
  await saved(page);
});

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
  const inOrder = await page.locator('.tg-finance-period label').allTextContents();
  const order = ['User name', 'Period start', 'Period end', 'Project name', 'Filling company', 'Filling department'];
  expect(inOrder.map((text) => text.trim())).toEqual(order);
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
  const told = page.getByText('6 cells pasted, wrong: 1', { exact: true });
  await expect(told).toBeVisible();
  await page.keyboard.press('Control+z');
  await expect(told, 'what is said of a paste that was undone').toBeHidden();
  await page.keyboard.press('Control+y');
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
  // What was typed since the page was opened stays in another language.
  await showIn(page, { theme: 'theme-tw', language: 'zh-Hans' });
  await expect(page.locator('.tg-finance')).toContainText('期末');
  await expect(cell(page, 'cash')).toHaveValue('1,000.10');
  await showIn(page, { theme: 'theme-tw', language: 'en' });
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

test('[RISK-15] [FIN-08] what the server refuses for now stays where it was typed, and is saved with the next try', async ({ page }) => {
  await page.goto(address(8));
  await saved(page);
  await cell(page, 'receivables').fill('111');
  await saved(page);
  const refusal = { status: 403, json: { code: 'FORBIDDEN', msg: 'No', requestId: 'x' } };
  await page.route('**/api/risk/evaluate/finance/answers', (route) => route.fulfill(refusal));
  await cell(page, 'receivables').fill('222');
  await expect(state(page)).toContainText('Not saved');
  await expect(cell(page, 'receivables')).not.toBeEditable();
  await cell(page, 'receivables').blur();
  await expect(cell(page, 'receivables')).toHaveValue('222.00');
  await page.unroute('**/api/risk/evaluate/finance/answers');
  await page.getByRole('button', { name: 'Try again' }).click();
  await saved(page);
  await expect(cell(page, 'receivables')).toHaveValue('222.00');
  await expect(cell(page, 'receivables')).toBeEditable();
});

test('[RULE-21] what is no amount is kept in the browser over a reload, until it is mended, and reaches no server', async ({ page }) => {
  await page.goto(address(8));
  await saved(page);
  const before = await cell(page, 'inventories').inputValue();
  const sent: string[] = [];
  page.on('request', (request) => sent.push(request.postData() ?? ''));
  await cell(page, 'inventories').fill('50 mio');
  await expect(state(page)).toHaveText('All saved but 1 wrong value');
  await page.reload();
  await expect(cell(page, 'inventories')).toHaveValue('50 mio');
  await expect(cell(page, 'inventories')).toHaveAttribute('aria-invalid', 'true');
  await expect(state(page)).toHaveText('All saved but 1 wrong value');
  await page.reload();
  await expect(cell(page, 'inventories')).toHaveValue('50 mio');
  expect(sent.join()).not.toContain('mio');
  await cell(page, 'inventories').fill(before);
  await saved(page);
  await page.reload();
  await expect(cell(page, 'inventories')).toHaveValue(before);
});

test('[RULE-21] [FIN-08] what was no amount when the questionnaire closed can be read after the dialog, until it is removed', async ({
  page,
}) => {
  const uuid = demoFinancePaper(6);
  await page.goto(address(6, '&type=show'));
  await expect(cell(page, 'cash')).toBeVisible();
  await page.evaluate(([key, text]) => localStorage.setItem(key, text), [
    `targus-draft:${uuid}:1-2`,
    JSON.stringify({ format: 2, records: [], rejected: [], withheld: [['cash', 'end', '50 mio', 0]] }),
  ] as const);
  const answers = await hold(page, '**/api/risk/evaluate/finance/answers?*');
  await page.goto(address(6));
  await page.getByRole('dialog').getByRole('button').click();
  // What was typed is known once there are answers to compare it with, which may be after the dialog.
  await expect(page.getByRole('dialog')).toHaveCount(0);
  answers.release();
  const late = page.getByRole('status').filter({ hasText: 'can no longer be corrected' });
  await expect(late).toContainText('Balance sheet, Cash and bank deposits, Period end: “50 mio”');
  await expect(cell(page, 'cash')).not.toHaveValue('50 mio');
  await late.getByRole('button', { name: 'Remove this list' }).click();
  await expect(late).toHaveCount(0);
  await expect.poll(() => page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('targus-draft:')))).toEqual([]);
});

test('[FIN-08] a paper found closed shows what was saved since it was opened', async ({ page }) => {
  await page.goto(address(8));
  await cell(page, 'longLoans').fill('1');
  await saved(page);
  await page.reload();
  await expect(cell(page, 'longLoans')).toHaveValue('1.00');
  await cell(page, 'longLoans').fill('2');
  await saved(page);
  await bend(page, '**/api/risk/evaluate/paper?*', (paper: { editable?: boolean; expired?: boolean }) => {
    Object.assign(paper, { editable: false, expired: true });
  });
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(cell(page, 'longLoans')).not.toBeEditable();
  await expect(page.getByText('has expired')).toBeVisible();
  await expect(cell(page, 'longLoans')).toHaveValue('2.00');
});

test('[RISK-15] [RULE-21] a paper that comes back after it seemed withdrawn shows all that was typed', async ({ page }) => {
  await page.goto(address(9));
  await saved(page);
  await cell(page, 'payables').fill('11');
  await saved(page);
  await cell(page, 'inventories').fill('60 mio');
  const gone = { status: 404, json: { code: 'NOT_FOUND', msg: 'This no longer exists', requestId: 'x' } };
  const places = ['**/api/risk/evaluate/paper?*', '**/api/risk/evaluate/finance/answers*'];
  for (const place of places) await page.route(place, (route) => route.fulfill(gone));
  await cell(page, 'receivables').fill('33');
  await expect(page.getByText('This questionnaire was withdrawn')).toBeVisible();
  for (const place of places) await page.unroute(place);
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  await expect(cell(page, 'receivables')).toHaveValue('33.00');
  await expect(cell(page, 'payables')).toHaveValue('11.00');
  await expect(cell(page, 'inventories')).toHaveValue('60 mio');
  await expect(state(page)).toHaveText('All saved but 1 wrong value');
});

test.describe('west of Greenwich', () => {
  test.use({ timezoneId: 'America/New_York' });
  test('[FIN-03] [RISK-15] the days of a period that are asked about are those that were given', async ({ page }) => {
    const stamp = (day: string) => String(Date.parse(`${day}T00:00:00Z`));
    await page.goto(address(9));
    await saved(page);
    await page.route('**/api/risk/evaluate/finance/answers', async (route) => {
      const { changes } = route.request().postDataJSON() as { changes: { version: number }[] };
      const conflicts = changes.map((one) => ({ ...one, value: stamp('2025-05-05'), version: one.version + 1 }));
      await route.fulfill({ status: 409, json: { code: 'CONFLICT', msg: 'x', requestId: 'x', data: { saved: [], conflicts } } });
    });
    await page.getByLabel('Period start', { exact: true }).fill('2025-03-01');
    const question = page.getByRole('region', { name: 'Changed here and elsewhere' });
    await expect(question).toContainText('Keep mine: 2025-03-01');
    await expect(question).toContainText('Take theirs: 2025-05-05');
    await question.getByRole('button', { name: 'Take theirs' }).click();
    await expect(page.getByLabel('Period start', { exact: true })).toHaveValue('2025-05-05');
  });
});

test('[FIN-08] a paper is submitted after confirmation, once everything is filled, and exported', async ({ page, server }) => {
  await page.goto(address(3));
  await cell(page, 'overdueDebt').fill('');
  await saved(page);
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(page.getByText('Unfilled content exists, cannot submit')).toBeVisible();
  await expect(cell(page, 'overdueDebt')).toBeFocused();
  await cell(page, 'overdueDebt').fill('0');
  await saved(page);
  await changeAsManager(server, demoFinancePaper(3));
  await page.getByRole('button', { name: 'Submit' }).click();
  await page.getByRole('dialog', { name: 'Submit the questionnaire' }).getByRole('button', { name: 'Submit' }).click();
  const told = page.getByRole('dialog', { name: 'The questionnaire has changed' });
  await expect(told).toContainText('The questionnaire itself was changed while you were about to submit');
  await told.getByRole('button').click();
  await page.getByRole('button', { name: 'Submit' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('cannot be deleted or withdrawn');
  await dialog.getByRole('button', { name: 'Submit' }).click();
  await expect(page.getByText(/^Submitted successfully\. Receipt /)).toBeVisible();
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
  // One that was submitted in time, too.
  await bend(page, '**/api/risk/evaluate/paper?*', (paper) => Object.assign(paper, { expired: true }));
  await page.goto(address(5));
  await expect(dialog).toContainText(/has expired\. Receipt .+, submitted/);
  await page.unroute('**/api/risk/evaluate/paper?*');
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

test('[FIN-08] a questionnaire that is withdrawn lists what was typed and not saved, also after a reload', async ({ page }) => {
  await page.goto(address(8));
  await saved(page);
  await cell(page, 'payables').fill('4 x');
  await expect(state(page)).toContainText('1 wrong value');
  const gone = { status: 404, json: { code: 'NOT_FOUND', msg: 'This no longer exists', requestId: 'x' } };
  for (const call of ['paper?*', 'finance/answers*']) await page.route(`**/api/risk/evaluate/${call}`, (route) => route.fulfill(gone));
  await cell(page, 'shortLoans').fill('77');
  const lost = page.getByRole('region', { name: '2 of your changes were not taken in.' });
  for (const isAnew of [false, true]) {
    if (isAnew) await page.reload();
    await expect(lost).toContainText('Balance sheet, Short-term loans, Period endYours: 77');
    await expect(lost).toContainText('Yours: 4 x');
    await expect(page.getByText('This questionnaire was withdrawn')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Submit' })).toHaveCount(0);
    await expect(page.locator('.tg-finance')).toHaveCount(0);
  }
});

test('[FIN-01] a link to a paper of a risk assessment leads there', async ({ page }) => {
  await page.goto(paperAddress('finance', 'nonsense'));
  await expect(page.getByText('There is no such questionnaire')).toBeVisible();
  await expect(page.getByRole('button')).toHaveCount(0);
  await page.goto(paperAddress('finance', demoPaper(1, 12)));
  await expect(page.getByText('This link is for another questionnaire')).toBeVisible();
  await expect(page.getByText('The link is wrong')).toHaveCount(0);
  for (const name of ['Save', 'Submit']) await expect(page.getByRole('button', { name })).toHaveCount(0);
  await page.getByRole('button', { name: 'Open the risk assessment' }).click();
  await expect(page.getByRole('grid')).toBeVisible();
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
