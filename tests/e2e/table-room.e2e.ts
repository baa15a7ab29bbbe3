import type { Locator, Page } from '@playwright/test';
import { expectAccessible } from '../support/accessibility.ts';
import { expect, test } from '../support/browser.ts';
import { call } from './screens/screen.ts';
import { bend, enter, openList, overflow } from './world.ts';

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
  // Who else is signed in may have a longer name.
  const own = `/system/session?sessions.filters=${encodeURIComponent(JSON.stringify({ keyword: 'admin' }))}`;
  for (const path of ['/risk/template', own]) {
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
});

test('a tree in a narrow window has the values of a row below its name, and opens as it does in a wide one', async ({ page, server }) => {
  await enter(page, server, { language: 'en' });
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/system/department');
  const tree = page.getByRole('treegrid', { name: 'Departments' });
  const row = (name: string) => tree.locator('tr[data-row]').filter({ has: page.getByText(name, { exact: true }) });
  await expect(row('Internal audit')).toBeVisible();
  expect(await beyond(page)).toEqual([0]);
  await expectAccessible(page);
  const code = row('Internal audit').locator('[data-label="Code"]');
  await expect(code).toHaveText('D04');
  await expect(code).toBeInViewport({ ratio: 1 });
  const top = async (part: Locator) => (await part.boundingBox())?.y ?? 0;
  expect(await top(code)).toBeGreaterThan(await top(row('Internal audit').locator('[data-lead]')));
  // Who stands below whom is seen, and is folded away with who is above.
  const start = (name: string) => page.getByText(name, { exact: true }).evaluate((text) => text.getBoundingClientRect().left);
  expect(await start('Data management')).toBeGreaterThan(await start('Information technology'));
  await row('Information technology').getByRole('button', { name: 'Collapse' }).click();
  await expect(row('Data management')).toHaveCount(0);
  await row('Finance').getByRole('button', { name: 'More' }).click();
  await expect(page.getByRole('menuitem', { name: 'Edit' })).toBeVisible();
});

test('names, accounts and codes stand whole in lists of laptops, which are scrolled before', async ({ page, server }) => {
  await enter(page, server, { language: 'en' });
  const cut = () =>
    page.locator('.tg-table-held[data-short] > span').evaluateAll((texts) => ({
      shown: texts.length,
      cut: texts.filter((text) => text.scrollWidth > text.clientWidth).map((text) => text.textContent),
    }));
  const halved = () =>
    page.locator('tr[data-row] .tg-text').evaluateAll((texts) =>
      texts
        .filter((text) => /^\w{5,20}$/.test(text.textContent ?? '') && text.getClientRects().length > 0)
        .filter((text) => {
          const range = document.createRange();
          range.selectNodeContents(text);
          return new Set([...range.getClientRects()].map(({ top: line }) => Math.round(line))).size > 1;
        })
        .map((text) => text.textContent),
    );
  for (const width of [1280, 1024]) {
    await page.setViewportSize({ width, height: 800 });
    for (const path of ['/system/user', '/control/findings', '/risk/register', '/system/session', '/system/operation-log']) {
      await page.goto(path);
      await expect(page.locator('tr[data-row]').first()).toBeVisible();
      const found = await cut();
      expect(found.shown, path).toBeGreaterThan(0);
      expect(found.cut, `${path}, ${width}`).toEqual([]);
      expect(await halved(), `${path}, ${width}`).toEqual([]);
    }
  }
  // What is longer gives way to them: it gets what they leave, and is whole on demand.
  await page.goto('/risk-screening/list');
  const long = page.locator('.tg-table-held[data-line]:not([data-short])').first();
  await expect(long).toBeVisible();
  expect(await long.locator('span').evaluate((text) => text.scrollWidth > text.clientWidth)).toBe(true);
  expect(await long.getAttribute('title')).toBe(await long.textContent());
});

test('a text without blanks leaves the other columns their room, and a page its width', async ({ page, server }) => {
  const endless = 'W'.repeat(10_000);
  await enter(page, server, { language: 'en' });
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto('/system/dict');
  await expect(page.locator('tr[data-row]').first()).toBeVisible();
  await bend<{ content: Record<string, unknown>[] }>(page, '**/api/system/dict/data/list*', ({ content }) => {
    for (const name of ['dictLabel', 'dictValue']) Object.assign(content[0] ?? {}, { [name]: endless });
  });
  await page.reload();
  const first = page.locator('tr[data-row]').first();
  await expect(first).toContainText('WWWW');
  expect(await beyond(page)).toEqual([0]);
  for (const head of await page.getByRole('columnheader').all()) await expect(head).toBeInViewport();
  // Heads of pages are as wide as the window, too.
  await bend<Record<string, unknown>>(page, '**/api/ai/image/get*', (model) => ({ ...model, name: endless, description: endless }));
  await page.goto('/ai/image/1');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('WWWW');
  expect(await overflow(page)).toBe(0);
});

test('what is scrolled sideways has an edge on the side where there is more of it', async ({ page, server }) => {
  await enter(page, server, { language: 'en' });
  await page.setViewportSize({ width: 1024, height: 800 });
  for (const [path, selector] of [
    ['/risk/heat-map', '.tg-heat-scroll'],
    ['/compliance/coverage', '.tg-table-scroll'],
  ] as const) {
    await page.goto(path);
    const scroller = page.locator(selector).last();
    await expect(scroller.locator('tbody tr').first()).toBeVisible();
    // The last map of the page comes after the others.
    await expect.poll(() => scroller.evaluate((part) => part.scrollWidth - part.clientWidth), path).toBeGreaterThan(10);
    /** Where an edge is painted: in the box that is scrolled, and beside the names of the rows that stay. */
    const edges = () =>
      scroller.evaluate((part) => {
        const drawn = (element: Element | null, side: string) =>
          element !== null && !['none', 'normal'].includes(getComputedStyle(element, side).content);
        return [drawn(part, '::before') || drawn(part.querySelector('tbody tr > :first-child'), '::after'), drawn(part, '::after')];
      });
    await expect.poll(edges, path).toEqual([false, true]);
    await scroller.evaluate((part) => part.scrollTo(5, 0));
    await expect.poll(edges, path).toEqual([true, true]);
    await scroller.evaluate((part) => part.scrollTo(10_000, 0));
    await expect.poll(edges, path).toEqual([true, false]);
    await page.setViewportSize({ width: 1900, height: 800 });
    await expect.poll(edges, path).toEqual([false, false]);
    await page.setViewportSize({ width: 1024, height: 800 });
  }
});

test('on paper a text that is cut on the screen is whole', async ({ page, server }) => {
  await enter(page, server, { language: 'en' });
  await page.setViewportSize({ width: 1024, height: 800 });
  await bend<{ content: Record<string, unknown>[] }>(page, '**/api/system/user/list*', ({ content }) => {
    for (const row of content) row.departmentName = 'The department of everything that has a longer name than fits';
  });
  await page.goto('/system/user');
  const cut = () =>
    page.locator('.tg-table-held > span').evaluateAll((texts) => texts.filter((text) => text.scrollWidth > text.clientWidth).length);
  await expect.poll(cut).toBeGreaterThan(0);
  await page.emulateMedia({ media: 'print' });
  await expect.poll(cut).toBe(0);
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
