import { expect, test } from '../support/browser.ts';
import { enter } from './world.ts';

test.use({ expectedErrors: [/400|409|times: PARAMETER_ERROR/] });

test('[DATA-13] the window of a schedule says when it comes, or why the line of times is refused', async ({ page, server }) => {
  await enter(page, server, { language: 'en' });
  await page.goto('/data/schedule');
  await page.getByRole('button', { name: 'Configure' }).first().click();
  const form = page.getByRole('dialog', { name: /^Schedule of/ });
  await form.getByRole('radio', { name: 'Independent' }).check();
  const times = form.getByLabel('Times');
  const told = form.getByRole('alert').filter({ hasText: /./ });
  for (const [line, reason] of [
    ['* * * * *', 'At most every 5 minutes.'],
    ['0 0 31 2 *', 'This time never comes.'],
    ['0 6 * * 1 x', /^Write five fields/],
  ] as const) {
    await times.fill(line);
    await expect(told.filter({ hasText: reason })).toBeVisible();
    await expect(told).toHaveCount(1);
  }
  await times.fill('0 6 * * 1-5');
  await expect(form.getByText(/6:00/).first()).toBeVisible();
});

test('[DATA-12] who configures a schedule somebody else configured meanwhile decides, and saving again is taken', async ({
  page,
  server,
}) => {
  const token = await enter(page, server, { language: 'en' });
  const ask = (path: string, body: object) =>
    fetch(`${server.address}/api/data/schedule/${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  const listed = page.waitForResponse('**/api/data/schedule/page');
  await page.goto('/data/schedule');
  const { data } = await (await listed).json();
  const open = data.content.find((row: { state: string; canEdit: boolean }) => row.canEdit && /onfigured$/.test(row.state));
  await page.getByRole('row').filter({ hasText: open.title }).getByRole('button', { name: 'Configure' }).click();
  const form = page.getByRole('dialog', { name: /^Schedule of/ });
  await form.getByRole('radio', { name: 'Independent' }).check();
  await form.getByLabel('Times').fill('30 8 * * 1-5');
  await ask('save', { bizId: open.bizId, version: open.version, type: '1', cron: '0 7 * * 1' });
  await form.getByRole('button', { name: 'Save' }).click();
  const question = page.getByRole('dialog').filter({ hasText: '0 7 * * 1' });
  await question.getByRole('button', { name: 'Keep mine' }).click();
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form).toBeHidden();
  const answer = await fetch(`${server.address}/api/data/schedule?bizId=${open.bizId}`, { headers: { authorization: `Bearer ${token}` } });
  expect((await answer.json()).data).toMatchObject({ cron: '30 8 * * 1-5' });
});
