import { expect, test } from '../support/browser.ts';
import { enter } from './world.ts';

test.use({ expectedErrors: [/400|times: PARAMETER_ERROR/] });

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
