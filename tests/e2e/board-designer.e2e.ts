import type { Locator, Page } from '@playwright/test';
import { expectAccessible } from '../support/accessibility.ts';
import { expect } from '../support/browser.ts';
import type { ServerProcess } from '../support/server-process.ts';
import { published, test } from './overlay.ts';
import { enter, openList } from './world.ts';

const payments = '2000000000000000001';
const card = (id: string, title: string, chart: object, width = 6) => ({
  id,
  kind: 'chart',
  title,
  chart: { bizId: payments, by: [], measure: { how: 'count' }, kind: 'number', ...chart },
  width,
  height: 'auto',
});

/** Asks the server as somebody who is signed in. */
async function ask(server: ServerProcess, token: string, method: string, path: string, body?: object) {
  const answer = await fetch(`${server.address}/api/data${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'accept-language': 'en' },
    ...(body && { body: JSON.stringify(body) }),
  });
  return ((await answer.json()) as { data: { id: string; version: number; cards: { id: string }[] } }).data;
}
const titles = (page: Page): Locator =>
  page
    .getByRole('region', { name: /^Board / })
    .getByRole('listitem')
    .getByRole('heading');
async function choose(page: Page, scope: Page | Locator, field: string, option: string | RegExp): Promise<void> {
  await openList(scope.getByRole('combobox', { name: field, exact: true }));
  await page.getByRole('option', { name: option }).first().click();
}

test('[DATA-01] a board is made and arranged by keyboard and pointer, undone, and asks before unsaved changes are lost', async ({
  page,
  server,
}) => {
  const token = await enter(page, server, { language: 'en' });
  await page.goto('/data/my-board');
  await page.getByRole('button', { name: 'New board' }).click();
  const fresh = page.getByRole('dialog', { name: 'New board' });
  await fresh.getByRole('textbox', { name: 'Name' }).fill('Board by hand');
  await fresh.getByRole('button', { name: 'New board' }).click();
  await expect(page).toHaveURL(/\/board\/detail\/\d+\?mode=edit$/);
  const id = /detail\/(\d+)/.exec(page.url())?.[1] ?? '';
  await expect(page.getByText('Nothing stands on this board yet.', { exact: false })).toBeVisible();

  const add = async (what: string, fill: [string, string][]) => {
    await page.getByRole('button', { name: `Add ${what}` }).click();
    const dialog = page.getByRole('dialog', { name: `Add ${what}` });
    for (const [field, value] of fill) await dialog.getByRole('textbox', { name: field }).fill(value);
    await dialog.getByRole('button', { name: 'Apply' }).click();
    await expect(dialog).toBeHidden();
  };
  await add('heading', [['Heading', 'First part']]);
  await add('text', [
    ['Name', 'Note'],
    ['Text', 'Read this first'],
  ]);
  await add('text', [
    ['Name', 'Other'],
    ['Text', 'And this'],
  ]);
  await expect(titles(page)).toHaveText(['First part', 'Note', 'Other']);

  // By keyboard: a place back, the focus stays with the card, and it is told.
  const handle = page.getByRole('button', { name: 'Move Other' });
  await handle.focus();
  await page.keyboard.press('ArrowLeft');
  await expect(titles(page)).toHaveText(['First part', 'Other', 'Note']);
  await expect(page.getByRole('status').filter({ hasText: 'Other: place 2 of 3' })).toBeAttached();
  await expect(handle).toBeFocused();
  await page.keyboard.press('Control+z');
  await expect(titles(page)).toHaveText(['First part', 'Note', 'Other']);
  await page.getByRole('button', { name: 'Size of Note' }).focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('status').filter({ hasText: 'Note: 7 of 12 columns wide, height small' })).toBeAttached();
  await expect(page.locator('[data-card]').nth(1)).toHaveAttribute('data-width', '7');

  // By pointer: dragged before the first.
  const from = await page.getByRole('button', { name: 'Move Note' }).boundingBox();
  const to = await page.locator('[data-card]').first().boundingBox();
  if (!from || !to) throw new Error('no place');
  await page.mouse.move(from.x + 8, from.y + 8);
  await page.mouse.down();
  await page.mouse.move(to.x + 40, to.y + 6, { steps: 8 });
  await expect(page.locator('[data-card]').first()).toHaveAttribute('data-drop', 'before');
  await page.mouse.up();
  await expect(titles(page)).toHaveText(['Note', 'First part', 'Other']);

  // Taken off and brought back; a copy stands behind its card.
  const act = async (name: string, action: string) => {
    await page
      .getByRole('button', { name: `What can be done with ${name}` })
      .first()
      .click();
    await page.getByRole('menuitem', { name: action }).click();
  };
  await act('First part', 'Take off');
  await expect(titles(page)).toHaveText(['Note', 'Other']);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(titles(page)).toHaveText(['Note', 'First part', 'Other']);
  await act('Other', 'Duplicate');
  await expect(titles(page)).toHaveText(['Note', 'First part', 'Other', 'Other']);
  await expectAccessible(page);

  // Somebody who leaves is asked; what they keep is saved as a whole.
  await page.getByRole('button', { name: 'Done', exact: true }).click();
  await page.getByRole('button', { name: 'Keep editing' }).click();
  await expect(titles(page)).toHaveCount(4);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Saved successfully')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Save', exact: true })).toBeDisabled();
  await page.getByRole('button', { name: 'Done', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Move Note' })).toBeHidden();
  await page.reload();
  await expect(titles(page)).toHaveText(['Note', 'First part', 'Other', 'Other']);
  await ask(server, token, 'DELETE', `/board-design?id=${id}`);
});

test('[DATA-01] what somebody else saved meanwhile stays, and both are told', async ({ page, server }) => {
  const token = await enter(page, server, { language: 'en' });
  const text = (id: string) => ({ id, kind: 'text', title: `Card ${id}`, text: id, width: 6, height: 'auto' });
  const made = await ask(server, token, 'POST', '/board-design', { name: 'Board of two', cards: [text('a'), text('b')] });
  await page.goto(`/board/detail/${made.id}?mode=edit`);
  await page.getByRole('button', { name: 'Move Card b' }).press('ArrowLeft');
  await expect(titles(page)).toHaveText(['Card b', 'Card a']);
  const body = {
    id: made.id,
    version: 1,
    name: 'Board of two',
    filters: [],
    cards: [text('a'), { ...text('b'), text: 'theirs' }, text('c')],
  };
  await ask(server, token, 'PUT', '/board-design', body);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Saved, together with what somebody else changed meanwhile.')).toBeVisible();
  await expect(titles(page)).toHaveText(['Card b', 'Card a', 'Card c']);
  await expect(page.getByText('theirs')).toBeVisible();
  // What is saved next is of the board as it is by now.
  await expect(page.getByRole('button', { name: 'Save', exact: true })).toBeDisabled();
  await page.getByRole('button', { name: 'Move Card c' }).press('Home');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Saved successfully')).toBeVisible();
  await expect(titles(page)).toHaveText(['Card c', 'Card b', 'Card a']);
  // So does what they called it.
  const { cards, version } = await ask(server, token, 'GET', `/board-design/detail?id=${made.id}`);
  await ask(server, token, 'PUT', '/board-design', { ...body, version, cards, name: 'Called anew' });
  await page.getByRole('button', { name: 'Move Card c' }).press('End');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue('Called anew');
  await expect(page.getByText('Saved, together with what somebody else changed meanwhile.')).toBeVisible();
  const kept = await ask(server, token, 'GET', `/board-design/detail?id=${made.id}`);
  expect(kept).toMatchObject({ name: 'Called anew', cards: [{ id: 'b' }, { id: 'a' }, { id: 'c' }] });
  await ask(server, token, 'DELETE', `/board-design?id=${made.id}`);
});

test('[DATA-01] a chart is pinned to a chosen board; filters of the board reach the figures and the rows behind them', async ({
  page,
  server,
}) => {
  const token = await enter(page, server, { language: 'en' });
  const made = await ask(server, token, 'POST', '/board-design', {
    name: 'Board of payments',
    cards: [card('n', 'Payments', {}), card('s', 'Suppliers', { bizId: '2000000000000000002' })],
  });
  await page.goto(`/data/exploration?table=${payments}&board=${made.id}`);
  await expect(page.getByRole('button', { name: '付款日期' })).toBeVisible();
  await page.getByRole('tab', { name: 'Chart' }).click();
  await choose(page, page, 'Group by', '付款方式');
  await expect(page.getByRole('columnheader', { name: '付款方式' })).toBeVisible();
  await page.getByRole('button', { name: 'Pin to a board' }).click();
  const dialog = page.getByRole('dialog', { name: 'Pin to a board' });
  await expect(dialog.getByTitle('Board of payments')).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('By method');
  await dialog.getByRole('button', { name: 'Pin', exact: true }).click();
  await expect(page.getByText('The chart is on the board Board of payments')).toBeVisible();

  await page.goto(`/board/detail/${made.id}`);
  await expect(titles(page)).toHaveText(['Payments', 'Suppliers', 'By method']);
  const figure = page.getByRole('region', { name: 'Payments', exact: true }).getByRole('button', { name: /Number of rows/ });
  await expect(figure).toHaveText(/4,707/);
  const supplier = page.getByRole('region', { name: 'Suppliers', exact: true });
  await expect(supplier.getByText('240 of 240 rows')).toBeVisible();

  await page.getByRole('button', { name: 'Add filter' }).click();
  const sift = page.getByRole('dialog', { name: 'Add filter' });
  await choose(page, sift, 'Column', '付款方式');
  await expect(sift.getByText('Does not apply to: Suppliers')).toBeVisible();
  await choose(page, sift, 'Values', '支票');
  await page.keyboard.press('Escape');
  await sift.getByRole('button', { name: 'Apply' }).click();
  await expect(figure).toHaveText(/925/);
  await expect(supplier.getByText('Not filtered by 付款方式: the table has no such column.')).toBeVisible();
  await expect(page.getByText('Only you see these filters.')).toBeVisible();
  // A bar of the chart leads to the rows that are left.
  const bars = page.getByRole('region', { name: 'By method', exact: true }).getByRole('button', { name: /, Number of rows: 925$/ });
  await bars.press('Enter');
  await expect(page.getByRole('dialog', { name: /^Rows: / }).getByText('The first 200 of 925 rows')).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Filters as saved' }).click();
  await expect(figure).toHaveText(/4,707/);
  await ask(server, token, 'DELETE', `/board-design?id=${made.id}`);
});

test('[MISC-07] [CONST-02] [PERM-15] a shared board stands in the menu and on the big screen of its readers, with what they may see', async ({
  page,
  server,
}) => {
  const admin = await enter(page, server, { language: 'en' });
  const made = await ask(server, admin, 'POST', '/board-design', {
    name: 'Board for all',
    cards: [{ id: 't', kind: 'text', title: 'Read', text: 'For everybody', width: 6, height: 'auto' }, card('s', 'Secret salaries', {})],
  });
  await page.goto(`/board/detail/${made.id}`);
  await page.getByRole('button', { name: 'Share' }).click();
  const sharing = page.getByRole('dialog', { name: 'Share' });
  await choose(page, sharing, 'May look at it', /· department$/);
  await page.keyboard.press('Escape');
  await sharing.getByRole('switch', { name: /Everybody/ }).click();
  await sharing.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Saved whom the board is shared with')).toBeVisible();

  await page.goto('/report/boards');
  await expect(page.getByRole('row', { name: /Board for all/ })).toContainText('Made of cards');
  const reader = await page
    .context()
    .browser()
    ?.newContext({ baseURL: server.address, viewport: { width: 1920, height: 1080 } });
  if (!reader) throw new Error('no browser');
  const other = await reader.newPage();
  await enter(other, server, { user: 'riskmanager', language: 'en' });
  await other.goto(`/report/cockpit?board=${made.id}`);
  await expect(other.getByText('For everybody')).toBeVisible();
  await expect(other.getByText('You have no right to what this card shows.')).toBeVisible();
  await expect(other.getByText('Secret salaries')).toHaveCount(0);
  await expect(other.getByRole('button', { name: 'Edit', exact: true })).toHaveCount(0);
  await other.goto(`/report/screen?board=${made.id}`);
  await expect(other.getByRole('heading', { level: 1, name: 'Board for all' })).toBeVisible();
  await expect(other.getByText('For everybody')).toBeVisible();
  await reader.close();
  await ask(server, admin, 'DELETE', `/board-design?id=${made.id}`);
});

test('[MISC-07] a board is copied as a page document that an overlay takes as it is', async ({ page, server, screens }) => {
  const token = await enter(page, server, { language: 'en' });
  const made = await ask(server, token, 'POST', '/board-design', {
    name: 'Board to copy {{ 1 }}',
    cards: [{ id: 'h', kind: 'heading', title: 'Part one', width: 12, height: 'auto' }, card('n', 'Payments', {}, 4)],
  });
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto(`/board/detail/${made.id}`);
  await page.getByRole('button', { name: 'More about this board' }).click();
  await page.getByRole('menuitem', { name: 'Copy as a page document' }).click();
  await expect(page.getByText(/^The page document is copied/)).toBeVisible();
  const text = await page.evaluate(() => navigator.clipboard.readText());
  screens.write('pages/board/copied.page.json', text);
  await published(server, 'board/copied');
  const listed = await ask(server, token, 'POST', '/board', { boardName: 'Copied board', page: 'copied', status: '1' });
  await page.goto(`/board/detail/${listed.id}`);
  await expect(page.getByRole('heading', { name: 'Part one' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Payments' }).getByRole('button', { name: /4,707/ })).toBeVisible();
  await ask(server, token, 'DELETE', `/board?id=${listed.id}`);
  await ask(server, token, 'DELETE', `/board-design?id=${made.id}`);
  screens.remove('pages/board/copied.page.json');
});
