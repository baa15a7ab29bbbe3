import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Page } from '@playwright/test';
import { test as base, expect } from '../support/browser.ts';
import { projectRoot } from '../support/project.ts';
import { type ServerProcess, startServer } from '../support/server-process.ts';
import { loginForm } from './world.ts';

const page = {
  $schema: '../../../schemas/meta/page.schema.json',
  version: 1,
  title: { 'zh-Hans': '港口', 'zh-Hant': '港口', en: 'Harbours' },
  body: [
    {
      widget: 'table',
      name: 'harbours',
      source: { call: 'dictionary.list', with: { keyword: '{{ harbours.filters.keyword }}' } },
      filters: [{ widget: 'input', name: 'keyword', label: { 'zh-Hans': '关键字', 'zh-Hant': '關鍵字', en: 'Keyword' } }],
      rowKey: 'dictValue',
      columns: [
        { name: 'dictLabel', title: { 'zh-Hans': '名称', 'zh-Hant': '名稱', en: 'Name' }, value: '{{ localized(row.dictLabel) }}' },
      ],
    },
  ],
};

const word = (en: string, zh: string) => ({ 'zh-Hans': zh, 'zh-Hant': zh, en });
const record = {
  type: 'object',
  properties: { id: { type: 'string' }, name: { type: 'string' }, phone: { type: 'string' }, version: { type: 'integer' } },
};
/** Calls only the back end knows. */
const service = {
  $schema: '../../../schemas/meta/service.schema.json',
  version: 1,
  title: 'Pilots',
  calls: {
    get: { summary: 'The pilot.', method: 'GET', path: '/api/pilots/7', access: 'session', response: record },
    update: {
      summary: 'Changes the pilot.',
      method: 'PUT',
      path: '/api/pilots/7',
      access: 'session',
      body: { ...record, additionalProperties: false, required: ['version'] },
      errors: ['CONFLICT', 'PARAMETER_ERROR'],
      response: record,
    },
    paper: {
      summary: 'Keeps a paper.',
      method: 'POST',
      path: '/api/pilots/papers',
      access: 'session',
      bodyType: 'multipart',
      body: { type: 'object', required: ['paper'], properties: { paper: { type: 'string' } } },
      response: { type: 'object', required: ['path'], properties: { path: { type: 'string' } } },
    },
  },
};
const pilots = {
  $schema: '../../../schemas/meta/page.schema.json',
  version: 1,
  title: word('Pilots', '引航员'),
  data: { pilot: { call: 'pilots.get' } },
  actions: {
    save: [{ call: 'pilots.update', body: "{{ pick(entry.values, ['name', 'phone', 'version']) }}" }, { notify: 'common.saved' }],
  },
  body: [
    {
      widget: 'form',
      name: 'entry',
      initial: '{{ data.pilot }}',
      onSubmit: 'save',
      fields: [
        { widget: 'input', name: 'name', label: word('Name', '姓名') },
        { widget: 'input', name: 'phone', label: word('Phone', '电话') },
        { widget: 'upload', name: 'papers', label: word('Papers', '文件'), call: 'pilots.paper', part: 'paper' },
      ],
      body: [{ widget: 'button', text: 'common.save', submit: true }],
    },
  ],
};

/** Our server before a back end that is not ours, with pages and a contract in the overlay. */
const test = base.extend<object, { foreign: string; server: ServerProcess }>({
  foreign: [
    async ({ browserName: _ }, use) => {
      const child: ChildProcess = spawn(process.execPath, [join(projectRoot, 'tests/support/foreign-server.mjs')], {
        env: { PORT: '0' },
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      const address = await new Promise<string>((done) => {
        child.stdout?.once('data', (line) => done(/http:\S+/.exec(String(line))?.[0] ?? ''));
      });
      await use(address);
      child.kill();
    },
    { scope: 'worker' },
  ],
  server: [
    async ({ foreign }, use) => {
      const folder = mkdtempSync(join(tmpdir(), 'targus-foreign-'));
      const documents = { 'pages/foreign/harbours.page': page, 'pages/foreign/pilots.page': pilots, 'services/pilots.service': service };
      for (const [name, document] of Object.entries(documents)) {
        const file = join(folder, `schemas/${name}.json`);
        mkdirSync(dirname(file), { recursive: true });
        writeFileSync(file, JSON.stringify(document));
      }
      const env = { DATA_DIR: join(folder, 'data'), SCHEMAS_DIR: join(folder, 'schemas'), API_TARGET: foreign };
      const server = await startServer({ env, wait: false });
      await expect
        .poll(
          () =>
            fetch(`${server.address}/schemas/manifest.json`).then(
              (r) => r.status,
              () => 0,
            ),
          { timeout: 60_000 },
        )
        .toBe(200);
      await use(server);
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
    { scope: 'worker', timeout: 90_000 },
  ],
});
test.use({ expectedErrors: [/status of 40\d|could not be loaded|dictionary\.list|pages\/foreign|NOT_FOUND/] });

async function signIn(page: Page): Promise<void> {
  await page.goto('/login');
  const form = loginForm(page);
  await form.account.fill('mei');
  await form.password.fill('foreign-pass');
  await form.captcha.fill('4242');
  await form.submit.click();
  await page.waitForURL((url) => url.pathname !== '/login');
}

test('staff of a foreign back end sign in, find their own menu and work on a page of the overlay', async ({
  page,
  server,
  foreign,
  complaints,
}) => {
  await page.context().addCookies([{ name: 'ours', value: 'private', url: server.address }]);
  await signIn(page);
  await expect(page.getByRole('heading', { name: /Mei Lin/ })).toBeVisible();
  // What the back end does not offer is not offered: delegations and messages.
  for (const name of ['My agencies', 'Authorization management']) await expect(page.getByRole('link', { name })).toHaveCount(0);
  await expect(page.getByRole('button', { name: /^Messages/ })).toHaveCount(0);

  await page.goto('/harbours');
  await expect(page).toHaveTitle(/^Harbours - Harbour Master/);
  await expect(page.getByRole('navigation', { name: 'Main menu' }).getByText('Harbours')).toBeVisible();
  const rows = page.getByRole('table').locator('tbody').getByRole('row');
  await expect(rows).toHaveCount(2);
  await page.getByRole('textbox', { name: 'Keyword' }).fill('ning');
  await page.getByRole('button', { name: 'Search' }).click();
  await expect(rows).toHaveCount(1);
  await expect(rows.first()).toContainText('Ningbo');

  // It keeps no settings: the browser does.
  await page.getByRole('button', { name: /^Theme/ }).click();
  await page.getByRole('menuitemradio', { name: 'Light yellow' }).click();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'theme-yellow-light');
  await expect(page.getByText('This no longer exists')).toHaveCount(0);

  // The contracts to read: ours and those of the overlay.
  const { paths, tags } = (await (await fetch(`${server.address}/api/docs/openapi.json`)).json()) as Record<string, Record<string, object>>;
  expect(paths?.['/api/pilots/7']).toMatchObject({ get: { operationId: 'pilots.get' }, put: { tags: ['pilots'] } });
  expect(paths).toHaveProperty(['/api/login/stats', 'get']);
  expect(JSON.stringify(tags)).toContain('"description":"Pilots"');
  await page.goto('/not-there');
  await expect(page.getByRole('heading', { name: 'This page cannot be opened' })).toBeVisible();

  await page.goto('/harbours');
  await page.getByRole('textbox', { name: 'Keyword' }).fill('broken');
  await page.getByRole('button', { name: 'Search' }).click();
  await expect(page.getByText('The server answered in an unexpected form', { exact: false })).toBeVisible();
  const breaches = complaints.filter((line) => line.includes('breaks its contract'));
  expect(breaches).toEqual(['console: dictionary.list: the answer breaks its contract at /content: expected array, got string "many"']);

  const seen: { path: string; cookie?: string }[] = await (await fetch(`${foreign}/seen`)).json();
  expect(seen.some(({ path }) => path === '/api/login/token')).toBe(true);
  expect(seen.filter(({ cookie }) => cookie !== undefined)).toEqual([]);
  expect((await page.context().cookies()).map(({ name }) => name)).toEqual(['ours']);
});

test('a form over calls of an overlay saves to a foreign back end, through its refusal and a conflict, and sends it a file', async ({
  page,
  server: _,
  foreign,
}) => {
  await signIn(page);
  await page.goto('/pilots');
  const [name, phone] = [page.getByRole('textbox', { name: 'Name' }), page.getByRole('textbox', { name: 'Phone' })];
  const save = page.getByRole('button', { name: 'Save' });
  await expect(name).toHaveValue('Anton');

  await phone.fill('');
  await save.click();
  await expect(phone).toHaveAccessibleDescription('The radio room needs a number');

  await fetch(`${foreign}/elsewhere`);
  await phone.fill('200');
  await save.click();
  await page.getByRole('dialog').getByRole('button', { name: 'OK' }).click();
  await expect(name).toHaveValue('Berta');
  await expect(phone).toHaveValue('200');
  await save.click();
  await expect(page.getByText('Saved successfully')).toBeVisible();

  await page.locator('input[type=file]').setInputFiles({ name: 'pilot.txt', mimeType: 'text/plain', buffer: Buffer.from('yes') });
  await expect(page.getByRole('link', { name: 'pilot.txt' })).toHaveAttribute('href', '/api/pilots/papers/pilot.txt');
});
