import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '../support/browser.ts';
import { projectRoot } from '../support/project.ts';
import { test } from './overlay.ts';
import { enter, openList } from './world.ts';

test('[RISK-06] where there are several questionnaires a manager says of which one the template of a file is', async ({
  page,
  server,
  screens,
}) => {
  const usual: object = JSON.parse(readFileSync(join(projectRoot, 'schemas/questionnaires/risk-exam.questionnaire.json'), 'utf8'));
  screens.write('questionnaires/maturity.questionnaire.json', {
    ...usual,
    title: { en: 'Maturity', 'zh-Hans': '成熟度', 'zh-Hant': '成熟度' },
  });
  const token = await enter(page, server, { user: 'riskmanager', language: 'en' });
  const read = async (path: string) =>
    await (await page.request.get(`${server.address}/api/risk/template${path}`, { headers: { authorization: `Bearer ${token}` } })).json();
  await expect.poll(async () => (await read('/questionnaire')).data.length).toBe(2);
  await page.goto('/risk/template');
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Import criteria and columns' });
  const choice = dialog.getByRole('combobox', { name: 'Questionnaire' });
  // By the pointer: the list chooses its active option anew a moment after it opens, which nobody's fingers outrun.
  await openList(choice);
  await page.locator('.ant-select-item-option-content', { hasText: 'Maturity' }).click();
  await expect(dialog.getByTitle('Maturity')).toBeVisible();
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), dialog.getByRole('button', { name: 'Choose file' }).click()]);
  const lines = ['Dimension,Risk cause,Sub-cause', 'Supply,Delay,Late parts', 'Supply,,Lost parts'];
  await chooser.setFiles({ name: 'Levels.csv', mimeType: 'text/csv', buffer: Buffer.from(lines.join('\n')) });
  await page.getByRole('button', { name: 'Import what fits' }).click();
  await expect(page).toHaveURL(/\/risk\/template\/\d+$/);
  const id = page.url().split('/').at(-1);
  expect(await read(`?id=${id}`)).toMatchObject({ data: { questionnaire: 'maturity', criteria: 1 } });

  // Where there is one only, which need not be the usual one, it is not asked for.
  const only = { code: '000000', msg: 'success', data: [{ id: 'maturity', name: 'Maturity' }] };
  await page.route('**/api/risk/template/questionnaire', (route) => route.fulfill({ json: only }));
  await page.goto('/risk/template');
  const [direct] = await Promise.all([page.waitForEvent('filechooser'), page.getByRole('button', { name: 'Import', exact: true }).click()]);
  await direct.setFiles({ name: 'Only.csv', mimeType: 'text/csv', buffer: Buffer.from(lines.slice(0, 2).join('\n')) });
  await expect(page).toHaveURL(/\/risk\/template\/\d+$/);
  expect(await read(`?id=${page.url().split('/').at(-1)}`)).toMatchObject({ data: { questionnaire: 'maturity', criteria: 1 } });
});
