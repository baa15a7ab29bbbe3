import type { Page } from '@playwright/test';
import { expect } from '../support/browser.ts';
import { fieldTest, send } from './fields.ts';
import { pasteText } from './pasting.ts';

fieldTest.use({ expectedErrors: [/api\/field-options/] });

const RESULTS = ['pass', 'fail'].map((value) => ({ value, label: { en: value } }));
const columns = [
  { name: 'control', title: { en: 'Control' }, type: 'label' },
  { name: 'result', title: { en: 'Result' }, type: 'select', options: RESULTS },
  { name: 'comment', title: { en: 'Comment' }, required: "{{ row.result == 'fail' }}" },
];
const rows = (count: number) => Array.from({ length: count }, (_, index) => ({ control: `C${index + 1}` }));
const cellOf = (page: Page, name: string) => page.getByLabel(name, { exact: true });
const focused = (page: Page) => page.locator(':focus');

fieldTest('a refused table shows its wrong cell, which has the focus', async ({ page, show }) => {
  const many = { columns, min: 30, max: 30, default: rows(30), numbered: false };
  const sent = await show('refused-table', [{ widget: 'array-table', name: 'controls', ...many }]);
  await cellOf(page, 'Result, row 3').selectOption('fail');
  const comment = cellOf(page, 'Comment, row 3');
  await expect(comment).toHaveAttribute('aria-required', 'true');
  await expect(cellOf(page, 'Comment, row 2')).not.toHaveAttribute('aria-required', /.*/);
  await send(page);
  await expect(comment).toBeFocused();
  await expect(comment).toBeInViewport();
  await expect(comment).toHaveAttribute('aria-invalid', 'true');
  await expect(comment).toHaveAccessibleDescription('Comment must be filled in');
  await expect(page.locator('.tg-cell-editor[aria-invalid]')).toHaveCount(1);
  await expect(page.getByRole('alert').filter({ hasText: 'Row 3: Comment must be filled in' })).toBeVisible();
  expect(sent).toEqual([]);
  await cellOf(page, 'Result, row 3').selectOption('pass');
  await expect(page.locator('.tg-cell-problem')).toHaveCount(0);
  await send(page);
  await expect.poll(() => sent.length).toBe(1);
});

fieldTest(
  'a column is marked where every row must have it, a cell where only its row must, and none that is only read',
  async ({ page, show }) => {
    const asked = [
      ...columns,
      { name: 'owner', title: { en: 'Owner' }, required: true },
      { name: 'note', title: { en: 'Note' }, required: true, readOnly: '{{ index == 0 }}' },
    ];
    await show('marked-table', [{ widget: 'array-table', name: 'controls', columns: asked, default: [{}, { result: 'fail' }] }]);
    const head = (name: string) => page.getByRole('columnheader', { name });
    await expect(head('Owner')).toHaveText('Owner *');
    for (const name of ['Result', 'Comment', 'Note']) await expect(head(name)).toHaveText(name);
    const marks = (where: '::before' | '::after') =>
      page.locator('tbody td').evaluateAll((cells, where) => {
        const contents = cells.map((cell) => getComputedStyle(cell, where).content.split(' / ')[0] ?? '');
        return contents.map((content) => content.replaceAll('"', '')).filter((content) => content.includes('*'));
      }, where);
    expect(await marks('::after')).toEqual(['*', '*']);
    for (const name of ['Owner, row 1', 'Owner, row 2', 'Comment, row 2', 'Note, row 2'])
      await expect(cellOf(page, name)).toHaveAttribute('aria-required', 'true');
    for (const name of ['Result, row 1', 'Comment, row 1', 'Note, row 1'])
      await expect(cellOf(page, name)).not.toHaveAttribute('aria-required', /.*/);
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await marks('::after')).toEqual([]);
    expect(await marks('::before')).toEqual(['Owner *', 'Comment *', 'Owner *', 'Note *']);
  },
);

fieldTest('a check of a whole table leads to its first cell', async ({ page, show }) => {
  const check = {
    require: "{{ !isEmpty(where(form.values.controls, 'result', 'pass')) }}",
    message: { en: 'One must pass' },
    field: 'controls',
  };
  await show('checked-table', [{ widget: 'array-table', name: 'controls', columns, default: rows(30) }], { checks: [check] });
  await send(page);
  await expect(cellOf(page, 'Result, row 1')).toBeFocused();
  await expect(focused(page)).toBeInViewport();
  await page.getByText('controls', { exact: true }).click();
  await expect(cellOf(page, 'Result, row 1')).toBeFocused();
});

fieldTest('what a server says of a cell stands at that cell', async ({ page, show }) => {
  await show('told-table', [{ widget: 'array-table', name: 'controls', columns, default: rows(3) }]);
  const details = [{ field: 'controls.1.comment', message: 'Too short' }];
  await page.route('**/api/field-options/save', (route) =>
    route.fulfill({ status: 400, json: { code: 'PARAMETER_ERROR', msg: 'Parameter error', details } }),
  );
  await send(page);
  const comment = cellOf(page, 'Comment, row 2');
  await expect(comment).toBeFocused();
  await expect(comment).toHaveAccessibleDescription('Too short');
  await comment.fill('longer');
  await expect(page.locator('.tg-cell-problem')).toHaveCount(0);
});

fieldTest('a table that always has the same number of rows offers no others', async ({ page, show }) => {
  const fixed = { columns, min: 2, max: 2, movable: false, default: rows(2) };
  await show('fixed-rows', [
    { widget: 'array-table', name: 'fixed', ...fixed },
    { widget: 'array-table', name: 'short', ...fixed, default: rows(1) },
    { widget: 'array-table', name: 'free', columns, min: 1, default: rows(1) },
  ]);
  const table = (name: string) => page.locator('.tg-array-table').filter({ has: page.getByRole('table', { name }) });
  await expect(table('fixed').getByRole('button')).toHaveCount(0);
  await expect(table('short').getByRole('button', { name: 'Add a row' })).toBeEnabled();
  await expect(table('free').getByRole('button', { name: 'Add a row' })).toBeEnabled();
  await expect(table('free').getByRole('button', { name: 'Remove row 1' })).toBeDisabled();
});

fieldTest('choices of a column come from a call, asked once for all rows', async ({ page, show }) => {
  let asked = 0;
  let isBroken = true;
  let answer = (): void => {};
  const waits = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route('**/api/field-options/owners', async (route) => {
    asked += 1;
    await waits;
    if (isBroken) await route.fulfill({ status: 500, json: { code: 'SERVER_ERROR', msg: 'Out of order' } });
    else
      await route.fulfill({
        json: {
          code: '000000',
          data: {
            people: [
              { id: 7, who: 'Ada' },
              { id: 8, who: 'Otto' },
            ],
          },
        },
      });
  });
  const owner = { name: 'owner', title: { en: 'Owner' }, type: 'select', call: 'field-options.owners', list: '{{ result.people }}' };
  const sent = await show('called-column', [
    {
      widget: 'array-table',
      name: 'actions',
      columns: [{ ...owner, valueField: 'id', labelField: 'who' }],
      default: [{ owner: 8 }, {}, { owner: 9 }],
    },
  ]);
  const cell = (row: number) => cellOf(page, `Owner, row ${row}`);
  await expect(cell(1).locator('option:checked')).toHaveText('…');
  answer();
  await expect(page.getByRole('alert').filter({ hasText: 'Out of order' })).toBeVisible();
  isBroken = false;
  asked = 0;
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(cell(1).locator('option:checked')).toHaveText('Otto');
  // What is no choice any more stays until somebody takes it away.
  await expect(cell(3).locator('option:checked')).toHaveText('9');
  await cell(2).selectOption('Ada');
  await page.getByRole('button', { name: 'Add a row' }).click();
  await cell(4).selectOption('Otto');
  await send(page);
  await expect.poll(() => sent).toEqual([{ actions: [{ owner: 8 }, { owner: 7 }, { owner: 9 }, { owner: 8 }] }]);
  expect(asked).toBe(1);
});

fieldTest('in a narrow window every cell of a row stands in sight under its head', async ({ page, show }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const wide = [...columns, { name: 'due', title: { en: 'Due' }, type: 'date' }];
  const control = 'Privileged accounts are reviewed every quarter by the owner of the system';
  await show('narrow-table', [
    { widget: 'array-table', name: 'controls', columns: wide, default: [{ control }, { control }] },
    { widget: 'array-table', name: 'words', columns: [{ name: 'word', title: { en: 'Word' } }], default: [{}] },
  ]);
  for (const name of ['Result, row 1', 'Comment, row 1', 'Due, row 1', 'Due, row 2']) {
    const cell = cellOf(page, name);
    await cell.focus();
    await expect(cell).toBeInViewport({ ratio: 1 });
  }
  const scrolled = await page.locator('.tg-array-table-scroll').evaluateAll((all) => all.map((box) => box.scrollWidth - box.clientWidth));
  expect(scrolled).toEqual([0, 0]);
  const head = await page
    .locator('td')
    .filter({ has: cellOf(page, 'Due, row 1') })
    .evaluate((td) => getComputedStyle(td, '::before').content);
  expect(head).toContain('Due');
  const heads = await page.locator('thead').evaluateAll((parts) => parts.map((part) => part.getBoundingClientRect().width));
  expect(heads).toEqual([1, expect.any(Number)]);
  // One column has room.
  expect(heads[1]).toBeGreaterThan(200);
  await cellOf(page, 'Comment, row 1').press('Enter');
  await expect(cellOf(page, 'Comment, row 2')).toBeFocused();
  await page.setViewportSize({ width: 1440, height: 900 });
  await expect(page.getByRole('columnheader', { name: 'Due' })).toBeInViewport();
});

const bought = [
  { name: 'item', title: { en: 'Item' } },
  { name: 'sum', title: { en: 'Sum' }, type: 'number' },
  { name: 'due', title: { en: 'Due' }, type: 'date' },
  { name: 'result', title: { en: 'Result' }, type: 'select', options: RESULTS },
  { name: 'paid', title: { en: 'Paid' }, type: 'checkbox' },
];

fieldTest('a block of a spreadsheet goes cell by cell into the table, and back in one step', async ({ page, show }) => {
  const sent = await show('pasted-table', [
    { widget: 'array-table', name: 'bought', columns: bought, max: 3, default: [{ item: 'old', sum: 5 }] },
  ]);
  await cellOf(page, 'Item, row 1').focus();
  await pasteText(page, 'Desk\t1,200\t2026/3/1\tpass\tyes\r\nChair\tn/a\t2026-03-02\tFAIL\tno\r\nLamp\t30\t\t\t\r\nBin\t4\t\t\t\r\n');
  const status = page.getByRole('status').filter({ hasText: 'cells pasted' });
  await expect(status).toHaveText('11 cells pasted; 2 rows added; 1 cell was not taken; 1 row found no place');
  const left = page.getByRole('list', { name: 'Cells that were not taken' }).getByRole('listitem');
  await expect(left).toHaveText(['Sum, row 2: “n/a” is no number']);
  await expect(cellOf(page, 'Item, row 1')).toBeFocused();
  const after = [
    { item: 'Desk', sum: 1200, due: '2026-03-01', result: 'pass', paid: true },
    { item: 'Chair', due: '2026-03-02', result: 'fail', paid: false },
    { item: 'Lamp', sum: 30 },
  ];
  await send(page);
  await expect.poll(() => sent).toEqual([{ bought: after }]);
  // The keys of undo take all of it back, wherever in the table the focus is.
  await cellOf(page, 'Sum, row 2').press('ControlOrMeta+z');
  await expect(cellOf(page, 'Item, row 1')).toHaveValue('old');
  await expect(cellOf(page, 'Item, row 2')).toHaveCount(0);
  await expect(left).toHaveCount(0);
  await send(page);
  await expect.poll(() => sent[1]).toEqual({ bought: [{ item: 'old', sum: 5 }] });
});

fieldTest('a column begins at a number, a box or a choice as well; what was corrected is not named any more', async ({ page, show }) => {
  await show('pasted-columns', [{ widget: 'array-table', name: 'bought', columns: bought, default: [{ item: 'a' }, { item: 'b' }] }]);
  // What is half typed gives way to what is pasted.
  await cellOf(page, 'Sum, row 1').pressSequentially('12');
  await pasteText(page, '7\r\nx\r\n');
  await expect(cellOf(page, 'Sum, row 1')).toHaveValue('7');
  const left = page.getByRole('list', { name: 'Cells that were not taken' }).getByRole('listitem');
  await expect(left).toHaveText(['Sum, row 2: “x” is no number']);
  await cellOf(page, 'Sum, row 2').fill('9');
  await expect(left).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Undo' })).toHaveCount(0);
  await cellOf(page, 'Result, row 1').focus();
  await pasteText(page, 'fail\r\npass\r\n');
  await expect(cellOf(page, 'Result, row 1')).toHaveValue('fail');
  await expect(cellOf(page, 'Result, row 2')).toHaveValue('pass');
  await cellOf(page, 'Paid, row 2').focus();
  await pasteText(page, 'x');
  await expect(cellOf(page, 'Paid, row 2')).toBeChecked();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(cellOf(page, 'Paid, row 2')).not.toBeChecked();
  await expect(cellOf(page, 'Paid, row 2')).toBeFocused();
});

fieldTest('lines pasted into a text area stay text', async ({ page, show }) => {
  await show('pasted-text', [
    { widget: 'text-area', name: 'note', label: { en: 'Note' } },
    { widget: 'array-table', name: 'bought', columns: bought, default: [{}] },
  ]);
  await cellOf(page, 'Note').focus();
  await pasteText(page, 'one\ttwo\nthree');
  await expect(cellOf(page, 'Note')).toHaveValue('one\ttwo\nthree');
  await expect(cellOf(page, 'Item, row 1')).toHaveValue('');
});
