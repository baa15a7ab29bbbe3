import type { Page } from '@playwright/test';

export interface Screen {
  /** Of the test and of the folder of its pictures, in kebab-case. */
  name: string;
  path: string;
  /** Who is signed in. Default: nobody. */
  user?: string;
  /** Selector of what shows that the page is there with its data, in any language. */
  ready: string;
  /** What is to be done until the page shows what is meant, such as opening a dialog. Runs in English. */
  prepare?: (page: Page) => Promise<void>;
  /** Parts axe passes over: what is framed from elsewhere. */
  exclude?: readonly string[];
}

/** The pages that are shown in every theme, language and width. A new page is one entry. */
export const screens: Screen[] = [
  { name: 'login', path: '/login', ready: '.tg-form input' },
  {
    name: 'login-refused',
    path: '/login',
    ready: '.tg-form input',
    async prepare(page) {
      await page.locator('.tg-command[data-type="primary"]').click();
      await page.locator('[aria-invalid="true"]').first().waitFor();
    },
  },
  { name: 'home', path: '/', user: 'admin', ready: '.tg-tile' },
  {
    name: 'user-settings',
    path: '/home',
    user: 'admin',
    ready: '.tg-tile',
    async prepare(page) {
      await page.locator('.tg-user-avatar').click();
      await page.getByRole('switch').click();
      await page.getByRole('textbox', { name: 'New password' }).fill('abc');
      await page.getByRole('textbox', { name: 'Confirm password' }).focus();
    },
  },
  { name: 'dictionaries', path: '/system/dict', user: 'admin', ready: 'tbody tr' },
  {
    name: 'external-link',
    path: '/external-link?url=https%3A%2F%2Fexample.test%2F',
    user: 'admin',
    ready: 'iframe',
    exclude: ['iframe'],
  },
  { name: 'external-link-refused', path: '/external-link?url=javascript%3Aalert(1)', user: 'admin', ready: 'main h1, main h2' },
  { name: 'tab-view', path: '/resources/program/index', user: 'admin', ready: '.tg-menu-tab' },
  { name: 'not-found', path: '/no/such/page', user: 'admin', ready: 'main h1, main h2' },
];
