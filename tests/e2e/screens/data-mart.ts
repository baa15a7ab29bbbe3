import type { Screen } from './screen.ts';

const row = 'tbody tr button';

/** Data mart, authorization, exploration. */
export const dataMartScreens: Screen[] = [
  { name: 'data-mart', path: '/data/mart', user: 'admin', ready: row },
  {
    name: 'data-table-new',
    isState: true,
    path: '/data/mart',
    user: 'admin',
    ready: row,
    async prepare(page) {
      const [chooser] = await Promise.all([
        page.waitForEvent('filechooser'),
        page.getByRole('button', { name: 'New table from file' }).click(),
      ]);
      const text = `Order,Amount,Day\n${Array.from({ length: 30 }, (_, index) => `N${index},${index}.5,2026-03-01`).join('\n')}`;
      await chooser.setFiles({ name: 'orders.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });
      await page.getByRole('dialog').getByLabel('Table name').fill('9');
      await page.getByRole('dialog').getByRole('button', { name: 'Create' }).click();
      await page.locator('[role="dialog"] [aria-invalid="true"]').first().waitFor();
    },
  },
  {
    name: 'data-table',
    path: '/data/mart',
    user: 'admin',
    ready: row,
    async prepare(page) {
      await page.getByRole('link', { name: '供应商付款' }).click();
      await page.getByRole('tab', { name: 'Rows' }).click();
      await page.getByText('P000001').waitFor();
    },
  },
  {
    name: 'data-lineage',
    isState: true,
    path: '/data/mart/2000000000000000001',
    user: 'admin',
    ready: 'h1',
    async prepare(page) {
      await page.getByRole('tab', { name: 'Lineage' }).click();
      await page.locator('.tg-network-point').first().waitFor();
    },
  },
  {
    name: 'data-table-apply',
    isState: true,
    path: '/data/mart',
    user: 'admin',
    ready: row,
    async prepare(page) {
      await page.getByRole('link', { name: '供应商发票' }).click();
      await page.getByRole('button', { name: 'Apply' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Apply' }).click();
      await page.locator('[role="dialog"] [aria-invalid="true"]').first().waitFor();
    },
  },
  { name: 'data-authorization', path: '/data/authorization?side=decide', user: 'admin', ready: row },
  {
    name: 'data-authorization-approve',
    isState: true,
    path: '/data/authorization?side=decide',
    user: 'admin',
    ready: row,
    async prepare(page) {
      await page.getByRole('button', { name: 'Approve' }).first().click();
      await page.getByRole('dialog').getByLabel('First day').waitFor();
    },
  },
  { name: 'data-exploration-start', path: '/data/exploration', user: 'admin', ready: '[role="combobox"]' },
  {
    name: 'data-exploration',
    path: '/data/exploration?table=2000000000000000001',
    user: 'admin',
    ready: row,
    async prepare(page) {
      await page.getByRole('button', { name: '金额' }).click();
      await page.getByText('0 – 10000', { exact: true }).waitFor();
    },
  },
  {
    name: 'data-chart',
    path: '/data/exploration?table=2000000000000000001',
    user: 'admin',
    ready: row,
    async prepare(page) {
      await page.getByRole('tab', { name: 'Chart' }).click();
      await page.getByText('4,707 of 4,707 rows').waitFor();
    },
  },
  { name: 'data-my-board', path: '/data/my-board', user: 'admin', ready: row },
  { name: 'board-designer', path: '/board/detail/4?mode=edit', user: 'admin', ready: '[data-handle="move"]' },
];
