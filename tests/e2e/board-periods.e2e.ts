import { expect } from '../support/browser.ts';
import { test } from './overlay.ts';
import { enter } from './world.ts';

test.use({ isolated: true, expectedErrors: [/ERR_FAILED|Failed to fetch|NETWORK_ERROR|status of 404|NOT_FOUND/] });

const payments = '2000000000000000001';
const chart = { bizId: payments, by: [{ column: 'paid_on', part: 'year' }], measure: { how: 'count' }, kind: 'line' };
const card = { id: 'c', kind: 'chart', title: 'Payments', chart, width: 12, height: 'auto' };

test('[DATA-01] [CONST-02] the question of a card is changed in its place to a relative period; the big screen reads it anew by itself, through an outage', async ({
  page,
  server,
}) => {
  const token = await enter(page, server, { language: 'en' });
  const ask = async (method: string, path: string, body?: object) => {
    const answer = await fetch(`${server.address}/api/data/board-design${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'accept-language': 'en' },
      ...(body && { body: JSON.stringify(body) }),
    });
    return ((await answer.json()) as { data: { id: string; today: string; cards: unknown[] } }).data;
  };
  const { id } = await ask('POST', '', { name: 'Board in time', cards: [card] });
  const { today } = await ask('GET', `/detail?id=${id}`);

  await page.goto(`/board/detail/${id}`);
  await page.getByRole('button', { name: 'What can be done with Payments' }).click();
  await page.getByRole('menuitem', { name: 'Edit its question' }).click();
  const changing = page.getByText('You are changing the card “Payments” of the board Board in time.', { exact: false });
  const gone = page.getByText('This card is not on the board any more', { exact: false });
  await expect(changing).toBeVisible();
  // A board that is out of reach is not one without the card.
  const asked = page.url();
  await page.goto(asked.replace(`board=${id}`, 'board=1'));
  await expect(gone).toBeVisible();
  const line = { isBroken: true };
  await page.route('**/api/data/board-design/detail*', (route) => (line.isBroken ? route.abort() : route.continue()));
  await page.goto(asked);
  // The forms that begin with the question of the card say so, too.
  const again = page.getByRole('button', { name: 'Try again' });
  await expect(again.first()).toBeVisible();
  await expect(gone).toHaveCount(0);
  line.isBroken = false;
  await again.first().click();
  await expect(changing).toBeVisible();
  await expect(again).toHaveCount(0);
  await expect(page.getByRole('radio', { name: 'Line' })).toBeChecked();
  await page.getByRole('button', { name: 'Add condition' }).click();
  const field = (name: string) => page.getByRole('combobox', { name: `Condition 1, ${name}` });
  await field('field').selectOption({ label: '付款日期' });
  await field('comparison').selectOption('is in the period');
  await page.getByRole('textbox', { name: 'Condition 1, How many' }).fill('3');
  await field('Unit').selectOption('year(s)');
  await expect(page.getByText(new RegExp(`^the last 3 years \\(.* – ${today}\\)$`))).toBeVisible();
  await page.getByRole('textbox', { name: 'Name of the condition' }).fill('Of late');
  await page.getByRole('button', { name: 'Apply the condition' }).click();
  await page.getByRole('button', { name: 'Put back on the board' }).click();
  await expect(page).toHaveURL(new RegExp(`/board/detail/${id}$`));
  const value = { span: 'last', unit: 'year', count: 3 };
  const condition = { all: [{ field: 'paid_on', operator: 'within', value }] };
  expect((await ask('GET', `/detail?id=${id}`)).cards).toMatchObject([
    { ...card, chart: { ...chart, condition, conditionName: 'Of late' } },
  ]);
  await expect(page.getByText('Only rows: Of late')).toBeVisible();
  await expect(page.getByText(new RegExp(`^付款日期: the last 3 years \\(.* – ${today}\\)$`))).toBeVisible();

  await page.clock.install();
  await page.goto(`/report/screen?board=${id}`);
  await expect(page.getByText('Read anew every minute')).toBeVisible();
  await expect(page.getByText(/^Read at \d\d:\d\d$/)).toBeVisible();
  // The clock does not run ahead of code that is still on its way.
  await page.waitForLoadState('networkidle');
  const isAnswered = { is: false };
  await page.route(/\/api\/data\/(exploration\/aggregate|board-design\/detail)/, async (route) =>
    isAnswered.is ? await route.continue() : await route.abort(),
  );
  await page.clock.runFor(61_000);
  await expect(page.getByText(/^The server cannot be reached\./)).toBeVisible();
  await expect(page.getByText(/could not be read anew since$/)).toBeVisible();
  // The figures of before stay.
  await expect(page.getByRole('button', { name: /^\d{4}, Number of rows: / }).first()).toBeVisible();
  isAnswered.is = true;
  await page.clock.runFor(61_000);
  await expect(page.getByText(/^Read at \d\d:\d\d$/)).toBeVisible();
  await expect(page.getByText(/^The server cannot be reached\./)).toBeHidden();
  await ask('DELETE', `?id=${id}`);
});
