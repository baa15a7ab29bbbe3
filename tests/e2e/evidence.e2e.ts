import { writeFileSync } from 'node:fs';
import { invoicePicture, notePicture } from '../../server/database/demo/ticket-pictures.ts';
import { expect, test, tokenOf } from '../support/browser.ts';
import { call } from './screens/screen.ts';
import { become, enter, hold } from './world.ts';

// The file that is refused, and the change that comes too late.
test.use({ expectedErrors: [/uploadFile.*status of 400|flow-bill-ticket\/update.*status of 409/] });

const phone = { width: 390, height: 844 };
const desk = { width: 1440, height: 900 };

const file = (name: string, buffer: Buffer) => ({ name, mimeType: 'image/png', buffer });

test('[EVID-01] [EVID-02] [EVID-09] [EVID-10] [EVID-11] [TICKET-01] [TICKET-02] [TICKET-04] [FLOW-07] staff share a link; a dealer uploads by telephone, is rejected, corrects, and is approved', async ({
  page,
  server,
}) => {
  // A link of the demo, with a task that asks for an invoice alone.
  const token = await tokenOf(server, 'auditor');
  const links = await call<{ list: { id: string; reviewObjectId: string }[] }>(server, 'flow-ticket-url/queryPage', { token, body: {} });
  const [link] = links.list;
  if (!link) throw new Error('The demo has no share link');
  const { copyUrl } = await call<{ copyUrl: string }>(server, `flow-ticket-url/fetchCopyUrl/${link.id}`, { token });
  const taskName = 'Browser test of a round';
  const body = { reviewObjectId: link.reviewObjectId, taskName, ticketTypes: ['vat-special'] };
  await call(server, 'flow-bill-collect/save', { token, body });
  const address = `/evidence/collectiont/link?copyUrl=${copyUrl}`;

  // Nobody is signed in, in a window as wide as a telephone.
  await page.setViewportSize(phone);
  await page.addInitScript(() => localStorage.getItem('language') ?? localStorage.setItem('language', 'en'));
  await page.goto(address);
  await expect(page.getByText('Ticket types to upload')).toBeVisible();
  const search = async () => {
    await page.getByRole('textbox', { name: 'Keyword' }).fill('Browser test');
    await page.getByRole('button', { name: 'Search' }).click();
    // Found, and not the one of before the search: rows that come while something is pressed move it away, and are not selected any more.
    await expect(page).toHaveURL(/bills\.filters=/);
    await expect(page.locator('[data-row]').filter({ hasNotText: 'Browser test' })).toHaveCount(0);
  };
  await search();
  const card = page.getByRole('row').filter({ hasText: taskName });
  await expect(card).toContainText('Not started');
  await card.getByRole('button', { name: 'View details' }).click();
  const details = page.getByRole('dialog');
  for (const label of ['Date', 'Client', 'Product name', 'Specification', 'Quantity', 'Flow type', 'Ticket types needed', 'Last day'])
    await expect(details.getByText(label, { exact: true })).toBeVisible();
  await expect(details).toContainText('恒怡乳业股份有限公司');
  await page.keyboard.press('Escape');
  await expect(details).toBeHidden();
  await card.getByRole('button', { name: 'Upload' }).click();
  const panel = page.getByRole('region', { name: 'VAT special invoice' });
  const chooser = panel.locator('input[type="file"]').first();
  const invoice = { kind: '01', code: '044002600111', number: '99887766', amount: '1234.50', date: '2026-01-15', check: '' } as const;
  await chooser.setInputFiles([file('invoice.png', await invoicePicture(invoice)), file('no-invoice.png', notePicture('77'))]);
  // What is no picture is refused with the reason, and cannot be sent once more.
  await chooser.setInputFiles([file('program.png', Buffer.from('MZ: a program'))]);
  const refused = panel.getByRole('listitem', { name: 'program.png' });
  await expect(refused).toContainText('program.png is damaged or not what its name says');
  await expect(refused.getByRole('button')).toHaveText(['Discard']);
  await refused.getByRole('button').click();
  // A photo above 10 MB is made smaller, and is as good as before. What stands behind the end of a picture is no part of it.
  const large = test.info().outputPath('large.png');
  writeFileSync(large, Buffer.concat([await invoicePicture(invoice), Buffer.alloc(11 * 1024 * 1024)]));
  // From the disk, as people do: handed over as text it keeps a slow page busy for half a minute.
  await chooser.setInputFiles(large);
  const smaller = panel.getByRole('listitem', { name: 'large.jpg' });
  await expect(smaller).toContainText(/Made smaller: 11(\.\d)? MB became/);
  await expect(smaller.getByText('Values read from the QR code')).toBeVisible({ timeout: 60_000 });
  await smaller.getByRole('button', { name: /^Discard/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click();
  await expect(smaller).toBeHidden();
  const read = panel.getByRole('listitem', { name: 'invoice.png', exact: true });
  // Its print is looked at for names, too.
  await expect(read.getByText('Values read from the QR code')).toBeVisible({ timeout: 60_000 });
  await expect(read.getByRole('textbox', { name: 'Number', exact: true })).toHaveValue('99887766');
  // Written as on every page, whatever the language of the browser.
  await expect(read.getByRole('textbox', { name: 'Date of issue' })).toHaveValue('2026-01-15');
  const unread = panel.getByRole('listitem', { name: 'no-invoice.png' });
  await expect(unread.getByText('Nothing was recognised: please type the values')).toBeVisible({ timeout: 60_000 });
  // Invoices without what they are compared by are asked about, by what they lack: one, or all at once.
  await unread.getByRole('textbox', { name: 'Number', exact: true }).fill('99887767');
  const lacking = page.getByRole('dialog').filter({ hasText: 'no value for: no-invoice.png (Date of issue, Amount before tax).' });
  for (const save of [unread.getByRole('button', { name: /^Save/ }), page.getByRole('button', { name: /^Save all/ })]) {
    await save.click();
    await lacking.getByRole('button', { name: 'Cancel' }).click();
    await expect(lacking).toBeHidden();
    await expect(unread.getByRole('textbox', { name: 'Number', exact: true })).toHaveValue('99887767');
    await expect(read.getByText('Not saved')).toBeVisible();
  }
  await unread.getByRole('button', { name: /^Discard/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click();
  await expect(unread).toBeHidden();
  // What was typed is there again after a reload, and stands beside what was read.
  await read.getByRole('textbox', { name: 'Amount before tax' }).fill('1200.00');
  await expect(read.getByText('differs from the recognised 1234.50')).toBeVisible();
  const [addresses, pictures] = [
    await hold(page, '**/api/flow-bill-ticket/getUrlsByPath*'),
    await hold(page, '**/api/flow-bill-ticket/file?*'),
  ];
  await page.reload();
  await expect(page.getByText('Files that were not saved are here again')).toBeVisible();
  await expect(read.getByRole('textbox', { name: 'Amount before tax' })).toHaveValue('1200.00');
  // Its picture comes last, and moves nothing.
  const height = async () => (await read.boundingBox())?.height;
  const before = await height();
  addresses.release();
  const picture = read.getByRole('img', { name: /^Picture of/ });
  await expect(picture).toBeAttached();
  expect(await height()).toBe(before);
  pictures.release();
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalHeight)).toBeGreaterThan(100);
  expect(await height()).toBe(before);
  await read.getByRole('button', { name: /^Save/ }).click();
  await expect(page.getByText('All tickets are there: the auditors look at them now.', { exact: false })).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(phone.width);

  // Staff reject it with a reason.
  await page.setViewportSize(desk);
  await enter(page, server, { user: 'auditor', language: 'en' });
  await page.goto('/flow/evidence');
  await search();
  const row = page.getByRole('row').filter({ hasText: taskName });
  await expect(row).toContainText('Auditing');
  await row.getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Reject' }).click();
  const refusal = page.getByRole('dialog');
  await refusal.getByRole('textbox', { name: 'Reason' }).fill('The amount is that of another invoice');
  // The dealer hears of it, unless that is taken back.
  await expect(refusal.getByRole('checkbox', { name: 'Write to the dealer with the reason and the link' })).toBeChecked();
  await expect(refusal.getByText('English')).toBeVisible();
  await refusal.getByRole('button', { name: 'Reject' }).click();
  await expect(page.getByText(/^Rejected\. Letters to dealers: 1$/)).toBeVisible();
  await expect(row).toContainText('Collecting');

  // The dealer reads why, and corrects it.
  await page.goto(address);
  await search();
  await page.getByRole('row').filter({ hasText: taskName }).getByRole('button', { name: 'Upload' }).click();
  await expect(page.getByText('Rejected: The amount is that of another invoice', { exact: false })).toBeVisible();
  const saved = page.getByRole('listitem', { name: 'invoice.png' });
  await saved.getByRole('textbox', { name: 'Amount before tax' }).fill('1234.50');
  // A colleague has the same page open, and is faster.
  const { list: tasks } = await call<{ list: { id: string }[] }>(server, 'flow-bill-collect/queryPage', {
    token,
    body: { keyWord: taskName },
  });
  const asked = { id: tasks[0]?.id, copyUrl };
  const { ticketList } = await call<{ ticketList: { id: string; version: number }[] }>(server, 'flow-bill-ticket/queryList', {
    body: asked,
  });
  const [{ id, version } = { id: '', version: 0 }] = ticketList;
  await call(server, 'flow-bill-ticket/update', { body: { id, version, copyUrl, ticketNum: '55', ticketAmount: '9.00' } });
  await saved.getByRole('button', { name: /^Save/ }).click();
  await expect(saved.getByRole('alert').getByRole('listitem')).toHaveText(['Amount before tax: 9.00']);
  await expect(saved.getByRole('textbox', { name: 'Number', exact: true })).toHaveValue('55');
  await saved.getByRole('button', { name: /^Save/ }).click();
  await expect(page.getByText('All tickets are there: the auditors look at them now.', { exact: false })).toBeVisible();
  await expect(page.getByText('It was rejected: The amount is that of another invoice It is looked at again now.')).toBeVisible();

  await become(page, server, 'auditor');
  await page.goto('/flow/evidence');
  await search();
  await expect(row).toContainText('Auditing');
  // Whoever looks at the tickets decides there.
  await row.getByRole('button', { name: 'Tickets' }).click();
  const drawer = page.getByRole('dialog', { name: /Tickets of/ });
  await expect(drawer.getByRole('button', { name: 'Reject' })).toBeVisible();
  await drawer.getByRole('button', { name: 'Approve' }).click();
  await page
    .getByRole('dialog', { name: /Approve/ })
    .getByRole('button', { name: /Approve|OK|Yes/ })
    .click();
  await expect(drawer.getByText('Completed', { exact: true }).first()).toBeVisible();
  await expect(drawer.getByRole('button', { name: 'Approve' })).toBeDisabled();

  // Everything that happened stays to be read, with the files of then.
  const history = page.getByRole('table', { name: 'History' });
  await expect(history.getByRole('row').nth(1)).toContainText('Approved');
  await expect(history.getByRole('row').filter({ hasText: 'Rejected' })).toContainText('The amount is that of another invoice');
  const brought = history.getByRole('row').filter({ hasText: 'Brought' });
  await expect(brought).toContainText('1,200.00');
  await brought.getByRole('button', { name: 'invoice.png' }).click();
  await expect(page.getByRole('dialog', { name: 'invoice.png' }).getByRole('img', { name: 'invoice.png' })).toBeVisible();
});

test.describe('a wrong link', () => {
  test.use({ expectedErrors: [/status of 404|NOT_FOUND/] });

  test('[EVID-01] [EVID-12] a link that is wrong shows nothing, and says what to do', async ({ page }) => {
    await page.setViewportSize(phone);
    await page.addInitScript(() => localStorage.setItem('language', 'en'));
    await page.goto('/evidence/collectiont/link?copyUrl=guess');
    await expect(page.getByText('This link shows nothing')).toBeVisible();
    await expect(page.getByText('Please ask whoever sent it to you for a new one', { exact: false })).toBeVisible();
  });
});

test.describe('a link that opens nothing', () => {
  test.use({ expectedErrors: [/queryPageByUrl|pages\/evidence\/collection/] });

  test('[EVID-01] a link whose tasks cannot be reached is not told to be wrong, and opens once the connection is back', async ({
    page,
  }) => {
    await page.addInitScript(() => localStorage.setItem('language', 'en'));
    await page.route('**/queryPageByUrl', (route) => route.abort());
    await page.goto('/evidence/collectiont/link?copyUrl=none');
    await expect(page.getByRole('heading', { name: 'The tasks cannot be reached at the moment' })).toBeVisible();
    await expect(page.getByText('This link shows nothing')).toHaveCount(0);
    await page.unroute('**/queryPageByUrl');
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByText('This link shows nothing')).toBeVisible();
  });
});

test.describe('a connection that breaks', () => {
  test.use({ expectedErrors: [/uploadFile/] });

  test('[EVID-10] [TICKET-04] files that did not get there are not left behind without a question', async ({ page, server }) => {
    const token = await tokenOf(server, 'auditor');
    const { copyUrl } = await call<{ copyUrl: string }>(server, 'flow-ticket-url/fetchCopyUrl/1', { token });
    await page.setViewportSize(phone);
    await page.addInitScript(() => localStorage.setItem('language', 'en'));
    await page.route('**/uploadFile', (route) => route.abort());
    await page.goto(`/evidence/collectiont/link?copyUrl=${copyUrl}`);
    await page.getByRole('row').filter({ hasText: 'Not started' }).first().getByRole('button', { name: 'Upload' }).click();
    await page
      .locator('input[type="file"]')
      .first()
      .setInputFiles([file('unsent.png', notePicture('1'))]);
    await expect(page.getByText(/^unsent\.png was not sent/)).toBeVisible();
    await page.getByRole('button', { name: /Back to the tasks/ }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Keep editing' }).click();
    await page.unroute('**/uploadFile');
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByText(/^unsent\.png was not sent/)).toBeHidden();
  });
});
