import type { Page } from '@playwright/test';
import { tokenOf } from '../../support/browser.ts';
import type { ServerProcess } from '../../support/server-process.ts';
import { bendStats } from '../world.ts';
import { call, type Screen } from './screen.ts';

const heading = 'main h1, main h2';
const tile = '.tg-tile';
const menuOf = (page: Page) => page.getByRole('button', { name: /^Menu of/ });

/** An editor with something typed in it, and no session any more. */
async function lose(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Add entry' }).click();
  await page.getByRole('dialog').getByRole('textbox').first().waitFor();
  for (const box of await page.getByRole('dialog').getByRole('textbox').all()) await box.fill('kept');
  await page.route(/\/api\/system\/dict\/data$/, (route) => route.fulfill({ status: 401, json: { code: 'SESSION_ENDED', msg: 'ended' } }));
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('button', { name: 'Confirm' }).click();
  await page.getByRole('dialog', { name: 'Sign in again' }).waitFor();
}

/** The auditor, acting for the administrator. */
async function act(page: Page, server: ServerProcess): Promise<void> {
  const token = await tokenOf(server, 'auditor');
  const acting = await call<{ access_token: string }>(server, 'auth/delegate/enter-delegate?username=admin', { token });
  await page.addInitScript((token) => sessionStorage.setItem('access_token', token), acting.access_token);
}

/** The frames around pages, and the pages that stand for others. */
export const shellScreens: Screen[] = [
  { name: 'home', path: '/', user: 'admin', ready: tile },
  {
    name: 'top-menu',
    isState: true,
    path: '/resources/program/index',
    user: 'admin',
    ready: '.tg-top-entry',
    async prepare(page) {
      await page.locator('.tg-top-entry').first().click();
      await page.locator('.tg-top-panel').waitFor();
    },
  },
  {
    name: 'side-menu',
    path: '/resources/program/index',
    user: 'admin',
    ready: '.tg-shell-side a',
    arrange: (page) => bendStats(page, (stats) => Object.assign(stats, { menuStyle: '1' })),
  },
  {
    name: 'avatar-menu',
    isState: true,
    path: '/home',
    user: 'auditor',
    ready: tile,
    async prepare(page) {
      await menuOf(page).click();
      await page.getByRole('menuitemradio').first().waitFor();
    },
  },
  { name: 'tab-view', path: '/resources/program/index', user: 'admin', ready: '.tg-menu-tab' },
  { name: 'workbench-frame', path: '/workbench/none', user: 'admin', ready: 'iframe[aria-busy="false"]', exclude: ['iframe'] },
  { name: 'headless', isState: true, path: '/messages?inIframe=1', user: 'admin', ready: '.tg-feed-text' },
  { name: 'later', path: '/board/detail/1', user: 'admin', ready: heading },
  { name: 'not-found', path: '/no/such/page', user: 'admin', ready: heading },
  {
    name: 'no-permission',
    path: '/system/dict',
    user: 'admin',
    ready: heading,
    arrange: (page) =>
      bendStats(page, (stats) => {
        stats.menus = (stats.menus ?? []).map((row) => ({ ...row, perms: '' }));
        stats.principal = { ...stats.principal, roles: [{ roleCode: 'nobody' }], roleList: [] };
        stats.menuStyle = '1';
      }),
  },
  {
    name: 'external-link',
    path: '/external-link?url=https%3A%2F%2Fexample.test%2F',
    user: 'admin',
    ready: 'iframe',
    arrange: (page) =>
      page.route('https://example.test/**', (route) =>
        route.fulfill({ contentType: 'text/html', body: '<!doctype html><html lang="en"><title>x</title><h1>Elsewhere</h1></html>' }),
      ),
    exclude: ['iframe'],
  },
  { name: 'external-link-refused', isState: true, path: '/external-link?url=javascript%3Aalert(1)', user: 'admin', ready: heading },
  {
    name: 'unreachable',
    path: '/system/dict',
    user: 'admin',
    ready: '.tg-result',
    // What is wrong with the state itself leads to the login page (STATE-02); menus of their own can be asked for again.
    async arrange(page) {
      await page.route('**/api/login/stats*', async (route) => {
        const response = await route.fetch();
        const answer = await response.json();
        answer.data.menus = undefined;
        await route.fulfill({ response, json: answer });
      });
      await page.route('**/api/user/config/menus*', (route) => route.fulfill({ status: 503, json: { code: 'UNAVAILABLE', msg: 'down' } }));
    },
  },
  {
    name: 'session-ended',
    isState: true,
    path: '/home',
    user: 'admin',
    ready: tile,
    async prepare(page) {
      await page.route('**/api/home-news/**', (route) => route.fulfill({ status: 401, json: { code: 'SESSION_ENDED', msg: 'ended' } }));
      await page.getByRole('button', { name: /^Messages, / }).click();
      await page.getByRole('button', { name: 'Confirm' }).waitFor();
    },
  },
  { name: 'sign-in-again', path: '/system/dict', user: 'admin', ready: 'tbody tr', prepare: lose },
  {
    name: 'sign-in-again-sso',
    isState: true,
    path: '/system/dict',
    user: 'admin',
    ready: 'tbody tr',
    arrange: (page) =>
      bendStats(page, (stats) => {
        const providers = [
          { protocol: 'corporate', title: 'Example Group' },
          { protocol: 'partner', title: 'Example Partner' },
        ];
        stats.authProperties = { configs: [{ protocol: 'INTERNAL', title: null, internalEnableCaptcha: false }, ...providers] };
      }),
    async prepare(page) {
      await page.evaluate(() => sessionStorage.setItem('login_protocol', 'sso'));
      await lose(page);
    },
  },
  {
    name: 'acting',
    isState: true,
    path: '/home',
    ready: '[role="alert"]',
    arrange: act,
    async prepare(page) {
      await menuOf(page).click();
      await page.getByRole('menuitem', { name: 'Leave delegate mode' }).waitFor();
    },
  },
  { name: 'while-acting', isState: true, path: '/messages', ready: '.tg-result', arrange: act },
];
