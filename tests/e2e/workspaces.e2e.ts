import type { Page } from '@playwright/test';
import { people } from '../../server/database/demo/people.ts';
import { expect, test, tokenOf } from '../support/browser.ts';
import type { ServerProcess } from '../support/server-process.ts';
import { call } from './screens/screen.ts';
import { become, enter, pressByKey } from './world.ts';

/** People with the menu of the workbench who are in no workspace of the demo. */
const analysts = people().filter(({ roles, status }) => status === '0' && roles.includes('dataAnalyst'));
const [guest, other, third] = analysts.slice(2);
if (!guest || !other || !third) throw new Error('The demo data have too few data analysts');
/** Somebody whose menu has no workbench. */
const visitor = 'auditor';

interface Named {
  bizId: string;
  name: string;
}
/** A workspace of the demo's administrator, and what invites somebody there. */
async function workspaceOf(server: ServerProcess): Promise<Named & { invite: (username: string, roleType: string) => Promise<void> }> {
  const token = await tokenOf(server);
  const [first] = await call<Named[]>(server, 'workspace/list', { token });
  if (!first) throw new Error('The administrator owns no workspace');
  return {
    ...first,
    async invite(username, roleType) {
      const found = await call<{ content: { userId: string }[] }>(server, `workspace/${first.bizId}/candidates?keyword=${username}`, {
        token,
      });
      const userIds = found.content.map(({ userId }) => userId);
      await call(server, `workspace/${first.bizId}/inviteTeamMember`, { token, body: { userIds, roleType } });
    },
  };
}

/** The owner sends somebody's invitation again, with another role. */
async function again(server: ServerProcess, bizId: string, username: string, roleType: string): Promise<void> {
  const token = await tokenOf(server);
  const entries = await call<{ userId: string; person: { username: string } }[]>(server, `workspace/${bizId}/aclList`, { token, body: {} });
  const userId = entries.find(({ person }) => person.username === username)?.userId;
  await call(server, `workspace/${bizId}/inviteTeamMember`, { token, body: [{ userId, roleType }] });
}

const bell = (page: Page) => page.getByRole('button', { name: /^Messages, / });
const message = (page: Page) => page.getByRole('button', { name: /invites you to the workspace/ });
const question = (page: Page, text: RegExp) => page.getByRole('dialog').filter({ hasText: text });

test('[MSG-08] [INVITE-01] [INVITE-02] [INVITE-04] [MENU-03] by keyboard alone, from the drawer of the top bar: read an invitation, agree, work there', async ({
  page,
  server,
}) => {
  const { bizId, name, invite } = await workspaceOf(server);
  // What other tests told them is none of this one.
  await call(server, 'home-news/setReadStatus', { token: await tokenOf(server, guest.username), body: { all: true } });
  await invite(guest.username, '1');
  await enter(page, server, { user: guest.username, language: 'en' });
  await page.goto('/workbench/list');
  await expect(page.getByText('You are not in any workspace yet')).toBeVisible();
  await expect(bell(page)).toHaveAccessibleName('Messages, 1 unread');
  await page.goto('/portal/messages');

  await pressByKey(page, bell(page));
  const drawer = page.getByRole('dialog', { name: 'Messages' });
  await pressByKey(page, drawer.getByRole('button', { name: /invites you to the workspace/ }));
  const dialog = page.getByRole('dialog', { name: 'Invitation to a workspace' });
  await expect(dialog.getByRole('heading', { name })).toBeVisible();
  await expect(dialog.getByText('供应商集中度')).toBeVisible();
  await expect(dialog.getByText('Collaborator', { exact: true })).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Reject' })).toBeVisible();

  // A question first; who thinks better of it has answered nothing.
  await pressByKey(page, dialog.getByRole('button', { name: 'Agree' }));
  const asked = question(page, /^.*Join the workspace/);
  await expect(asked.locator(':focus')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(asked).toBeHidden();
  await expect(dialog).toBeVisible();
  await expect(bell(page)).toHaveAccessibleName('Messages, 1 unread');

  await dialog.getByRole('button', { name: 'Agree' }).focus();
  await page.keyboard.press('Enter');
  await pressByKey(page, asked.getByRole('button', { name: 'Agree' }));
  await expect(page).toHaveURL(`${server.address}/workbench/${bizId}/index`);
  await expect(drawer).toBeHidden();
  await expect(dialog).toBeHidden();
  await expect(bell(page)).toHaveAccessibleName('Messages, none unread');
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  await expect(page.getByRole('row', { name: new RegExp(guest.username) })).toContainText('Agreed');
  await expect(page.getByRole('button', { name: 'Invite people' })).toHaveCount(0);
  await expect(page.getByRole('columnheader', { name: 'Actions' })).toHaveCount(0);

  // The menu has it without a reload.
  await page.getByRole('navigation', { name: 'Main menu' }).getByText('Workbench', { exact: true }).click();
  await expect(page.getByRole('link', { name, exact: true })).toHaveAttribute('href', `/workbench/${bizId}/index`);
});

test('[INVITE-03] [MSG-08] [WS-08] [WS-09] [WS-11] the owner invites; the message centre leads to the question; rejected, it can be sent again', async ({
  page,
  server,
}) => {
  const { bizId, name } = await workspaceOf(server);
  const at = `/workbench/${bizId}/index`;
  const invited = page.getByRole('heading', { name: `You are invited to ${name}` });
  await enter(page, server, { language: 'en' });
  await page.goto(at);
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Overview' })).toHaveAttribute('aria-current', 'page');
  await expect(page.getByRole('link', { name: 'Members' })).toHaveAttribute('href', `/workbench/${bizId}/members`);
  await page.getByRole('button', { name: 'Invite people' }).click();
  const inviting = page.getByRole('dialog', { name: 'Invite people' });
  await expect(inviting.getByRole('combobox', { name: /People/ })).toBeFocused();
  await inviting.getByRole('button', { name: 'Send invitations' }).click();
  await expect(inviting.getByText('Choose at least one person')).toBeVisible();
  await inviting.getByRole('combobox', { name: /People/ }).fill(other.username);
  await page.locator('.ant-select-item-option-content', { hasText: other.username }).click();
  await page.keyboard.press('Escape');
  await inviting.getByRole('radio', { name: /Viewer/ }).check();
  await inviting.getByRole('button', { name: 'Send invitations' }).click();
  await expect(inviting).toBeHidden();
  const row = page.getByRole('row', { name: new RegExp(other.username) });
  await expect(row).toContainText('To be confirmed');
  await expect(row).toContainText('Viewer');

  await become(page, server, other.username);
  // The workspace itself shows nothing but the way to the invitation.
  await page.goto(at);
  await expect(invited).toBeVisible();
  await expect(page.getByRole('table')).toHaveCount(0);
  await page.goto('/messages');
  await message(page).click();
  const dialog = page.getByRole('dialog', { name: 'Invitation to a workspace' });
  await dialog.getByRole('button', { name: 'Reject' }).click();
  await question(page, /Reject the invitation to/)
    .getByRole('button', { name: 'Reject' })
    .click();
  await expect(dialog).toBeHidden();
  await expect(bell(page)).toHaveAccessibleName('Messages, none unread');
  await expect(page).toHaveURL(/\/messages$/);
  // Answered: it reads as others do, with a word about it.
  await message(page).click();
  await expect(page.getByText('This invitation has been answered or withdrawn')).toBeVisible();
  await expect(page).toHaveURL(/\/messages$/);
  await expect(dialog).toBeHidden();
  await page.goto(at);
  await expect(page.getByRole('heading', { name: 'No permission to access' })).toBeVisible();

  await become(page, server, 'admin');
  await page.goto(at);
  await expect(row).toContainText('Rejected');
  await row.getByRole('button', { name: 'Send again' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Send again' }).click();
  await expect(row).toContainText('To be confirmed');

  // The list leads to the question, too, and so does the page itself, which then shows what it holds.
  await become(page, server, other.username);
  await page.goto('/workbench/list');
  await page.getByRole('button', { name: 'Answer' }).click();
  await expect(dialog.getByRole('heading', { name })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await page.goto(at);
  await expect(invited).toBeVisible();
  await page.getByRole('button', { name: 'Answer' }).click();
  await dialog.getByRole('button', { name: 'Agree' }).click();
  await question(page, /Join the workspace/)
    .getByRole('button', { name: 'Agree' })
    .click();
  await expect(row).toContainText('Agreed');
  await expect(invited).toBeHidden();
});

test('[MSG-08] [API-50] [INVITE-04] [WS-09] an invitation that changes while it is shown is asked about again; answered elsewhere it leads on; its message is a way back for who has no workbench', async ({
  page,
  server,
}) => {
  const { bizId, name, invite } = await workspaceOf(server);
  const at = `${server.address}/workbench/${bizId}/index`;
  const agree = async (token: string) => await call(server, `workspace/${bizId}/agreeOrRefuse`, { token, body: { status: '0' } });
  const dialog = page.getByRole('dialog', { name: 'Invitation to a workspace' });
  const confirm = async () => {
    await dialog.getByRole('button', { name: 'Agree' }).click();
    const asked = question(page, /Join the workspace/);
    await asked.getByRole('button', { name: 'Agree' }).click();
    await expect(asked).toBeHidden();
  };
  await invite(third.username, '1');
  await enter(page, server, { user: third.username, language: 'en' });
  await page.goto('/messages');
  await message(page).click();
  await expect(dialog.getByText('Collaborator', { exact: true })).toBeVisible();
  await again(server, bizId, third.username, '2');
  await confirm();
  await expect(page.getByText('you are invited as Viewer now')).toBeVisible();
  await expect(dialog.getByText('Viewer', { exact: true })).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Agree' })).toBeVisible();
  await agree(await tokenOf(server, third.username));
  // The server has marked the message: nothing of the answer hangs on doing so again.
  await page.route('**/home-news/setReadStatus', (route) => route.fulfill({ status: 500, json: { code: 'ERROR', msg: 'no' } }));
  await confirm();
  await expect(page.getByText('You had agreed to this invitation already')).toBeVisible();
  await expect(page).toHaveURL(at);
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('link', { name: 'Work plan' })).toBeVisible();
  await page.getByRole('navigation', { name: 'Main menu' }).getByText('Workbench', { exact: true }).click();
  await expect(page.getByRole('link', { name, exact: true })).toHaveAttribute('href', `/workbench/${bizId}/index`);

  await invite(visitor, '2');
  await agree(await tokenOf(server, visitor));
  await become(page, server, visitor);
  await page.goto('/messages');
  await message(page).click();
  await expect(page).toHaveURL(at);
  await page.getByRole('link', { name: 'Members' }).click();
  await expect(page.getByRole('link', { name: 'Members' })).toHaveAttribute('aria-current', 'page');
  await expect(page.getByRole('row', { name: new RegExp(visitor) })).toContainText('Viewer');
  await expect(page.getByRole('link', { name: 'Overview' })).toHaveAttribute('href', `/workbench/${bizId}/index`);
  await page.getByRole('link', { name: 'My workspaces' }).click();
  await page.getByRole('link', { name, exact: true }).click();
  await expect(page).toHaveURL(at);
});
test.use({ expectedErrors: [/selectById.*status of 404|NOT_FOUND|agreeOrRefuse.*status of 409|INVITATION_(CHANGED|ANSWERED)/] });
