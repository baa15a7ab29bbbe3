import type { Page } from '@playwright/test';
import { expect } from '../support/browser.ts';
import type { ServerProcess } from '../support/server-process.ts';
import { test } from './overlay.ts';
import { call } from './screens/screen.ts';
import { enter, hold } from './world.ts';

const SUBS = ['First', 'Second', 'Third', 'Fourth'];

/** A draft with four criteria, and its rows. */
async function openDraft(page: Page, server: ServerProcess, name: string) {
  const token = await enter(page, server, { user: 'riskmanager', language: 'en' });
  const { id } = await call<{ id: string }>(server, 'risk/template', { token, body: { name } });
  const row = { templateId: id, dimension: 'Supply', cause: 'Delay' };
  for (const subCause of SUBS) await call(server, 'risk/template/criterion', { token, body: { ...row, subCause } });
  await page.goto(`/risk/template/${id}`);
  const rows = page.getByRole('table', { name: 'Criteria' }).locator('tr[data-row]');
  await expect(rows).toHaveCount(SUBS.length);
  const order = async () => (await rows.allInnerTexts()).map((text) => SUBS.find((sub) => text.includes(sub)));
  return { rows, order };
}

test('[RISK-05] a row moved twice by keyboard while the first move is being saved moves two places', async ({ page, server }) => {
  const { rows, order } = await openDraft(page, server, 'Quick moves');
  const held = await hold(page, '**/api/risk/template/move');
  await rows.nth(3).focus();
  await page.keyboard.press('Alt+ArrowUp');
  await page.keyboard.press('Alt+ArrowUp');
  held.release();
  await expect.poll(order).toEqual(['First', 'Fourth', 'Second', 'Third']);
  await expect(rows.nth(1)).toBeFocused();
  // Up and down again, before anything of it is saved: the row stays.
  await page.keyboard.press('Alt+ArrowDown');
  await page.keyboard.press('Alt+ArrowDown');
  await page.keyboard.press('Alt+ArrowUp');
  await expect.poll(order).toEqual(['First', 'Second', 'Fourth', 'Third']);
});

test('[ROUTE-11] a menu moved twice by keyboard while the first move is being saved moves two places', async ({ page, server }) => {
  await enter(page, server, { language: 'en' });
  await page.goto('/system/menu');
  await page.getByLabel('Keyword').fill('/system/');
  // Until the answer comes the rows of before stand open, and cannot be told from those that are found.
  const found = page.waitForResponse((answer) => new URL(answer.url()).searchParams.get('keyword') === '/system/');
  await page.getByRole('button', { name: 'Search' }).click();
  await found;
  await expect(page.getByRole('main').locator('[aria-busy="true"]')).toHaveCount(0);
  const rows = page.locator('tr[aria-level="3"]');
  const order = async () =>
    (await rows.locator('td:first-child').allInnerTexts()).slice(0, 4).map((text) => text.replace(/[⠿\s]+/g, ' ').trim());
  await expect(rows.nth(3)).toBeVisible();
  const [first, second, third, fourth] = await order();
  const held = await hold(page, '**/api/system/menu/move');
  await rows.nth(0).focus();
  await page.keyboard.press('Alt+ArrowDown');
  await page.keyboard.press('Alt+ArrowDown');
  held.release();
  await expect.poll(order).toEqual([second, third, first, fourth]);
});
