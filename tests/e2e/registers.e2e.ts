import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '../support/browser.ts';
import { projectRoot } from '../support/project.ts';
import { published, test } from './overlay.ts';
import { enter } from './world.ts';

/** The documents of docs/registers.md, as a reader would copy them. */
function documentsOfTheGuide(): [path: string, source: string][] {
  const guide = readFileSync(join(projectRoot, 'docs/registers.md'), 'utf8');
  return [...guide.matchAll(/^`schemas\.local\/(\S+)`\s+```json\n([\s\S]*?)```/gm)].map(([, path = '', source = '']) => [path, source]);
}

test.use({ expectedErrors: [/status of 409|MOVE_REFUSED/] });

test('a register is one document: its records are added, moved, refused, filtered and remembered in a page nobody wrote', async ({
  page,
  server,
  screens,
}) => {
  const documents = documentsOfTheGuide();
  expect(documents.map(([path]) => path)).toEqual(['registers/visit.register.json', 'menus/visit.menu.json']);
  for (const [path, source] of documents) screens.write(path, source);
  await published(
    server,
    'registers/visit',
    ({ menus, pages }) => menus.some(({ menuId }) => menuId === 'visit') && 'registers/visit' in pages,
  );
  await enter(page, server);
  await page.goto('/visits');
  await expect(page.getByText('There are no records yet')).toBeVisible();

  await page.getByRole('button', { name: 'Add', exact: true }).click();
  const editor = page.getByRole('dialog', { name: 'Add' });
  await editor.getByRole('button', { name: 'Save' }).click();
  await expect(editor.getByRole('textbox', { name: 'Place' })).toHaveAccessibleDescription(/required/);
  await editor.getByRole('textbox', { name: 'Place' }).fill('Plant <b>7</b>');
  await editor.getByRole('textbox', { name: 'Day' }).fill('2026-01-05');
  await page.keyboard.press('Enter');
  await editor.getByRole('spinbutton', { name: 'People met' }).fill('4');
  await editor.getByRole('button', { name: 'Save' }).click();
  await expect(editor).toBeHidden();
  const row = page.getByRole('row', { name: /V-0001/ });
  await expect(row).toContainText('Plant <b>7</b>');
  await expect(row).toContainText('Overdue');

  await row.getByRole('button', { name: 'Finish' }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /OK|Finish|Yes/ })
    .click();
  await expect(page.getByText('Write down the result first')).toBeVisible();
  await page.keyboard.press('Escape');
  await row.getByRole('button', { name: /^More/ }).click();
  await page.getByRole('menuitem', { name: 'Edit' }).click();
  const change = page.getByRole('dialog', { name: 'Edit V-0001' });
  await change.getByRole('textbox', { name: 'Result' }).fill('All in order');
  await change.getByRole('button', { name: 'Save' }).click();
  await expect(change).toBeHidden();
  await row.getByRole('button', { name: 'Finish' }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /OK|Finish|Yes/ })
    .click();
  await expect(row).toContainText('Done');
  await expect(row).not.toContainText('Overdue');

  await row.getByRole('button', { name: 'Reopen' }).click();
  const reason = page.getByRole('dialog', { name: 'Reopen' });
  await reason.getByRole('textbox', { name: 'Reason' }).fill('One more visit');
  await reason.getByRole('button', { name: /OK|Save/ }).click();
  await expect(row).toContainText('Planned');
  await row.getByRole('button', { name: 'V-0001' }).click();
  const detail = page.getByRole('dialog', { name: /V-0001/ });
  await expect(detail.getByRole('row')).toHaveCount(5);
  await expect(detail).toContainText('One more visit');
  await expect(detail).toContainText('Result: – → All in order');
});
