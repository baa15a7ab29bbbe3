import type { Page } from '@playwright/test';
import { expect, test } from '../support/browser.ts';
import { enter, hold } from './world.ts';

test.use({ isolated: true, expectedErrors: [/ERR_FAILED|ERR_INTERNET_DISCONNECTED|Failed to fetch|error sending/] });

const menu = async (page: Page, entry: string) => {
  await page.getByRole('button', { name: /^Menu of/ }).click();
  await page.getByRole('menuitem', { name: entry }).click();
};

for (const { name, code, open, shown } of [
  { name: 'dialog', code: '**/assets/DialogWindow-*.js', open: (page: Page) => menu(page, 'Settings'), shown: 'User settings' },
  {
    name: 'drawer',
    code: '**/assets/Panel-*.js',
    open: (page: Page) => page.getByRole('button', { name: /^Messages, / }).click(),
    shown: 'Messages',
  },
]) {
  test(`[ERR-05] the code of a ${name} is waited for; when it does not arrive the window says so, and opens when it does`, async ({
    page,
    server,
  }) => {
    await enter(page, server, { language: 'en' });
    await page.route(code, (route) => route.abort());
    const wait = await hold(page, code);
    await page.goto('/home');
    await open(page);
    await expect(page.getByTestId('overlay')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByTestId('overlay')).toHaveCount(0);
    await open(page);
    wait.release();
    await expect(page.getByText('A part of the application could not be loaded. Check the connection')).toBeVisible();
    await expect(page.getByRole('alert', { name: 'This part cannot be shown' })).toHaveCount(0);
    await page.unroute(code);
    await open(page);
    await expect(page.getByRole('dialog', { name: shown })).toBeVisible();
  });
}

test('[ERR-04] the network goes before the first message: it is said in the words and the look of the product', async ({
  page,
  context,
  server,
}) => {
  await enter(page, server, { language: 'en' });
  const native: string[] = [];
  page.on('dialog', (dialog) => {
    native.push(dialog.message());
    void dialog.dismiss();
  });
  const arrival = page.waitForResponse(/\/assets\/Holder-[\w-]+\.js$/);
  await page.goto('/home');
  // With all it needs: what is asked for late is no part of what the page waits for.
  await page.evaluate((address) => import(address), (await arrival).url());
  await page.waitForLoadState('networkidle');
  await context.setOffline(true);
  await page.getByRole('button', { name: /^Theme/ }).click();
  await page.getByRole('menuitemradio', { name: 'Mint' }).click();
  await expect(page.getByText('Network error')).toBeVisible();
  await expect(page.locator('html')).not.toHaveAttribute('data-theme', 'theme-mint');
  expect(native).toEqual([]);
  await context.setOffline(false);
});

test('[ERR-05] an answer does not wait for ever for the code that judges it', async ({ page, server }) => {
  await enter(page, server, { language: 'en' });
  const checks = await hold(page, '**/assets/system-role-*.js');
  const warned = page.waitForEvent('console', (message) => message.text().startsWith('The checks of the service "system-role"'));
  await page.clock.install();
  const answer = page.waitForResponse('**/api/system/role/list*');
  await page.goto('/system/role');
  await (await answer).finished();
  await expect(page.getByText('Loading…').first()).toBeVisible();
  await page.clock.fastForward(11_000);
  await expect(page.getByRole('row', { name: /Auditor/ })).toBeVisible();
  await warned;
  checks.release();
});
