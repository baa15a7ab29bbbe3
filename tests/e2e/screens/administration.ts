import { tokenOf } from '../../support/browser.ts';
import { enter } from '../world.ts';
import { fillOutbox } from './entry.ts';
import { call, type Screen } from './screen.ts';

const row = 'tbody tr .tg-command, tbody tr button';

/** Pages of administrators around accounts and words. */
export const administrationScreens: Screen[] = [
  { name: 'system-parameters', path: '/system/config', user: 'admin', ready: 'tbody tr' },
  { name: 'register-findings', path: '/control/findings', user: 'auditor', ready: 'tbody tr' },
  { name: 'register-board', path: '/control/board', user: 'auditor', ready: '.tg-board-card' },
  { name: 'register-verify', path: '/control/verify', user: 'auditor', ready: 'tbody tr' },
  { name: 'register-calendar', path: '/task/calendar', user: 'auditor', ready: '.tg-calendar-day' },
  { name: 'risk-heat-map', path: '/risk/heat-map', user: 'riskmanager', ready: 'td[data-tone]' },
  {
    name: 'audit-report',
    path: '/audit/reports',
    user: 'auditor',
    ready: 'tbody tr',
    isState: true,
    async prepare(page) {
      await page
        .getByRole('row', { name: /AR-0004/ })
        .getByRole('button', { name: /Report to print|打印报告|列印報告/ })
        .click();
      await page.getByRole('heading', { level: 2, name: /AF-0005/ }).waitFor();
    },
  },
  { name: 'compliance-coverage', path: '/compliance/coverage', user: 'riskmanager', ready: 'td[data-tone]' },
  {
    name: 'register-record',
    isState: true,
    path: '/risk/assessment',
    user: 'riskmanager',
    ready: 'tbody tr button',
    async prepare(page) {
      await page.getByRole('button', { name: 'RA-0006' }).click();
      await page
        .getByRole('dialog', { name: /RA-0006/ })
        .getByRole('alert')
        .first()
        .waitFor();
    },
  },
  { name: 'dictionaries', path: '/system/dict', user: 'admin', ready: 'tbody tr' },
  {
    name: 'dictionary-editor',
    isState: true,
    path: '/system/dict',
    user: 'admin',
    ready: 'tbody tr',
    async prepare(page) {
      await page.getByRole('button', { name: 'Add entry' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
      await page.locator('[role="dialog"] [aria-invalid="true"]').first().waitFor();
    },
  },
  {
    name: 'dictionary-question',
    isState: true,
    path: '/system/dict',
    user: 'admin',
    ready: 'tbody tr',
    async prepare(page) {
      await page.locator('tbody tr').first().getByRole('button').last().click();
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'mail-letter',
    isState: true,
    path: '/system/mail',
    user: 'admin',
    ready: row,
    arrange: async (page, server) => fillOutbox(server, await enter(page, server)),
    async prepare(page) {
      await page.getByRole('button', { name: 'Read', exact: true }).first().click();
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'mail-outbox',
    path: '/system/mail',
    user: 'admin',
    ready: row,
    arrange: async (page, server) => fillOutbox(server, await enter(page, server)),
  },
  {
    name: 'registrations',
    path: '/system/registration',
    user: 'admin',
    ready: row,
    arrange: async (page, server) => fillOutbox(server, await enter(page, server)),
  },
  {
    name: 'registration-approval',
    isState: true,
    path: '/system/registration',
    user: 'admin',
    ready: row,
    arrange: async (page, server) => fillOutbox(server, await enter(page, server)),
    async prepare(page) {
      await page.getByRole('button', { name: 'Approve' }).first().click();
      await page.getByRole('dialog').getByRole('button', { name: 'Approve' }).click();
      await page.locator('[role="dialog"] [aria-invalid="true"]').first().waitFor();
    },
  },
  {
    name: 'relation-graph',
    path: '/ai/relation-graph?supplierCode=S-001&depth=3',
    user: 'admin',
    ready: '.tg-network-point',
    async prepare(page) {
      await page.locator('.tg-network-point').first().click();
      await page.getByRole('row', { name: /周建业 · owns 15 %/ }).waitFor();
    },
  },
  { name: 'cockpit', path: '/report/cockpit?board=1', user: 'admin', ready: '.tg-heat td' },
  { name: 'cockpit-registers', path: '/report/cockpit?board=3', user: 'admin', ready: '.tg-pie td' },
  { name: 'big-screen', path: '/report/screen?board=2', user: 'admin', ready: 'tbody td' },
  { name: 'evidence-tasks', path: '/flow/evidence', user: 'auditor', ready: 'tbody tr' },
  {
    // A wrong link, and the page of one that counts: its secret is another one on every server.
    name: 'evidence-dealer',
    path: '/evidence/collectiont/link?copyUrl=guess',
    ready: 'h1',
    async prepare(page, server) {
      const token = await tokenOf(server, 'auditor');
      const { copyUrl } = await call<{ copyUrl: string }>(server, 'flow-ticket-url/fetchCopyUrl/1', { token });
      await page.goto(`/evidence/collectiont/link?copyUrl=${copyUrl}`);
      await page.locator('.tg-table tbody tr').first().waitFor();
    },
  },
];
