import type { Page } from '@playwright/test';
import { expectAccessible } from '../support/accessibility.ts';
import { expect, test } from '../support/browser.ts';
import { call } from './screens/screen.ts';
import { enter, openList } from './world.ts';

/** Days, moments and numbers in cells of tables that stand on more than one line; not what is a part of a word, such as an account. */
const broken = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const found: string[] = [];
    for (const cell of document.querySelectorAll('.tg-table-scroll tbody td')) {
      const texts = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
      for (let text = texts.nextNode(); text; text = texts.nextNode()) {
        for (const { 0: part, index } of (text.nodeValue ?? '').matchAll(/\b\d{4}-\d\d-\d\d( \d\d:\d\d(:\d\d)?)?|\b\d[\d,.]*\b/g)) {
          const range = document.createRange();
          range.setStart(text, index);
          range.setEnd(text, index + part.length);
          if (new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1) found.push(part);
        }
      }
    }
    return found;
  });

/** Pixels of the tables that are out of sight. */
const beyond = (page: Page): Promise<number[]> =>
  page.locator('.tg-table-scroll').evaluateAll((parts) => parts.map((part) => part.scrollWidth - part.clientWidth));

test('dates, times and numbers of tables stand whole in a narrow window', async ({ page, server }) => {
  const token = await enter(page, server, { language: 'en' });
  await call(server, 'risk/template', { token, body: { name: 'Supplier risks of the whole group' } });
  await page.setViewportSize({ width: 1280, height: 800 });
  for (const path of ['/risk/template', '/system/session']) {
    await page.goto(path);
    await expect(page.locator('tr[data-row]').first()).toBeVisible();
    expect(await broken(page), path).toEqual([]);
    // And nothing else had to go for it.
    expect(await beyond(page), path).toEqual([0]);
  }
});

test('a column that stays in sight has an edge while others are scrolled below it', async ({ page, server }) => {
  await enter(page, server, { language: 'en' });
  const edges = () =>
    page
      .locator('tr:first-child > [data-fixed]')
      .evaluateAll((cells) =>
        cells.map((cell) => getComputedStyle(cell, '::before')).map(({ content, width }) => content !== 'none' && width),
      );
  for (const [width, edge] of [
    [1440, false],
    [900, '10px'],
  ] as const) {
    await page.setViewportSize({ width, height: 800 });
    await page.goto('/system/user');
    await expect(page.locator('tr[data-row]').first()).toBeVisible();
    expect((await beyond(page)).map((more) => more > 0)).toEqual([edge !== false]);
    await expect.poll(edges).toEqual([edge, edge]);
  }
});

test('a narrow window shows each row as a card, with sorting, selection and actions at hand', async ({ page, server, browser }) => {
  const another = await browser.newPage();
  await enter(another, server, { user: 'auditor' });
  await another.close();
  await enter(page, server, { language: 'en' });
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/system/user');
  const table = page.getByRole('table', { name: 'Users' });
  const rows = table.locator('tr[data-row]');
  await expect(rows.first()).toBeVisible();
  expect(await beyond(page)).toEqual([0]);
  await expectAccessible(page);
  // What a row is called leads; its other values have the heads of their columns before them.
  const card = rows.first();
  await expect(card.getByRole('cell')).not.toHaveCount(0);
  const [lead, account] = [card.locator('[data-lead]'), card.locator('[data-label="Account"]')];
  expect((await lead.boundingBox())?.y).toBeLessThan((await account.boundingBox())?.y ?? 0);
  expect(await account.evaluate((cell) => getComputedStyle(cell, '::before').content)).toBe('"Account"');
  await expect(card.getByRole('button', { name: 'Edit' })).toBeInViewport();
  // Heads that sort stand above the cards, and say the order.
  const head = table.getByRole('columnheader', { name: 'Account' });
  await head.getByRole('button').click();
  await expect(head).toHaveAttribute('aria-sort', 'ascending');
  const accounts = () => rows.locator('[data-label="Account"]').allTextContents();
  await expect.poll(async () => (await accounts()).join() === (await accounts()).toSorted().join()).toBe(true);
  // One Tab stop for the cards, as for rows.
  await card.focus();
  await page.keyboard.press('ArrowDown');
  await expect(rows.nth(1)).toBeFocused();
  // The first filter stands there, the rest on demand.
  await expect(page.getByRole('textbox', { name: 'Keyword' })).toBeVisible();
  await expect(page.getByRole('combobox', { name: 'Role' })).toBeHidden();
  await page.getByRole('button', { name: 'More filters' }).click();
  await expect(page.getByRole('combobox', { name: 'Role' })).toBeVisible();
  await page.goto('/system/session');
  await page.getByRole('checkbox', { name: 'Select all' }).check();
  await expect(page.locator('tr[data-row][data-selected]')).not.toHaveCount(0);
  // What is read across stays a table.
  await page.goto('/system/menu');
  await expect(page.getByRole('treegrid')).toBeVisible();
  await expect(page.locator('.tg-table[data-narrow]')).toHaveCount(0);
});

test('filters beyond the first row wait until they are wanted, and the rows move up', async ({ page, server }) => {
  await enter(page, server, { language: 'en' });
  await page.goto('/compliance/gaps');
  const filters = page.getByRole('form', { name: 'Filters' });
  const head = page.getByRole('columnheader', { name: 'Severity' });
  const state = filters.getByRole('combobox', { name: 'State' });
  const severity = filters.getByRole('combobox', { name: 'Severity' });
  await expect(head).toBeVisible();
  await expect(state).toBeVisible();
  await expect(severity).toBeHidden();
  const top = async () => (await head.boundingBox())?.y ?? 0;
  const folded = await top();
  const more = filters.getByRole('button', { name: /filters/ });
  await more.click();
  await expect(severity).toBeVisible();
  expect(await top()).toBeGreaterThan(folded + 50);
  await expectAccessible(page);
  // Chosen once: so it is the next time.
  await page.reload();
  await expect(severity).toBeVisible();
  await openList(severity);
  await page.getByRole('option', { name: 'High' }).click();
  await filters.getByRole('button', { name: 'Search' }).click();
  await expect(page).toHaveURL(/filters/);
  await more.click();
  await expect(more).toHaveText('More filters (1 in use)');
  await expect(severity).toBeHidden();
  // Whoever comes by that address sees what it filters by.
  await page.reload();
  await expect(severity).toBeVisible();
});
