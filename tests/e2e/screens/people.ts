import type { Page } from '@playwright/test';
import type { Screen } from './screen.ts';

const tile = '.tg-tile';
/** The first of the demo. */
const workspace = '/workbench/1000000000000000001';
const bell = (page: Page) => page.getByRole('button', { name: /^Messages, / });

const linked = (page: Page) =>
  page.route('**/api/account/identities', (route) => {
    const identity = (id: string, title: string | null, subject: string) => ({
      ...{ id, title, subject, provider: title === null ? null : 'corporate' },
      ...{ issuer: 'https://login.example.test', linkedAt: '2026-01-02T03:04:05.000Z', lastUsedAt: '2026-02-03T04:05:06.000Z' },
    });
    const data = [identity('1', 'Example Group', 'ada@example.test'), identity('2', null, '5f0c8a6e-9d55-4a31-8f4e-1c2b3a4d5e6f')];
    return route.fulfill({ json: { code: '000000', data } });
  });

/** What concerns the person who is signed in: settings, messages, delegations. */
export const peopleScreens: Screen[] = [
  {
    name: 'user-settings',
    path: '/home',
    user: 'admin',
    ready: tile,
    async prepare(page) {
      await page.locator('.tg-user-avatar').click();
      await page.getByRole('switch').click();
      await page.getByRole('textbox', { name: 'New password' }).fill('abc');
      await page.getByRole('textbox', { name: 'Confirm password' }).focus();
    },
  },
  {
    name: 'sign-out-question',
    isState: true,
    path: '/home',
    user: 'admin',
    ready: tile,
    async prepare(page) {
      await page.locator('.tg-user-avatar').click();
      await page.getByRole('dialog').getByRole('button', { name: 'Sign out' }).click();
      await page.getByText('Do you really want to sign out?').waitFor();
    },
  },
  { name: 'message-mails', path: '/account/message-mails', user: 'admin', ready: 'main [role="combobox"]' },
  { name: 'identities', path: '/account/identities', user: 'admin', ready: 'main .tg-command', arrange: linked },
  {
    name: 'identity-unlink',
    isState: true,
    path: '/account/identities',
    user: 'admin',
    ready: 'main .tg-command',
    arrange: linked,
    async prepare(page) {
      await page.getByRole('button', { name: 'Unlink' }).first().click();
      await page.getByRole('dialog').getByRole('button', { name: 'Unlink' }).click();
      await page.locator('[role="dialog"] [aria-invalid="true"]').first().waitFor();
    },
  },
  {
    name: 'message-drawer',
    path: '/home',
    user: 'riskmanager',
    ready: tile,
    async prepare(page) {
      await bell(page).click();
      await page.locator('.tg-feed-text').first().waitFor();
    },
  },
  { name: 'message-centre', path: '/messages', user: 'riskmanager', ready: '.tg-feed-text' },
  {
    name: 'message-question',
    isState: true,
    path: '/messages',
    user: 'riskmanager',
    ready: '.tg-feed-text',
    async prepare(page) {
      await page.getByRole('button', { name: 'Mark all as read' }).click();
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'message-none',
    isState: true,
    path: '/messages',
    user: 'riskmanager',
    ready: 'main h1',
    arrange: (page) =>
      page.route('**/ReadNewsList*', (route) => route.fulfill({ json: { code: '000000', data: { pagedList: [], totalCount: 0 } } })),
  },
  {
    name: 'message-invitation',
    path: '/messages',
    user: 'admin',
    ready: '.tg-feed-text',
    async prepare(page) {
      await page.getByRole('button', { name: /invites you to the workspace/ }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Agree' }).waitFor();
    },
  },
  { name: 'workspaces', path: '/workbench/list', user: 'admin', ready: 'tbody tr' },
  {
    name: 'workspaces-none',
    isState: true,
    path: '/workbench/list',
    user: 'admin',
    ready: 'main h1',
    arrange: (page) => page.route('**/api/workspace/list', (route) => route.fulfill({ json: { code: '000000', data: [] } })),
  },
  {
    name: 'workspaces-all',
    isState: true,
    path: '/workbench/list',
    user: 'admin',
    ready: 'tbody tr',
    prepare: async (page) => {
      await page.getByRole('tab').nth(1).click();
      await page.getByRole('columnheader').nth(5).waitFor();
    },
  },
  { name: 'workspace-add', path: '/workbench/Add', user: 'admin', ready: 'form textarea' },
  { name: 'workspace-notices', path: `${workspace}/Notice`, user: 'admin', ready: 'main section section' },
  { name: 'workspace-plan', path: `${workspace}/plan`, user: 'admin', ready: '.tg-timeline' },
  { name: 'workspace-files', path: `${workspace}/files`, user: 'admin', ready: '.tg-upload-area' },
  { name: 'document-editor', isState: true, path: '/wopi/editor?path=files/none', user: 'admin', ready: '.tg-alert' },
  { name: 'todo', path: '/portal/todo', user: 'admin', ready: 'tbody tr' },
  { name: 'file-viewer', isState: true, path: '/file-viewer?path=files/none', user: 'admin', ready: '.tg-alert' },
  { name: 'workspace-settings', path: `${workspace}/edit`, user: 'admin', ready: 'form textarea' },
  { name: 'workspace', path: `${workspace}/index`, user: 'admin', ready: 'tbody tr' },
  {
    name: 'workspace-invite',
    path: `${workspace}/members`,
    user: 'admin',
    ready: 'tbody tr',
    async prepare(page) {
      await page.getByRole('button', { name: 'Invite people' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Send invitations' }).click();
      await page.locator('[role="dialog"] [aria-invalid="true"]').first().waitFor();
    },
  },
  { name: 'workspace-outside', isState: true, path: `${workspace}/index`, user: 'riskmanager', ready: '.tg-result' },
  { name: 'author-visitor', isState: true, path: '/author', ready: '.tg-result' },
  { name: 'delegations', path: '/author', user: 'riskmanager', ready: 'tbody tr' },
  { name: 'delegations-received', isState: true, path: '/author?tab=agent', user: 'auditor', ready: 'tbody tr' },
  {
    name: 'delegation-editor',
    path: '/author',
    user: 'riskmanager',
    ready: 'tbody tr',
    async prepare(page) {
      await page.getByRole('button', { name: 'Delegate', exact: true }).click();
      await page.getByRole('dialog').getByRole('treeitem').first().waitFor();
      await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
      await page.locator('[role="dialog"] [aria-invalid="true"]').first().waitFor();
    },
  },
  {
    name: 'delegation-detail',
    isState: true,
    path: '/author',
    user: 'riskmanager',
    ready: 'tbody tr',
    async prepare(page) {
      await page.locator('tbody tr').getByRole('button', { name: 'View' }).first().click();
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'delegation-question',
    isState: true,
    path: '/author',
    user: 'riskmanager',
    ready: 'tbody tr',
    async prepare(page) {
      await page.locator('tbody tr').getByRole('button', { name: 'Terminate' }).first().click();
      await page.getByRole('dialog').waitFor();
    },
  },
];
