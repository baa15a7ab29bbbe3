import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { criteria, domains } from '../core/matrix/support.ts';
import { expectAccessible } from '../support/accessibility.ts';
import { expect } from '../support/browser.ts';
import { menuOf, published, test } from './overlay.ts';

const text = (en: string) => ({ en, 'zh-Hans': en, 'zh-Hant': en });
const answered = (rows: number) =>
  criteria(rows).map((row, index) => ({ ...row, d0: (index % 3) + 1, d1: 0, d3: index % 2 === 0 ? 2 : -1 }));

function pageOf(rows: number, columns: number, more: object = {}) {
  return {
    $schema: '../../schemas/meta/page.schema.json',
    version: 1,
    title: text('Matrix'),
    access: 'public',
    body: [
      {
        widget: 'risk-matrix',
        name: 'matrix',
        questionnaire: 'risk-exam',
        guard: false,
        rows: answered(rows),
        columns: domains(columns, 4),
        ...more,
      },
      { widget: 'button', text: text('Submit'), onClick: [{ validate: 'matrix' }, { notify: text('sent') }] },
      {
        widget: 'table',
        title: text('Totals'),
        rows: '{{ matrix.totals.byDimension }}',
        columns: [
          { name: 'name', title: text('Dimension') },
          { name: 'value', title: text('Total') },
        ],
      },
    ],
  };
}

const publicMenu = (id: string) => {
  const menu = menuOf(id, id, `bare#${id}`);
  return { ...menu, items: menu.items.map((item) => ({ ...item, access: 'public' })) };
};

// Once: what is written again is checked again.
test.beforeAll(async ({ screens, server }) => {
  screens.write('menus/matrix-small.menu.json', publicMenu('matrix-small'));
  screens.write('menus/matrix-large.menu.json', publicMenu('matrix-large'));
  screens.write('pages/matrix-small.page.json', pageOf(24, 12));
  screens.write('pages/matrix-large.page.json', pageOf(1000, 100, { height: 600 }));
  await published(server, 'matrix-small');
  await published(server, 'matrix-large');
});

const gridOf = (page: Page) => page.getByRole('grid', { name: 'Risk assessment' });
const cellOf = (page: Page, row: number, column: number) =>
  gridOf(page).locator(`[aria-rowindex="${row + 3}"] > [role=gridcell][aria-colindex="${column + 4}"]`);

test('[RISK-10][RISK-11] a matrix is answered by keyboard alone, and its totals follow', async ({ page }) => {
  await page.goto('/matrix-small');
  await gridOf(page).focus();
  await page.keyboard.press('Control+Home');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('3');
  await expect(cellOf(page, 0, 2)).toHaveText(/^3/);
  const before = await page
    .getByRole('row', { name: /^Dimension 0/ })
    .last()
    .textContent();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('0');
  await expect(cellOf(page, 0, 2)).toHaveText(/^--/);
  await expect(page.getByRole('row', { name: /^Dimension 0/ }).last()).not.toHaveText(before ?? '');
  await page.keyboard.press('2');
  await expect(cellOf(page, 1, 2)).toHaveText(/^2/);
  await expect(cellOf(page, 0, 2)).toHaveText('');
  await page.keyboard.press('Control+z');
  await expect(cellOf(page, 0, 2)).toHaveText(/^--/);
  await page.keyboard.press('Enter');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Escape');
  await expect(gridOf(page)).toBeFocused();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Submit' })).toBeFocused();
});

test('a block goes out and comes in through the clipboard', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('/matrix-small');
  await gridOf(page).focus();
  await page.keyboard.press('Shift+ArrowDown');
  await page.keyboard.press('Control+c');
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('1\n2');
  await page.evaluate(() => navigator.clipboard.writeText('1\t2\r\n3\t1\r\n'));
  await page.keyboard.press('Control+Home');
  for (let step = 0; step < 4; step += 1) await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Control+v');
  await expect(cellOf(page, 1, 4)).toHaveText(/^3/);
  await expect(cellOf(page, 1, 5)).toHaveText(/^1/);
  // What is told about it lies over cells, and takes no press of theirs.
  const told = page.locator('.tg-matrix-status:not(.tg-hidden)');
  await expect(told).toBeVisible();
  await told.scrollIntoViewIfNeeded();
  const hit = await told.evaluate((element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    return document.elementFromPoint(left + width / 2, top + height / 2)?.closest('[role=gridcell], .tg-matrix-status')?.role;
  });
  expect(hit).toBe('gridcell');
  await page.keyboard.press('Control+z');
  await expect(cellOf(page, 1, 5)).toHaveClass(/tg-open/);
});

test('[RISK-08] one press of the pointer answers, and the explanation is there on hover', async ({ page }) => {
  await page.goto('/matrix-small');
  await cellOf(page, 2, 5).hover();
  await expect(page.getByRole('tooltip')).toContainText('What is meant by 2');
  expect((await page.getByRole('tooltip').boundingBox())?.width).toBe(500);
  await cellOf(page, 2, 5).getByRole('radio', { name: 'Medium' }).click();
  await expect(cellOf(page, 2, 5)).toHaveText(/^2/);
  await expect(page.getByText('61 of 288 answered')).toBeVisible();
  // It covers names of rows, and rather of those above than of those to come, but nothing above the grid.
  const top = (await gridOf(page).boundingBox())?.y ?? 0;
  for (const row of [2, 9]) {
    await page.mouse.move(0, 0);
    await cellOf(page, row, 5).hover();
    await expect(page.getByRole('tooltip')).toContainText(`What is meant by ${row}`);
    const [help, cell] = [await page.getByRole('tooltip').boundingBox(), await cellOf(page, row, 5).boundingBox()];
    if (!help || !cell) throw new Error('nothing is shown');
    if (row === 9) expect(help.y + help.height).toBeLessThanOrEqual(cell.y);
    else expect(help.y).toBeGreaterThanOrEqual(cell.y + cell.height);
    expect(help.y).toBeGreaterThanOrEqual(top);
  }
});

test('[RISK-16] a missing answer far away is shown and focused', async ({ page }) => {
  await page.goto('/matrix-large');
  await gridOf(page).focus();
  await page.keyboard.press('Control+End');
  await expect(cellOf(page, 999, 99)).toBeVisible();
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(gridOf(page)).toBeFocused();
  await expect(cellOf(page, 0, 2)).toHaveClass(/tg-active/);
  await expect(cellOf(page, 0, 2)).toBeVisible();
  await expect(page.getByRole('alert')).toContainText('answers are missing');
  expect(await page.locator('[role=gridcell]').count()).toBeLessThan(600);
});

test('[I18N-01] another language changes the words and not the place in the matrix', async ({ page, context }) => {
  await page.goto('/matrix-large');
  await gridOf(page).focus();
  await page.keyboard.press('Control+End');
  await page.keyboard.press('ArrowUp');
  await expect(cellOf(page, 998, 99)).toHaveClass(/tg-active/);
  const other = await context.newPage();
  await other.goto('/login');
  await other.evaluate(() => localStorage.setItem('language', 'zh-Hans'));
  await other.close();
  await expect(page.locator('html')).toHaveAttribute('lang', 'zh-Hans');
  const cell = page.locator('[role=grid] [aria-rowindex="1001"] > [aria-colindex="103"]');
  await expect(page.getByRole('grid')).not.toHaveAccessibleName('Risk assessment');
  await expect(cell).toHaveClass(/tg-active/);
  await expect(cell).toBeInViewport();
});

test('a large matrix shows no empty stretch while it scrolls', async ({ page }) => {
  await page.goto('/matrix-large');
  const box = await gridOf(page).boundingBox();
  if (!box) throw new Error('no grid');
  await page.mouse.move(box.x + box.width - 100, box.y + 300);
  for (let step = 0; step < 12; step += 1) {
    await page.mouse.wheel(step % 3 === 0 ? 900 : 0, 2_000);
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
    const found = await page.evaluate(
      ([x = 0, y = 0]) => document.elementFromPoint(x, y)?.closest('[role=gridcell]') !== null,
      [box.x + box.width - 60, box.y + box.height / 2],
    );
    expect(found).toBe(true);
  }
});

test('it prints whole', async ({ page }) => {
  await page.goto('/matrix-large');
  await expect(gridOf(page)).toBeVisible();
  await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')));
  await page.emulateMedia({ media: 'print' });
  expect(await page.locator('.tg-matrix-print tbody tr').count()).toBe(1000);
  const height = await page.locator('.tg-matrix-print').evaluate((table) => table.getBoundingClientRect().height);
  await expect(page.getByRole('button')).toHaveCount(0);
  const shown = await page.evaluate(() => document.documentElement.scrollHeight);
  expect(shown).toBeGreaterThanOrEqual(height);
});

test.describe('at 390 px', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });
  test('one row at a time is answered with the thumb', async ({ page }) => {
    await page.goto('/matrix-small');
    await expect(page.getByText('1 of 24')).toBeVisible();
    await page.getByRole('button', { name: 'Next unanswered' }).click();
    const group = page.getByRole('group', { name: 'Domain 2', exact: true });
    await group.getByRole('radio', { name: '2 Medium' }).tap();
    await expect(group.getByRole('radio', { name: '2 Medium' })).toBeChecked();
    const size = await group.locator('label').first().boundingBox();
    expect(size?.height).toBeGreaterThanOrEqual(44);
    await page.getByRole('button', { name: 'Next', exact: true }).click();
    await expect(page.getByText('2 of 24')).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    await expectAccessible(page);
  });

  test('long words of a choice stay in its box', async ({ page, screens, server }) => {
    const shipped = JSON.parse(readFileSync('schemas/questionnaires/risk-exam.questionnaire.json', 'utf8')) as { choices: object[] };
    const words = ['Inconsequential', 'Moderate', 'Unacceptable', 'Not applicable'];
    const choices = shipped.choices.map((choice, index) => ({ ...choice, label: text(words[index] ?? '') }));
    const { purpose: _purpose, ...more } = { purpose: '', ...shipped, choices };
    screens.write('questionnaires/matrix-words.questionnaire.json', more);
    screens.write('menus/matrix-words.menu.json', publicMenu('matrix-words'));
    screens.write('pages/matrix-words.page.json', pageOf(2, 2, { questionnaire: 'matrix-words' }));
    await published(server, 'matrix-words');
    await page.goto('/matrix-words');
    const choice = page.getByRole('group', { name: 'Domain 1', exact: true }).locator('label');
    await expect(choice).toHaveCount(4);
    const sizes = await choice.evaluateAll((boxes) => boxes.map((box) => [box.textContent, box.scrollWidth - box.clientWidth]));
    expect(sizes.filter(([, over]) => Number(over) > 0)).toEqual([]);
  });
});
