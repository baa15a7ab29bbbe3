import type { Page } from '@playwright/test';
import { expect, test } from '../support/browser.ts';
import { call } from './screens/screen.ts';
import { enter } from './world.ts';

/** Days, moments and numbers in cells of tables that stand on more than one line. */
const broken = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const found: string[] = [];
    for (const cell of document.querySelectorAll('.tg-table-scroll tbody td')) {
      const texts = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
      for (let text = texts.nextNode(); text; text = texts.nextNode()) {
        for (const { 0: part, index } of (text.nodeValue ?? '').matchAll(/\d{4}-\d\d-\d\d( \d\d:\d\d(:\d\d)?)?|\d[\d,.]*/g)) {
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
