import { expect } from '../support/browser.ts';
import { menuOf, published, test } from './overlay.ts';
import { enter, hold } from './world.ts';

// What people do before the answers are here.

test('[DELEG-03] Enter right after a name was typed chooses nobody else', async ({ page, server }) => {
  await enter(page, server, { user: 'riskmanager', language: 'en' });
  await page.goto('/author');
  await page.getByRole('button', { name: 'Delegate', exact: true }).click();
  const agent = page.getByRole('dialog').getByRole('combobox', { name: 'Agent' });
  await agent.click({ force: true });
  await expect(page.getByRole('option', { name: /\(admin\)/ })).toBeAttached();
  const chosen = page.getByRole('dialog').locator('.ant-select-selection-item');
  const held = await hold(page, '**/api/auth/delegate/**keyword=*');
  await page.keyboard.type('nobody of this name');
  await page.keyboard.press('Enter');
  await expect(page.locator('.ant-select-dropdown')).toContainText('Loading');
  await expect(chosen).toHaveCount(0);
  await agent.fill('auditor');
  await page.keyboard.press('Enter');
  await expect(chosen).toHaveText('Chen Jing (auditor)');
  held.release();
});

test('[WS-12] the question before changes are lost stands once, however often Cancel is pressed', async ({ page, server }) => {
  await enter(page, server, { user: 'riskmanager', language: 'en' });
  await page.goto('/author');
  await page.getByRole('button', { name: 'Delegate', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Remark' }).fill('Holiday cover');
  await dialog.getByRole('button', { name: 'Cancel' }).evaluate((button: HTMLElement) => {
    button.click();
    button.click();
  });
  await page.getByRole('button', { name: 'Discard' }).click();
  await expect(dialog).toHaveCount(0);
});

test('who types before a record is here keeps what was typed and gets the rest of it', async ({ page, server, screens }) => {
  const field = (name: string) => ({ widget: 'input', name, label: { en: name } });
  screens.write('menus/record.menu.json', menuOf('record', 'Record', 'main#record'));
  screens.write('pages/record.page.json', {
    version: 1,
    title: { en: 'Record' },
    data: { user: { call: 'login.user' } },
    actions: { save: [{ notify: "{{ entry.values.name + ' / ' + entry.values.username }}", form: 'notification' }] },
    body: [
      {
        widget: 'form',
        name: 'entry',
        initial: '{{ data.user }}',
        onSubmit: 'save',
        fields: [field('name'), field('username')],
        body: [{ widget: 'button', text: { en: 'Send' }, submit: true }],
      },
    ],
  });
  await published(server, 'record');
  await enter(page, server, { language: 'en' });
  await page.goto('/home');
  await expect(page.locator('.tg-tile').first()).toBeVisible();
  const held = await hold(page, '**/api/login/user_info*');
  await page.evaluate(() => {
    history.pushState({}, '', '/record');
    dispatchEvent(new PopStateEvent('popstate'));
  });
  await page.getByRole('textbox', { name: 'name', exact: true }).fill('Typed');
  held.release();
  await expect(page.getByRole('textbox', { name: 'username' })).toHaveValue('admin');
  await page.getByRole('button', { name: 'Send' }).click();
  await expect(page.getByText('Typed / admin')).toBeVisible();
});
