import type { Page } from '@playwright/test';
import { expectAccessible } from '../support/accessibility.ts';
import { test as base, expect, tokenOf } from '../support/browser.ts';
import { withServer } from '../support/server-database.ts';
import type { ServerProcess } from '../support/server-process.ts';
import { startEditor } from '../support/wopi-editor.ts';
import { enter } from './world.ts';

/** A server with a document editor. */
const test = base.extend<object, { server: ServerProcess }>({
  server: [
    async ({ serverEnv }, use) => {
      const editor = await startEditor();
      await withServer({ ...serverEnv, WOPI_URL: editor.address }, use);
      await editor.close();
    },
    { scope: 'worker', timeout: 60_000 },
  ],
});

async function upload(server: ServerProcess, name: string, content: string): Promise<string> {
  const form = new FormData();
  form.append('businessType', 'trial');
  form.append('businessId', '1');
  form.append('file', new File([content], name));
  const headers = { authorization: `Bearer ${await tokenOf(server)}` };
  const answer = await fetch(`${server.address}/api/birp/file/upload`, { method: 'POST', headers, body: form });
  const { data }: { data: { path: string } } = await answer.json();
  return data.path;
}
const editorOf = (page: Page) => page.frameLocator('iframe[title="report.txt"]');

test('[MISC-06] a file is edited in the editor of the installation, which the page frames and gives its secret by a form; what it held before can be had', async ({
  page,
  server,
}) => {
  const path = await upload(server, 'report.txt', 'first words');
  await enter(page, server, { language: 'en' });
  await page.goto(`/file-viewer?path=${path}`);
  const popup = page.waitForEvent('popup');
  await page.getByRole('button', { name: 'Edit' }).click();
  const editing = await popup;
  await expect(editing.getByRole('heading', { name: 'report.txt' })).toBeVisible();
  await expect(editorOf(editing).getByText('edits report.txt')).toBeVisible();
  await editorOf(editing).getByLabel('Content').fill('better words');
  await editorOf(editing).getByRole('button', { name: 'Save' }).click();
  await expect(editorOf(editing).getByText('Saved: 200 200 200')).toBeVisible();
  await editing.close();

  await page.reload();
  await expect(page.getByText('better words')).toBeVisible();
  await page.getByRole('button', { name: 'Earlier versions' }).click();
  const download = page.waitForEvent('download');
  await page.getByRole('row').filter({ hasText: '11 B' }).getByRole('button', { name: 'Download' }).click();
  expect((await download).suggestedFilename()).toBe('report (1).txt');

  // The editor gave its lock back when it saved.
  await page.getByRole('row').filter({ hasText: '11 B' }).getByRole('button', { name: 'Restore' }).click();
  await page
    .getByRole('dialog')
    .filter({ hasText: 'Version 1 becomes what report.txt holds' })
    .getByRole('button', { name: 'Restore' })
    .click();
  await expect(page.getByText('Restored')).toBeVisible();
  await expect(page.getByText('first words')).toBeVisible();
  await expect(page.getByRole('row').filter({ hasText: '12 B' })).toBeVisible();
});

test('[MISC-06] where no editor opens the file the page says so and offers the download', async ({ page, server }) => {
  const path = await upload(server, 'table.csv', 'a,b\n1,2\n');
  await enter(page, server, { language: 'en' });
  await page.goto(`/wopi/editor?path=${path}`);
  await expect(page.getByRole('heading', { name: 'The document editor does not open this kind of file' })).toBeVisible();
  await page.route('**/api/wopi/offer', (route) =>
    route.fulfill({ json: { code: '000000', msg: 'success', data: { state: 'none', mode: null, fileName: 'table.csv' } } }),
  );
  await page.reload();
  await expect(page.getByRole('heading', { name: 'No document editor is available' })).toBeVisible();
  await expectAccessible(page);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download' }).last().click();
  expect((await download).suggestedFilename()).toBe('table.csv');
});
