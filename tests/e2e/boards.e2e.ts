import { expect, test } from '../support/browser.ts';
import { enter, openList } from './world.ts';

test('[MENU-06] [MISC-07] [CONST-02] a board is made of a page, stands in the menu, and is shown on a big screen', async ({
  page,
  server,
}) => {
  await enter(page, server, { language: 'en' });
  await page.goto('/report/boards');
  await page.getByRole('button', { name: 'Add board' }).click();
  const editor = page.getByRole('dialog', { name: 'Add board' });
  await editor.getByRole('textbox', { name: /English/ }).fill('My projects');
  await editor.getByRole('textbox', { name: /简体中文/ }).fill('我的项目');
  await openList(editor.getByRole('combobox', { name: 'Page' }));
  await page.getByRole('option', { name: 'Flow audit' }).click();
  await editor.getByText('Published', { exact: true }).click();
  await editor.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('link', { name: 'My projects' }).click();
  await expect(page).toHaveURL(/\/board\/detail\/\d+$/);
  await expect(page.getByRole('heading', { name: 'My projects', level: 1 })).toBeVisible();
  await expect(page.getByRole('row', { name: /2026年度液态奶流向审计/ })).toBeVisible();

  await page.getByRole('link', { name: 'Big screen' }).click();
  await expect(page).toHaveURL(/\/report\/screen\?board=/);
  await expect(page.getByRole('row', { name: /2026年度液态奶流向审计/ })).toBeVisible();
  // Drawn at 1920 x 1080 and scaled to the window of 1440 x 900.
  const width = () => page.evaluate(() => [document.documentElement.scrollWidth, window.innerWidth]);
  expect(await width()).toEqual([1440, 1440]);
  await page.getByRole('link', { name: 'Leave the big screen' }).click();
  await expect(page.getByRole('heading', { name: 'My projects', level: 1 })).toBeVisible();

  // What is pressed beside it is what the heat map shows.
  await page.goto('/report/cockpit?board=1');
  const heatMap = page.getByRole('region', { name: /^Heat map/ });
  await expect(heatMap.getByRole('columnheader').nth(1)).toBeVisible();
  await page
    .getByRole('row', { name: /2026年度财务尽职调查/ })
    .getByRole('button', { name: 'Show' })
    .click();
  await expect(page.getByText('Nothing was submitted yet')).toBeVisible();
  await expect(heatMap).toBeHidden();
});

test('[MISC-07] figures of a board lead to the records behind them, by pointer and keyboard', async ({ page, server }) => {
  await enter(page, server, { language: 'en' });
  const open = async () => {
    await page.goto('/report/cockpit?board=3');
    await expect(page.getByRole('table', { name: 'Open gaps by severity' })).toBeVisible();
  };
  const rows = page.locator('tr[data-row]');

  // A cell of the heat map: two fields the list does not offer, and the states that were counted.
  await open();
  const cell = page.getByRole('region', { name: 'Risks by likelihood and impact' }).getByRole('button').first();
  const [, likelihood, impact, count] = /^(\d), (\d): (\d+)/.exec((await cell.getAttribute('aria-label')) ?? '') ?? [];
  await cell.focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/risk\/register/);
  await expect(page.getByRole('textbox', { name: 'Likelihood (1–5)', exact: true })).toHaveValue(String(likelihood));
  await expect(page.getByRole('textbox', { name: 'Impact (1–5)', exact: true })).toHaveValue(String(impact));
  await expect(rows).toHaveCount(Number(count));

  // A part of a ring: the button in its table says how many, the list shows as many.
  await open();
  const gaps = page.getByRole('table', { name: 'Open gaps by severity' }).getByRole('button').first();
  const found = Number(/(\d+)$/.exec((await gaps.getAttribute('aria-label')) ?? '')?.[1]);
  await gaps.click();
  await expect(page).toHaveURL(/\/compliance\/gaps/);
  await expect(rows).toHaveCount(found);

  // A bar, and back by the browser.
  await page.goBack();
  const bars = page.getByRole('table', { name: 'Open findings by department' });
  const finding = bars.getByRole('button', { name: /: \d+$/ }).first();
  const shown = Number(await finding.textContent());
  await finding.click();
  await expect(page).toHaveURL(/\/control\/findings/);
  await expect(rows).toHaveCount(shown);

  // A figure: what is late is a filter that is taken off again.
  await open();
  const late = page.getByRole('button', { name: /^Overdue findings/ });
  await expect(late).toHaveText(/\d/);
  const overdue = Number(/\d+/.exec((await late.textContent()) ?? '')?.[0]);
  await late.click();
  const filter = page.locator('.ant-select', { has: page.getByRole('combobox', { name: 'Overdue' }) });
  await expect(filter).toHaveText('Yes');
  await expect(rows).toHaveCount(overdue);
  await page.getByRole('button', { name: 'Reset' }).click();
  await expect(filter).not.toHaveText('Yes');
  await expect(page).not.toHaveURL(/filters/);
});

test.describe('what is not there', () => {
  test.use({ expectedErrors: [/status of 404|NOT_FOUND/] });

  test('[MISC-07] [GRAPH-01] a board that is not there, and a supplier nobody knows, are told in words, with a way on', async ({
    page,
    server,
  }) => {
    await enter(page, server, { user: 'admin', language: 'en' });
    await page.goto('/board/detail/999');
    await expect(page.getByText('There is no such board')).toBeVisible();
    await expect(page.getByText('Reason')).toBeHidden();
    await page.getByRole('button', { name: 'Open the cockpit' }).click();
    await expect(page).toHaveURL(/\/report\/cockpit/);
    await page.goto('/ai/relation-graph?supplierCode=NOPE');
    await expect(page.getByText('There is no party with the code NOPE. Choose another one.')).toBeVisible();
    await expect(page.getByText('Choose a point in the graph to read about it.')).toBeHidden();
    await expect(page.getByRole('combobox', { name: 'Supplier or party' })).toBeEnabled();
  });
});

test.describe(() => {
  test.use({ expectedErrors: [/status of 40[04]|data\/one: (NOT_FOUND|PARAMETER_ERROR)/] });
  test('[MISC-07] [MENU-06] a link to a board that is there no more says so; no other one stands in its place', async ({
    page,
    server,
  }) => {
    const token = await enter(page, server, { language: 'en' });
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const boards = `${server.address}/api/data/board-design`;
    const made = await fetch(boards, { method: 'POST', headers, body: JSON.stringify({ name: 'Soon gone' }) });
    const { id } = ((await made.json()) as { data: { id: string } }).data;
    const gone = page.getByText('There is no such board', { exact: true });
    await page.goto(`/report/screen?board=${id}`);
    await expect(page.getByRole('heading', { level: 1, name: 'Soon gone' })).toBeVisible();
    await expect(gone).toHaveCount(0);
    await fetch(`${boards}?id=${id}`, { method: 'DELETE', headers });
    for (const board of [id, 'none']) {
      await page.goto(`/report/screen?board=${board}`);
      await expect(gone).toBeVisible();
      await expect(page.getByRole('button', { name: 'Open the cockpit' })).toBeVisible();
      await expect(page.getByRole('link', { name: 'Leave the big screen' })).toHaveCount(0);
      await expect(page.getByRole('table')).toHaveCount(0);
    }
    await page.goto(`/report/cockpit?board=${id}`);
    const hint = page.getByText('The board this link leads to was deleted, or it is not published for you.');
    await expect(hint).toBeVisible();
    await openList(page.getByRole('combobox', { name: 'Board' }));
    await page.getByRole('option').nth(1).click();
    await expect(hint).toHaveCount(0);
  });
});
