import { expectAccessible } from '../support/accessibility.ts';
import { expect, signIn, test } from '../support/browser.ts';

test('[ROUTE-11] [PERM-03] [ERR-09] a page is put into the menu, checked while it is typed, moved, opened and taken out', async ({
  page,
  server,
}) => {
  await page.addInitScript(() => localStorage.setItem('language', 'en'));
  await signIn(page, server);
  await page.goto('/system/menu');
  await expect(page.getByRole('row', { name: /Portal/ }).first()).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel('Keyword').fill('/system/dict');
  await page.getByRole('button', { name: 'Search' }).click();
  await expect(page.getByText('6 of 6')).toBeVisible();
  await page
    .getByRole('row', { name: /System management/ })
    .getByRole('button', { name: 'Add below' })
    .click();

  const editor = page.getByRole('dialog', { name: 'Add menu' });
  await editor.getByRole('textbox', { name: /^Name( \*)?$/ }).fill('Second list');
  await editor.getByLabel('Path').fill('/system/dict/second');
  const component = editor.getByRole('combobox', { name: /Component/ });
  await component.fill('main#system/dictionry');
  await expect(editor.getByText('There is no page “system/dictionry” (did you mean "system/dictionary"?)')).toBeVisible();
  await editor.getByRole('button', { name: 'Save' }).click();
  await expect(component).toHaveAttribute('aria-invalid', 'true');
  await component.fill('main#system/dictionary');
  await expect(editor.getByText('Page system/dictionary')).toBeVisible();
  await expect(editor.getByText('Layout main')).toBeVisible();
  await editor.getByLabel('Permissions').fill('sys:dict:list');
  await editor.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Saved successfully')).toBeVisible();
  await expect(editor).toBeHidden();

  const rows = () => page.locator('tr[data-row]').filter({ hasText: /Second list|Dictionaries/ });
  await expect(rows()).toHaveCount(2);
  await expect(rows().first()).toContainText('Dictionaries');
  await rows().last().press('Alt+ArrowUp');
  await expect(rows().first()).toContainText('Second list');

  // The drag of a row by its grip, to before the other.
  await rows()
    .last()
    .locator('[data-grip]')
    .dragTo(rows().first(), { targetPosition: { x: 40, y: 3 } });
  await expect(rows().first()).toContainText('Dictionaries');

  await page.goto('/system/dict/second');
  await expect(page.getByRole('heading', { name: 'Dictionaries' })).toBeVisible();
  await page.goto('/system/menu');
  await page.getByLabel('Keyword').fill('second');
  await page.getByRole('button', { name: 'Search' }).click();
  const row = page.getByRole('row', { name: /Second list/ });
  await row.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('Deleted', { exact: true })).toBeVisible();
});
