import { drawPictures } from '../../server/database/demo/image-pictures.ts';
import { pngOf } from '../../server/modules/images/work.ts';
import { expectAccessible } from '../support/accessibility.ts';
import { expect, test } from '../support/browser.ts';
import { enter } from './world.ts';

test('[DATA-04] what stands in a text and in a file is marked, listed and narrowed to a kind', async ({ page, server }) => {
  await enter(page, server, { language: 'en' });
  await page.goto('/ai/text');
  await page.getByRole('button', { name: 'Recognise' }).click();
  await expect(page.getByText('Paste a text or choose a file first')).toBeVisible();
  await page.getByRole('textbox', { name: 'Text' }).fill('Pay USD 1,250.50 by 2026-02-30 to a@example.com');
  await page.getByRole('button', { name: 'Recognise' }).click();
  await expect(page.locator('mark')).toHaveText(['USD 1,250.50 (Amount)', '2026-02-30 (Date)', 'a@example.com (E-mail address)']);
  const row = page.getByRole('row', { name: /2026-02-30/ });
  await expect(row).toContainText('Wrong');
  await expectAccessible(page);
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), page.getByRole('button', { name: 'Read a file' }).click()]);
  await chooser.setFiles({ name: 'note.txt', mimeType: 'text/plain', buffer: Buffer.from('税率13％') });
  await expect(page.locator('mark')).toHaveText(['13％ (Percentage)']);
  await expect(page.getByRole('textbox', { name: 'Text' })).toHaveValue('税率13％');
});

test('[DATA-04] whoever waits for a file or a picture can stop it, and goes on at once', async ({ page, server }) => {
  await enter(page, server, { language: 'en' });
  const [paper] = drawPictures('receipt', 1, 12);
  const file = { name: 'receipt.png', mimeType: 'image/png', buffer: pngOf(paper ?? new Uint8Array()) };
  for (const [address, choose] of [
    ['/ai/image', 'Choose a picture'],
    ['/ai/text', 'Read a file'],
  ] as const) {
    await page.goto(address);
    const stop = page.getByRole('button', { name: 'Stop', exact: true });
    await expect(page.getByRole('button', { name: choose })).toBeVisible();
    await expect(stop).toHaveCount(0);
    const [chooser] = await Promise.all([page.waitForEvent('filechooser'), page.getByRole('button', { name: choose }).click()]);
    const givenUp = page.waitForEvent('requestfailed', (request) => request.url().includes('/api/ai/'));
    await chooser.setFiles(file);
    await stop.press('Enter');
    await givenUp;
    await expect(stop).toHaveCount(0);
    await expect(page.getByRole('button', { name: choose })).toBeEnabled();
    await expect(page.getByRole('alert').filter({ hasText: /\S/ })).toHaveCount(0);
  }
  await page.getByRole('textbox', { name: 'Text' }).fill('Due 2026-03-01');
  await page.getByRole('button', { name: 'Recognise' }).click();
  await expect(page.locator('mark')).toHaveText(['2026-03-01 (Date)']);
});

test('[DATA-04] pictures of the demo are learned from, and another one is told as what it is', async ({ page, server }) => {
  test.slow();
  await enter(page, server, { language: 'en' });
  await page.goto('/ai/image');
  await page.getByRole('link', { name: /Kinds of papers/ }).click();
  await page.getByRole('button', { name: 'Learn' }).click();
  await expect(page.getByRole('table', { name: 'Confusion matrix' })).toBeVisible({ timeout: 60_000 });
  const [seal] = drawPictures('seal', 1, 99);
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), page.getByRole('button', { name: 'Choose a picture' }).click()]);
  await chooser.setFiles({ name: 'seal.png', mimeType: 'image/png', buffer: pngOf(seal ?? new Uint8Array()) });
  await expect(page.getByText(/The likeliest of the classes/)).toBeVisible({ timeout: 30_000 });
  await expectAccessible(page);
});

test.describe('what is not there', () => {
  test.use({ expectedErrors: [/404|NOT_FOUND/] });

  test('[DATA-04] a transcript or a model that is not there is told, and nothing is offered for it', async ({ page, server }) => {
    await enter(page, server, { language: 'en' });
    await page.goto('/ai/speech/999999');
    await expect(page.getByText('This transcript does not exist, or is not yours.')).toBeVisible();
    await page.goto('/ai/image/999999');
    await expect(page.getByText('This model does not exist, or is not yours.')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Add a zip' })).toHaveCount(0);
  });
});
