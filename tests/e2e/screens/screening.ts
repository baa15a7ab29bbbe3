import type { Screen } from './screen.ts';

const row = 'tbody tr button';

/** Rule engine and risk screening. */
export const screeningScreens: Screen[] = [
  { name: 'data-processes', path: '/data/processing', user: 'admin', ready: row },
  { name: 'data-schedules', path: '/data/schedule', user: 'admin', ready: row },
  {
    name: 'data-process',
    isState: true,
    path: '/data/processing',
    user: 'admin',
    ready: row,
    async prepare(page) {
      await page.getByRole('link', { name: '分区域付款汇总' }).click();
      await page.locator('[data-graph-node="joined"] button').click();
      await page.getByRole('button', { name: 'Apply' }).waitFor();
    },
  },
  { name: 'rule-sets', path: '/data/rules', user: 'admin', ready: row },
  {
    name: 'rule-editor',
    isState: true,
    path: '/data/rules',
    user: 'admin',
    ready: row,
    async prepare(page) {
      await page.getByRole('link', { name: 'Payment screening' }).click();
      await page
        .getByRole('row', { name: /blacklist/ })
        .getByRole('button', { name: 'Edit' })
        .click();
      await page.getByRole('dialog').getByRole('button', { name: 'Add group' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
      await page.locator('[role="dialog"] [aria-invalid="true"]').first().waitFor();
    },
  },
  {
    name: 'rule-judging',
    isState: true,
    path: '/data/rules',
    user: 'admin',
    ready: row,
    async prepare(page) {
      await page.getByRole('link', { name: 'Payment screening' }).click();
      await page.getByRole('tab', { name: 'Data tables' }).click();
      await page.getByRole('button', { name: 'Judge a data table' }).click();
      await page.getByRole('dialog').getByRole('combobox', { name: 'Data table' }).click();
      await page
        .getByRole('listbox')
        .getByRole('option', { name: /supplier_payments/ })
        .click();
      await page.getByRole('combobox', { name: 'Column, row 2' }).waitFor();
    },
  },
  { name: 'screening-review', path: '/risk-screening/review', user: 'riskmanager', ready: row },
  { name: 'screening-log', path: '/risk-screening/log', user: 'riskmanager', ready: row },
  {
    name: 'screening-decision',
    isState: true,
    path: '/risk-screening/log',
    user: 'riskmanager',
    ready: row,
    async prepare(page) {
      await page.getByRole('button', { name: 'View', exact: true }).first().click();
      await page.getByRole('dialog').locator('table').first().waitFor();
    },
  },
  { name: 'watch-lists', path: '/risk-screening/list', user: 'riskmanager', ready: row },
];
