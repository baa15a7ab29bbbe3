import type { Page } from '@playwright/test';
import { PNG } from 'pngjs';
import { people } from '../../server/database/demo/people.ts';
import { expectAccessible } from '../support/accessibility.ts';
import { expect, tokenOf } from '../support/browser.ts';
import type { ServerProcess } from '../support/server-process.ts';
// A server of their own: workspaces that are made and deleted are not those other tests count.
import { published, test } from './overlay.ts';
import { call } from './screens/screen.ts';
import { become, enter } from './world.ts';

const [first, second] = people()
  .filter(({ roles, status }) => status === '0' && roles.includes('dataAnalyst'))
  .slice(4);
const narrow = people().find(({ roles, status }) => status === '0' && roles.includes('marketManager'));
if (!first || !second || !narrow) throw new Error('The demo data have too few data analysts or market managers');
const colleague = first.username;
const reader = second.username;
const picture = { name: 'team.png', mimeType: 'image/png', buffer: PNG.sync.write(new PNG({ width: 16, height: 16 })) };
const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name });
const rowOf = (page: Page, username: string) => page.getByRole('row').filter({ hasText: username });

/** A new workspace of the administrator with two members: a collaborator and a viewer. */
async function workspaceWith(server: ServerProcess, name: string): Promise<string> {
  const token = await tokenOf(server);
  const { bizId } = await call<{ bizId: string }>(server, 'workspace/saveOrUpdate', { token, body: { name } });
  for (const [username, roleType] of [
    [colleague, '1'],
    [reader, '2'],
  ] as const) {
    const { content } = await call<{ content: { userId: string }[] }>(server, `workspace/${bizId}/candidates?keyword=${username}`, {
      token,
    });
    await call(server, `workspace/${bizId}/inviteTeamMember`, { token, body: content.map(({ userId }) => ({ userId, roleType })) });
    await call(server, `workspace/${bizId}/agreeOrRefuse`, { token: await tokenOf(server, username), body: { status: '0' } });
  }
  return bizId;
}

test('[WS-02] [WS-06] [WS-12] [RULE-09] a workspace is made with a picture; leaving what is not saved asks first; its name stays', async ({
  page,
  server,
}) => {
  await enter(page, server, { language: 'en' });
  await page.goto('/workbench/list');
  await page.getByRole('button', { name: 'New workspace' }).click();
  await page.getByLabel('Name').fill('9 lives');
  await page.getByRole('button', { name: 'Create' }).click();
  await expect(page.getByLabel('Name')).toHaveAttribute('aria-invalid', 'true');
  await page.getByLabel('Name').fill('Claims_1');
  await page.locator('input[type=file]').setInputFiles(picture);
  await expect(page.getByRole('link', { name: 'team.png' })).toBeVisible();
  await page.getByRole('button', { name: 'Create' }).click();
  await expect(page).toHaveURL(/\/workbench\/\d{19}\/members$/);
  await expect(page.getByRole('heading', { level: 1, name: 'Claims_1' })).toBeVisible();
  await expect(page.locator('main img').first()).toHaveJSProperty('naturalWidth', 16);

  await page.getByRole('link', { name: 'Settings' }).click();
  await expect(page.getByLabel('Name')).not.toBeEditable();
  await page.getByLabel('Remark').fill('Claims above 50,000');
  await page.getByRole('link', { name: 'Members' }).click();
  await dialog(page, /unsaved|Discard/i)
    .getByRole('button')
    .first()
    .click();
  await expect(page).toHaveURL(/\/edit$/);
  await expect(page.getByLabel('Remark')).toHaveValue('Claims above 50,000');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Saved successfully')).toBeVisible();
  await expect(page.getByRole('paragraph').filter({ hasText: 'Claims above 50,000' })).toBeVisible();
  await expectAccessible(page);
});

test('[WS-01] [WS-13] [PERM-06] [PERM-13] a collaborator writes a notice with a picture, which every member sees on top and a viewer cannot change', async ({
  page,
  server,
}) => {
  const bizId = await workspaceWith(server, 'Notices_1');
  await enter(page, server, { user: colleague, language: 'en' });
  await page.goto(`/workbench/${bizId}/Notice`);
  await expect(page.getByText('No notices yet.')).toBeVisible();
  await page.getByRole('button', { name: 'New notice' }).click();
  const writing = dialog(page, 'New notice');
  await writing.getByRole('button', { name: 'Save' }).click();
  await expect(writing.getByLabel('Text')).toHaveAccessibleDescription(/Write what the notice is to say/);
  await writing.getByLabel('Text').fill('Kick-off on Monday');
  await writing.locator('input[type=file]').setInputFiles(picture);
  await expect(writing.getByRole('link', { name: 'team.png' })).toBeVisible();
  await writing.getByRole('button', { name: 'Save' }).click();
  await expect(writing).toBeHidden();
  await page.getByRole('button', { name: 'Edit, Kick-off on Monday' }).click();
  await dialog(page, 'Edit notice').getByLabel('Text').fill('Kick-off on Tuesday');
  await dialog(page, 'Edit notice').getByRole('button', { name: 'Save' }).click();
  await expect(dialog(page, 'Edit notice')).toBeHidden();
  await expect(page.getByText('Kick-off on Tuesday')).toBeVisible();

  await become(page, server, reader);
  await page.goto(`/workbench/${bizId}/index`);
  const notice = page.getByRole('region', { name: 'Notice of the team' });
  await expect(notice).toContainText('Kick-off on Tuesday');
  await expect(notice.getByRole('img', { name: /Picture of the notice/ })).toHaveJSProperty('naturalWidth', 16);
  await expectAccessible(page);
  await notice.getByRole('link', { name: 'All notices (1)' }).click();
  await expect(page.getByText('Kick-off on Tuesday')).toHaveCount(1);
  await expect(page.getByRole('button', { name: /New notice|Edit|Delete/ })).toHaveCount(0);
  await page.getByRole('link', { name: 'Settings' }).click();
  await expect(page.getByText('You are a viewer here: you see the settings and cannot change them.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Save' })).toHaveCount(0);
});

test('[WS-08] [WS-13] head, notice, tabs and page of a workspace stand equally far from each other', async ({ page, server }) => {
  const bizId = await workspaceWith(server, 'Rhythm_1');
  const token = await enter(page, server, { language: 'en' });
  await call(server, `workspace/${bizId}/notice`, { token, body: { content: 'Kick-off on Monday', key: crypto.randomUUID() } });
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 });
    await page.goto(`/workbench/${bizId}/members`);
    await expect(page.getByRole('heading', { level: 2, name: 'Members' })).toBeVisible();
    const gaps = () =>
      page.getByRole('region', { name: 'Notice of the team' }).evaluate((notice) => {
        const head = notice.parentElement;
        const boxes = [...(head?.children ?? []), head?.nextElementSibling].flatMap((part) => part?.getBoundingClientRect() ?? []);
        return boxes.slice(1).map(({ top }, index) => Math.round(top - (boxes[index]?.bottom ?? 0)));
      });
    // The tabs and the page come in their own time.
    await expect.poll(gaps).toEqual([16, 16, 16]);
  }
});

test('[WS-02] members are searched by name, account, code and department, with the keyboard alone', async ({ page, server }) => {
  const bizId = await workspaceWith(server, 'Search_1');
  const token = await enter(page, server, { language: 'en' });
  const people = await call<{ person: { username: string; userCode: string } }[]>(server, `workspace/${bizId}/aclList`, {
    token,
    body: {},
  });
  const code = people.find(({ person }) => person.username === reader)?.person.userCode ?? '';
  await page.goto(`/workbench/${bizId}/members`);
  const keyword = page.getByRole('textbox', { name: 'Keyword' });
  const rows = page
    .getByRole('table', { name: 'Members' })
    .getByRole('row')
    .filter({ has: page.getByRole('cell') });
  await expect(rows).toHaveCount(3);
  for (const [word, username] of [
    [colleague.toUpperCase(), colleague],
    [code, reader],
    ['Administrator', 'admin'],
    ['information tech', 'admin'],
  ] as const) {
    await keyword.fill(word);
    await keyword.press('Enter');
    await expect(rows).toHaveCount(1);
    await expect(rowOf(page, username)).toBeVisible();
  }
  await keyword.fill('nobody of this name');
  await keyword.press('Enter');
  await expect(page.getByText('Nothing matches the filters')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Reset' }).press('Enter');
  await expect(keyword).toHaveValue('');
  await expect(rows).toHaveCount(3);
});

test.describe('an answer that is lost', () => {
  test.use({ expectedErrors: [/\/notice Failed to load/] });

  test('[API-62] [WS-08] a notice whose answer was lost is written once; a long remark leaves room for the page', async ({
    page,
    server,
  }) => {
    const bizId = await workspaceWith(server, 'Lost_1');
    const token = await enter(page, server, { language: 'en' });
    await call(server, 'workspace/saveOrUpdate', { token, body: { bizId, version: 1, remark: 'A long remark. '.repeat(33) } });
    let written = 0;
    await page.route(`**/api/workspace/${bizId}/notice`, async (route) => {
      written += 1;
      const answer = await route.fetch();
      await (written === 1 ? route.abort() : route.fulfill({ response: answer }));
    });
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(`/workbench/${bizId}/Notice`);
    await expect(page.getByRole('heading', { level: 2, name: 'Notices' })).toBeInViewport();
    await page.getByRole('button', { name: 'New notice' }).click();
    const writing = dialog(page, 'New notice');
    await writing.getByLabel('Text').fill('Kick-off on Monday');
    await writing.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('Network error')).toBeVisible();
    await writing.getByRole('button', { name: 'Save' }).click();
    await expect(writing).toBeHidden();
    expect(written).toBe(2);
    await expect(page.getByText('Kick-off on Monday')).toHaveCount(1);
  });
});

test('[PERM-05] [PERM-07] [PERM-08] [WS-20] the owner gives roles, takes people out and hands the workspace over; who is left leaves', async ({
  page,
  server,
}) => {
  const bizId = await workspaceWith(server, 'People_1');
  await enter(page, server, { language: 'en' });
  await page.goto(`/workbench/${bizId}/members`);
  await rowOf(page, reader).getByRole('button', { name: 'Make collaborator' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Make collaborator' }).click();
  await expect(rowOf(page, reader)).toContainText('Collaborator');
  await rowOf(page, reader).getByRole('button', { name: 'Take out' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Take out' }).click();
  await expect(rowOf(page, reader)).toHaveCount(0);

  await rowOf(page, colleague).getByRole('button', { name: 'Make owner' }).click();
  const handing = dialog(page, 'Hand over');
  await expect(handing.getByRole('radio', { name: 'I stay as a collaborator' })).toBeChecked();
  await handing.getByRole('button', { name: 'Hand over' }).click();
  await expect(handing).toBeHidden();
  await expect(rowOf(page, colleague)).toContainText('Owner');
  await expect(page.getByRole('button', { name: /Take out|Make owner|Invite people/ })).toHaveCount(0);

  await page.getByRole('link', { name: 'Settings' }).click();
  await expect(page.getByRole('button', { name: 'Delete' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Leave the workspace' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Leave the workspace' }).click();
  await expect(page).toHaveURL(/\/workbench\/list$/);
  await expect(page.getByRole('link', { name: 'People_1' })).toHaveCount(0);

  // An administrator finds it among all of them, and looks in without changing anything.
  await page.getByRole('tab', { name: 'All workspaces' }).click();
  await page.getByLabel('Keyword').fill('People_1');
  await page.getByRole('button', { name: 'Search' }).click();
  // Its row of before gives way to that of the search.
  await expect(page.getByText('1–1 of 1')).toBeVisible();
  await page.getByRole('link', { name: 'People_1' }).click();
  await expect(page.getByText('You are not a member.')).toBeVisible();
  await page.getByRole('link', { name: 'Settings' }).click();
  await expect(page.getByRole('button', { name: /Save|Leave|Delete|Disable/ })).toHaveCount(0);
});

test.describe('changed in another window', () => {
  test.use({ expectedErrors: [/40[034] \((Bad Request|Forbidden|Not Found)\)|data\/workspace: NOT_FOUND/] });

  test('[WS-20] who hands over again is told, and sees who owns the workspace now', async ({ page, server }) => {
    const bizId = await workspaceWith(server, 'Twice_1');
    const token = await enter(page, server, { language: 'en' });
    await page.goto(`/workbench/${bizId}/members`);
    await rowOf(page, colleague).getByRole('button', { name: 'Make owner' }).click();
    const people = await call<{ userId: string; person: { username: string } }[]>(server, `workspace/${bizId}/aclList`, {
      token,
      body: {},
    });
    const userId = people.find(({ person }) => person.username === colleague)?.userId;
    await call(server, `workspace/${bizId}/transferOwner`, { token, body: { userId } });
    await dialog(page, 'Hand over').getByRole('button', { name: 'Hand over' }).click();
    await expect(page.getByText('No permission to access')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(rowOf(page, colleague)).toContainText('Owner');
    await expect(page.getByRole('button', { name: /Take out|Make owner|Invite people/ })).toHaveCount(0);
  });

  test('[PERM-06] [WS-13] who may not write notices any more is told, keeps the text, and sees no button for it', async ({
    page,
    server,
  }) => {
    const bizId = await workspaceWith(server, 'Less_1');
    await enter(page, server, { user: colleague, language: 'en' });
    await page.goto(`/workbench/${bizId}/Notice`);
    await page.getByRole('button', { name: 'New notice' }).click();
    await dialog(page, 'New notice').getByLabel('Text').fill('Written in vain');
    const token = await tokenOf(server);
    const entries = await call<{ userId: string; person: { username: string } }[]>(server, `workspace/${bizId}/aclList`, {
      token,
      body: {},
    });
    const userId = entries.find(({ person }) => person.username === colleague)?.userId;
    await call(server, `workspace/${bizId}/changeRole`, { token, body: { userId, roleType: '2' } });
    await dialog(page, 'New notice').getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('No permission to access')).toBeVisible();
    await expect(dialog(page, 'New notice').getByLabel('Text')).toHaveValue('Written in vain');
    await dialog(page, 'New notice').getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Discard' }).click();
    await expect(page.getByRole('heading', { name: 'Notices' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'New notice' })).toHaveCount(0);
  });

  test('[PERM-08] who leaves after being taken out is told, and sees no workspace any more', async ({ page, server }) => {
    const bizId = await workspaceWith(server, 'Out_1');
    await enter(page, server, { user: colleague, language: 'en' });
    await page.goto(`/workbench/${bizId}/edit`);
    await page.getByRole('button', { name: 'Leave the workspace' }).click();
    const token = await tokenOf(server);
    const entries = await call<{ userId: string; person: { username: string } }[]>(server, `workspace/${bizId}/aclList`, {
      token,
      body: {},
    });
    const userId = entries.find(({ person }) => person.username === colleague)?.userId;
    await call(server, `workspace/${bizId}/memberRemove`, { token, body: { userId } });
    await page.getByRole('dialog').getByRole('button', { name: 'Leave the workspace' }).click();
    await expect(page.getByText('You are not a member of this workspace, or it does not exist.')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Leave the workspace' })).toHaveCount(0);
  });

  test('[WS-20] [API-52] who hands over to somebody who has just left hears why that cannot be', async ({ page, server }) => {
    const bizId = await workspaceWith(server, 'Gone_1');
    await enter(page, server, { language: 'zh-Hans' });
    await page.goto(`/workbench/${bizId}/members`);
    await rowOf(page, colleague).getByRole('button', { name: '设为所有者' }).click();
    const token = await tokenOf(server, colleague);
    const people = await call<{ userId: string; person: { username: string } }[]>(server, `workspace/${bizId}/aclList`, {
      token,
      body: {},
    });
    const userId = people.find(({ person }) => person.username === colleague)?.userId;
    await call(server, `workspace/${bizId}/memberRemove`, { token, body: { userId } });
    await dialog(page, '移交').getByRole('button', { name: '移交' }).click();
    await expect(page.getByText('只能移交给账号有效的其他成员')).toBeVisible();
    await expect(rowOf(page, colleague)).toHaveCount(0);
  });
});

test('[WS-03] [WS-15] the owner disables, enables and deletes a workspace; a disabled one changes nothing, and says why', async ({
  page,
  server,
}) => {
  const bizId = await workspaceWith(server, 'States_1');
  await enter(page, server, { language: 'en' });
  await page.goto(`/workbench/${bizId}/edit`);
  await page.getByRole('button', { name: 'Disable' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Disable' }).click();
  await expect(page.getByText('This workspace is disabled: nothing in it can be changed')).toBeVisible();
  await expect(page.getByText('Nothing in a disabled workspace can be changed.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Save' })).toHaveCount(0);
  await page.getByRole('link', { name: 'Notices' }).click();
  await expect(page.getByRole('button', { name: 'New notice' })).toBeDisabled();
  await page.getByRole('link', { name: 'Settings' }).click();
  await page.getByRole('button', { name: 'Enable' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Enable' }).click();
  await expect(page.getByRole('button', { name: 'Save' })).toBeVisible();
  await page.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByRole('dialog')).toContainText('Its 3 members lose it');
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page).toHaveURL(/\/workbench\/list$/);
  await expect(page.getByRole('link', { name: 'States_1' })).toHaveCount(0);
});

test('[WS-10] a page whose menu row says hideHeader=1 stands in its workspace without the head', async ({ page, server, screens }) => {
  const bizId = await workspaceWith(server, 'Bare_1');
  const row = {
    menuId: 'workspace-bare',
    parentId: '0',
    type: '1',
    name: '概览',
    url: '/workbench/:id/bare',
    visible: '1',
    access: 'session',
  };
  const items = [{ ...row, component: 'workbench#workspace/index', meta: { hideHeader: '1' } }];
  screens.write('menus/bare.menu.json', { version: 1, use: 'application', items });
  await published(server, 'workspace/index', ({ menus }) => menus.some(({ menuId }) => menuId === row.menuId));
  await enter(page, server, { language: 'en' });
  await page.goto(`/workbench/${bizId}/bare`);
  await expect(page.getByRole('heading', { name: 'Members' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Bare_1' })).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Settings' })).toHaveCount(0);
  await page.goto(`/workbench/${bizId}/index`);
  await expect(page.getByRole('heading', { name: 'Bare_1' })).toBeVisible();
});

test('[WS-09] [PERM-08] whose workbench has none of the pages of a workspace gets from one to the other, and leaves', async ({
  page,
  server,
}) => {
  await enter(page, server, { user: narrow.username, language: 'en' });
  await page.goto('/workbench/1000000000000000001/index');
  for (const name of ['Members', 'Notices', 'Settings']) {
    await page.getByRole('link', { name, exact: true }).click();
    await expect(page.getByRole('link', { name, exact: true })).toHaveAttribute('aria-current', 'page');
  }
  await page.getByRole('button', { name: 'Leave the workspace' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Leave the workspace' }).click();
  await expect(page).toHaveURL(/\/workbench\/list$/);
});

test('[WS-06] [MISC-01] who may not make workspaces is told so at its address', async ({ page, server }) => {
  await enter(page, server, { user: 'auditor', language: 'en' });
  await page.goto('/workbench/Add');
  await expect(page.getByRole('heading', { name: 'No permission' })).toBeVisible();
  await expect(page.getByLabel('Name')).toHaveCount(0);
});
