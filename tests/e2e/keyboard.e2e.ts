import type { Locator, Page } from '@playwright/test';
import { expect, test } from '../support/browser.ts';
import { loginForm, PASSWORD, prefer } from './world.ts';

/** Goes on with a key, as a person without a pointer does, until the wanted part has the focus. */
async function goTo(page: Page, part: Locator, key = 'Tab'): Promise<void> {
  await expect(part).toBeVisible();
  const isThere = () => part.evaluate((element) => element === document.activeElement);
  for (let steps = 0; steps < 80 && !(await isThere()); steps += 1) await page.keyboard.press(key);
  await expect(part).toBeFocused();
}

async function press(page: Page, part: Locator, key?: string): Promise<void> {
  await goTo(page, part, key);
  await page.keyboard.press('Enter');
}

const menuOf = (page: Page) => page.getByRole('button', { name: /^Menu of / });
const bell = (page: Page) => page.getByRole('button', { name: /^Messages, / });

test('[LOGIN-05] [SET-09] [TOPBAR-06] [MSG-07] by keyboard alone: sign in, change the theme, act for a colleague, read and delete a message, sign out', async ({
  page,
}) => {
  await prefer(page, { language: 'en' });
  await page.goto('/login');
  await goTo(page, loginForm(page).account);
  await page.keyboard.type('auditor');
  await goTo(page, loginForm(page).password);
  await page.keyboard.type(PASSWORD);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('list', { name: 'Modules' })).toBeVisible();

  await press(page, page.getByRole('button', { name: /^Theme/ }));
  await press(page, page.getByRole('menuitemradio', { name: 'Mint' }), 'ArrowDown');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'theme-mint');

  await press(page, menuOf(page));
  // The first of the colleagues who may be acted for; the own name stands before them.
  await press(page, page.getByRole('menuitemradio').nth(1), 'ArrowDown');
  const banner = page.getByRole('alert').filter({ hasText: 'You are acting for' });
  await expect(banner).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'theme-mint');
  await press(page, banner.getByRole('button', { name: 'Leave delegate mode' }));
  await expect(banner).toBeHidden();
  await expect(menuOf(page)).toHaveAccessibleName('Menu of Chen Jing');

  await expect(bell(page)).toHaveAccessibleName(/\d+ unread/);
  const unread = Number(/\d+/.exec((await bell(page).getAttribute('aria-label')) ?? '')?.[0]);
  await press(page, bell(page));
  const drawer = page.getByRole('dialog', { name: 'Messages' });
  const first = drawer.getByRole('listitem').first();
  await press(page, first.getByRole('button', { name: 'Mark as read' }));
  await expect(bell(page)).toHaveAccessibleName(unread > 1 ? `Messages, ${unread - 1} unread` : 'Messages, none unread');
  const text = drawer.locator('.tg-feed-text').first();
  const words = (await text.textContent()) ?? '';
  await goTo(page, text);
  await page.keyboard.press('Delete');
  await press(page, page.getByRole('dialog').filter({ hasText: 'Delete this message?' }).getByRole('button', { name: 'Delete' }));
  await expect(text).not.toHaveText(words);
  await expect(drawer.getByRole('button', { name: 'Undo' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(drawer).toBeHidden();

  await press(page, menuOf(page));
  await press(page, page.getByRole('menuitem', { name: 'Sign out' }), 'ArrowDown');
  await press(page, page.getByRole('dialog').getByRole('button', { name: 'Sign out' }));
  await expect(loginForm(page).submit).toBeVisible();
  expect(await page.evaluate(() => sessionStorage.getItem('access_token'))).toBeNull();
});
