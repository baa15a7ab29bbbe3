import { readFile } from 'node:fs/promises';
import { expectAccessible } from '../support/accessibility.ts';
import { expect, signIn, test } from '../support/browser.ts';

test('the logs are filtered, opened and exported as CSV and Excel', async ({ page, server }) => {
  await page.addInitScript(() => localStorage.setItem('language', 'en'));
  const token = await signIn(page, server);
  await page.goto('/system/login-log');
  await expect(page.getByRole('row', { name: /admin.*Signed in/ }).first()).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Export' }).click();
  const [csv] = await Promise.all([page.waitForEvent('download'), page.getByRole('menuitem', { name: 'CSV file' }).click()]);
  expect(csv.suggestedFilename()).toMatch(/^Sign-in log .*\.csv$/);
  expect(await readFile(await csv.path(), 'utf8')).toContain('admin,Signed in');

  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const body = JSON.stringify({ code: 'L01', name: 'Logged' });
  await fetch(`${server.address}/api/system/department`, { method: 'POST', headers, body });
  await page.goto('/system/operation-log');
  await page.getByRole('row', { name: /L01/ }).getByRole('button', { name: 'View' }).click();
  const drawer = page.getByRole('dialog', { name: 'Operation' });
  await expect(drawer.getByRole('row', { name: /name.*Logged/ })).toBeVisible();
  await drawer.getByRole('button', { name: 'Close' }).click();
  await expect(drawer).toBeHidden();
  await page.getByRole('button', { name: 'Export' }).click();
  const [book] = await Promise.all([page.waitForEvent('download'), page.getByRole('menuitem', { name: 'Excel workbook' }).click()]);
  expect(book.suggestedFilename()).toMatch(/^Operation log .*\.xlsx$/);
  expect((await readFile(await book.path())).subarray(0, 2).toString()).toBe('PK');
});

test('an end of a range that is no date stays where it was typed, is told, and stops the search', async ({ page, server }) => {
  await page.addInitScript(() => localStorage.setItem('language', 'en'));
  await signIn(page, server);
  await page.goto('/system/login-log');
  await expect(page.getByRole('row', { name: /admin.*Signed in/ }).first()).toBeVisible();
  const asked: string[][] = [];
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (url.pathname === '/api/system/log/sign-in/list') asked.push(url.searchParams.getAll('time').map((time) => time.slice(0, 10)));
  });
  const start = page.getByLabel('Time', { exact: true });
  const end = page.getByPlaceholder('End', { exact: true });
  const told = (text: string) => page.getByRole('alert').filter({ hasText: text });
  const search = async () => {
    const button = page.getByRole('button', { name: 'Search' });
    // It takes the next press once the search before has its answer.
    await expect(button).toBeEnabled();
    await button.press('Enter');
  };
  const type = async (where: typeof start, text: string, key: string) => {
    await where.focus();
    await page.keyboard.press('Control+a');
    await page.keyboard.type(text);
    await page.keyboard.press(key);
  };
  await type(start, '2026-03-01 08:00', 'Tab');
  await type(end, '2026-03-31 18:00', 'Tab');
  await search();
  await expect.poll(() => asked).toEqual([['2026-03-01', '2026-03-31']]);
  const place = await page.getByRole('button', { name: 'Reset' }).boundingBox();
  await type(start, '2026-02-30 08:00', 'Tab');
  await expect(told('“2026-02-30 08:00” is no date')).toBeVisible();
  // Who leaves the field by a press on a button meets the button.
  expect(await page.getByRole('button', { name: 'Reset' }).boundingBox()).toEqual(place);
  await page.keyboard.press('Tab');
  await search();
  await expect(start).toBeFocused();
  await expect(start).toHaveValue('2026-02-30 08:00');
  await type(start, '2026-03-02 08:00', 'Tab');
  await type(end, '2026-04-3', 'Escape');
  await expect(end).toHaveValue('2026-04-3');
  await search();
  await expect(told('“2026-04-3” is no date')).toBeVisible();
  await expect(start).toHaveValue('2026-03-02 08:00');
  await expect(end).toHaveValue('2026-04-3');
  // An end that was taken away is missing; the other one stays.
  await end.focus();
  await page.keyboard.press('Control+a');
  await page.keyboard.press('Delete');
  await page.keyboard.press('Tab');
  await expect(told('Choose the end, too')).toBeVisible();
  await expect(end).toHaveAccessibleName('Time, end');
  await expect(start).toHaveValue('2026-03-02 08:00');
  await expectAccessible(page);
  expect(asked).toHaveLength(1);
  // Who changes both may pass the end with the start: only who leaves finds them in their order.
  await type(end, '2026-03-31 18:00', 'Tab');
  await type(start, '2026-05-01 08:00', 'Tab');
  await expect(start).toHaveValue('2026-05-01 08:00');
  await type(end, '2026-04-01 18:00', 'Tab');
  await expect(start).toHaveValue('2026-04-01 18:00');
  await expect(end).toHaveValue('2026-05-01 08:00');
  // In the calendar, too: the start that was pressed stays until the end is.
  const day = (name: string) => page.locator(`.ant-picker-dropdown:not(.ant-picker-dropdown-hidden) td[title="${name}"]`).first();
  await page.getByRole('heading', { level: 1 }).click();
  await start.click();
  await day('2026-04-10').click();
  await type(end, '2026-04-05 18:00', 'Tab');
  await page.getByRole('heading', { level: 1 }).click();
  await expect(start).toHaveValue('2026-04-05 18:00');
  await expect(end).toHaveValue('2026-04-10 18:00');
  await start.click();
  await day('2026-04-15').click();
  await expect(start).toHaveValue('2026-04-15 18:00');
  await end.click();
  await day('2026-04-20').click();
  await page.getByRole('heading', { level: 1 }).click();
  await expect(start).toHaveValue('2026-04-15 18:00');
  await expect(end).toHaveValue('2026-04-20 18:00');
  // A range of the list, and the button that empties both, take the place of anything.
  await start.click();
  await page.keyboard.type('x');
  await page.getByText('Last 7 days').click();
  await expect(start).toHaveValue(/^\d{4}-\d\d-\d\d 00:00$/);
  await search();
  await expect.poll(() => asked).toHaveLength(2);
  await type(end, 'x', 'Tab');
  await page.locator('.ant-picker-range').hover();
  await page.locator('.ant-picker-clear').click();
  await expect(end).toHaveValue('');
  await expect(start).toHaveValue('');
  await search();
  await expect.poll(() => asked.at(-1)).toEqual([]);
});
