import type { Page } from '@playwright/test';
import type { Screen } from './screen.ts';

const batch = '/flow/process?client=HENGYI&batch=2026-02';
const openRow = (name: RegExp, action: string) => async (page: Page) => {
  await page.getByRole('row', { name }).first().getByRole('button', { name: action }).click();
  await page.locator('[role="tabpanel"] table tbody tr').first().waitFor();
};

/** Flow audit: files of a batch, one of them, and what was compared. */
export const flowProcessScreens: Screen[] = [
  { name: 'flow-process', path: batch, user: 'auditor', ready: 'tbody tr' },
  { name: 'data-workbench-client', path: '/data/workbench/HENGYI/index', user: 'auditor', ready: 'tbody tr' },
  { name: 'flow-process-data', path: batch, user: 'auditor', ready: 'tbody tr', prepare: openRow(/Names unmatched/, 'Open') },
  {
    name: 'flow-process-mapping',
    isState: true,
    path: batch,
    user: 'auditor',
    ready: 'tbody tr',
    async prepare(page) {
      await openRow(/Names unmatched/, 'Open')(page);
      await page.getByRole('tab', { name: 'Columns' }).click();
      await page.getByRole('button', { name: 'Apply mapping' }).waitFor();
    },
  },
  { name: 'flow-comparison', path: batch, user: 'auditor', ready: 'tbody tr', prepare: openRow(/Dealer's purchases Compared/, 'Compare') },
  {
    name: 'flow-movement',
    isState: true,
    path: batch,
    user: 'auditor',
    ready: 'tbody tr',
    async prepare(page) {
      await openRow(/Dealer's purchases Compared/, 'Compare')(page);
      await page.getByRole('tab', { name: 'Movement of stock' }).click();
      await page.getByRole('row', { name: /Stock differs/ }).waitFor();
    },
  },
  {
    name: 'flow-comments',
    isState: true,
    path: batch,
    user: 'auditor',
    ready: 'tbody tr',
    async prepare(page) {
      await openRow(/Dealer's purchases Compared/, 'Compare')(page);
      await page.getByRole('tab', { name: 'Comments' }).click();
      await page.getByRole('button', { name: 'Send' }).waitFor();
    },
  },
  {
    name: 'flow-bill-report',
    path: '/flow/evidence',
    user: 'auditor',
    ready: 'tbody tr',
    async prepare(page) {
      await page.getByRole('tab', { name: 'Share links' }).click();
      await page.getByRole('row', { name: /恒怡/ }).last().getByRole('button', { name: /^More/ }).click();
      await page.getByRole('menuitem', { name: 'Bill report' }).click();
      await page.getByRole('cell', { name: 'Missing' }).first().waitFor();
    },
  },
];
