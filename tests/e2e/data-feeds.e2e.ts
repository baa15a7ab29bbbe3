import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expectAccessible } from '../support/accessibility.ts';
import { test as base, expect } from '../support/browser.ts';
import { withServer } from '../support/server-database.ts';
import { enter, openList } from './world.ts';

interface Rates {
  /** What the other system answers with. */
  rows: Record<string, unknown>[];
  status: number;
}

const test = base.extend<object, { rates: Rates }>({
  rates: [
    // biome-ignore lint/correctness/noEmptyPattern: it takes no other fixture
    async ({}, use) => {
      await use({ rows: [], status: 200 });
    },
    { scope: 'worker' },
  ],
  server: [
    async ({ rates }, use) => {
      const other = createServer((_, response) => response.writeHead(rates.status).end(JSON.stringify(rates.rows)));
      other.listen(0, '127.0.0.1');
      await once(other, 'listening');
      const url = `http://127.0.0.1:${(other.address() as AddressInfo).port}/rates`;
      const sources = [{ id: 'rates', title: { en: 'Exchange rates', 'zh-Hans': '汇率' }, url, format: 'json' }];
      await withServer({ CAPTCHA: 'off', DATA_SOURCES: JSON.stringify(sources) }, use);
      other.close();
    },
    { scope: 'worker', timeout: 60_000 },
  ],
});
test.use({ expectedErrors: [/status of 400/] });

test('[DATA-07] [DATA-11] [DATA-14] a table from a source: looked at, made, fetched, fetched anew, and what went wrong is told', async ({
  page,
  server,
  rates,
}) => {
  rates.status = 503;
  await enter(page, server, { language: 'en' });
  await page.goto('/data/mart');
  await page.getByRole('button', { name: 'New table from a source' }).click();
  const choosing = page.getByRole('dialog', { name: 'New table from a source' });
  await openList(choosing.getByLabel('Source'));
  await page.getByTitle('Exchange rates').click();
  await choosing.getByRole('button', { name: 'Look' }).click();
  await expect(choosing.getByText('The source refuses: 503')).toBeVisible();
  await expectAccessible(page);

  rates.status = 200;
  rates.rows = [
    { currency: 'EUR', rate: 7.85 },
    { currency: 'USD', rate: 7.1 },
  ];
  await choosing.getByRole('button', { name: 'Look' }).click();
  const making = page.getByRole('dialog', { name: 'New table: Exchange rates' });
  await expect(making.getByLabel('Table name')).toHaveValue('rates');
  const first = making.getByRole('table', { name: 'First rows' });
  await expect(first.getByRole('row').nth(1).getByRole('cell')).toHaveText(['EUR', '7.85']);
  await expect(first.getByRole('row').nth(2).getByRole('cell')).toHaveText(['USD', '7.1']);
  await expectAccessible(page);
  await making.getByRole('button', { name: 'Create and fetch' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Exchange rates' })).toBeVisible();
  await page.getByRole('tab', { name: 'Source' }).click();
  const runs = page.getByRole('table', { name: 'Last runs' });
  await expect(runs.getByRole('row')).toHaveCount(2);
  await expect(runs.getByText('Success')).toBeVisible();
  await expectAccessible(page);

  rates.rows = [...rates.rows, { currency: 'JPY', rate: 0.05 }];
  await page.getByRole('button', { name: 'Fetch anew' }).click();
  await expect(runs.getByText('Success')).toHaveCount(2);
  await page.getByRole('tab', { name: 'Rows' }).click();
  await expect(page.getByRole('cell', { name: 'JPY' })).toBeVisible();
});
