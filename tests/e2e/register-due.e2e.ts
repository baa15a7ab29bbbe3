import { expect, test } from '../support/browser.ts';
import { enter, fillAfterChoice } from './world.ts';

test('a new record whose day has passed says so at the field and is saved all the same; one that is overdue already says nothing', async ({
  page,
  server,
}) => {
  await enter(page, server, { language: 'en' });
  await page.goto('/control/findings');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  const editor = page.getByRole('dialog', { name: 'Add finding' });
  const due = editor.getByRole('textbox', { name: 'Due' });
  await expect(due).toHaveAccessibleDescription('');
  await due.fill('2020-01-31');
  await page.keyboard.press('Enter');
  await expect(due).toHaveAccessibleDescription(/This day has passed/);
  await expect(editor.getByRole('status').filter({ hasText: 'This day has passed' })).toBeVisible();
  await due.fill('2999-01-31');
  await page.keyboard.press('Enter');
  await expect(editor.getByText('This day has passed')).toHaveCount(0);
  await due.fill('2020-01-31');
  await page.keyboard.press('Enter');
  await editor.getByRole('textbox', { name: 'Finding' }).fill('Found long ago');
  for (const [name, option] of [
    ['Severity', 'High'],
    ['Department', 'Internal audit'],
    ['Owner', /Administrator/],
  ] as const) {
    await editor.getByRole('combobox', { name }).click();
    await page.getByRole('option', { name: option }).first().click();
  }
  await editor.getByRole('button', { name: 'Save' }).click();
  await expect(editor).toBeHidden();
  const row = page.getByRole('row', { name: /Found long ago/ });
  await expect(row).toContainText('2020-01-31');

  // What was agreed on before is no news to whoever changes something else.
  await row.getByRole('button', { name: /^More/ }).click();
  await page.getByRole('menuitem', { name: 'Edit' }).click();
  const change = page.getByRole('dialog', { name: 'Edit finding' });
  await change.getByRole('textbox', { name: 'Finding' }).fill('Found long ago, told now');
  await expect(change.getByText('This day has passed')).toHaveCount(0);
  await change.getByRole('button', { name: 'Save' }).click();
  await expect(change).toBeHidden();
  await expect(page.getByRole('row', { name: /told now/ })).toBeVisible();
});

test('a move and a change of several records say so as well', async ({ page, server }) => {
  await enter(page, server, { language: 'en' });
  await page.goto('/compliance/duties');
  const late = 'This day has passed';
  const rows = page.locator('tr[data-row]');
  await rows.first().getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Change a field' }).click();
  const changer = page.getByRole('dialog', { name: 'Change a field of 1 record' });
  await changer.getByRole('combobox', { name: 'Field' }).click();
  await page.getByRole('option', { name: 'Due', exact: true }).click();
  await fillAfterChoice(changer.getByRole('textbox', { name: 'Due' }), '2020-01-31');
  await changer.getByRole('textbox', { name: 'Due' }).press('Enter');
  await expect(changer.getByText(late)).toBeVisible();
  await changer.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click();
  await expect(changer).toBeHidden();

  const assessed = rows.filter({ hasText: 'Assessed' }).first();
  await assessed.getByRole('button', { name: 'Begin to close the gap' }).click();
  const move = page.getByRole('dialog', { name: /^Begin to close the gap/ });
  await move.getByRole('textbox', { name: 'Due' }).fill('2020-01-31');
  await page.keyboard.press('Enter');
  await expect(move.getByText(late)).toBeVisible();
  await move.getByRole('textbox', { name: 'Due' }).fill('2999-01-31');
  await page.keyboard.press('Enter');
  await expect(move.getByText(late)).toHaveCount(0);
});
