import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expectAccessible } from '../support/accessibility.ts';
import { expect, test } from '../support/browser.ts';
import { answerByKey, enter, fillAfterChoice, openList } from './world.ts';

const field = (page: Page, name: string) => page.getByRole('dialog').getByLabel(name);

/** Opens the dialog of a new evaluation and fills it. */
async function fillEvaluation(page: Page, name: string): Promise<void> {
  await page.goto('/risk/questionnaire');
  await page.getByRole('button', { name: 'New evaluation' }).click();
  await field(page, 'Evaluation').fill(name);
  await openList(page.getByRole('dialog').getByRole('combobox', { name: 'Template' }));
  await page.locator('.ant-select-item-option-content', { hasText: 'Annual risk assessment' }).click();
  await fillAfterChoice(field(page, 'Last day'), '2099-12-31');
  await field(page, 'Last day').press('Tab');
}

test('[API-64] [API-68] [RISK-03] a manager creates an evaluation, sends papers inside and outside, and passes a link on', async ({
  page,
  server,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await enter(page, server, { user: 'riskmanager', language: 'en' });
  await fillEvaluation(page, 'Supplier review');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Saved successfully')).toBeVisible();
  await expectAccessible(page);

  await page.getByRole('link', { name: 'Supplier review' }).click();
  await expect(page.getByRole('heading', { name: 'Supplier review' })).toBeVisible();
  await expect(page).toHaveTitle(/^Supplier review - /);
  await expect(page.getByText('No questionnaire was sent yet')).toBeVisible();
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  const drawer = page.getByRole('dialog', { name: 'Send questionnaires' });
  // One of three fields is enough: none of them says that it is the one.
  await expect(drawer.locator('.tg-field-label', { has: page.locator('.tg-field-required') })).toHaveText(['Questionnaire*']);
  // Nobody chosen: it says so and sends nothing.
  await drawer.getByRole('button', { name: 'Send', exact: true }).click();
  const nobody = drawer.getByText('Choose at least one person, inside or outside, or a department');
  await expect(nobody).toHaveCount(3);
  for (const marked of ['People inside', 'Departments'])
    await expect(drawer.getByRole('combobox', { name: marked })).toHaveAttribute('aria-invalid', 'true');
  await openList(drawer.getByRole('combobox', { name: 'People inside' }));
  await page.keyboard.type('auditor');
  await page.locator('.ant-select-item-option-content', { hasText: '(auditor)' }).click();
  // One of the three is enough.
  await expect(nobody).toHaveCount(0);
  // A click beside the list of people closes it.
  await drawer.locator('.ant-drawer-header').click();
  await drawer.getByText('Add person').click();
  // The new row takes the focus, by a timer: what is typed before that goes elsewhere.
  const name = drawer.getByRole('textbox', { name: 'Name, row 1' });
  await expect(name).toBeFocused();
  await name.fill('Ms Outside');
  await drawer.getByRole('textbox', { name: 'Company, row 1' }).fill('Supplier Ltd');
  await expectAccessible(page);
  await drawer.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(page.getByText('2 questionnaires sent')).toBeVisible();

  const outside = page.getByRole('row', { name: /Ms Outside.*Supplier Ltd/ });
  await expect(outside.getByText('0 of 720')).toBeVisible();
  await expect(outside.getByRole('checkbox')).toHaveAccessibleDescription(
    'People outside get no reminders: copy the link and pass it on again',
  );
  await outside.getByRole('button', { name: 'Copy link' }).click();
  await expect(page.getByText('Link copied')).toBeVisible();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  expect(link).toContain(`${server.address}/risk/evaluate/exam?uuid=`);
  await page.goto(link);
  await expect(page.getByRole('textbox', { name: 'User name' })).toHaveValue('Ms Outside');
});

const figureOf = (page: Page, name: string) => page.locator('.tg-statistic', { hasText: new RegExp(`^${name}`) });

test('[API-66] [API-90] [API-83] a manager reminds, watches the board, reads and exports the results, and closes for good', async ({
  page,
  server,
}) => {
  await enter(page, server, { user: 'riskmanager', language: 'en' });
  // Nobody else touches this one.
  await page.goto('/risk/questionnaire/2');
  await page.getByRole('button', { name: 'Remind all' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remind' }).click();
  await expect(page.getByText(/\d+ people reminded/)).toBeVisible();
  await expect(page.getByRole('row', { name: /Chen Jing.*\d{4}-\d\d-\d\d \d\d:\d\d/ })).toBeVisible();

  await page.getByRole('tab', { name: 'Progress' }).click();
  const board = page.getByRole('table', { name: 'By department' });
  await expect(board.getByRole('row', { name: /Information technology 4 3 0 1/ })).toBeVisible();
  await expectAccessible(page);
  const wide = page.viewportSize() ?? { width: 1440, height: 900 };
  await page.setViewportSize({ width: 390, height: 844 });
  const names = ['Sent', 'Submitted', 'Started'];
  const [sent, submitted, third] = await Promise.all(
    names.map((name) => figureOf(page, name).evaluate((figure) => figure.getBoundingClientRect().top)),
  );
  expect(submitted).toBe(sent);
  expect(third).toBeGreaterThan(sent as number);
  await page.setViewportSize(wide);

  const [asked] = await Promise.all([
    page.waitForResponse((response) => new URL(response.url()).pathname === '/api/risk/evaluate/heat-map'),
    page.getByRole('tab', { name: 'Results' }).click(),
  ]);
  const { papers }: { papers: { sent: number; submitted: number } } = (await asked.json()).data;
  expect(papers.submitted).toBeLessThan(papers.sent);
  const map = page.getByRole('table', { name: 'Heat map' });
  await expect(map.getByRole('columnheader', { name: 'Information technology' })).toBeVisible();
  await expect(page.getByText('from 1 (Low) to 3 (High)')).toBeVisible();
  await expect(page.getByText(`Submitted questionnaires only: ${papers.submitted} of ${papers.sent}`, { exact: true })).toBeVisible();
  await expect(page.locator('.tg-heat-legend li')).toHaveText(['Low< 1.5', 'Medium< 2.5', 'High≥ 2.5']);
  await expectAccessible(page);
  await map.getByRole('button', { name: 'Strategy' }).click();
  await expect(map.getByRole('columnheader', { name: 'Strategy' })).toBeVisible();
  await page.getByRole('radio', { name: 'Business domains' }).check();
  await expect(map.getByRole('columnheader', { name: 'Information technology' })).toBeHidden();
  const [book] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Export', exact: true }).click()]);
  expect((await readFile(await book.path())).subarray(0, 2).toString()).toBe('PK');

  await page.getByRole('button', { name: 'Close', exact: true }).click();
  await page.getByRole('dialog', { name: 'Please confirm' }).getByRole('button', { name: 'Close' }).click();
  await expect(page.getByText(/Closed on .* by Wang Wei/)).toBeVisible();
  await page.getByRole('tab', { name: 'Questionnaires' }).click();
  await expect(page.getByRole('button', { name: 'Send', exact: true })).toBeDisabled();
  await expect(page.getByRole('button', { name: 'Close', exact: true })).toBeHidden();
});

test('[API-90] results of an evaluation whose amounts alone were submitted say so, and where the amounts are', async ({ page, server }) => {
  await enter(page, server, { user: 'riskmanager', language: 'en' });
  const isAsked = (url: URL) => url.pathname === '/api/risk/evaluate' && url.searchParams.has('id');
  await page.route(isAsked, async (route) => {
    const response = await route.fetch();
    const answer = await response.json();
    await route.fulfill({ response, json: { ...answer, data: { ...answer.data, submitted: 1, matrixPapers: 2, matrixSubmitted: 0 } } });
  });
  await page.goto('/risk/questionnaire/2');
  await page.getByRole('tab', { name: 'Results' }).click();
  await expect(page.getByText('No risk assessment was submitted yet. Amounts that were submitted stand')).toBeVisible();
  await expect(page.getByText('Heat map')).toBeHidden();
  await expect(page.getByText('No questionnaire was submitted yet')).toBeHidden();
});

test('[API-90] on paper every column of the results stands on the sheet, and nothing that is for pressing', async ({ page, server }) => {
  await enter(page, server, { user: 'riskmanager', language: 'en' });
  await page.goto('/risk/questionnaire/3');
  await page.getByRole('tab', { name: 'Results' }).click();
  const causes = page.getByRole('table', { name: 'Totals by cause' });
  await expect(causes.getByRole('row')).not.toHaveCount(1);
  // A sheet of A4 at 96 dots an inch.
  await page.setViewportSize({ width: 794, height: 1123 });
  await page.emulateMedia({ media: 'print' });
  const beyond = () =>
    page.evaluate(() => {
      const cells = [...document.querySelectorAll('.tg-table-scroll :is(th, td)')].filter((cell) => cell.getClientRects().length > 0);
      return cells.filter((cell) => {
        const sheet = cell.closest('.tg-table-scroll')?.getBoundingClientRect();
        return cell.getBoundingClientRect().right > (sheet?.right ?? 0) + 1;
      }).length;
    });
  await expect.poll(beyond).toBe(0);
  await page.emulateMedia({ media: null });
  await page.goto('/risk/questionnaire/3');
  await expect(page.getByRole('columnheader', { name: 'Last day' })).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await expect.poll(beyond).toBe(0);
  await expect(page.getByRole('checkbox').first()).toBeHidden();
  const paddings = ['th', 'td'].map((cell) =>
    page
      .locator(`.tg-table-scroll ${cell}:visible`)
      .first()
      .evaluate((element) => getComputedStyle(element).paddingInlineStart),
  );
  expect(new Set(await Promise.all(paddings)).size).toBe(1);
  await page.emulateMedia({ media: null });
});

test('[API-65] a name of one long word leaves the other columns their room', async ({ page, server }) => {
  const token = await enter(page, server, { user: 'riskmanager', language: 'en' });
  const made = { name: 'x'.repeat(100), templateId: '1', endTime: '2099-12-31' };
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  await fetch(`${server.address}/api/risk/evaluate`, { method: 'POST', headers, body: JSON.stringify(made) });
  await page.goto('/risk/questionnaire');
  const period = page.getByRole('cell', { name: / – 2099-12-31$/ }).first();
  await expect(period).toBeVisible();
  const lines = await period.evaluate((cell) => {
    const range = document.createRange();
    range.selectNodeContents(cell);
    return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size;
  });
  expect(lines).toBe(1);
});

test('[API-64] a day that is none stays where it was typed, is told, and stops the save', async ({ page, server }) => {
  await enter(page, server, { user: 'riskmanager', language: 'en' });
  await page.goto('/risk/questionnaire');
  await page.getByRole('button', { name: 'New evaluation' }).click();
  const day = field(page, 'Last day');
  const dialog = page.getByRole('dialog');
  await field(page, 'Evaluation').fill('Typed by hand');
  await openList(dialog.getByRole('combobox', { name: 'Template' }));
  await page.locator('.ant-select-item-option-content', { hasText: 'Annual risk assessment' }).click();
  await expect(dialog.getByTitle('Annual risk assessment')).toBeVisible();
  const type = async (text: string, key: string) => {
    await day.focus();
    await page.keyboard.press('Control+a');
    await page.keyboard.type(text);
    await page.keyboard.press(key);
  };
  await type('2099-12-31', 'Tab');
  await type('2099-02-29', 'Tab');
  await expect(day).toHaveValue('2099-02-29');
  await expect(dialog.getByRole('alert').filter({ hasText: '“2099-02-29” is no date' })).toBeVisible();
  await expect(day).toHaveAttribute('aria-invalid', 'true');
  await dialog.getByRole('button', { name: 'Save' }).press('Enter');
  await expect(day).toBeFocused();
  await expect(day).toHaveValue('2099-02-29');
  // The calendar gives any day in its place, the former one as well.
  await day.click();
  await page.locator('.ant-picker-cell[title="2099-12-31"]').click();
  await expect(day).toHaveValue('2099-12-31');
  await expect(day).not.toHaveAttribute('aria-invalid', 'true');
  // Out of reach: it stays, too, until a day stands there that may be chosen.
  await type('2020-01-31', 'Tab');
  await expect(day).toHaveValue('2020-01-31');
  await expect(dialog.getByRole('alert').filter({ hasText: /Choose \d{4}-\d\d-\d\d or later/ })).toBeVisible();
  await type('2099-1', 'Enter');
  await expect(day).toHaveValue('2099-1');
  await expect(dialog.getByRole('alert').filter({ hasText: '“2099-1” is no date' })).toBeVisible();
  // Escape closes the calendar, and then asks before what was typed goes.
  await type('2099-02-30', 'Escape');
  await expect(day).toHaveValue('2099-02-30');
  await page.keyboard.press('Escape');
  await answerByKey(page, 'Keep editing');
  await expect(day).toHaveValue('2099-02-30');
  await day.focus();
  await page.keyboard.press('Control+a');
  await page.keyboard.press('Delete');
  await page.keyboard.press('Tab');
  await expect(day).toHaveValue('');
  await type('2099-12-31', 'Tab');
  await expect(day).toHaveValue('2099-12-31');
  await expect(day).not.toHaveAttribute('aria-invalid', 'true');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Save' }).press('Enter');
  await expect(dialog).toBeHidden();
  await expect(page.getByText('2099-12-31').first()).toBeVisible();
});

test.describe('an answer that is lost', () => {
  test.use({ expectedErrors: [/ERR_FAILED/] });

  test('[API-64] [RISK-05] what was made though its answer was lost is not made twice by whoever saves again', async ({ page, server }) => {
    await enter(page, server, { user: 'riskmanager', language: 'en' });
    /** The next request to `path` arrives, its answer does not. */
    const loseAnswer = (path: string) =>
      page.route(
        path,
        async (route) => {
          await route.fetch();
          await route.abort();
        },
        { times: 1 },
      );
    const saveTwice = async () => {
      await page.getByRole('button', { name: 'Save' }).click();
      await expect(page.getByText('Network error').first()).toBeVisible();
      await page.getByRole('button', { name: 'Save' }).click();
      await expect(page.getByText('Saved successfully')).toBeVisible();
    };
    await fillEvaluation(page, 'Only one of these');
    await loseAnswer('**/api/risk/evaluate');
    await saveTwice();
    await expect(page.getByRole('link', { name: 'Only one of these' })).toHaveCount(1);

    await page.goto('/risk/template');
    await page.getByRole('button', { name: 'New template' }).click();
    await page.getByRole('dialog').getByRole('textbox').first().fill('Only one template');
    await loseAnswer('**/api/risk/template');
    await saveTwice();
    await page.goto('/risk/template');
    await expect(page.getByRole('link', { name: 'Only one template' })).toHaveCount(1);
  });
});
