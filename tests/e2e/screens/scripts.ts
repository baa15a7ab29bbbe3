import type { Page } from '@playwright/test';
import type { Screen } from './screen.ts';

async function open(page: Page): Promise<void> {
  await page.getByRole('link', { name: '拆单付款线索' }).click();
  await page.getByRole('heading', { level: 1, name: '拆单付款线索' }).waitFor();
}

/** Scripts, and one that is tried. */
export const scriptScreens: Screen[] = [
  { name: 'scripts', path: '/ai/script', user: 'admin', ready: 'tbody tr button' },
  {
    name: 'script',
    path: '/ai/script',
    user: 'admin',
    ready: 'tbody tr button',
    async prepare(page) {
      await open(page);
      await page.getByRole('table', { name: 'Tables it fills' }).waitFor();
    },
  },
  {
    name: 'script-tried',
    isState: true,
    path: '/ai/script',
    user: 'admin',
    ready: 'tbody tr button',
    async prepare(page) {
      await open(page);
      await page.getByRole('button', { name: '1000 rows' }).click();
      await page.getByRole('table', { name: 'Result', exact: true }).locator('tbody tr').first().waitFor();
    },
  },
];
