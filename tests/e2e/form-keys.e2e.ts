import { expect } from '../support/browser.ts';
import { fieldTest, send } from './fields.ts';

fieldTest.use({ expectedErrors: [/api\/field-options/] });

const day = (page: Parameters<typeof send>[0], name: string) => page.getByRole('textbox', { name });
const OPTIONS = ['one', 'two'].map((value) => ({ value, label: { en: value } }));

for (const [precision, text, value] of [
  ['day', '2026-05-04', '2026-05-04'],
  ['month', '2026-05', '2026-05'],
  ['minute', '2026-05-04 10:30', /^2026-05-04T/],
] as const) {
  fieldTest(`Enter in an open calendar takes the ${precision} that was typed, the next one submits`, async ({ page, show }) => {
    const sent = await show(`enter-${precision}`, [{ widget: 'date', name: 'when', precision }]);
    const field = day(page, 'when');
    await field.click();
    await expect(page.locator('.ant-picker-dropdown')).toBeVisible();
    await field.pressSequentially(text);
    await field.press('Enter');
    await expect(page.locator('.ant-picker-dropdown')).toBeHidden();
    await expect(field).toHaveValue(text);
    await expect(field).toBeFocused();
    expect(sent).toEqual([]);
    await field.press('Enter');
    await expect.poll(() => sent).toEqual([{ when: typeof value === 'string' ? value : expect.stringMatching(value) }]);
  });
}

fieldTest('Enter in the open calendar of a range goes on to its end and submits only once it is closed', async ({ page, show }) => {
  const sent = await show('enter-range', [{ widget: 'date-range', name: 'period' }]);
  const start = day(page, 'period').first();
  await start.click();
  await expect(page.locator('.ant-picker-dropdown')).toBeVisible();
  await start.pressSequentially('2026-05-04');
  await start.press('Enter');
  const end = day(page, 'period').last();
  await expect(end).toBeFocused();
  await end.pressSequentially('2026-05-06');
  await end.press('Enter');
  await expect(page.locator('.ant-picker-dropdown')).toBeHidden();
  expect(sent).toEqual([]);
  await end.press('Enter');
  await expect.poll(() => sent).toEqual([{ period: ['2026-05-04', '2026-05-06'] }]);
});

for (const widget of ['select', 'tree-select']) {
  fieldTest(`Enter in the open list of a ${widget} takes its entry and submits nothing`, async ({ page, show }) => {
    const sent = await show(`enter-${widget}`, [{ widget, name: 'choice', options: OPTIONS }]);
    const field = page.getByRole('combobox', { name: 'choice' });
    await field.focus();
    await field.press('ArrowDown');
    await expect(field).toHaveAttribute('aria-expanded', 'true');
    await field.press('Enter');
    await expect(field).toHaveAttribute('aria-expanded', 'false');
    expect(sent).toEqual([]);
    await send(page);
    await expect.poll(() => sent).toEqual([{ choice: 'one' }]);
  });
}

fieldTest('what a server says of fields that cannot show it stands in the message of the error', async ({ page, show }) => {
  await show('unshown', [
    { widget: 'input', name: 'title' },
    { widget: 'input', name: 'reason', when: '{{ false }}', label: { en: 'Reason of it' } },
  ]);
  const details = [
    { field: 'title', message: 'Taken' },
    { field: 'reason', message: 'Too long' },
    { field: 'elsewhere', message: 'Not known' },
  ];
  await page.route('**/api/field-options/save', (route) =>
    route.fulfill({ status: 400, json: { code: 'PARAMETER_ERROR', msg: 'Parameter error', details } }),
  );
  await send(page);
  await expect(page.getByLabel('title')).toHaveAccessibleDescription('Taken');
  await expect(page.locator('.ant-message').getByRole('alert')).toHaveText(/Parameter error[^\n]*\nReason of it: Too long\nNot known$/);
});

fieldTest('what a change hides is in no values from that change on, and comes back as it was typed', async ({ page, show }) => {
  const field = (name: string, more: object = {}) => ({ widget: 'input', name, label: { en: name }, ...more });
  const sent = await show(
    'hidden-values',
    [
      { widget: 'checkbox', name: 'personal', text: { en: 'Personal data' }, default: true },
      field('subjects', { when: '{{ form.values.personal }}' }),
      field('chained', { when: '{{ !isEmpty(form.values.subjects) }}' }),
      { widget: 'section', name: 'part', when: '{{ form.values.personal }}', title: { en: 'Part' }, body: [field('kinds')] },
    ],
    { onChange: { steps: [{ call: 'field-options.save', body: '{{ value }}' }], whileBusy: 'queue' } },
  );
  const subjects = page.getByLabel('subjects');
  await subjects.fill('12');
  await page.getByLabel('chained').fill('x');
  await page.getByLabel('kinds').fill('health');
  const whole = { personal: true, subjects: '12', chained: 'x', kinds: 'health' };
  await expect.poll(() => sent.at(-1)).toEqual(whole);
  await page.getByText('Personal data').click();
  await expect(subjects).toBeHidden();
  await expect.poll(() => sent.at(-1)).toEqual({ personal: false });
  const before = sent.length;
  await send(page);
  await expect.poll(() => sent.slice(before)).toEqual([{ personal: false }]);
  await page.getByText('Personal data').click();
  await expect(subjects).toHaveValue('12');
  await expect.poll(() => sent.at(-1)).toEqual(whole);
});

fieldTest('Tab leaves an open list without choosing or taking away what is marked', async ({ page, show }) => {
  const sent = await show('tab-list', [
    { widget: 'select', name: 'one', options: OPTIONS },
    { widget: 'select', name: 'several', options: OPTIONS, multiple: true },
    { widget: 'input', name: 'after' },
  ]);
  const list = page.locator('.ant-select-dropdown:visible');
  await page.getByRole('combobox', { name: 'one' }).press('ArrowDown');
  await expect(list).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('combobox', { name: 'several' })).toBeFocused();
  await expect(list).toBeHidden();
  await page.keyboard.press('ArrowDown');
  await expect(list).toBeVisible();
  await page.keyboard.press('Enter');
  const chosen = page.locator('.ant-select-multiple .ant-select-selection-item-content').first();
  await expect(chosen).toHaveText('one');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('textbox', { name: 'after' })).toBeFocused();
  await expect(list).toBeHidden();
  await expect(chosen).toHaveText('one');
  await send(page);
  await expect.poll(() => sent.map(({ one = null, several }) => ({ one, several }))).toEqual([{ one: null, several: ['one'] }]);
});

fieldTest(
  'what is pressed is pressed, though leaving the field before it tells what is wrong there and moves all below',
  async ({ page, show }) => {
    const sent = await show('moved-press', [
      { widget: 'input', name: 'first', required: true, hint: { en: 'A hint, below which the message stands' } },
      { widget: 'switch', name: 'on' },
    ]);
    await page.getByRole('textbox', { name: 'first' }).focus();
    const control = page.getByRole('switch', { name: 'on' });
    const before = await control.boundingBox();
    await control.click();
    await expect(page.getByText('is required')).toBeVisible();
    expect((await control.boundingBox())?.y).toBeGreaterThan(before?.y ?? 0);
    await expect(control).toBeChecked();
    await page.getByRole('textbox', { name: 'first' }).fill('here');
    await send(page);
    await expect.poll(() => sent).toEqual([{ first: 'here', on: true }]);
  },
);
