import { expect, test, tokenOf } from '../support/browser.ts';
import { InvoiceCamera } from '../support/invoice-camera.ts';
import { paperInvoice } from '../support/invoice-pages.ts';
import { call } from './screens/screen.ts';

test('[API-158] [TICKET-02] [TICKET-04] a dealer photographs an invoice without a code: its print fills the fields, and the page says to compare', async ({
  page,
  server,
}) => {
  const token = await tokenOf(server, 'auditor');
  const links = await call<{ list: { id: string; reviewObjectId: string }[] }>(server, 'flow-ticket-url/queryPage', { token, body: {} });
  const [link] = links.list;
  if (!link) throw new Error('The demo has no share link');
  const { copyUrl } = await call<{ copyUrl: string }>(server, `flow-ticket-url/fetchCopyUrl/${link.id}`, { token });
  const taskName = 'Photo without a code';
  const body = { reviewObjectId: link.reviewObjectId, taskName, ticketTypes: ['vat-special'] };
  const task = await call<{ id: string; version: number }>(server, 'flow-bill-collect/save', { token, body });
  const camera = await InvoiceCamera.open();
  const invoice = paperInvoice(91, { layout: 'digital' });
  const photo = await camera.take(invoice, { turn: 92, jpeg: 75, shadow: true, scale: 1 });
  await camera.close();

  await page.setViewportSize({ width: 390, height: 844 });
  await page.addInitScript(() => localStorage.getItem('language') ?? localStorage.setItem('language', 'en'));
  await page.goto(`/evidence/collectiont/link?copyUrl=${copyUrl}`);
  await page.getByRole('textbox', { name: 'Keyword' }).fill(taskName);
  await page.getByRole('button', { name: 'Search' }).click();
  await page.getByRole('row').filter({ hasText: taskName }).getByRole('button', { name: 'Upload' }).click();
  const panel = page.getByRole('region', { name: 'VAT special invoice' });
  const file = { name: 'photo.jpg', mimeType: 'image/jpeg', buffer: photo };
  const chooser = panel.locator('input[type="file"]').first();
  const card = panel.getByRole('listitem', { name: 'photo.jpg' });

  // Reading takes a while, and can be stopped.
  await chooser.setInputFiles(file);
  await expect(card.getByRole('progressbar', { name: 'The file is being read' })).toBeVisible();
  // A file that is thrown away while its picture is on the way is not found, and the browser says so.
  await expect
    .poll(() => card.locator('img').evaluateAll((images) => images.some((image) => (image as HTMLImageElement).naturalWidth > 0)))
    .toBe(true);
  await card.getByRole('button', { name: /^Discard/ }).click();
  await expect(card).toBeHidden();

  await chooser.setInputFiles(file);
  await expect(card.getByText('Values read from the picture: compare with the paper')).toBeVisible({ timeout: 90_000 });
  await expect(card.getByRole('textbox', { name: 'Number', exact: true })).toHaveValue(invoice.number);
  await expect(card.getByRole('textbox', { name: 'Amount before tax' })).toHaveValue(invoice.amount);
  await card.getByRole('textbox', { name: 'Amount before tax' }).fill('1.00');
  await expect(card.getByText(`differs from the recognised ${invoice.amount}`)).toBeVisible();
  await card.getByRole('button', { name: /^Discard/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click();
  await expect(card).toBeHidden();
  await call(server, 'flow-bill-collect/deleteByIds', { token, body: { ids: [task.id] } });
});
