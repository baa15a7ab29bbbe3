import { expectAccessible } from '../support/accessibility.ts';
import { expect, test, tokenOf } from '../support/browser.ts';
import { call } from './screens/screen.ts';
import { enter } from './world.ts';

const suppliers = '2000000000000000002';

test('[DATA-06] a script is written, tried with what is wrong at its line, saved in versions, and fills a table', async ({
  page,
  server,
}) => {
  test.slow();
  await enter(page, server, { language: 'en' });
  await call(server, 'data/script/create', { token: await tokenOf(server, 'admin'), body: { name: 'Levels <3', tableId: suppliers } });
  await page.goto('/ai/script');
  await page.getByRole('link', { name: 'Levels <3' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Levels <3' })).toBeVisible();
  const code = page.getByRole('textbox', { name: 'Script', exact: true });
  await expect(code).toHaveValue(/return \{ \.\.\.r \};/);

  // Keys: Enter keeps the indentation, Tab indents, Escape and Tab leave.
  await code.fill('function row(r) {');
  await code.press('End');
  await code.press('Enter');
  await code.pressSequentially('return { code: };');
  await code.press('Enter');
  await code.press('Shift+Tab');
  await code.pressSequentially('}');
  await expect(code).toHaveValue('function row(r) {\n  return { code: };\n}');
  await code.press('Tab');
  await expect(code).toHaveValue('function row(r) {\n  return { code: };\n} ');
  await code.press('Control+z');
  await expect(code).toHaveValue('function row(r) {\n  return { code: };\n}');
  await code.press('Escape');
  await code.press('Tab');
  await expect(code).not.toBeFocused();

  // What is wrong stands at its line, which leads into the text.
  await page.getByRole('button', { name: '10 rows', exact: true }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'This is no JavaScript · line 2' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: /Line 2/ }).click();
  await expect(code).toBeFocused();
  await code.pressSequentially('r.code');
  await expect(code).toHaveValue('function row(r) {\n  return { code: r.code};\n}');
  await page.getByRole('button', { name: '10 rows', exact: true }).click();
  await expect(page.getByRole('table', { name: 'Result', exact: true }).locator('tbody tr')).toHaveCount(10);
  await expect(page.getByRole('button', { name: /Line 2/ })).toBeHidden();

  await code.fill('function row(r) {\n  console.log(r.name);\n  return r.risk_level === "高" && { code: r.code, is_active: r.region };\n}');
  await page.getByRole('button', { name: '100 rows', exact: true }).click();
  await expect(
    page.getByRole('table', { name: 'Rows that were left out' }).getByRole('cell', { name: 'Neither true nor false' }).first(),
  ).toBeVisible();
  await expect(page.getByRole('table', { name: 'Log' }).locator('tbody tr').first()).toBeVisible();
  await code.fill('function row(r) {\n  return r.risk_level === "高" && { code: r.code };\n}');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Version 2', { exact: true })).toBeVisible();

  await page.getByRole('button', { name: 'New table from all rows' }).click();
  const dialog = page.getByRole('dialog', { name: 'New table from all rows' });
  await dialog.getByRole('textbox', { name: 'Title' }).fill('High_risk');
  await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('high_risk');
  await dialog.getByRole('button', { name: 'Save' }).click();
  const runs = page.getByRole('table', { name: 'Last runs' });
  await expect(runs.getByRole('cell', { name: 'Success' })).toBeVisible({ timeout: 60_000 });
  await runs.getByRole('button', { name: /^Log and rows left out/ }).click();
  await expect(page.getByText('It said nothing, and no row was left out.')).toBeVisible();
  await page.keyboard.press('Escape');

  // A version of before goes into the editor, and is the latest once it is saved.
  await page.getByRole('button', { name: 'Versions' }).click();
  await page
    .getByRole('button', { name: /^Take over/ })
    .last()
    .click();
  await expect(code).toHaveValue(/return \{ \.\.\.r \};/);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Version 3', { exact: true })).toBeVisible();
});
