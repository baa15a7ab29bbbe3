import type { Page } from '@playwright/test';
import { expect, test } from '../support/browser.ts';
import { enter } from './world.ts';

/** What reaches beyond the window, by its name: nobody can press it there. */
async function outside(page: Page, selector: string): Promise<string[]> {
  return await page.locator(selector).evaluateAll((parts) =>
    parts.flatMap((part) => {
      const { left, right, width } = part.getBoundingClientRect();
      return width > 0 && (left < 0 || right > innerWidth) ? [`${part.textContent} ${Math.round(left)} to ${Math.round(right)}`] : [];
    }),
  );
}

for (const width of [320, 390]) {
  test(`at a width of ${width} every action of a row can be pressed, and no page is wider than its window`, async ({ page, server }) => {
    await page.setViewportSize({ width, height: 800 });
    await enter(page, server, { language: 'en' });
    for (const path of ['/system/role', '/audit/findings', '/system/dict']) {
      await page.goto(path);
      await expect(page.locator('tr[data-row]').first()).toBeVisible();
      expect(await outside(page, '.tg-table-actions button, .tg-table-filter-buttons button'), path).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBe(width);
    }
  });
}
