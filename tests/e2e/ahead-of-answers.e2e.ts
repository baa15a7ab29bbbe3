import type { Locator, Page } from '@playwright/test';
import { PNG } from 'pngjs';
import { expect } from '../support/browser.ts';
import type { ServerProcess } from '../support/server-process.ts';
import { menuOf, published, test } from './overlay.ts';
import { call } from './screens/screen.ts';
import { answerByKey, bend, enter, hold, loginForm, openList } from './world.ts';

// What people do before the answers are here.

const SAVE = '**/api/user/config/updateUserConfig';
const theme = (page: Page) => page.locator('html');
const settings = (page: Page): Locator => page.getByRole('dialog', { name: 'User settings' });

async function savedTheme(server: ServerProcess, token: string): Promise<unknown> {
  const answer = await fetch(`${server.address}/api/user/config/getUserConfig`, { headers: { authorization: `Bearer ${token}` } });
  return ((await answer.json()) as { data: { theme_config?: unknown } }).data.theme_config;
}

/** The settings are open, and a theme was chosen whose answer is held back. */
async function chooseTheme(page: Page): Promise<{ release: () => void }> {
  await page.goto('/home');
  await page.getByRole('button', { name: /^Settings of/ }).click();
  const held = await hold(page, SAVE);
  await openList(settings(page).getByRole('combobox', { name: 'Theme' }));
  await page.locator('.ant-select-item-option-content', { hasText: 'Mint' }).click();
  return held;
}

test('[SET-09] [SET-11] Save right after a theme was chosen saves that theme', async ({ page, server }) => {
  const token = await enter(page, server, { user: 'riskmanager', language: 'en', theme: 'theme-yellow-light' });
  const sent: unknown[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('updateUserConfig')) sent.push(request.postDataJSON().theme_config);
  });
  const held = await chooseTheme(page);
  await settings(page).getByRole('button', { name: 'Save' }).click();
  held.release();
  await expect(settings(page)).toBeHidden();
  await expect(theme(page)).toHaveAttribute('data-theme', 'theme-mint');
  expect(sent).toEqual(['theme-mint', 'theme-mint']);
  expect(await savedTheme(server, token)).toBe('theme-mint');
});

test('[SET-10] Cancel right after a theme was chosen brings the one before back', async ({ page, server }) => {
  const token = await enter(page, server, { user: 'riskmanager', language: 'en', theme: 'theme-yellow-light' });
  const held = await chooseTheme(page);
  await settings(page).getByRole('button', { name: 'Cancel' }).click();
  await expect(settings(page)).toBeHidden();
  const restored = page.waitForResponse((answer) => answer.request().postDataJSON()?.theme_config === 'theme-yellow-light');
  held.release();
  await restored;
  await expect(theme(page)).toHaveAttribute('data-theme', 'theme-yellow-light');
  expect(await savedTheme(server, token)).toBe('theme-yellow-light');
});

test('[I18N-03] [TOPBAR-01] who changes their mind about language or theme while the first is still loading gets the second', async ({
  page,
  server,
}) => {
  await page.goto('/login');
  await expect(loginForm(page).password).toBeVisible();
  const choose = async (menu: RegExp, name: string | RegExp) => {
    await page.getByRole('button', { name: menu }).click();
    await page.getByRole('menu').getByText(name).click();
  };
  const texts = await hold(page, '**/locales/zh-Hant*');
  await choose(/^Language/, '繁體中文');
  await choose(/^Language/, '简体中文');
  texts.release();
  await expect(page.locator('html')).toHaveAttribute('lang', 'zh-Hans');

  await enter(page, server, { user: 'riskmanager' });
  await page.goto('/home');
  await choose(/^语言/, 'English');
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  const saved = await hold(page, SAVE);
  await choose(/^Theme/, 'Mint');
  await choose(/^Theme/, 'Yellow dark');
  saved.release();
  await expect(theme(page)).toHaveAttribute('data-theme', 'theme-yellow-dark');
});

test('[MSG-04] two messages marked as read one right after the other are both read', async ({ page, server }) => {
  await enter(page, server, { language: 'en' });
  await page.goto('/messages');
  const marks = page.getByRole('button', { name: 'Mark as read', exact: true });
  await expect(marks.nth(1)).toBeVisible();
  const before = await marks.count();
  const held = await hold(page, '**/api/home-news/setReadStatus');
  await marks.nth(0).click();
  await marks.nth(1).click();
  held.release();
  await expect(marks).toHaveCount(before - 2);
});

test('[DELEG-03] Enter right after a name was typed chooses nobody else', async ({ page, server }) => {
  await enter(page, server, { user: 'riskmanager', language: 'en' });
  await page.goto('/author');
  await page.getByRole('button', { name: 'Delegate', exact: true }).click();
  const agent = page.getByRole('dialog').getByRole('combobox', { name: 'Agent' });
  await openList(agent);
  await expect(page.getByRole('option', { name: /\(admin\)/ })).toBeAttached();
  const chosen = page.getByRole('dialog').locator('.ant-select-selection-item');
  const held = await hold(page, '**/api/auth/delegate/**keyword=*');
  await page.keyboard.type('nobody of this name');
  await page.keyboard.press('Enter');
  await expect(page.locator('.ant-select-dropdown')).toContainText('Loading');
  await expect(chosen).toHaveCount(0);
  await agent.fill('auditor');
  // The list marks its first entry a moment after it is drawn, which nobody's fingers outrun.
  await expect(page.locator('.ant-select-item-option-active')).toHaveText('Chen Jing (auditor)');
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

test('[RISK-06] a file with faults that was to be appended still is after the dialog it was chosen in was closed', async ({
  page,
  server,
}) => {
  await enter(page, server, { user: 'riskmanager', language: 'en' });
  const upload = async (button: string, lines: readonly string[]) => {
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      page.getByRole('button', { name: button, exact: true }).click(),
    ]);
    await chooser.setFiles({
      name: 'Rows.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(['Dimension,Risk cause,Sub-cause', ...lines].join('\n')),
    });
  };
  await page.goto('/risk/template');
  await upload('Import', ['Supply,Delay,Late parts']);
  await expect(page).toHaveURL(/\/risk\/template\/\d+$/);
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  await page.getByRole('dialog').getByRole('radio').last().check({ force: true });
  const held = await hold(page, '**/api/risk/template/import*');
  await upload('Choose file', ['Money,Loss,Rates', 'Supply,,Lost parts']);
  await page.keyboard.press('Escape');
  await answerByKey(page, 'Discard');
  await expect(page.getByRole('dialog', { name: 'Import criteria and columns' })).toBeHidden();
  held.release();
  await page.getByRole('button', { name: 'Import what fits' }).click();
  const rows = page.getByRole('table', { name: 'Criteria' }).getByRole('row');
  await expect(rows.filter({ hasText: 'Rates' })).toHaveCount(1);
  await expect(rows.filter({ hasText: 'Late parts' })).toHaveCount(1);
});

test('[RISK-05] no template is made before it is known which questionnaires there are', async ({ page, server }) => {
  await enter(page, server, { user: 'riskmanager', language: 'en' });
  await bend(page, '**/api/risk/template/questionnaire', (list: { id: string }[]) => [...list, { ...list[0], id: 'maturity' }]);
  const held = await hold(page, '**/api/risk/template/questionnaire');
  await page.goto('/risk/template');
  await expect(page.getByRole('button', { name: 'Import', exact: true })).toBeDisabled();
  await expect(page.getByRole('button', { name: 'New template' })).toBeDisabled();
  held.release();
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  await expect(page.getByRole('dialog').getByRole('combobox', { name: 'Questionnaire' })).toBeVisible();
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

test('[RISK-05] a template renamed while it is read anew after a row was deleted is no conflict with oneself', async ({ page, server }) => {
  await enter(page, server, { user: 'riskmanager', language: 'en' });
  await page.goto('/risk/template');
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: 'Import', exact: true }).click(),
  ]);
  const lines = ['Dimension,Risk cause,Sub-cause', 'Supply,Delay,Late parts', 'Supply,Delay,Lost parts'];
  await chooser.setFiles({ name: 'Two rows.csv', mimeType: 'text/csv', buffer: Buffer.from(lines.join('\n')) });
  await expect(page.getByRole('heading', { name: 'Two rows' })).toBeVisible();
  await page
    .getByRole('row', { name: /Late parts/ })
    .getByRole('button', { name: 'Delete' })
    .click();
  const held = await hold(page, '**/api/risk/template?id=*');
  const again = page.waitForRequest('**/api/risk/template?id=*');
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await again;
  await page.getByRole('button', { name: 'Rename' }).click();
  held.release();
  const dialog = page.getByRole('dialog', { name: 'Rename' });
  await dialog.getByRole('textbox').first().fill('One row');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('heading', { name: 'One row' })).toBeVisible();
});

test('a form is not sent before its files are', async ({ page, server, screens }) => {
  screens.write('menus/uploads.menu.json', menuOf('uploads', 'Uploads', 'main#uploads'));
  screens.write('pages/uploads.page.json', {
    version: 1,
    title: { en: 'Files' },
    actions: { save: [{ notify: "{{ 'Files sent: ' + len(entry.values.files) }}", form: 'notification' }] },
    body: [
      {
        widget: 'form',
        name: 'entry',
        onSubmit: 'save',
        fields: [{ widget: 'upload', name: 'files', label: { en: 'Files' }, call: 'user.uploadPicture', multiple: true }],
        body: [{ widget: 'button', text: { en: 'Send' }, submit: true }],
      },
    ],
  });
  await published(server, 'uploads');
  await enter(page, server, { language: 'en' });
  await page.goto('/uploads');
  const held = await hold(page, '**/api/**/upload*');
  const picture = PNG.sync.write(new PNG({ width: 16, height: 16 }));
  await page.locator('input[type=file]').setInputFiles({ name: 'plan.png', mimeType: 'image/png', buffer: picture });
  await page.getByRole('button', { name: 'Send' }).click();
  const fault = page.locator('.tg-field-error', { hasText: 'Uploading plan.png' });
  await expect(fault).toBeVisible();
  held.release();
  await expect(page.getByRole('button', { name: 'Remove plan.png' })).toBeVisible();
  await expect(fault).toHaveCount(0);
  await page.getByRole('button', { name: 'Send' }).click();
  await expect(page.getByText('Files sent: 1')).toBeVisible();
});

test('[WS-12] who goes back while a new template is being saved is not called to it', async ({ page, server }) => {
  await enter(page, server, { user: 'riskmanager', language: 'en' });
  await page.goto('/risk/questionnaire');
  await expect(page.getByRole('heading', { level: 1, name: 'Risk questionnaires' })).toBeVisible();
  await page.getByRole('navigation', { name: 'Main menu' }).getByText(/risk/i).first().hover();
  await page
    .getByRole('link', { name: /template/i })
    .first()
    .click();
  await page.getByRole('button', { name: 'New template' }).click();
  const field = page.getByRole('dialog').getByRole('textbox').first();
  await field.fill('Left behind');
  const held = await hold(page, '**/api/risk/template');
  const sent = page.waitForRequest((request) => request.method() !== 'GET' && request.url().endsWith('/api/risk/template'));
  await field.press('Enter');
  await sent;
  await page.goBack();
  await answerByKey(page, 'Discard');
  await expect(page).toHaveURL(/\/risk\/questionnaire$/);
  held.release();
  await expect(page.getByText('Saved successfully')).toBeVisible();
  await expect(page).toHaveURL(/\/risk\/questionnaire$/);
  await expect(page.getByRole('heading', { level: 1, name: 'Risk questionnaires' })).toBeVisible();
});

test('[PERM-03] the preview of a role stands empty until its own menus are here', async ({ page, server }) => {
  await enter(page, server, { language: 'en' });
  await page.goto('/system/menu');
  await page.getByRole('button', { name: 'What a role sees' }).click();
  const drawer = page.getByRole('dialog');
  const choose = async (name: string) => {
    await openList(drawer.getByRole('combobox'));
    await page.locator('.ant-select-item-option-content', { hasText: name }).first().click();
  };
  await choose('Administrator');
  const row = drawer.getByRole('row', { name: /Dictionaries/ });
  await expect(row).toBeVisible();
  const held = await hold(page, '**/api/system/role/*/preview');
  await choose('Auditor');
  await expect(row).toHaveCount(0);
  held.release();
  await expect(drawer.getByRole('row').nth(1)).toBeVisible();
});

test('[WS-07] a workspace that is still loading does not stand under the name of the one before', async ({ page, server }) => {
  const token = await enter(page, server, { language: 'en' });
  const [first, second] = await call<{ bizId: string; name: string }[]>(server, 'workspace/list', { token });
  if (!first || !second) throw new Error('The administrator is in one workspace only');
  await page.goto(`/workbench/${first.bizId}/index`);
  const head = page.getByRole('heading', { level: 1 });
  await expect(head).toHaveText(first.name);
  const held = await hold(page, '**/api/workspace/selectById*');
  const asked = page.waitForRequest('**/api/workspace/selectById*');
  await page.evaluate((id) => {
    history.pushState({}, '', `/workbench/${id}/index`);
    dispatchEvent(new PopStateEvent('popstate'));
  }, second.bizId);
  await asked;
  await expect(head).toHaveCount(0);
  held.release();
  await expect(head).toHaveText(second.name);
});
