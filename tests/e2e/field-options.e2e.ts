import type { Locator } from '@playwright/test';
import { expect } from '../support/browser.ts';
import { fieldTest, send, type } from './fields.ts';
import { overflow } from './world.ts';

const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
/** Drops files on a field as a hand does: the browser gives them all at once. */
const drop = (group: Locator, names: string[]) =>
  group.evaluate(
    (element, [files, data]) => {
      const dataTransfer = new DataTransfer();
      const bytes = Uint8Array.from(atob(data), (sign) => sign.charCodeAt(0));
      for (const name of files) dataTransfer.items.add(new File([bytes], name, { type: 'image/png' }));
      element.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
    },
    [names, PIXEL] as const,
  );

fieldTest('a month or year is within the limits when a day of it is, typed and picked', async ({ page, show }) => {
  const limits = { min: '2026-03-15', max: '2027-02-10' };
  const sent = await show('limits', [
    { widget: 'date', name: 'year', precision: 'year', ...limits },
    { widget: 'date', name: 'month', precision: 'month', ...limits },
    { widget: 'date-range', name: 'months', precision: 'month', ...limits },
  ]);
  await type(page.getByLabel('year', { exact: true }), '2026');
  await page.getByLabel('month', { exact: true }).click();
  await page.locator('.ant-picker-dropdown:visible').getByTitle('2026-03').click();
  await page.getByLabel('months', { exact: true }).click();
  await page.keyboard.type('2026-03');
  await page.keyboard.press('Tab');
  await page.keyboard.type('2027-02');
  await page.keyboard.press('Tab');
  await send(page);
  await expect.poll(() => sent).toEqual([{ year: '2026', month: '2026-03', months: ['2026-03', '2027-02'] }]);
  await type(page.getByLabel('year', { exact: true }), '2028');
  await send(page);
  await expect(page.getByLabel('year', { exact: true })).toHaveAccessibleDescription('Choose a date from 2026-03-15 to 2027-02-10');
});

fieldTest('a date in another form than it is shown in stays, is told and is not sent', async ({ page, show }) => {
  const sent = await show('date-forms', [
    { widget: 'date', name: 'day', format: 'DD.MM.YYYY' },
    { widget: 'date', name: 'year', precision: 'year' },
    { widget: 'date', name: 'minute', precision: 'minute' },
  ]);
  for (const [name, text, right] of [
    ['day', '11/12/2026', '12.11.2026'],
    ['year', '2026-05', '2026'],
    ['minute', '2026-03-31', '2026-03-31 08:05'],
  ] as const) {
    await type(page.getByLabel(name, { exact: true }), text);
    await expect(page.getByLabel(name, { exact: true })).toHaveValue(text);
    await send(page);
    await expect(page.getByLabel(name, { exact: true })).toHaveAccessibleDescription(new RegExp(`“${text}” is no date`));
    await type(page.getByLabel(name, { exact: true }), right);
  }
  expect(sent).toEqual([]);
  await send(page);
  await expect.poll(() => sent).toMatchObject([{ day: '2026-11-12', year: '2026' }]);
  expect(new Date(String(sent[0]?.minute)).getMinutes()).toBe(5);
});

fieldTest('a day that is typed with the year first, in whatever notation, is taken as the field is left', async ({ page, show }) => {
  const sent = await show('date-notations', [
    { widget: 'date', name: 'day', format: 'DD.MM.YYYY' },
    { widget: 'date', name: 'iso' },
    { widget: 'date-range', name: 'span' },
    { widget: 'date-range', name: 'moments', precision: 'minute' },
  ]);
  for (const [name, text, shown] of [
    ['day', '2026-11-12', '12.11.2026'],
    ['iso', '2027/1/5', '2027-01-05'],
    ['span', '20270106', '2027-01-06'],
    ['span, end', '2027年2月7日', '2027-02-07'],
    // Also where another day stands already.
    ['iso', '2027.1.18', '2027-01-18'],
  ] as const) {
    const input = page.getByLabel(name, { exact: true });
    await type(input, text);
    await expect(input).toHaveValue(shown);
  }
  // Pasted over a day there is, and left by the keyboard.
  for (const [name, text, shown] of [
    ['iso', '2027/1/6', '2027-01-06'],
    ['iso', '20270106', '2027-01-06'],
    ['span', '2027/1/8', '2027-01-08'],
    ['span, end', '20270209', '2027-02-09'],
    ['moments', '2026/1/5 08:00', '2026-01-05 08:00'],
    ['moments, end', '2026年1月6日 9:30', '2026-01-06 09:30'],
  ] as const) {
    const input = page.getByLabel(name, { exact: true });
    await input.fill(text);
    await page.keyboard.press('Tab');
    await expect(input, `${name}: ${text}`).toHaveValue(shown);
  }
  await type(page.getByLabel('moments', { exact: true }), '2026/1/4 08:00');
  await expect(page.getByLabel('moments', { exact: true })).toHaveValue('2026-01-04 08:00');
  await send(page);
  await expect
    .poll(() => sent)
    .toMatchObject([
      {
        day: '2026-11-12',
        iso: '2027-01-06',
        span: ['2027-01-08', '2027-02-09'],
        moments: [/04T/, /06T/].map((day) => expect.stringMatching(day)),
      },
    ]);
});

fieldTest('[API-19] every dropped file is sent or refused by name', async ({ page, show }) => {
  await show('dropped', [
    { widget: 'upload', name: 'single', call: 'user.uploadPicture', look: 'picture' },
    { widget: 'upload', name: 'one', call: 'user.uploadPicture', accept: ['.png'], multiple: true, max: 1 },
  ]);
  const single = page.getByRole('group', { name: 'single' });
  await drop(single, ['a.png', 'b.png']);
  await expect(single.getByRole('link', { name: 'a.png' })).toBeVisible();
  await expect(single.getByRole('alert')).toHaveText('b.png was not accepted: only 1 file is allowed.');
  await drop(single, ['c.png']);
  await expect(single.getByRole('listitem')).toHaveText([/^c\.png/]);
  const one = page.getByRole('group', { name: 'one' });
  await drop(one, ['no.txt', 'yes.png']);
  await expect(one.getByRole('link', { name: 'yes.png' })).toBeVisible();
  await expect(one.getByRole('alert')).toHaveText(/^no\.txt/);
});

fieldTest('unit and count stand together; what is only read offers nothing to remove', async ({ page, show }) => {
  const options = ['a', 'b'].map((value) => ({ value, label: { en: value.toUpperCase() } }));
  await show('shown', [
    { widget: 'input', name: 'weight', suffix: { en: 'kg' }, count: true, maxLength: 10, default: '12' },
    { widget: 'select', name: 'many', multiple: true, options, readOnly: true, default: ['a', 'b'] },
    { widget: 'tree-select', name: 'tree', multiple: true, options, readOnly: true, default: ['a', 'b'] },
  ]);
  await expect(page.getByText(/^kg\s+2\/10$/)).toBeVisible();
  await expect(page.locator('.ant-select-selection-item').filter({ hasText: /^[AB]$/ })).toHaveText(['A', 'B', 'A', 'B']);
  await expect(page.locator('.ant-select-selection-item-remove svg')).toHaveCount(0);
});

fieldTest('a long list and a large tree draw what is in sight, as wide as their widest entry', async ({ page, show }) => {
  const label = (n: number) => ({
    en: n === 555 ? 'Entry 555, the name of which is much longer than those of all the others' : `Entry ${n}`,
  });
  const entries = Array.from({ length: 600 }, (_, index) => ({ value: index + 1, label: label(index + 1) }));
  const tree = [{ value: 'top', label: { en: 'Top' }, children: entries }];
  const sent = await show('long', [
    { widget: 'select', name: 'one', options: entries },
    { widget: 'tree-select', name: 'branch', options: tree, expandAll: true },
  ]);
  const popup = page.locator('.ant-select-dropdown:visible');
  for (const [name, drawn] of [
    ['one', '.ant-select-item-option'],
    ['branch', '.ant-select-tree-treenode'],
  ] as const) {
    await page.getByRole('combobox', { name, exact: true }).click();
    await expect(popup.getByText('Entry 3', { exact: true })).toBeVisible();
    expect(await popup.locator(drawn).count()).toBeLessThan(60);
    const { width } = (await popup.boundingBox()) ?? { width: 0 };
    await page.keyboard.type('longer than');
    const longest = popup.getByText('the name of which');
    await expect(longest).toBeVisible();
    expect(await longest.evaluate((element) => element.scrollWidth - element.clientWidth)).toBeLessThan(1);
    expect((await popup.boundingBox())?.width).toBe(width);
    await longest.click();
    await expect(popup).toHaveCount(0);
  }
  await send(page);
  await expect.poll(() => sent).toEqual([{ one: 555, branch: 555 }]);
});

fieldTest('fields of all kinds stand alike: read-only, beside their label, with all boxes chosen', async ({ page, show }) => {
  const options = ['a', 'b', 'c'].map((value) => ({ value, label: { en: value.toUpperCase() } }));
  const fixed = { readOnly: true };
  await show(
    'alike',
    [
      { widget: 'input', name: 'text', ...fixed },
      { widget: 'date', name: 'day', ...fixed },
      { widget: 'date-range', name: 'days', ...fixed },
      { widget: 'select', name: 'one', options, ...fixed },
      { widget: 'tree-select', name: 'branch', options, ...fixed },
      { widget: 'checkbox', name: 'boxes', options, max: 2, required: true },
      { widget: 'radio', name: 'radio', options },
      { widget: 'checkbox', name: 'single', text: { en: 'Agreed' } },
    ],
    { layout: 'horizontal' },
  );
  const frames = page.locator('.tg-control, .ant-picker, .ant-select-selector');
  await expect(frames).toHaveCount(5);
  const grounds = await frames.evaluateAll((all) => all.map((one) => getComputedStyle(one).backgroundColor));
  expect(new Set(grounds).size).toBe(1);
  const middle = (name: string, part: string) =>
    page
      .locator('.tg-field')
      .filter({ has: page.locator('.tg-field-label', { hasText: name }) })
      .locator(part)
      .first()
      .evaluate((element) => {
        const range = document.createRange();
        range.selectNodeContents(element);
        const { top, bottom } = range.getBoundingClientRect();
        return (top + bottom) / 2;
      });
  for (const name of ['boxes', 'radio', 'single']) {
    expect(Math.abs((await middle(name, '.tg-field-label')) - (await middle(name, '.tg-choice span')))).toBeLessThan(2);
  }
  const before = await middle('radio', '.tg-field-label');
  for (const name of ['A', 'B']) await page.getByRole('checkbox', { name, exact: true }).check();
  await expect(page.getByRole('checkbox', { name: 'C', exact: true })).toBeDisabled();
  expect(await middle('radio', '.tg-field-label')).toBe(before);
  await page.setViewportSize({ width: 390, height: 800 });
  await expect(page.locator('.tg-field-label').first()).toHaveCSS('text-align', 'start');
});

fieldTest('every language that must be filled in is asked for', async ({ page, show }) => {
  const sent = await show('languages', [{ widget: 'multilingual', name: 'title', required: true, requiredLanguages: ['en', 'zh-Hans'] }]);
  const english = page.getByRole('textbox', { name: 'title (English)' });
  await english.fill('Risk');
  await send(page);
  const chinese = page.getByRole('textbox', { name: 'title (简体中文)' });
  await expect(page.getByText('Also needed in: 简体中文')).toBeVisible();
  await expect(chinese).toHaveAttribute('aria-invalid', 'true');
  await expect(english).not.toHaveAttribute('aria-invalid');
  expect(sent).toEqual([]);
  await chinese.fill('风险');
  await send(page);
  await expect
    .poll(() => sent)
    .toEqual([
      {
        title: [
          { l: 'en', t: 'Risk', d: true },
          { l: 'zh-Hans', t: '风险' },
        ],
      },
    ]);
});

fieldTest('the calendar of a range is within reach in a narrow window', async ({ page, show }) => {
  const presets = ['today', 'last7days'];
  await show('narrow-range', [
    { widget: 'date-range', name: 'days', presets },
    { widget: 'date-range', name: 'moments', precision: 'minute' },
  ]);
  await page.setViewportSize({ width: 390, height: 800 });
  for (const name of ['days', 'moments']) {
    await page
      .locator('.tg-field')
      .filter({ has: page.locator('.tg-field-label', { hasText: name }) })
      .locator('input')
      .first()
      .click();
    const calendar = page.locator('.ant-picker-dropdown:visible .ant-picker-panel-container');
    await expect(calendar).toBeInViewport({ ratio: 1 });
    expect(await calendar.evaluate((element) => element.scrollWidth - element.clientWidth)).toBeLessThan(1);
    await page.keyboard.press('Escape');
  }
  await page.locator('input').first().click();
  await page.locator('.ant-picker-presets li').filter({ hasText: 'Today' }).click();
  await expect(page.locator('input').first()).not.toHaveValue('');
});

fieldTest('[LAYOUT-06] a form reaches from side to side of a page without a frame, and not beyond', async ({ page, show }) => {
  const half = (name: string) => ({ widget: 'input', name, label: { en: name }, span: 12 });
  const stack = { widget: 'stack', name: 'inside', body: [half('c'), half('d')] };
  await show('frameless', [half('a'), half('b'), stack], {}, 'blank');
  for (const width of [1280, 800, 390]) {
    await page.setViewportSize({ width, height: 800 });
    expect(await overflow(page), `${width}`).toBe(0);
    const boxes = await page.locator('.tg-field-control').evaluateAll((parts) => parts.map((part) => part.getBoundingClientRect()));
    expect([boxes[0]?.left, boxes[1]?.right, boxes[2]?.left, boxes[3]?.right], `${width}`).toEqual([0, width, 0, width]);
  }
});
