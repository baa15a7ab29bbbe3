import type { Page } from '@playwright/test';
import { expect, test } from '../support/browser.ts';
import { goByKey, loginForm, PASSWORD, prefer, pressByKey } from './world.ts';

const menuOf = (page: Page) => page.getByRole('button', { name: /^Menu of / });
const bell = (page: Page) => page.getByRole('button', { name: /^Messages, / });

test('[LOGIN-05] [SET-09] [TOPBAR-06] [MSG-07] by keyboard alone: sign in, change the theme, act for a colleague, read and delete a message, sign out', async ({
  page,
}) => {
  await prefer(page, { language: 'en' });
  await page.goto('/login');
  await goByKey(page, loginForm(page).account);
  await page.keyboard.type('auditor');
  await goByKey(page, loginForm(page).password);
  await page.keyboard.type(PASSWORD);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('list', { name: 'Modules' })).toBeVisible();

  await pressByKey(page, page.getByRole('button', { name: /^Theme/ }));
  await pressByKey(page, page.getByRole('menuitemradio', { name: 'Mint' }), 'ArrowDown');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'theme-mint');

  await pressByKey(page, menuOf(page));
  // The first of the colleagues who may be acted for; the own name stands before them.
  await pressByKey(page, page.getByRole('menuitemradio').nth(1), 'ArrowDown');
  const banner = page.getByRole('alert').filter({ hasText: 'You are acting for' });
  await expect(banner).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'theme-mint');
  await pressByKey(page, banner.getByRole('button', { name: 'Leave delegate mode' }));
  await expect(banner).toBeHidden();
  await expect(menuOf(page)).toHaveAccessibleName('Menu of Chen Jing');

  await expect(bell(page)).toHaveAccessibleName(/\d+ unread/);
  const unread = Number(/\d+/.exec((await bell(page).getAttribute('aria-label')) ?? '')?.[0]);
  await pressByKey(page, bell(page));
  const drawer = page.getByRole('dialog', { name: 'Messages' });
  const first = drawer.getByRole('listitem').first();
  await pressByKey(page, first.getByRole('button', { name: 'Mark as read' }));
  await expect(bell(page)).toHaveAccessibleName(unread > 1 ? `Messages, ${unread - 1} unread` : 'Messages, none unread');
  const text = drawer.locator('.tg-feed-text').first();
  const words = (await text.textContent()) ?? '';
  await goByKey(page, text);
  await page.keyboard.press('Delete');
  await pressByKey(page, page.getByRole('dialog').filter({ hasText: 'Delete this message?' }).getByRole('button', { name: 'Delete' }));
  await expect(text).not.toHaveText(words);
  await expect(drawer.getByRole('button', { name: 'Undo' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(drawer).toBeHidden();

  await pressByKey(page, menuOf(page));
  await pressByKey(page, page.getByRole('menuitem', { name: 'Sign out' }), 'ArrowDown');
  await pressByKey(page, page.getByRole('dialog').getByRole('button', { name: 'Sign out' }));
  await expect(loginForm(page).submit).toBeVisible();
  expect(await page.evaluate(() => sessionStorage.getItem('access_token'))).toBeNull();
});
