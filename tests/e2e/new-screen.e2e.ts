import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '../support/browser.ts';
import { projectRoot } from '../support/project.ts';
import { menuOf, published, test } from './overlay.ts';
import { enter } from './world.ts';

/** The documents of docs/first-screen.md, as a reader would copy them. */
function documentsOfTheGuide(): [path: string, source: string][] {
  const guide = readFileSync(join(projectRoot, 'docs/first-screen.md'), 'utf8');
  return [...guide.matchAll(/^`schemas\.local\/(\S+)`\s+```json\n([\s\S]*?)```/gm)].map(([, path = '', source = '']) => [path, source]);
}

test('a screen is three documents: form, page and menu row of the guide, used while the server runs', async ({ page, server, screens }) => {
  const documents = documentsOfTheGuide();
  expect(documents.map(([path]) => path)).toEqual([
    'forms/people/note.form.json',
    'pages/people/directory.page.json',
    'menus/people.menu.json',
  ]);
  await enter(page, server);
  await page.goto('/people');
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();

  for (const [path, source] of documents) screens.write(path, source);
  await published(
    server,
    'people/directory',
    (manifest) => manifest.menus.some(({ menuId }) => menuId === 'people') && 'people/directory' in manifest.pages,
  );
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: 'People' })).toBeVisible();
  await expect(page).toHaveTitle(/^People - /);
  await page.goto('/system/dict');
  await page.getByRole('navigation', { name: 'Main menu' }).getByRole('button', { name: 'More' }).click();
  await page.locator('.tg-top-panel').getByRole('link', { name: 'People' }).click();
  await expect(page).toHaveURL(/\/people$/);

  const people = page.getByRole('table');
  await expect(people.locator('tbody').getByRole('row')).toHaveCount(10);
  await page.getByRole('textbox', { name: 'Keyword' }).fill('auditor');
  await page.getByRole('button', { name: 'Search' }).click();
  await expect(people.locator('tbody').getByRole('row')).toHaveCount(1);
  await people.getByRole('button', { name: 'View' }).click();
  const details = page.getByRole('dialog', { name: 'Details' });
  await expect(details).toContainText('auditor');
  await expect(details).toContainText('Chen Jing');
  await page.keyboard.press('Escape');
  await expect(details).toBeHidden();
  await people.getByRole('button', { name: 'Edit' }).click();
  const dialog = page.getByRole('dialog', { name: 'Chen Jing' });
  await dialog.getByRole('button', { name: /OK|Save/ }).click();
  await expect(dialog.getByRole('textbox', { name: 'Title' })).toHaveAccessibleDescription(/required/);
  await dialog.getByRole('textbox', { name: 'Title' }).fill('Met on Monday');
  await dialog.getByRole('button', { name: /OK|Save/ }).click();
  await expect(page.getByText('Saved successfully')).toBeVisible();
  await expect(dialog).toBeHidden();
  await expect(page.getByText('Met on Monday')).toBeVisible();
});

test('a page that changes on disk is shown anew', async ({ page, server, screens }) => {
  const document = (text: string) => ({ version: 1, title: { en: 'Changing' }, body: [{ widget: 'text', text: { en: text } }] });
  screens.write('menus/changing.menu.json', menuOf('changing', 'Changing', 'main#changing'));
  screens.write('pages/changing.page.json', document('first wording'));
  await published(server, 'changing');
  await enter(page, server);
  await page.goto('/changing');
  await expect(page.getByText('first wording')).toBeVisible();
  screens.write('pages/changing.page.json', document('second wording'));
  await expect(async () => {
    await page.reload();
    await expect(page.getByText('second wording')).toBeVisible({ timeout: 5_000 });
  }).toPass({ timeout: 60_000 });
});

test('half-written documents do not take the product down, and their mending is noticed', async ({ page, server, screens }) => {
  screens.write('menus/torn.menu.json', menuOf('torn', 'Torn', 'main#torn'));
  screens.write('pages/torn.page.json', '{"version": 1, "body": [');
  await enter(page, server);
  await expect.poll(() => server.output(), { timeout: 60_000 }).toContain('torn.page.json');
  await page.goto('/system/dict');
  await expect(page.getByRole('table')).toBeVisible();
  screens.write('pages/torn.page.json', { version: 1, title: { en: 'Mended' }, body: [{ widget: 'text', text: { en: 'whole again' } }] });
  await published(server, 'torn');
  await page.goto('/torn');
  await expect(page.getByText('whole again')).toBeVisible();
});

test.describe(() => {
  test.use({ expectedErrors: [/409 \(Conflict\)/] });
  test('[MENU-01] [ROUTE-11] rows of a menu document come into the menu of a filled database when somebody takes them over', async ({
    page,
    server,
    screens,
  }) => {
    const token = await enter(page, server);
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const menu = async (path: string, options: RequestInit = {}) =>
      (await (await fetch(`${server.address}/api/system/menu${path}`, { ...options, headers })).json()).data;
    await page.goto('/system/menu');
    const compare = page.getByRole('button', { name: 'Compare with the documents' });
    await compare.click();
    const drawer = page.getByRole('dialog', { name: 'Compare with the documents' });
    await expect(drawer.getByText('The menu has everything the documents have')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(drawer).toBeHidden();

    const list = { type: '1', name: '供应商', nameEn: 'Supplier list', url: '/suppliers', component: 'main#system/department' };
    screens.write('menus/suppliers.menu.json', {
      version: 1,
      use: 'seed',
      items: [
        { menuId: 'suppliers', parentId: '0', type: '0', name: '供应商', nameEn: 'Suppliers' },
        { menuId: 'suppliers-list', parentId: 'suppliers', ...list },
      ],
    });
    const own: { menuId: string } = await menu('', { method: 'POST', body: JSON.stringify({ ...list, nameEn: 'A list of our own' }) });
    await expect.poll(async () => (await menu('/differences')).length).toBe(2);
    // What the window asked for a moment ago would still count as new.
    await page.reload();
    await compare.click();
    const rows = drawer.locator('tr[data-row]');
    await expect(rows).toHaveCount(2);
    await rows.filter({ hasText: 'Supplier list' }).getByRole('checkbox').check();
    await drawer.getByRole('button', { name: 'Take over' }).click();
    await expect(page.getByText('The row suppliers-list, /suppliers cannot be taken over')).toBeVisible();

    await menu(`/${own.menuId}`, { method: 'DELETE' });
    // The row above comes along.
    await drawer.getByRole('button', { name: 'Take over' }).click();
    await expect(page.getByText('Added: 2, changed: 0')).toBeVisible();
    await expect(drawer.getByText('The menu has everything the documents have')).toBeVisible();
    await page.keyboard.press('Escape');
    await page.goto('/suppliers');
    await expect(page.getByRole('heading', { level: 1, name: 'Departments' })).toBeVisible();
  });
});
