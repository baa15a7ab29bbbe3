import type { Locator } from '@playwright/test';
import { expect } from '../support/browser.ts';
import { menuOf, test as onOverlay, published } from './overlay.ts';
import { enter } from './world.ts';

const record = { type: 'object', additionalProperties: true };
const service = {
  version: 1,
  title: 'Form records',
  calls: {
    one: {
      summary: 'One record.',
      method: 'GET',
      path: '/api/form-records/one',
      access: 'session',
      overlay: false,
      query: { type: 'object', properties: { id: { type: 'string' } } },
      response: record,
    },
    save: { summary: 'Saves it.', method: 'POST', path: '/api/form-records/save', access: 'session', body: record, response: record },
  },
};
const edit = (id: string) => ({
  widget: 'button',
  text: { en: `Edit ${id}` },
  onClick: [{ set: { 'state.id': id } }, { open: 'editor' }],
});
const field = (name: string) => ({ widget: 'input', name, label: { en: name } });
const save = [{ call: 'form-records.save', body: '{{ entry.values }}' }];
const screen = {
  version: 1,
  title: { en: 'Form records' },
  state: { id: { initial: '' } },
  data: { record: { call: 'form-records.one', with: { id: '{{ state.id }}' }, when: '{{ state.id }}' } },
  values: { known: '{{ data.record }}' },
  body: [
    edit('a'),
    edit('b'),
    {
      widget: 'drawer',
      name: 'editor',
      title: { en: 'Editor' },
      submit: 'entry',
      okText: { en: 'Save' },
      footerStart: [{ widget: 'button', text: { en: 'Past the form' }, onClick: save }],
      body: [{ widget: 'form', name: 'entry', initial: '{{ values.known }}', fields: [field('name'), field('remark')], onSubmit: save }],
    },
  ],
};

/** A form that stands beside what chooses its record. */
const beside = {
  version: 1,
  title: { en: 'Beside' },
  state: { id: { initial: 'a' } },
  data: { record: { call: 'form-records.one', with: { id: '{{ state.id }}' } } },
  body: [
    ...['a', 'b'].map((id) => ({ widget: 'button', text: { en: `Choose ${id}` }, onClick: [{ set: { 'state.id': id } }] })),
    {
      widget: 'form',
      name: 'entry',
      guard: true,
      initial: '{{ data.record }}',
      fields: [field('name'), field('remark')],
      onSubmit: [{ call: 'form-records.save', body: '{{ merge(entry.values, {id: state.id}) }}' }],
    },
  ],
};

type Answer = Record<string, unknown> | 'fails' | Promise<Record<string, unknown> | 'fails'>;
interface Records {
  /** Presses Edit, and gives the editor that opens. */
  edit: (id: string) => Promise<Locator>;
  sent: Record<string, unknown>[];
  answers: Record<string, Answer>;
}

const test = onOverlay.extend<{ records: Records }>({
  records: async ({ page, server, screens }, use) => {
    await enter(page, server);
    screens.write('services/form-records.service.json', service);
    screens.write('menus/form-records.menu.json', menuOf('form-records', 'Form records', 'main#form-records'));
    screens.write('pages/form-records.page.json', screen);
    screens.write('menus/beside.menu.json', menuOf('beside', 'Beside', 'main#beside'));
    screens.write('pages/beside.page.json', beside);
    await published(server, 'beside');
    const edit = async (id: string) => {
      await page.getByRole('button', { name: `Edit ${id}` }).click();
      return page.getByRole('dialog', { name: 'Editor' });
    };
    const records: Records = { edit, sent: [], answers: {} };
    await page.route('**/api/form-records/save', async (route) => {
      records.sent.push(route.request().postDataJSON());
      await route.fulfill({ json: { code: '000000', msg: '', data: {} } });
    });
    await page.route('**/api/form-records/one?*', async (route) => {
      const data = await records.answers[new URL(route.request().url()).searchParams.get('id') ?? ''];
      const json = data === 'fails' ? { code: 'SERVER_ERROR', msg: 'No luck' } : { code: '000000', msg: '', data };
      await route.fulfill({ status: data === 'fails' ? 500 : 200, json });
    });
    await page.goto('/form-records');
    await use(records);
  },
});

test.use({ expectedErrors: [/status of 500|SERVER_ERROR No luck/] });

test('[ERR-07] a record that did not load is not overwritten with blanks', async ({ page, records }) => {
  records.answers.a = 'fails';
  const editor = await records.edit('a');
  await expect(editor.locator('.tg-explanation')).toContainText('The data are not loaded: No luck');
  await expect(page.locator('.tg-explanation')).toHaveCount(1);
  await expect(editor.getByRole('textbox')).toHaveCount(0);
  await editor.getByRole('button', { name: 'Save' }).click();
  await editor.getByRole('button', { name: 'Past the form' }).click();
  await expect(page.locator('.ant-message')).toContainText('The data are not loaded: No luck');
  expect(records.sent).toEqual([]);
  records.answers.a = { name: 'A', remark: 'of A' };
  await editor.getByRole('button', { name: 'Try again' }).click();
  await expect(editor.getByRole('textbox', { name: 'name' })).toHaveValue('A');
  await editor.getByRole('button', { name: 'Save' }).click();
  await expect.poll(() => records.sent).toEqual([{ name: 'A', remark: 'of A' }]);
});

test('[ERR-07] what was typed before the record came is kept, and waits for the rest of it', async ({ page, records }) => {
  let come = (_: Record<string, unknown> | 'fails'): void => {};
  records.answers.a = new Promise((resolve) => {
    come = resolve;
  });
  const editor = await records.edit('a');
  const name = editor.getByRole('textbox', { name: 'name' });
  await name.fill('mine');
  await name.press('Enter');
  await expect(page.getByText('The record is still being loaded.')).toBeVisible();
  come('fails');
  await expect(editor.locator('.tg-explanation')).toContainText('No luck');
  await expect(name).toHaveValue('mine');
  await editor.getByRole('button', { name: 'Save' }).click();
  await expect(page.locator('.ant-message')).toContainText('The data are not loaded: No luck');
  expect(records.sent).toEqual([]);
  records.answers.a = { name: 'A', remark: 'of A' };
  await editor.getByRole('button', { name: 'Try again' }).click();
  await expect(editor.getByRole('textbox', { name: 'remark' })).toHaveValue('of A');
  await editor.getByRole('button', { name: 'Save' }).click();
  await expect.poll(() => records.sent).toEqual([{ name: 'mine', remark: 'of A' }]);
});

test('[ERR-07] the record of before is neither changed nor saved in place of one that does not come', async ({ page, records }) => {
  records.answers.a = { name: 'A', remark: '' };
  const editor = await records.edit('a');
  const name = editor.getByRole('textbox', { name: 'name' });
  await expect(name).toHaveValue('A');
  await editor.getByRole('button', { name: 'Cancel' }).click();
  let come = (_: Record<string, unknown> | 'fails'): void => {};
  records.answers.b = new Promise((resolve) => {
    come = resolve;
  });
  await records.edit('b');
  await expect(name).toHaveAttribute('readonly');
  await editor.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('The record is still being loaded.')).toBeVisible();
  come('fails');
  await expect(editor.locator('.tg-explanation')).toContainText('No luck');
  await expect(name).toHaveCount(0);
  records.answers.b = { name: 'B', remark: 'of B' };
  await editor.getByRole('button', { name: 'Try again' }).click();
  await name.fill('B2');
  await editor.getByRole('button', { name: 'Save' }).click();
  await expect.poll(() => records.sent).toEqual([{ name: 'B2', remark: 'of B' }]);
});

test('[WS-12] what is typed for one record never lands on another: who stays keeps it', async ({ page, records }) => {
  records.answers = { a: { name: 'A', remark: 'of A' }, b: { name: 'B', remark: 'of B' } };
  await page.goto('/beside');
  const name = page.getByRole('textbox', { name: 'name' });
  await expect(name).toHaveValue('A');
  await name.fill('typed for A');
  await page.getByRole('button', { name: 'Choose b' }).click();
  await page.getByRole('button', { name: 'Keep editing' }).click();
  await name.press('Enter');
  await expect.poll(() => records.sent).toEqual([{ name: 'typed for A', remark: 'of A', id: 'a' }]);
  await name.fill('typed again');
  await page.getByRole('button', { name: 'Choose b' }).click();
  await page.getByRole('button', { name: 'Discard' }).click();
  await expect(name).toHaveValue('B');
  await name.press('Enter');
  await expect.poll(() => records.sent.at(-1)).toEqual({ name: 'B', remark: 'of B', id: 'b' });
});
