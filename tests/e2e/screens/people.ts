import type { Page } from '@playwright/test';
import type { Screen } from './screen.ts';

const tile = '.tg-tile';
const bell = (page: Page) => page.getByRole('button', { name: /^Messages, / });

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
    path: '/home',
    user: 'admin',
    ready: tile,
    async prepare(page) {
      await page.locator('.tg-user-avatar').click();
      await page.getByRole('dialog').getByRole('button', { name: 'Sign out' }).click();
      await page.getByText('Do you really want to sign out?').waitFor();
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
    path: '/messages',
    user: 'riskmanager',
    ready: 'main h1',
    arrange: (page) =>
      page.route('**/ReadNewsList*', (route) => route.fulfill({ json: { code: '000000', data: { pagedList: [], totalCount: 0 } } })),
  },
  { name: 'author-visitor', path: '/author', ready: '.tg-result' },
  { name: 'delegations', path: '/author', user: 'riskmanager', ready: 'tbody tr' },
  { name: 'delegations-received', path: '/author?tab=agent', user: 'auditor', ready: 'tbody tr' },
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
    path: '/author',
    user: 'riskmanager',
    ready: 'tbody tr',
    async prepare(page) {
      await page.locator('tbody tr').getByRole('button', { name: 'Terminate' }).first().click();
      await page.getByRole('dialog').waitFor();
    },
  },
];
