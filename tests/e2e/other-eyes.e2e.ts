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
      // What has no room goes into a menu once it was measured.
      await expect.poll(() => outside(page, '.tg-table-actions button, .tg-table-filter-buttons button'), path).toEqual([]);
      await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth), path).toBe(width);
    }
  });
}

test('a record that is open is printed alone and in full', async ({ page, server }) => {
  await enter(page, server, { language: 'en' });
  await page.goto('/audit/findings');
  await page.locator('tr[data-row]').first().getByRole('button').first().click();
  const drawer = page.getByRole('dialog');
  await expect(drawer.getByRole('heading', { name: 'History' })).toBeVisible();
  const cut = () => page.locator('.ant-drawer-body').evaluate((body) => body.scrollHeight - body.clientHeight);
  await page.setViewportSize({ width: 1000, height: 400 });
  expect(await cut()).toBeGreaterThan(0);
  await page.emulateMedia({ media: 'print' });
  expect(await cut()).toBe(0);
  await expect(page.locator('tr[data-row]').first()).toBeHidden();
  const { top, position } = await drawer.evaluate((part) => ({
    top: part.getBoundingClientRect().top,
    position: getComputedStyle(part).position,
  }));
  expect([top, position]).toEqual([0, 'static']);
  await page.emulateMedia({ media: null });
});

test('where the system gives the colours, what is chosen and where lines are can be seen', async ({ page, server }) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await enter(page, server, { language: 'en' });
  await page.goto('/system/dict');
  await page.getByRole('button', { name: 'Add' }).click();
  const choice = (name: string) => page.locator('.tg-radio-buttons label').filter({ hasText: name });
  const ground = (name: string) => choice(name).evaluate((part) => getComputedStyle(part).backgroundColor);
  await expect(choice('Enabled')).toBeVisible();
  expect(await ground('Enabled')).not.toBe(await ground('Disabled'));
  const edge = await page
    .locator('.ant-modal-content, .ant-drawer-content-wrapper')
    .first()
    .evaluate((part) => getComputedStyle(part).borderTopWidth);
  expect(edge).toBe('1px');
  await page.emulateMedia({ forcedColors: null });
});

test('what gets the focus going back is not hidden below what sticks to the top', async ({ page, server }) => {
  await enter(page, server, { language: 'en' });
  await page.setViewportSize({ width: 1280, height: 420 });
  await page.goto('/system/dict');
  const last = page.locator('tr[data-row]').last().locator('.tg-table-actions button').last();
  await last.focus();
  const rows = await page.locator('tr[data-row]').count();
  for (let step = 0; step < rows * 2; step += 1) {
    await page.keyboard.press('Shift+Tab');
    const hidden = await page.evaluate(() => {
      const focused = document.activeElement;
      if (!(focused instanceof HTMLElement) || !focused.closest('tr[data-row]')) return false;
      const { left, top, width, height } = focused.getBoundingClientRect();
      const seen = document.elementFromPoint(left + width / 2, top + height / 2);
      return !(seen && (focused.contains(seen) || seen.contains(focused)));
    });
    expect(hidden, `after ${step + 1} steps`).toBe(false);
  }
});
