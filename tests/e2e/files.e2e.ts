import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { PNG } from 'pngjs';
import { people } from '../../server/database/demo/people.ts';
import { officeFile, pdf } from '../server/modules/file-samples.ts';
import { expectAccessible } from '../support/accessibility.ts';
import { expect, tokenOf } from '../support/browser.ts';
import type { ServerProcess } from '../support/server-process.ts';
// A server of their own: its workspaces are not those other tests count.
import { menuOf, published, test } from './overlay.ts';
import { call } from './screens/screen.ts';
import { become, enter, hold } from './world.ts';

const [first, second] = people()
  .filter(({ roles, status }) => status === '0' && roles.includes('dataAnalyst'))
  .slice(4);
if (!first || !second) throw new Error('The demo data have too few data analysts');
const colleague = first.username;
const reader = second.username;

const lines = Array.from({ length: 1_200 }, (_, at) => `${at + 1},金额 ${at * 3}`).join('\r\n');
const scan = { name: 'scan.png', mimeType: 'image/png', buffer: PNG.sync.write(new PNG({ width: 40, height: 30 })) };
const table = { name: '底稿 "终".csv', mimeType: 'text/csv', buffer: Buffer.from(lines) };
const program = { name: 'run.exe', mimeType: 'application/octet-stream', buffer: Buffer.from('MZ') };
const broken = { name: 'broken.pdf', mimeType: 'application/pdf', buffer: Buffer.from('no pdf') };
const report = { name: 'report.pdf', mimeType: 'application/pdf', buffer: pdf };

// What these tests provoke: a refused file, a broken line, a file that is not there, an answer that is none.
test.use({ expectedErrors: [/file\/upload|ERR_FAILED|get-(down|up)load-url|NOT_FOUND|file\/download/] });

const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });
const area = (page: Page) => page.getByRole('group', { name: 'Upload a file' });
const choose = (page: Page, files: (typeof scan)[]) => page.locator('input[type=file]').first().setInputFiles(files);

/** A new workspace of the administrator with a collaborator and a viewer. */
async function workspace(server: ServerProcess, name: string): Promise<string> {
  const token = await tokenOf(server);
  const { bizId } = await call<{ bizId: string }>(server, 'workspace/saveOrUpdate', { token, body: { name } });
  for (const [username, roleType] of [
    [colleague, '1'],
    [reader, '2'],
  ] as const) {
    const path = `workspace/${bizId}/candidates?keyword=${username}`;
    const { content } = await call<{ content: { userId: string }[] }>(server, path, { token });
    await call(server, `workspace/${bizId}/inviteTeamMember`, { token, body: content.map(({ userId }) => ({ userId, roleType })) });
    await call(server, `workspace/${bizId}/agreeOrRefuse`, { token: await tokenOf(server, username), body: { status: '0' } });
  }
  return bizId;
}

/** Drops files as from the desktop. */
async function drop(page: Page, { name, mimeType, buffer }: typeof scan): Promise<void> {
  const data = await page.evaluateHandle(
    ([text, fileName, type]) => {
      const bytes = Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0));
      const transfer = new DataTransfer();
      transfer.items.add(new File([bytes], fileName, { type }));
      return transfer;
    },
    [buffer.toString('base64'), name, mimeType] as const,
  );
  await area(page).dispatchEvent('drop', { dataTransfer: data });
}

test('[FILE-02] [FILE-03] [FILE-04] [FILE-05] [PERM-11] [WS-19] the files of a workspace are sent several at once, looked at, saved and deleted by those who work in it; who leaves passes theirs on', async ({
  page,
  server,
}) => {
  const bizId = await workspace(server, 'Evidence');
  await enter(page, server, { user: colleague, language: 'en' });
  await page.goto(`/workbench/${bizId}/index`);
  await page.getByRole('link', { name: 'Files', exact: true }).click();
  await expect(page.getByText('There are no files yet')).toBeVisible();
  await choose(page, [scan, table, program, broken]);
  await expect(page.getByText('Upload failed')).toBeVisible();
  await expect(rowOf(page, 'scan.png')).toBeVisible();
  await expect(rowOf(page, '底稿 _终_.csv')).toBeVisible();
  await expect(area(page).getByRole('alert')).toHaveText([/run\.exe .*\.png, .*\.txt/, 'broken.pdf is damaged or not what its name says']);
  await expectAccessible(page);
  await drop(page, report);
  await expect(rowOf(page, 'report.pdf')).toBeVisible();
  await expect(area(page).getByRole('alert')).toHaveCount(0);

  await page.getByRole('button', { name: 'scan.png' }).click();
  const view = page.getByRole('dialog', { name: 'scan.png' });
  await expect(view.locator('img')).toHaveJSProperty('naturalWidth', 40);
  const saved = page.waitForEvent('download');
  await view.getByRole('button', { name: 'Download' }).click();
  const file = await saved;
  expect([file.suggestedFilename(), readFileSync(await file.path()).equals(scan.buffer)]).toEqual(['scan.png', true]);
  await page.keyboard.press('Escape');
  await rowOf(page, 'report.pdf').getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByText('Delete report.pdf? Nobody can get it back.').waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(rowOf(page, 'report.pdf')).toHaveCount(0);

  await become(page, server, reader);
  await page.goto(`/workbench/${bizId}/files`);
  await expect(page.getByText('Viewers see and download the files')).toBeVisible();
  await expect(area(page)).toHaveCount(0);
  await expect(rowOf(page, 'scan.png').getByRole('button', { name: 'Delete' })).toHaveCount(0);
  const copy = page.waitForEvent('download');
  await rowOf(page, '底稿').getByRole('button', { name: 'Download' }).click();
  expect((await copy).suggestedFilename()).toBe('底稿 _终_.csv');
  await page.route('**/api/birp/file/download', (route) => route.fulfill({ json: { code: '000000', msg: 'success' } }));
  await rowOf(page, '底稿').getByRole('button', { name: 'Download' }).click();
  await expect(page.getByText('Download failed')).toBeVisible();

  const token = await tokenOf(server, colleague);
  const { userId } = await member(server, bizId);
  await call(server, `workspace/${bizId}/memberRemove`, { token, body: { userId } });
  await page.reload();
  await expect(rowOf(page, 'scan.png')).toContainText('Administrator');
});

/** The collaborator among the people of a workspace. */
async function member(server: ServerProcess, bizId: string): Promise<{ userId: string }> {
  const people = await call<{ userId: string; roleType: string }[]>(server, `workspace/${bizId}/aclList`, {
    token: await tokenOf(server),
    body: {},
  });
  const found = people.find(({ roleType }) => roleType === '1');
  if (!found) throw new Error('The collaborator is not in the workspace');
  return found;
}

test('[FILE-03] a file on its way shows how far it is and can be stopped; one whose line broke is sent again; leaving asks', async ({
  page,
  server,
}) => {
  const bizId = await workspace(server, 'Slow');
  await enter(page, server, { language: 'en' });
  await page.goto(`/workbench/${bizId}/files`);
  await page.getByText('There are no files yet').waitFor();
  const upload = '**/api/birp/file/upload';
  await page.route(upload, (route) => route.abort());
  await choose(page, [scan]);
  await expect(area(page).getByRole('alert')).toHaveText(/^scan\.png could not be sent: /);
  await expect(page.getByRole('status').filter({ hasText: 'Upload failed' })).toBeVisible();
  await page.unroute(upload);

  const { release } = await hold(page, upload);
  await choose(page, [table]);
  await expect(page.getByRole('progressbar', { name: /^Uploading 底稿/ })).toBeVisible();
  await page.getByRole('link', { name: 'Members', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Keep editing' }).click();
  await expect(page).toHaveURL(/\/files$/);
  const stopped = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/file/upload'));
  await page.getByRole('button', { name: /^Stop 底稿/ }).click();
  await expect(page.getByRole('progressbar')).toHaveCount(0);
  await stopped;
  release();
  await area(page).getByRole('button', { name: 'Try again' }).click();
  await expect(rowOf(page, 'scan.png')).toBeVisible();
  await expect(rowOf(page, '底稿')).toHaveCount(0);
});

test('[MISC-05] [FILE-01] [FILE-05] the viewer shows pictures, PDF and text page by page, and offers anything else to save', async ({
  page,
  server,
}) => {
  const bizId = await workspace(server, 'Viewer');
  const token = await enter(page, server, { language: 'en' });
  const send = async ({ name, buffer }: { name: string; buffer: Buffer }): Promise<string> => {
    const body = new FormData();
    body.append('businessType', 'workspace');
    body.append('businessId', bizId);
    body.append('file', new File([new Uint8Array(buffer)], name));
    const answer = await fetch(`${server.address}/api/birp/file/upload`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
      body,
    });
    return ((await answer.json()) as { data: { path: string } }).data.path;
  };
  const address = (path: string, name = '') => `/file-viewer?path=${encodeURIComponent(path)}&name=${encodeURIComponent(name)}`;

  await page.goto(address(await send(scan), 'Proof.png'));
  await expect(page.getByRole('img', { name: 'Proof.png' })).toHaveJSProperty('naturalWidth', 40);
  await page.getByRole('button', { name: 'Actual size' }).click();
  await expectAccessible(page);

  await page.goto(address(await send(table)));
  const text = page.getByRole('region', { name: '底稿 _终_.csv' });
  await expect(text).toContainText('1,金额 0');
  await page.getByRole('button', { name: 'Next page' }).click();
  await expect(page.getByText('Page 2 of 3')).toBeVisible();
  await expect(text).toContainText('501,金额 1500');

  await page.goto(address(await send({ name: 'letter.docx', buffer: await officeFile('docx') })));
  await expect(page.getByText('Not supported response type')).toBeVisible();
  const saved = page.waitForEvent('download');
  await page.getByRole('main').getByRole('button', { name: 'Download' }).last().click();
  expect((await saved).suggestedFilename()).toBe('letter.docx');

  // Without a viewer for PDF it says so; where there is one, it gets the file in a frame.
  const path = await send(report);
  await page.addInitScript(() => Object.defineProperty(navigator, 'pdfViewerEnabled', { value: false, configurable: true }));
  await page.goto(address(path));
  await expect(page.getByText('This browser does not show PDF files')).toBeVisible();
  await page.addInitScript(() => Object.defineProperty(navigator, 'pdfViewerEnabled', { value: true }));
  await page.goto(address(path));
  const source = await page.locator('iframe[title="report.pdf"]').getAttribute('src');
  const framed = await page.request.get(source ?? '');
  expect([framed.headers()['content-type'], framed.headers()['content-security-policy']]).toEqual([
    'application/pdf',
    expect.stringMatching(/^frame-ancestors 'self'/),
  ]);

  await page.goto(address(`files/${'x'.repeat(43)}.pdf`));
  await expect(page.getByText('This file is not there, or not for you')).toBeVisible();
});

test('[FILE-01] [FILE-05] a page of an overlay uploads and saves by address, and its business type takes what its rule says', async ({
  page,
  server,
  screens,
}) => {
  const message = { en: '{{name}} is no deed: {{allowed}}', 'zh-Hans': '{{name}} {{allowed}}', 'zh-Hant': '{{name}} {{allowed}}' };
  screens.write('rules/file/deed.rule.json', { version: 1, type: 'file', extensions: ['.pdf'], maxBytes: 1_048_576, message });
  screens.write('pages/deeds.page.json', {
    version: 1,
    title: { en: 'Deeds', 'zh-Hans': '契约', 'zh-Hant': '契約' },
    state: { path: {}, problem: {} },
    actions: {
      send: {
        steps: [
          { call: 'file.uploadUrl', with: { fileName: '{{ name }}', bizType: 'deed' }, as: 'given' },
          { upload: 'file.put', with: { ticket: '{{ given.ticket }}' }, file: '{{ file }}', as: 'kept' },
          { set: { 'state.path': '{{ kept.path }}' } },
        ],
        onError: [{ set: { 'state.problem': '{{ error.code }}' } }],
      },
      save: [
        { call: 'file.downloadUrl', body: { path: '{{ state.path }}', name: 'Deed of today' }, as: 'given' },
        { download: 'file.content', with: { ticket: '{{ given.ticket }}' } },
      ],
    },
    body: [
      { widget: 'upload-button', text: { en: 'Send', 'zh-Hans': '发送', 'zh-Hant': '傳送' }, onFile: 'send' },
      { widget: 'button', when: '{{ !isEmpty(state.path) }}', text: { en: 'Save', 'zh-Hans': '保存', 'zh-Hant': '儲存' }, onClick: 'save' },
      { widget: 'text', text: '{{ state.problem }}' },
    ],
  });
  screens.write('menus/deeds.menu.json', menuOf('deeds', 'Deeds', 'main#deeds'));
  await published(server, 'deeds');
  await enter(page, server, { language: 'en' });
  await page.goto('/deeds');
  await choose(page, [scan]);
  await expect(page.getByText('PARAMETER_ERROR')).toBeVisible();
  await choose(page, [report]);
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save' }).click();
  const file = await saved;
  expect([file.suggestedFilename(), readFileSync(await file.path()).equals(pdf)]).toEqual(['Deed of today.pdf', true]);
});
