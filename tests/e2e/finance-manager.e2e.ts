import { expectAccessible } from '../support/accessibility.ts';
import { expect, test } from '../support/browser.ts';
import { enter } from './world.ts';

test('[FIN-05] managers see finance questionnaires of all evaluations, the indicators of what was submitted, and get to where they are sent', async ({
  page,
  server,
}) => {
  await enter(page, server, { user: 'riskmanager', language: 'en' });
  await page.goto('/risk/finance-questionnaire');
  const submitted = page.getByRole('row').filter({ hasText: 'Submitted' }).nth(1);
  await expect(submitted).toBeVisible();
  await expectAccessible(page);
  await submitted.getByRole('button', { name: 'Result' }).click();
  await expect(page.getByRole('dialog').getByRole('row').filter({ hasText: 'Current ratio' })).toBeVisible();
  await page.keyboard.press('Escape');
  const download = page.waitForEvent('download');
  await submitted.getByRole('button', { name: 'Export' }).click();
  expect((await download).suggestedFilename()).toMatch(/\.xlsx$/);
  // Of more evaluations than a choice holds, one further down is found by its name, and known by it where it is chosen.
  const isFirst = (address: URL) => address.pathname === '/api/risk/finance/evaluations' && !/[?&](keyword|chosen)=./.test(address.search);
  await page.route(isFirst, (route) => route.fulfill({ json: { code: '000000', msg: 'success', data: [] } }));
  await page.reload();
  // One without finance questionnaires is among them all the same.
  const choice = page.getByRole('combobox', { name: 'Evaluation' });
  await choice.fill('三季度');
  const option = page.getByRole('option').filter({ hasText: '三季度' });
  const chosen = (await option.textContent()) ?? '';
  await option.click();
  await page.getByRole('button', { name: 'Search' }).click();
  await expect(page.getByRole('row').filter({ hasText: 'Submitted' })).toHaveCount(1);
  // A link to what is chosen knows its name before anything is searched.
  await page.reload();
  await expect(page.getByText(chosen, { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Send' }).click();
  const sending = page.getByRole('dialog', { name: 'Send' });
  await sending.getByRole('button', { name: 'Open the evaluation' }).click();
  await expect(page.getByText('Choose an evaluation')).toBeVisible();
  await sending.getByRole('combobox').fill('三季度');
  await page.getByRole('option', { name: chosen }).click();
  await sending.getByRole('button', { name: 'Open the evaluation' }).click();
  await expect(page).toHaveURL(/\/risk\/questionnaire\/\d+$/);
  await expect(page.getByRole('heading', { name: chosen })).toBeVisible();
});
