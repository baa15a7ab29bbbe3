import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expectAccessible } from '../support/accessibility.ts';
import { expect } from '../support/browser.ts';
import type { ServerProcess } from '../support/server-process.ts';
import { readSheets } from '../support/workbook.ts';
import { menuOf, type Overlay, published, test } from './overlay.ts';
import { enter, hold, refuse } from './world.ts';

interface Entry {
  dictType: string;
  dictLabel: unknown;
  dictValue: string;
  sort: number;
  updateTime: string;
}

const PAGE_SIZE = 50;
const button = (page: Page) => page.getByRole('button', { name: 'Download as a workbook' });
const list = '/api/system/dict/data/list';

/** The dictionaries, read 50 at a time: those of the operation log fill several pages. */
async function show(page: Page, server: ServerProcess, screens: Overlay): Promise<string> {
  const token = await enter(page, server, { language: 'en' });
  const id = 'taken-table';
  screens.write(`menus/${id}.menu.json`, menuOf(id, id, `main#${id}`));
  screens.write(`pages/${id}.page.json`, {
    version: 1,
    title: { en: 'Taken' },
    body: [
      {
        widget: 'table',
        name: 'entries',
        title: 'dictionary.title',
        source: { call: 'dictionary.list' },
        syncAddress: true,
        columnChooser: true,
        download: { pageSize: PAGE_SIZE },
        filters: [{ widget: 'input', name: 'dictType', label: 'dictionary.type', maxLength: 50 }],
        columns: [
          { name: 'dictType', title: 'dictionary.type' },
          { name: 'dictLabel', title: 'dictionary.label', format: 'multilingual' },
          { name: 'dictValue', title: 'dictionary.value', sortable: true },
          { name: 'status', title: 'common.status', format: 'tag', dictionary: 'sys_status' },
          { name: 'sort', title: 'common.sort', format: 'number' },
          { name: 'updateTime', title: 'common.updatedAt', format: 'dateTime' },
        ],
      },
    ],
  });
  await published(server, id);
  const filters = encodeURIComponent(JSON.stringify({ dictType: 'audit_action' }));
  await page.goto(`/${id}?entries.filters=${filters}&entries.sort=dictValue,desc`);
  await expect(page.locator('tr[data-row]')).toHaveCount(10);
  return token;
}

async function ask<T>(server: ServerProcess, token: string, path: string): Promise<T> {
  const answer = await fetch(server.address + path, { headers: { authorization: `Bearer ${token}` } });
  return ((await answer.json()) as { data: T }).data;
}

/** Presses and waits for the file. */
async function download(page: Page): Promise<{ name: string; rows: unknown[][] }> {
  // Rows that are on their way are not downloaded yet.
  await expect(button(page)).not.toHaveAttribute('aria-disabled', 'true');
  const [file] = await Promise.all([page.waitForEvent('download'), button(page).press('Enter')]);
  const [rows = []] = Object.values(await readSheets(await readFile(await file.path())));
  return { name: file.suggestedFilename(), rows };
}

test('[API-83] a filtered list of several pages is a workbook of all its rows, in the order and with the columns on show', async ({
  page,
  screens,
  server,
}) => {
  const token = await show(page, server, screens);
  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('checkbox', { name: 'Status' }).uncheck();
  await page.keyboard.press('Escape');
  const asked: string[] = [];
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url());
    if (pathname === list) asked.push(`${searchParams.get('current')}/${searchParams.get('size')}`);
  });
  const { name, rows } = await download(page);
  expect(name).toMatch(/^Dictionaries \d{4}-\d{2}-\d{2}\.xlsx$/);

  const query = 'dictType=audit_action&sort=dictValue&order=desc&size=1000';
  const { content, total } = await ask<{ content: Entry[]; total: number }>(server, token, `${list}?${query}`);
  expect(total).toBeGreaterThan(2 * PAGE_SIZE);
  const pages = Array.from({ length: Math.ceil(total / PAGE_SIZE) }, (_, at) => at + 1);
  // All pages, then once more the last row of each that another followed.
  expect(asked).toEqual([
    ...pages.map((number) => `${number}/${PAGE_SIZE}`),
    ...pages.slice(0, -1).map((number) => `${number * PAGE_SIZE}/1`),
  ]);
  const zone = await page.evaluate(() => Intl.DateTimeFormat().resolvedOptions().timeZone);
  // As the page shows a moment, which a spreadsheet keeps without a zone.
  const clock = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' });
  const [heads, ...cells] = rows;
  expect(heads).toEqual(['Type', 'Label', 'Value', 'Order', `Updated (${zone})`]);
  expect(cells.map(([type, , value, sort, at]) => [type, value, sort, at])).toEqual(
    content.map((entry) => [
      entry.dictType,
      entry.dictValue,
      entry.sort,
      new Date(`${clock.format(new Date(entry.updateTime)).replace(' ', 'T')}Z`),
    ]),
  );
  expect(await page.locator('tr[data-row]').first().locator('td').allTextContents()).toContain(cells[0]?.[1]);

  const log = await ask<{ content: { actor: string; targetName: string; changes: { field: string; after: string }[] }[] }>(
    server,
    token,
    '/api/system/log/operation/list?action=data_export&size=1',
  );
  expect(log.content[0]).toMatchObject({ actor: 'admin', targetName: 'Dictionaries' });
  expect(log.content[0]?.changes).toEqual(
    expect.arrayContaining([
      { field: 'asked', before: null, after: '{"sort":"dictValue","order":"desc","dictType":"audit_action"}' },
      { field: 'rows', before: null, after: String(total) },
      { field: 'page', before: null, after: '/taken-table' },
    ]),
  );
});

test('a download on a phone is followed and stopped, and nothing else of the table waits for it', async ({ page, screens, server }) => {
  await show(page, server, screens);
  await page.setViewportSize({ width: 390, height: 800 });
  const { release } = await hold(page, `**${list}?*current=2&size=${PAGE_SIZE}*`);
  await button(page).click();
  await expect(page.getByText(/^50 of \d+ rows$/)).toBeVisible();
  await expect(button(page)).toHaveAttribute('aria-disabled', 'true');
  await expectAccessible(page);
  const { scrollWidth, clientWidth } = await page.evaluate(() => document.documentElement);
  expect(scrollWidth).toBe(clientWidth);
  await page.getByRole('button', { name: 'Next page' }).click();
  await expect(page.locator('.tg-table-foot')).toContainText('11–20');
  await page.getByRole('button', { name: 'Stop' }).click();
  await expect(page.getByRole('progressbar')).toHaveCount(0);
  await expect(button(page)).toBeFocused();
  release();
  expect((await download(page)).rows.length).toBeGreaterThan(100);
});

test.describe('where a page fails', () => {
  test.use({ expectedErrors: [/503/] });

  test('people read why, and another try goes on from there', async ({ page, screens, server }) => {
    await show(page, server, screens);
    const address = `**${list}?*current=3&size=${PAGE_SIZE}*`;
    await page.route(address, (route) => refuse(route, 503, 'SERVER_BUSY'));
    await button(page).click();
    await expect(page.getByRole('alert').filter({ hasText: 'The workbook was not made' })).toBeVisible();
    await expect(page.locator('tr[data-row]')).toHaveCount(10);
    await page.unroute(address);
    const asked: (string | null)[] = [];
    page.on('request', (request) => {
      const { pathname, searchParams } = new URL(request.url());
      if (pathname === list) asked.push(searchParams.get('current'));
    });
    const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Try again' }).click()]);
    const [rows = []] = Object.values(await readSheets(await readFile(await file.path())));
    expect(rows.length).toBeGreaterThan(100);
    expect(asked[0]).toBe('3');
  });
});
