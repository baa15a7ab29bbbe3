import type { Page } from '@playwright/test';
import type { Screen } from './screen.ts';

const client = '/flow/auditProject/HENGYI';
/** Chooses a file of dealers of which one row fits and others do not. */
async function chooseFile(page: Page, lines: readonly string[]): Promise<void> {
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: 'Upload', exact: true }).click(),
  ]);
  await chooser.setFiles({ name: 'dealers.csv', mimeType: 'text/csv', buffer: Buffer.from(lines.join('\n')) });
  await page.getByRole('dialog').locator('tbody tr').first().waitFor();
}

/** Flow audit: projects of clients, what they review, master data, and what a file does to it. */
export const flowScreens: Screen[] = [
  { name: 'flow-projects', path: '/flow/projects', user: 'auditor', ready: 'tbody tr' },
  { name: 'flow-client', path: `${client}/index`, user: 'auditor', ready: 'tbody tr' },
  {
    name: 'flow-project',
    path: `${client}/index`,
    user: 'auditor',
    ready: 'tbody tr',
    async prepare(page) {
      await page.locator('tbody a').last().click();
      await page.getByRole('progressbar').first().waitFor();
    },
  },
  { name: 'flow-client-outside', isState: true, path: '/flow/auditProject/QINGHE/index', user: 'auditor', ready: '.tg-result' },
  { name: 'flow-clients', path: '/flow/clients', user: 'admin', ready: 'tbody tr' },
  { name: 'flow-master-data', path: '/flow/master-data?client=HENGYI', user: 'auditor', ready: 'tbody tr' },
  {
    name: 'flow-upload-faults',
    isState: true,
    path: '/flow/master-data?client=HENGYI',
    user: 'admin',
    ready: 'tbody tr',
    prepare: (page) => chooseFile(page, ['Dealer code,Dealer,E-mail', 'HYD001,,', 'HYD099,New dealer,no address']),
  },
  {
    name: 'flow-upload-preview',
    isState: true,
    path: '/flow/master-data?client=HENGYI',
    user: 'admin',
    ready: 'tbody tr',
    prepare: (page) => chooseFile(page, ['Dealer code,Dealer', 'HYD001,Renamed dealer', 'HYD099,New dealer']),
  },
  {
    name: 'flow-clients-new',
    isState: true,
    path: '/flow/clients',
    user: 'admin',
    ready: 'tbody tr',
    async prepare(page) {
      await page.getByRole('button', { name: 'New client' }).click();
      await page.getByRole('dialog').getByRole('textbox').first().waitFor();
    },
  },
];
