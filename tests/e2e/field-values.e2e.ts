import { notePicture } from '../../server/database/demo/ticket-pictures.ts';
import { expect } from '../support/browser.ts';
import { fieldTest, send, type } from './fields.ts';
import { menuOf, published } from './overlay.ts';
import { enter, refuse } from './world.ts';

fieldTest.use({ expectedErrors: [/api\/user\/config\/upload .*status of 400/] });

fieldTest('what is typed as a number and is none stays, is told and is not sent', async ({ page, show }) => {
  const sent = await show('typed-numbers', [{ widget: 'number', name: 'amount', grouping: true, precision: 2, step: 0.5 }]);
  const amount = page.getByRole('spinbutton', { name: 'amount' });
  for (const text of ['1.234,5', '12a', '1e5', '1,5', '1 5', '12,34', '1234,567']) {
    await type(amount, text);
    await expect(amount).toHaveValue(text);
    await send(page);
    await expect(amount).toHaveAccessibleDescription(`“${text}” is no number. Write it like this: 1234.5.`);
  }
  await amount.fill('12x');
  await amount.press('Enter');
  await expect(amount).toHaveAccessibleDescription(/“12x” is no number/);
  expect(sent).toEqual([]);
  await type(amount, '-1,234,567.505');
  await expect(amount).toHaveValue('-1,234,567.51');
  await amount.press('ArrowUp');
  await expect(amount).toHaveValue('-1,234,567.01');
  await amount.press('Home');
  for (let sign = 0; sign < '-1,23'.length; sign += 1) await amount.press('ArrowRight');
  await amount.pressSequentially('99');
  await expect(amount).toHaveValue('-123994567.01');
  await amount.press('Tab');
  await expect(amount).toHaveValue('-123,994,567.01');
  await type(amount, '-1,234,567.01');
  await send(page);
  await expect.poll(() => sent).toEqual([{ amount: -1234567.01 }]);
  await type(amount, '-0');
  await expect(amount).toHaveValue('0.00');
});

fieldTest('a number beyond the limits stays, is told and is not sent', async ({ page, show }) => {
  const sent = await show('bounded-numbers', [
    { widget: 'number', name: 'amount', min: 0, grouping: true, precision: 2 },
    { widget: 'number', name: 'year', min: 2000, max: 2100, precision: 0 },
  ]);
  const amount = page.getByRole('spinbutton', { name: 'amount' });
  const year = page.getByRole('spinbutton', { name: 'year' });
  await type(amount, '-5000');
  await type(year, '20277');
  await send(page);
  await expect(amount).toHaveValue('-5,000.00');
  await expect(amount).toHaveAccessibleDescription('Enter 0 or more');
  await expect(year).toHaveValue('20277');
  await expect(year).toHaveAccessibleDescription('Enter a number from 2000 to 2100');
  expect(sent).toEqual([]);
  await amount.fill('5000');
  await year.press('End');
  await send(page);
  await expect.poll(() => sent).toEqual([{ amount: 5000, year: 2100 }]);
});

fieldTest('a number with more digits than one keeps is told and stays as it was typed', async ({ page, show }) => {
  const columns = [
    { name: 'n', title: { en: 'N' }, type: 'number', step: 0.5 },
    { name: 'twice', title: { en: 'Twice' }, type: 'label', value: '{{ row.n * 2 }}' },
  ];
  const sent = await show('long-numbers', [
    { widget: 'number', name: 'amount', default: 1.005, precision: 2 },
    { widget: 'array-table', name: 'rows', default: [{ n: 1 }], columns },
  ]);
  const amount = page.getByRole('spinbutton', { name: 'amount' });
  await amount.focus();
  await amount.press('Tab');
  const cell = page.getByLabel('N, row 1');
  await type(cell, '9007199254740993');
  await send(page);
  await expect(page.getByText('Row 1: N has more digits than can be kept exactly')).toBeVisible();
  await expect(cell).toHaveValue('9007199254740993');
  await expect(page.locator('.tg-cell-label')).toHaveText('');
  await type(cell, '1,234.5');
  await expect(cell).toHaveValue('1234.5');
  await cell.press('ArrowUp');
  await expect(page.locator('.tg-cell-label')).toHaveText('2470');
  await send(page);
  // What nobody touched is not rounded.
  await expect.poll(() => sent).toEqual([{ amount: 1.005, rows: [{ n: 1235 }] }]);
  await type(amount, '12345678901234567890');
  await send(page);
  await expect(amount).toHaveValue('12345678901234567890');
  await expect(amount).toHaveAccessibleDescription(/has more digits than can be kept exactly/);
  expect(sent).toHaveLength(1);
});

fieldTest('a calculation gives nothing while a text that is no value stands in a field it reads', async ({ page, show }) => {
  const fields = ['amount', 'total'].map((name) => ({ widget: 'number', name }));
  const columns = [{ name: 'n', title: { en: 'N' }, type: 'number' }];
  const sent = await show('calculated', [...fields, { widget: 'number', name: 'sum' }, { widget: 'array-table', name: 'rows', columns }], {
    calculations: { total: '{{ form.values.amount * 2 }}', sum: "{{ sum(form.values.rows, 'n') }}" },
  });
  const amount = page.getByRole('spinbutton', { name: 'amount' });
  const total = page.getByRole('spinbutton', { name: 'total' });
  await type(amount, '4');
  await expect(total).toHaveValue('8');
  await type(amount, '4 pieces');
  await expect(total).toHaveValue('');
  await page.getByRole('button', { name: 'rows: Add a row' }).click();
  await type(page.getByLabel('N, row 1'), '1,5');
  await expect(page.getByRole('spinbutton', { name: 'sum' })).toHaveValue('');
  await type(amount, '5');
  await expect(total).toHaveValue('10');
  await type(page.getByLabel('N, row 1'), '1.5');
  await send(page);
  await expect.poll(() => sent).toEqual([{ amount: 5, total: 10, sum: 1.5, rows: [{ n: 1.5 }] }]);
});

fieldTest('cells of a table do not lose what the browser cannot read', async ({ page, show }) => {
  const columns = [
    { name: 'n', title: { en: 'N' }, type: 'number' },
    { name: 'd', title: { en: 'D' }, type: 'date' },
  ];
  const sent = await show('typed-cells', [{ widget: 'array-table', name: 'rows', min: 1, columns }]);
  await send(page);
  await expect(page.getByText('At least 1 row is needed')).toBeVisible();
  await page.getByRole('button', { name: 'rows: Add a row' }).click();
  await page.getByLabel('N, row 1').pressSequentially('1,5');
  await expect(page.getByLabel('N, row 1')).toHaveValue('1,5');
  await page.getByLabel('D, row 1').pressSequentially('11');
  await send(page);
  await expect(page.getByText('Row 1: N must be a number')).toBeVisible();
  await page.getByLabel('N, row 1').fill('12');
  await send(page);
  await expect(page.getByText('Row 1: D must be a whole date')).toBeVisible();
  expect(sent).toEqual([]);
  await page.getByLabel('D, row 1').fill('2026-03-31');
  await send(page);
  await expect.poll(() => sent).toEqual([{ rows: [{ n: 12, d: '2026-03-31' }] }]);
  await page.setViewportSize({ width: 390, height: 700 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
});

fieldTest('chosen values that are no choices any more are shown, kept and can be taken away', async ({ page, show }) => {
  const options = ['a', 'b', 'c'].map((value) => ({ value, label: { en: value.toUpperCase() } }));
  const tree = [{ value: 1, label: 'One', children: [{ value: 11, label: 'Eleven' }] }];
  const sent = await show('unlisted', [
    { widget: 'checkbox', name: 'boxes', options, default: ['gone', 'b', 7] },
    { widget: 'radio', name: 'radio', options, default: 'gone' },
    { widget: 'select', name: 'one', options, default: 'gone' },
    { widget: 'select', name: 'several', options, multiple: true, default: ['gone', 'b'] },
    { widget: 'tree-select', name: 'branches', options: tree, multiple: true, expandAll: true, default: ['gone', 1] },
    { widget: 'tree-check', name: 'checks', options: tree, default: ['gone', 7, 11] },
    {
      widget: 'array-table',
      name: 'rows',
      columns: [{ name: 'x', title: { en: 'X' }, type: 'select', options }],
      default: [{ x: 'gone' }],
    },
  ]);
  const boxes = page.getByRole('group', { name: 'boxes' });
  await expect(boxes.getByRole('checkbox', { name: 'gone (not in the list)' })).toBeChecked();
  await boxes.getByRole('checkbox', { name: 'A', exact: true }).check();
  await expect(page.getByRole('radio', { name: 'gone (not in the list)' })).toBeChecked();
  const field = (name: string) => page.locator('.tg-field').filter({ has: page.getByRole('combobox', { name }) });
  for (const name of ['one', 'several', 'branches']) await expect(field(name)).toContainText('gone (not in the list)');
  await page.getByRole('combobox', { name: 'several' }).click();
  await page.locator('.ant-select-item-option').filter({ hasText: /^C$/ }).click();
  await page.keyboard.press('Escape');
  await page.getByRole('combobox', { name: 'branches' }).click();
  await page.locator('.ant-select-tree-title').filter({ hasText: 'Eleven' }).click();
  await page.keyboard.press('Escape');
  const checks = page.getByRole('tree', { name: 'checks' });
  await checks.getByRole('treeitem', { name: 'One', exact: true }).click();
  await expect(checks.getByRole('treeitem', { name: 'gone (not in the list)' })).toHaveAttribute('aria-checked', 'true');
  await expect(page.getByText('4 of 4 chosen')).toBeVisible();
  await send(page);
  const kept = {
    boxes: ['a', 'b', 'gone', 7],
    radio: 'gone',
    one: 'gone',
    several: ['gone', 'b', 'c'],
    branches: ['gone', 1, 11],
    checks: ['gone', 7, 11, 1],
    rows: [{ x: 'gone' }],
  };
  await expect.poll(() => sent).toEqual([kept]);
  // Nothing can be changed before the submit has ended.
  await expect(boxes.locator('[aria-readonly]')).toHaveCount(0);
  await boxes.getByRole('checkbox', { name: 'gone (not in the list)' }).uncheck();
  await boxes.getByRole('checkbox', { name: 'gone (not in the list)' }).check();
  await boxes.getByRole('checkbox', { name: 'gone (not in the list)' }).uncheck();
  await page.getByRole('radio', { name: 'B', exact: true }).check();
  await field('several')
    .locator('.ant-select-selection-item')
    .filter({ hasText: 'gone' })
    .locator('.ant-select-selection-item-remove')
    .click();
  await checks.getByRole('treeitem', { name: 'gone (not in the list)' }).click();
  await send(page);
  await expect.poll(() => sent[1]).toEqual({ ...kept, boxes: ['a', 'b', 7], radio: 'b', several: ['b', 'c'], checks: [7, 11, 1] });
});

fieldTest('choices that are not here yet make no group a single box', async ({ page, show }) => {
  const options = '{{ entry.values.choices }}';
  const sent = await show('late-choices', [
    { widget: 'input', name: 'choices' },
    { widget: 'checkbox', name: 'boxes', options, default: ['a'] },
  ]);
  await expect(page.getByRole('group', { name: 'boxes' })).toHaveText('No options');
  await expect(page.getByRole('checkbox')).toHaveCount(0);
  await send(page);
  await expect.poll(() => sent).toEqual([{ boxes: ['a'] }]);
});

fieldTest('[API-19] a dialog that is left while a file is on its way asks first', async ({ page, server, screens }) => {
  await enter(page, server);
  const files = { widget: 'upload', name: 'files', label: { en: 'Files' }, call: 'user.uploadPicture' };
  const form = (name: string, instant: boolean) => ({ widget: 'form', name, instant, fields: [files] });
  const windows = [
    { widget: 'dialog', name: 'window', title: { en: 'Window' }, body: [form('entry', false)] },
    { widget: 'drawer', name: 'panel', title: { en: 'Panel' }, body: [form('settings', true)] },
  ];
  const openers = ['window', 'panel'].map((name) => ({ widget: 'button', text: { en: `Open ${name}` }, onClick: [{ open: name }] }));
  screens.write('menus/asked-uploads.menu.json', menuOf('asked-uploads', 'Uploads', 'main#asked-uploads'));
  screens.write('pages/asked-uploads.page.json', { version: 1, title: { en: 'Uploads' }, body: [...openers, ...windows] });
  await published(server, 'asked-uploads');
  let arrive = (): void => {};
  await page.route('**/api/user/**', async (route) => {
    if (route.request().method() !== 'POST') return route.fallback();
    await new Promise<void>((resolve) => {
      arrive = resolve;
    });
    return route.fulfill({ json: { code: '000000', msg: '', data: { sysFile: { path: '/favicon.svg' } } } });
  });
  await page.goto('/asked-uploads');
  for (const [name, title] of [
    ['window', 'Window'],
    ['panel', 'Panel'],
  ] as const) {
    await page.getByRole('button', { name: `Open ${name}` }).click();
    const place = page.getByRole('dialog', { name: title });
    const asked = page.waitForRequest((request) => request.method() === 'POST' && request.url().includes('/api/user/'));
    await place.locator('input[type=file]').setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: Buffer.from('x') });
    await expect(place.getByText('a.png')).toBeVisible();
    await asked;
    await place.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Keep editing' }).click();
    arrive();
    await expect(place.getByRole('link', { name: 'a.png' })).toBeVisible();
    await place.getByRole('button', { name: 'Cancel' }).click();
    // What is saved at once is nothing to lose any more.
    if (name === 'window') await page.getByRole('button', { name: 'Discard' }).click();
    await expect(place).toHaveCount(0);
  }
});

fieldTest('[FILE-03] a form does not go without a file that did not arrive, until it is taken off the list', async ({ page, show }) => {
  const sent = await show('lost-uploads', [{ widget: 'upload', name: 'files', call: 'user.uploadPicture' }]);
  await page.route('**/api/user/**', (route) => (route.request().method() === 'POST' ? refuse(route, 400, 'REFUSED') : route.fallback()));
  await page.locator('input[type=file]').setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: Buffer.from('x') });
  await expect(page.getByRole('alert').filter({ hasText: 'a.png could not be sent' })).toBeVisible();
  await send(page);
  const problem = page.getByText('a.png was not sent. Try again, or take it off the list.');
  await expect(problem).toBeVisible();
  expect(sent).toEqual([]);
  await page.getByRole('button', { name: 'Dismiss a.png' }).click();
  await expect(problem).toHaveCount(0);
  await send(page);
  await expect.poll(() => sent).toHaveLength(1);
});

fieldTest('files that an action does not come to are named', async ({ page, server, screens }) => {
  await enter(page, server);
  const take = { widget: 'upload-button', text: { en: 'Take' }, multiple: true };
  const onFile = [{ require: "{{ name == 'a.txt' }}", message: '{{ name }}' }];
  screens.write('menus/several-files.menu.json', menuOf('several-files', 'Several files', 'main#several-files'));
  screens.write('pages/several-files.page.json', { version: 1, title: { en: 'Several files' }, body: [{ ...take, onFile }] });
  await published(server, 'several-files');
  await page.goto('/several-files');
  await expect(page.getByRole('button', { name: 'Take' })).toBeVisible();
  const files = ['a.txt', 'b.txt', 'c.txt', 'd.txt'].map((name) => ({ name, mimeType: 'text/plain', buffer: Buffer.from('x') }));
  await page.locator('input[type=file]').setInputFiles(files);
  await expect(page.getByText('Not taken: c.txt, d.txt')).toBeVisible();
});

fieldTest(
  '[API-19] photos above the limit are made smaller before they are sent, in the field and in the area',
  async ({ page, server, screens }) => {
    await enter(page, server);
    const limits = { call: 'user.uploadPicture', accept: ['.png', '.jpg'], maxBytes: 100_000, shrink: true };
    const field = { widget: 'upload', name: 'files', label: { en: 'Files' }, ...limits };
    const area = { widget: 'upload-area', text: { en: 'Area' }, ...limits };
    screens.write('menus/photos.menu.json', menuOf('photos', 'Photos', 'main#photos'));
    screens.write('pages/photos.page.json', { version: 1, title: { en: 'Photos' }, body: [{ widget: 'form', fields: [field] }, area] });
    await published(server, 'photos');
    const sent: string[] = [];
    await page.route('**/api/user/**', async (route) => {
      if (route.request().method() !== 'POST') return route.fallback();
      sent.push(/filename="([^"]*)"/.exec(route.request().postDataBuffer()?.toString('latin1') ?? '')?.[1] ?? '');
      return route.fulfill({ json: { code: '000000', msg: '', data: { sysFile: { path: '/favicon.svg' } } } });
    });
    await page.goto('/photos');
    // What stands behind the end of a picture is no part of it.
    const photo = { name: 'scan.png', mimeType: 'image/png', buffer: Buffer.concat([notePicture('77'), Buffer.alloc(200_000)]) };
    await page.getByRole('group', { name: 'Files' }).locator('input[type=file]').setInputFiles(photo);
    await expect(page.getByText(/^Made smaller: .* became/).first()).toBeVisible();
    await page.getByRole('group', { name: 'Area' }).locator('input[type=file]').first().setInputFiles(photo);
    await expect(page.getByText('1 file was uploaded. One photo was made smaller.').first()).toBeVisible();
    expect(sent).toEqual(['scan.jpg', 'scan.jpg']);
  },
);
