import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expectAccessible } from '../support/accessibility.ts';
import { expect, test } from '../support/browser.ts';
import type { ServerProcess } from '../support/server-process.ts';
import { answerByKey, enter, hold } from './world.ts';

// A refused request stands in the console of every browser.
test.use({ expectedErrors: [/409 \(Conflict\)/] });

const field = (page: Page, name: string) => page.getByRole('dialog').getByRole('textbox', { name });

/** Calls of templates beside what the page does. */
const sender = (page: Page, server: ServerProcess, token: string) => async (path: string, data: object) => {
  const headers = { authorization: `Bearer ${token}` };
  const answer: { data: { id: string } } = await (
    await page.request.post(`${server.address}/api/risk/template${path}`, { headers, data })
  ).json();
  return answer.data;
};

async function choose(page: Page, button: string, name: string, lines: readonly string[]): Promise<void> {
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), page.getByRole('button', { name: button, exact: true }).click()]);
  await chooser.setFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(lines.join('\n')) });
}

test('[RISK-05] [RISK-06] a manager imports a template, learns what does not fit, designs the rest, previews and publishes it', async ({
  page,
  server,
}) => {
  const token = await enter(page, server, { user: 'riskmanager', language: 'en' });
  await page.goto('/risk/template');
  await choose(page, 'Import', 'Supplier risks.csv', ['Dimension,Risk cause,Sub-cause', 'Supply,Delay,Late parts', 'Supply,,Lost parts']);
  const faults = page.getByRole('dialog', { name: 'Supplier risks.csv was not imported' });
  await expect(faults.getByRole('row', { name: /3 B · Risk cause "Risk cause" is empty Fill in the cell/ })).toBeVisible();
  await expectAccessible(page);
  await faults.getByRole('button', { name: 'Import what fits' }).click();

  await expect(page.getByRole('heading', { name: 'Supplier risks' })).toBeVisible();
  await expect(page.getByText('There is no column yet')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Publish' })).toBeDisabled();
  await page.getByRole('button', { name: 'Add alike' }).click();
  await expect(field(page, 'Risk cause')).toHaveValue('Delay');
  await field(page, 'Sub-cause').fill('Lost parts');
  await field(page, 'Level 3').fill('The line stands still');
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  const rows = page.getByRole('table', { name: 'Criteria' }).getByRole('row');
  await expect(rows.nth(2)).toContainText('Lost parts');
  // The dialog gives the focus back to where it was opened.
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await rows.nth(2).focus();
  await page.keyboard.press('Alt+ArrowUp');
  await expect(rows.nth(1)).toContainText('Lost parts');
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Import', exact: true }).click();
  await choose(page, 'Choose file', 'columns.csv', ['Business domain,First kind,Second kind', 'Sales,Trade,Home', 'Sales,Trade,Abroad']);
  await expect(page.getByText('Criteria: 2 · Columns: 2')).toBeVisible();
  await page.getByRole('tab', { name: 'Business domains' }).click();
  await page
    .getByRole('row', { name: /Abroad/ })
    .getByRole('button', { name: 'Edit' })
    .click();
  await field(page, 'Second kind').fill('Overseas');
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('row', { name: /Overseas/ })).toBeVisible();
  await expectAccessible(page);

  // What another manager wrote meanwhile neither goes nor gives way unseen.
  const templateId = /template\/(\d+)/.exec(page.url())?.[1];
  const row = { templateId, dimension: 'Supply', cause: 'Delay', subCause: 'Of somebody else' };
  await page.request.post('/api/risk/template/criterion', { headers: { authorization: `Bearer ${token}` }, data: row });
  await page.getByRole('tab', { name: 'Criteria' }).click();
  await rows.nth(1).getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  const changed = page.getByRole('dialog', { name: 'The draft has changed' });
  await expect(changed).toContainText(/changed the draft at .+ look at it and try again/);
  await changed.getByRole('button').click();
  await expect(rows.nth(3)).toContainText('Of somebody else');
  await expect(rows).toHaveCount(4);
  // What the page knows of the draft is as new as its rows.
  await expect(page.getByText('Criteria: 3 · Columns: 2')).toBeVisible();
  await page.request.post('/api/risk/template/criterion', {
    headers: { authorization: `Bearer ${token}` },
    data: { ...row, subCause: 'Once more' },
  });
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  await choose(page, 'Choose file', 'rows.csv', ['Dimension,Risk cause,Sub-cause', 'Supply,Delay,Lost parts', 'Supply,Delay,Late parts']);
  const question = page.getByRole('dialog').filter({ hasText: 'Import nevertheless?' });
  await expect(question).toContainText(/changed the draft at .+ \(criteria now: 4, columns: 2\)/);
  await question.getByRole('button', { name: 'Import', exact: true }).click();
  await expect(page.getByText('Criteria: 2 · Columns: 2')).toBeVisible();

  await page.getByRole('tab', { name: 'Preview' }).click();
  await expect(page.getByRole('columnheader', { name: 'Overseas' })).toBeVisible();
  await page.getByRole('button', { name: 'Publish' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Publish' }).click();
  await expect(page.getByText('Version 1, current')).toBeVisible();
  await page.getByRole('tab', { name: 'Criteria' }).click();
  await expect(rows.nth(1)).toContainText('Lost parts');
  await expect(page.getByRole('button', { name: 'Add criterion' })).toBeHidden();
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Export' }).click();
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('menuitem', { name: 'Criteria as CSV' }).click()]);
  expect(await readFile(await file.path(), 'utf8')).toContain('Supply,Delay,Lost parts');
});

test('a manager who imports or discards what another one changed meanwhile is told so, and nothing is said to be imported that is not', async ({
  page,
  server,
}) => {
  const send = sender(page, server, await enter(page, server, { user: 'riskmanager', language: 'en' }));
  const { id } = await send('', { name: 'Two managers' });
  const row = { templateId: id, dimension: 'Supply', cause: 'Delay', subCause: 'Early parts' };
  await send('/criterion', row);
  await page.goto(`/risk/template/${id}`);
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  await page.getByRole('radio', { name: 'stays' }).check();
  await choose(page, 'Choose file', 'rows.csv', ['Dimension,Risk cause,Sub-cause', 'Supply,Delay,Late parts', 'Supply,,Lost parts']);
  const faults = page.getByRole('dialog', { name: 'rows.csv was not imported' });
  await expect(faults.getByText('(criteria: 1, columns: 0)')).toBeVisible();
  await send('/criterion', { ...row, subCause: 'Late parts' });
  await faults.getByRole('button', { name: 'Import what fits' }).click();
  await page.getByRole('dialog').filter({ hasText: 'Import nevertheless?' }).getByRole('button', { name: 'Import', exact: true }).click();
  await expect(faults.getByText('Nothing was saved, because nothing fits. Places to correct: 2.')).toBeVisible();
  await expect(page.getByText(/^Imported\./)).toHaveCount(0);
  await faults.getByRole('button', { name: 'Import nothing' }).click();

  await page.reload();
  await expect(page.getByText('Late parts')).toBeVisible();
  // The page knows the draft as it is now, and not the next change with it.
  await expect(page.getByText('Criteria: 2 · Columns: 0')).toBeVisible();
  await send('/criterion', { ...row, subCause: 'Lost parts' });
  const discard = async () => {
    await page.getByRole('button', { name: 'Discard draft' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Discard draft' }).click();
  };
  await discard();
  const changed = page.getByRole('dialog', { name: 'The draft has changed' });
  await expect(changed).toContainText('The draft stands here as it is now');
  await expect(page.getByText('Lost parts')).toBeVisible();
  await changed.getByRole('button').click();
  await discard();
  await expect(page).toHaveURL(/\/risk\/template$/);
});

test('[RISK-05] [WS-12] a new template opens once it is saved, and a copy: nobody is asked about changes that are saved', async ({
  page,
  server,
}) => {
  await enter(page, server, { user: 'riskmanager', language: 'en' });
  for (const button of ['New template', 'Copy']) {
    await page.goto('/risk/template');
    await page.getByRole('button', { name: button }).first().click();
    await field(page, 'Template (English)').fill(`Made by ${button}`);
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await expect(page).toHaveURL(/\/risk\/template\/\d+$/);
    await expect(page.getByRole('heading', { name: `Made by ${button}` })).toBeVisible();
    await expect(page.getByRole('dialog')).toHaveCount(0);
  }
});

test('[RISK-05] a row is moved in the draft as it is now, also while its answer is still on its way', async ({ page, server }) => {
  const send = sender(page, server, await enter(page, server, { user: 'riskmanager', language: 'en' }));
  const { id } = await send('', { name: 'Slow lines' });
  const row = { templateId: id, dimension: 'Supply', cause: 'Delay' };
  for (const subCause of ['Early parts', 'Late parts', 'Lost parts']) await send('/criterion', { ...row, subCause });
  await page.goto(`/risk/template/${id}`);
  const rows = page.getByRole('table', { name: 'Criteria' }).getByRole('row');
  await expect(rows).toHaveCount(4);

  const draft = await hold(page, '**/api/risk/template?*');
  await rows.nth(1).getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(rows).toHaveCount(3);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await rows.nth(2).focus();
  await page.keyboard.press('Alt+ArrowUp');
  draft.release();
  await expect(rows.nth(1)).toContainText('Lost parts');
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('[RISK-05] what is confirmed for one row while another one is still being deleted is done after it', async ({ page, server }) => {
  const send = sender(page, server, await enter(page, server, { user: 'riskmanager', language: 'en' }));
  const { id } = await send('', { name: 'Slow lists' });
  const row = { templateId: id, dimension: 'Supply', cause: 'Delay' };
  for (const subCause of ['Early parts', 'Late parts', 'Lost parts']) await send('/criterion', { ...row, subCause });
  await page.goto(`/risk/template/${id}`);
  const rows = page.getByRole('table', { name: 'Criteria' }).getByRole('row');
  await expect(rows).toHaveCount(4);
  const list = await hold(page, '**/api/risk/template/criteria?*');
  const removal = page.waitForResponse((response) => response.url().endsWith('/api/risk/template/delete'));
  for (const name of ['Early parts', 'Lost parts']) {
    await rows.filter({ hasText: name }).getByRole('button', { name: 'Delete' }).press('Enter');
    await answerByKey(page, 'Delete');
    await removal;
    await expect(page.getByRole('dialog')).toHaveCount(0);
  }
  await expect(rows).toHaveCount(4);
  list.release();
  await expect(rows).toHaveCount(2);
  await expect(rows.nth(1)).toContainText('Late parts');
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('[RISK-06] on paper a table that draws the rows in sight has all of them, and what hinders publishing says how much more does', async ({
  page,
  server,
}) => {
  const token = await enter(page, server, { user: 'riskmanager', language: 'en' });
  const headers = { authorization: `Bearer ${token}` };
  const made = await page.request.post(`${server.address}/api/risk/template`, { headers, data: { name: 'Long template' } });
  const { id } = ((await made.json()) as { data: { id: string } }).data;
  const lines = Array.from({ length: 150 }, (_, index) => `Supply,Delay,Part ${index + 1}`);
  await page.goto(`/risk/template/${id}`);
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  await choose(page, 'Choose file', 'rows.csv', ['Dimension,Risk cause,Sub-cause', ...lines]);
  const rows = page.getByRole('table', { name: 'Criteria' }).locator('tr[data-row]');
  await expect(rows.first()).toContainText('Part 1');
  expect(await rows.count()).toBeLessThan(100);
  await page.emulateMedia({ media: 'print' });
  await expect(rows).toHaveCount(150);
  const cut = await page.evaluate(() => {
    const scroller = document.querySelector('.tg-table-scroll');
    return (scroller?.scrollHeight ?? 0) - (scroller?.clientHeight ?? 0);
  });
  expect(cut).toBeLessThanOrEqual(1);
  await page.emulateMedia({ media: null });
  await expect.poll(() => rows.count()).toBeLessThan(100);
  // As a browser prints.
  await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')));
  expect(await rows.count()).toBe(150);
  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')));
  await expect.poll(() => rows.count()).toBeLessThan(100);

  for (let at = 1; at <= 10; at += 1)
    await page.request.post(`${server.address}/api/risk/template/business`, { headers, data: { templateId: id, name: `Business ${at}` } });
  await page.reload();
  await expect(page.getByRole('alert').filter({ hasText: 'The draft cannot be published yet' })).toContainText(
    /Business 7.* · and 3 more$/,
  );
});
