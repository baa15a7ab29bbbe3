import type { Page } from '@playwright/test';
import { expect } from '../support/browser.ts';
import type { ServerProcess } from '../support/server-process.ts';
import { menuOf, published, test } from './overlay.ts';
import { call } from './screens/screen.ts';
import { enter, hold } from './world.ts';

// The answer that is lost stands in the console of every browser.
test.use({ expectedErrors: [/ERR_FAILED/] });

// Answers that come when somebody does something else already.

/** The page of roles with these of its own: their ids and rows. */
async function openRoles(page: Page, server: ServerProcess, codes: readonly string[]) {
  const token = await enter(page, server, { language: 'en' });
  const ids: string[] = [];
  for (const roleCode of codes) {
    const { id } = await call<{ id: string }>(server, 'system/role', { token, body: { roleCode, name: roleCode, menuIds: [] } });
    ids.push(id);
  }
  await page.goto('/system/role');
  const row = (code: string) => page.getByRole('row', { name: new RegExp(code) });
  return { ids, row };
}

test('[PERM-01] Add pressed while a role is being read for Edit stays Add', async ({ page, server }) => {
  const { ids, row } = await openRoles(page, server, ['LATEFIRST', 'LATESECOND']);
  const held = await hold(page, `**/api/system/role/${ids[0]}`);
  await row('LATEFIRST').getByRole('button', { name: 'Edit' }).press('Enter');
  await row('LATESECOND').getByRole('button', { name: 'Edit' }).press('Enter');
  await page.getByRole('button', { name: 'Add role' }).press('Enter');
  const editor = page.getByRole('dialog');
  const code = editor.getByRole('textbox', { name: 'Role code' });
  await code.fill('WRITTEN');
  const second = page.waitForResponse((response) => response.url().endsWith(`/api/system/role/${ids[1]}`));
  held.release();
  await second;
  await expect(page.getByTestId('overlay')).toBeHidden();
  await expect(editor).toHaveAccessibleName('Add role');
  await expect(code).toHaveValue('WRITTEN');
  await editor.getByRole('textbox', { name: 'Name (English)' }).fill('Written');
  await editor.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Saved successfully')).toBeVisible();
  await expect(row('WRITTEN')).toBeVisible();
  await expect(row('LATEFIRST')).toBeVisible();
});

test('[PERM-01] a drawer that is left while a role is given in it goes once it is given, without a question', async ({ page, server }) => {
  const { row } = await openRoles(page, server, ['LATETHIRD', 'LATEFOURTH']);
  const drawer = page.getByRole('dialog').filter({ hasText: 'Users with the role' });
  const users = (code: string) => row(code).getByRole('button', { name: 'Users' });
  await users('LATETHIRD').press('Enter');
  // By keyboard: what is being saved covers the page.
  await drawer.getByRole('combobox').first().press('ArrowDown');
  await expect(page.locator('.ant-select-item-option-active')).toHaveText('Administrator (admin)');
  await page.keyboard.press('Enter');
  const held = await hold(page, '**/api/system/role/users');
  await drawer.getByRole('button', { name: 'Give' }).press('Enter');
  await expect(page.getByTestId('overlay')).toBeVisible();
  await drawer.getByRole('button', { name: 'Close' }).press('Enter');
  await drawer.getByRole('button', { name: 'Close' }).press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(1);
  held.release();
  await expect(page.getByText('Saved successfully')).toBeVisible();
  await expect(drawer).toHaveCount(0);
  await expect(row('LATETHIRD').getByRole('cell', { name: '1', exact: true })).toBeVisible();
  await expect(users('LATETHIRD')).toBeFocused();
  await users('LATEFOURTH').press('Enter');
  await expect(drawer).toContainText('LATEFOURTH');
  await expect(drawer.getByTitle('Administrator (admin)', { exact: true })).toHaveCount(0);
});

test('what is started in a drawer neither writes into it once it was opened again nor misses it once it is closed', async ({
  page,
  server,
  screens,
}) => {
  await enter(page, server, { language: 'en' });
  const id = 'late-drawer';
  const late = [{ call: 'system-user.roles' }, { set: { 'entry.values.word': 'Late' } }, { notify: 'common.saved' }];
  const form = { widget: 'form', name: 'entry', fields: [{ widget: 'input', name: 'word', label: { en: 'Word' } }] };
  const button = (text: string, onClick: object[]) => ({ widget: 'button', text: { en: text }, onClick });
  const drawer = { widget: 'drawer', name: 'panel', title: { en: 'Panel' }, body: [form, button('Begin', late)] };
  screens.write(`menus/${id}.menu.json`, menuOf(id, id, `main#${id}`));
  screens.write(`pages/${id}.page.json`, { version: 1, title: { en: id }, body: [button('Enter', [{ open: 'panel' }]), drawer] });
  await published(server, id);
  await page.goto(`/${id}`);
  const panel = page.getByRole('dialog', { name: 'Panel' });
  for (const isAgain of [true, false]) {
    await page.getByRole('button', { name: 'Enter' }).press('Enter');
    const held = await hold(page, '**/api/system/user/roles');
    // By keyboard: what is being asked covers the page.
    await panel.getByRole('button', { name: 'Begin' }).press('Enter');
    await panel.getByRole('button', { name: 'Cancel' }).press('Enter');
    await expect(panel).toHaveCount(0);
    if (isAgain) await page.getByRole('button', { name: 'Enter' }).press('Enter');
    held.release();
    await expect(page.getByText('Saved successfully')).toBeVisible();
    if (!isAgain) continue;
    await expect(panel.getByLabel('Word')).toHaveValue('');
    await panel.getByRole('button', { name: 'Cancel' }).press('Enter');
    await expect(panel).toHaveCount(0);
    await expect(page.getByText('Saved successfully')).toBeHidden();
  }
});

test('[ERR-05] an opener pressed again while its window waits for its code opens it once', async ({ page, server }) => {
  const code = await hold(page, '**/assets/Panel-*.js');
  const { ids, row } = await openRoles(page, server, ['LATEFIFTH']);
  const role = `**/api/system/role/${ids[0]}`;
  const edit = row('LATEFIFTH').getByRole('button', { name: 'Edit' });
  const [answer] = await Promise.all([page.waitForResponse(role), edit.press('Enter')]);
  await answer.finished();
  await expect(page.getByTestId('overlay')).toBeVisible();
  const read = await hold(page, role);
  for (const key of ['Enter', 'Space']) await page.keyboard.press(key);
  code.release();
  const editor = page.getByRole('dialog', { name: 'Edit role' });
  await expect(editor).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(editor).toBeHidden();
  await expect(edit).toBeFocused();
  read.release();
  await page.waitForLoadState('networkidle');
  await expect(editor).toBeHidden();
  await page.keyboard.press('Enter');
  await expect(editor).toBeVisible();
});

test('[WS-12] what is deleted when somebody has gone on is no failure there', async ({ page, server }) => {
  const token = await enter(page, server, { user: 'riskmanager', language: 'en' });
  const { id } = await call<{ id: string }>(server, 'risk/template', { token, body: { name: 'Left early' } });
  await call(server, 'risk/template/criterion', { token, body: { templateId: id, dimension: 'Supply', cause: 'Delay', subCause: 'Late' } });
  await page.goto('/risk/template');
  await page.getByRole('link', { name: 'Left early' }).click();
  const held = await hold(page, '**/api/risk/template/delete');
  await page.getByRole('row', { name: /Late/ }).getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'Questionnaire templates' })).toBeVisible();
  held.release();
  await expect(page.getByText('Deleted', { exact: true })).toBeVisible();
});

test('[API-90] figures of departments do not stand under the heading of business domains while those load', async ({ page, server }) => {
  await enter(page, server, { user: 'riskmanager', language: 'en' });
  await page.goto('/risk/questionnaire/3');
  await page.getByRole('tab', { name: 'Results' }).click();
  const map = page.getByRole('table', { name: 'Heat map' });
  const groups = page.getByRole('table', { name: 'Totals by column' });
  const causes = page.getByRole('table', { name: 'Totals by cause' });
  await expect(map.getByRole('columnheader', { name: 'Information technology' })).toBeVisible();
  await expect(causes.getByRole('row').nth(1)).toBeVisible();
  const held = await hold(page, '**/api/risk/evaluate/heat-map?*');
  await page.getByRole('radio', { name: 'Business domains' }).check();
  await expect(groups.getByRole('columnheader', { name: 'Business domains' })).toBeVisible();
  await expect(groups.getByText('Information technology')).toHaveCount(0);
  await expect(map).toHaveCount(0);
  held.release();
  await expect(map).toBeVisible();
  await expect(groups.getByRole('row').nth(1)).toBeVisible();
  // Another risk: neither its rows nor its sums are those of all.
  const sums = await hold(page, '**/api/risk/evaluate/sum?*');
  await map.getByRole('button', { name: 'Strategy' }).click();
  await expect(map.getByRole('columnheader', { name: 'Strategy' })).toBeVisible();
  await expect(causes.getByRole('row').nth(1)).toHaveCount(0);
  sums.release();
  await expect(causes.getByRole('row').nth(1)).toBeVisible();
});

test('[RISK-06] a file chosen again because its answer was lost makes one template', async ({ page, server }) => {
  const token = await enter(page, server, { user: 'riskmanager', language: 'en' });
  const made = async () => {
    const { content } = await call<{ content: { name: string }[] }>(server, 'risk/template/page', {
      token,
      body: { keyword: 'Lost answer' },
    });
    return content.length;
  };
  const choose = async () => {
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      page.getByRole('button', { name: 'Import', exact: true }).click(),
    ]);
    const buffer = Buffer.from('Dimension,Risk cause,Sub-cause\nSupply,Delay,Late parts');
    await chooser.setFiles({ name: 'Lost answer.csv', mimeType: 'text/csv', buffer });
  };
  await page.goto('/risk/template');
  await page.route('**/api/risk/template/import*', async (route) => {
    await route.fetch();
    await route.abort();
  });
  await choose();
  await expect(page.getByText('Network error')).toBeVisible();
  expect(await made()).toBe(1);
  await page.unroute('**/api/risk/template/import*');
  await choose();
  await expect(page.getByRole('heading', { name: 'Lost answer' })).toBeVisible();
  expect(await made()).toBe(1);
  // Whoever comes again wants another one.
  await page.goBack();
  await choose();
  await expect(page.getByRole('heading', { name: 'Lost answer' })).toBeVisible();
  expect(await made()).toBe(2);
});
