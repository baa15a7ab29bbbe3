import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '../support/browser.ts';
import { projectRoot } from '../support/project.ts';
import type { ServerProcess } from '../support/server-process.ts';
import { published, test } from './overlay.ts';
import { call } from './screens/screen.ts';
import { enter, fillAfterChoice, hold } from './world.ts';

interface Visit {
  id: string;
  version: number;
  values: Record<string, unknown>;
}

/** The documents of docs/registers.md, as a reader would copy them. */
function documentsOfTheGuide(): [path: string, source: string][] {
  const guide = readFileSync(join(projectRoot, 'docs/registers.md'), 'utf8');
  return [...guide.matchAll(/^`schemas\.local\/(\S+)`\s+```json\n([\s\S]*?)```/gm)].map(([, path = '', source = '']) => [path, source]);
}

/** The register and the menu of the guide, in use; `change` of the register. */
async function publishGuide(
  server: ServerProcess,
  screens: { write(path: string, source: string): void },
  change = (source: string) => source,
): Promise<void> {
  const documents = documentsOfTheGuide();
  expect(documents.map(([path]) => path)).toEqual(['registers/visit.register.json', 'menus/visit.menu.json']);
  for (const [path, source] of documents) screens.write(path, path.startsWith('registers/') ? change(source) : source);
  await published(
    server,
    'registers/visit',
    ({ menus, pages }) => menus.some(({ menuId }) => menuId === 'visit') && 'registers/visit' in pages,
  );
}

test.use({ expectedErrors: [/status of 409|MOVE_REFUSED|CONFLICT/] });

test('a register is one document: its records are added, moved, refused, filtered and remembered in a page nobody wrote', async ({
  page,
  server,
  screens,
}) => {
  await publishGuide(server, screens);
  const token = await enter(page, server);
  await page.goto('/visits');
  await expect(page.getByText('There are no records yet')).toBeVisible();

  await page.getByRole('button', { name: 'Add', exact: true }).click();
  const editor = page.getByRole('dialog', { name: 'Add site visit' });
  await editor.getByRole('button', { name: 'Save' }).click();
  await expect(editor.getByRole('textbox', { name: 'Place' })).toHaveAccessibleDescription(/required/);
  await editor.getByRole('textbox', { name: 'Place' }).fill('Plant <b>7</b>');
  await editor.getByRole('textbox', { name: 'Day' }).fill('2026-01-05');
  await page.keyboard.press('Enter');
  await editor.getByRole('spinbutton', { name: 'People met' }).fill('4');
  await editor.getByRole('button', { name: 'Save' }).click();
  await expect(editor).toBeHidden();
  const row = page.getByRole('row', { name: /V-0001/ });
  await expect(row).toContainText('Plant <b>7</b>');
  await expect(row).toContainText('Overdue');

  // What a move asks for is missing, and what was typed is not lost by going back.
  await row.getByRole('button', { name: 'Finish' }).click();
  const finish = page.getByRole('dialog', { name: 'Finish' });
  await finish.getByRole('button', { name: 'Finish' }).click();
  const result = finish.getByRole('textbox', { name: 'Result' });
  await expect(result).toHaveAccessibleDescription(/required/);
  await result.fill('Half of it');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Keep editing' }).click();
  await expect(result).toHaveValue('Half of it');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Discard' }).click();
  await expect(finish).toBeHidden();
  await row.getByRole('button', { name: /^More/ }).click();
  await page.getByRole('menuitem', { name: 'Edit' }).click();
  const change = page.getByRole('dialog', { name: 'Edit site visit V-0001' });
  await change.getByRole('textbox', { name: 'Result' }).fill('All in order');
  await change.getByRole('button', { name: 'Save' }).click();
  await expect(change).toBeHidden();

  // Somebody else saves the record first: their value is taken, mine is kept, and saving again counts.
  await row.getByRole('button', { name: /^More/ }).click();
  await page.getByRole('menuitem', { name: 'Edit' }).click();
  await change.getByRole('textbox', { name: 'Result' }).fill('All in order but the roof');
  const [record] = (await call<{ content: Visit[] }>(server, 'register/page', { token, body: { register: 'visit' } })).content;
  if (!record) throw new Error('there is no record');
  const values = { ...record.values, people: 5 };
  await call(server, 'register/save', { token, body: { register: 'visit', id: record.id, version: record.version, values } });
  await change.getByRole('button', { name: 'Save' }).click();
  const told = page.getByRole('dialog', { name: 'Somebody else changed this in the meantime' });
  await expect(told).toContainText('People met');
  await told.getByRole('button', { name: 'OK' }).click();
  await expect(change.getByRole('spinbutton', { name: 'People met' })).toHaveValue('5');
  await change.getByRole('button', { name: 'Save' }).click();
  await expect(change).toBeHidden();

  // With what the record has in the fields it asks for.
  await row.getByRole('button', { name: 'Finish' }).click();
  await expect(result).toHaveValue('All in order but the roof');
  await result.fill('All in order and the roof');
  await finish.getByRole('button', { name: 'Finish' }).click();
  await expect(finish).toBeHidden();
  await expect(row).toContainText('Done');
  await expect(row).not.toContainText('Overdue');

  // What cannot be taken back easily is nobody's first choice.
  await row.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Reopen' }).click();
  const reason = page.getByRole('dialog', { name: 'Reopen' });
  await reason.getByRole('textbox', { name: 'Reason' }).fill('One more visit');
  await reason.getByRole('button', { name: /OK|Save/ }).click();
  await expect(row).toContainText('Planned');
  await row.getByRole('button', { name: 'V-0001' }).click();
  const detail = page.getByRole('dialog', { name: /V-0001/ });
  await expect(detail.getByRole('row')).toHaveCount(7);
  await expect(detail).toContainText('One more visit');
  await expect(detail).toContainText('Result: – → All in order');
  await expect(detail).toContainText('Result: All in order but the roof → All in order and the roof');
  await expect(detail).toContainText('People met: 4 → 5');

  // A day stays in one piece, and on a telephone a card shows all of what a row clips.
  await page.keyboard.press('Escape');
  await expect(row.getByText('2026-01-05')).toHaveCSS('white-space', 'nowrap');
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(row.getByText('Plant <b>7</b>')).toHaveCSS('white-space', 'normal');
  expect((await row.getByText('Plant <b>7</b>').boundingBox())?.width).toBeGreaterThan(60);
});

test('several records are moved, given one value and deleted at once; what stays is told', async ({ page, server, screens }) => {
  await publishGuide(server, screens);
  const token = await enter(page, server);
  const [one, two, three] = await Promise.all(
    ['One', 'Two', 'Three'].map(async (place) => {
      const values = { place, day: '2099-01-05', result: place === 'Three' ? '' : 'Fine' };
      return (await call<{ code: string }>(server, 'register/save', { token, body: { register: 'visit', values } })).code;
    }),
  );
  const all = [one, two, three].map(String);
  await page.goto('/visits');
  const row = (code: string | undefined) => page.getByRole('row', { name: code });
  const select = async (codes: (string | undefined)[]) => {
    for (const code of codes)
      await row(code)
        .getByRole('checkbox', { name: /Select row/ })
        .check();
  };
  const bar = page.locator('.tg-table-bulk');
  await select(all);
  await expect(bar).toContainText('3 selected');
  await expect(bar.getByRole('button', { name: 'Reopen' })).toBeHidden();
  await bar.getByRole('button', { name: 'Finish' }).click();
  const asked = page.getByRole('dialog', { name: 'Finish (3)' });
  await expect(asked).toContainText('What is left empty stays as it is in each of them.');
  await asked.getByRole('button', { name: 'Finish' }).click();
  await expect(page.getByText('2 records changed')).toBeVisible();
  const stayed = page.getByRole('dialog', { name: '1 record stays as it is' });
  await expect(stayed.getByRole('row', { name: three })).toContainText('Result: This field is required');
  // The keys are with the window that stands above, not with what was behind the one that went.
  await expect(asked).toBeHidden();
  await expect.poll(() => stayed.evaluate((window) => window.contains(document.activeElement))).toBe(true);
  await page.keyboard.press('Escape');
  await expect(row(two)).toContainText('Done');
  // What was refused is at hand for another try; the rest is done.
  await expect(bar).toContainText('1 selected');
  await expect(row(three).getByRole('checkbox', { name: /Select row/ })).toBeChecked();
  await bar.getByRole('button', { name: 'Clear' }).click();

  // Where all lack what is asked for, none could be moved.
  await select([three]);
  await bar.getByRole('button', { name: 'Finish' }).click();
  const lacking = page.getByRole('dialog', { name: 'Finish (1)' });
  await lacking.getByRole('button', { name: 'Finish' }).click();
  await expect(lacking.getByRole('textbox', { name: 'Result' })).toHaveAccessibleDescription(/required/);
  await lacking.getByRole('button', { name: 'Cancel' }).click();
  await bar.getByRole('button', { name: 'Clear' }).click();

  await select([one, two]);
  await bar.getByRole('button', { name: 'Reopen' }).click();
  const why = page.getByRole('dialog', { name: 'Reopen (2)' });
  await why.getByRole('textbox', { name: 'Reason' }).fill('Both again');
  await why.getByRole('button', { name: /OK|Save/ }).click();
  await expect(row(two)).toContainText('Planned');
  await expect(why).toBeHidden();

  await select(all);
  await bar.getByRole('button', { name: 'Change a field' }).click();
  const changer = page.getByRole('dialog', { name: 'Change a field of 3 records' });
  await changer.getByRole('button', { name: 'Save' }).click();
  await expect(changer.getByRole('combobox', { name: 'Field' })).toHaveAccessibleDescription(/required/);
  await changer.getByRole('combobox', { name: 'Field' }).click();
  await page.getByRole('option', { name: 'People met' }).click();
  await expect(changer).toContainText('Left empty, the field is emptied');
  await fillAfterChoice(changer.getByRole('spinbutton', { name: 'People met' }), '12');
  await changer.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('3 records changed')).toBeVisible();
  for (const code of all) await expect(row(code)).toContainText('12');

  await select(all);
  await bar.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog').filter({ hasText: 'Delete 3 records?' }).getByRole('button', { name: 'Delete' }).click();
  for (const code of all) await expect(row(code)).toHaveCount(0);
});

test('records others changed since they were selected are named, shown as they are now, and moved with what was typed; those refused for another reason stay told and selected', async ({
  page,
  server,
  screens,
}) => {
  const require = `"require": "{{ (values.people ?? 1) > 0 }}", "message": { "en": "Nobody was met", "zh-Hans": "未会见任何人", "zh-Hant": "未會見任何人" }`;
  await publishGuide(server, screens, (source) => source.replace('"asks": ["result"]', `$&, ${require}`));
  const token = await enter(page, server);
  const save = async (values: object, more: object = {}) =>
    await call<Visit & { code: string }>(server, 'register/save', { token, body: { register: 'visit', values, ...more } });
  // The page of an earlier test may be there still: what is refused says that the register is the new one.
  const isNew = async () => {
    const { id, version } = await save({ place: 'Tried', day: '2099-01-05', people: 0 });
    const body = { register: 'visit', id, version, move: 'finish', values: { result: 'Tried' } };
    return await call(server, 'register/move', { token, body }).then(
      () => false,
      () => true,
    );
  };
  await expect.poll(isNew).toBe(true);
  const [one, two, three] = [
    await save({ place: 'Changed', day: '2099-01-05' }),
    await save({ place: 'Left', day: '2099-01-05' }),
    await save({ place: 'Empty', day: '2099-01-05', people: 0 }),
  ];
  await page.goto('/visits');
  const row = (code: string) => page.getByRole('row', { name: code });
  for (const { code } of [one, two, three])
    await row(code)
      .getByRole('checkbox', { name: /Select row/ })
      .check();
  await page.locator('.tg-table-bulk').getByRole('button', { name: 'Finish' }).click();
  const asked = page.getByRole('dialog', { name: 'Finish (3)' });
  await asked.getByRole('textbox', { name: 'Result' }).fill('Typed for all');
  await save({ place: 'Changed by another', day: '2099-01-06' }, { id: one.id, version: one.version });
  await asked.getByRole('button', { name: 'Finish' }).click();
  const stayed = page.getByRole('dialog', { name: /stay(s)? as (it is|they are)/ });
  await expect(stayed.getByRole('row', { name: one.code })).toContainText('Somebody else changed this');
  // How it is now is looked at from there.
  await stayed
    .getByRole('button', { name: one.code })
    .or(stayed.getByRole('link', { name: one.code }))
    .click();
  const detail = page.getByRole('dialog').filter({ hasText: 'Changed by another' });
  await expect(detail).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(detail).toBeHidden();
  await stayed.getByRole('button', { name: 'Try again with the one others changed, as it is now' }).click();
  // What is refused for another reason is no more tried, but is still told, and at hand for something else.
  await expect(stayed.getByRole('row', { name: one.code })).toBeHidden();
  await expect(stayed.getByRole('row', { name: three.code })).toContainText('Nobody was met');
  await expect(stayed.getByRole('button', { name: /Try again/ })).toBeHidden();
  await page.keyboard.press('Escape');
  await expect(stayed).toBeHidden();
  await expect(row(three.code).getByRole('checkbox', { name: /Select row/ })).toBeChecked();
  for (const { code } of [one, two]) await expect(row(code)).toContainText('Done');
  const now = await call<Visit>(server, `register/get?register=visit&id=${one.id}`, { token });
  expect(now.values).toMatchObject({ place: 'Changed by another', result: 'Typed for all' });
});

test('a record others changed is shown anew in the window of a move, which keeps what was typed and is made after another press', async ({
  page,
  server,
  screens,
}) => {
  await publishGuide(server, screens);
  const token = await enter(page, server);
  const save = async (values: object, more: object = {}) =>
    await call<Visit & { code: string }>(server, 'register/save', { token, body: { register: 'visit', values, ...more } });
  const one = await save({ place: 'As it was', day: '2099-01-05' });
  await page.goto(`/visits?record=${one.id}`);
  const detail = page.getByRole('dialog').filter({ hasText: one.code }).first();
  await detail.getByRole('button', { name: 'Finish' }).click();
  const asked = page.getByRole('dialog', { name: `Finish · ${one.code}` });
  await asked.getByRole('textbox', { name: 'Result' }).fill('Typed at length');
  await save({ place: 'As others have it', day: '2099-01-06' }, { id: one.id, version: one.version });
  await asked.getByRole('button', { name: 'Finish' }).click();
  await expect(page.getByText('Somebody else changed this record meanwhile', { exact: false })).toBeVisible();
  await expect(page.getByRole('dialog').filter({ hasText: 'As others have it' })).toHaveCount(1);
  await expect(asked.getByRole('textbox', { name: 'Result' })).toHaveValue('Typed at length');
  await asked.getByRole('button', { name: 'Finish' }).click();
  await expect(asked).toBeHidden();
  const now = await call<Visit & { state: string }>(server, `register/get?register=visit&id=${one.id}`, { token });
  expect([now.state, now.values.place, now.values.result]).toEqual(['done', 'As others have it', 'Typed at length']);
});

test('Enter and a double click open the record, though its first action is a move', async ({ page, server, screens }) => {
  await publishGuide(server, screens);
  const token = await enter(page, server);
  const values = { place: 'Opened by its row', day: '2099-01-05' };
  const { code } = await call<{ code: string }>(server, 'register/save', { token, body: { register: 'visit', values } });
  await page.goto('/visits');
  const row = page.getByRole('row', { name: code });
  const detail = page.getByRole('dialog', { name: new RegExp(code) });
  await expect(row.getByRole('button', { name: 'Finish' })).toBeVisible();
  await row.getByText('Opened by its row').dblclick();
  await expect(detail).toContainText('Opened by its row');
  await page.keyboard.press('Escape');
  await expect(detail).toBeHidden();
  await row.focus();
  await page.keyboard.press('Enter');
  await expect(detail).toContainText('Opened by its row');
});

test('one value for several records is tried again with those others changed since', async ({ page, server, screens }) => {
  await publishGuide(server, screens);
  const token = await enter(page, server);
  const save = async (values: object, more: object = {}) =>
    await call<Visit & { code: string }>(server, 'register/save', { token, body: { register: 'visit', values, ...more } });
  const records = [await save({ place: 'Set again', day: '2099-01-05' }), await save({ place: 'Set at once', day: '2099-01-05' })];
  const [one] = records;
  if (!one) throw new Error('there is no record');
  await page.goto('/visits');
  const row = (code: string) => page.getByRole('row', { name: code });
  for (const { code } of records)
    await row(code)
      .getByRole('checkbox', { name: /Select row/ })
      .check();
  await page.locator('.tg-table-bulk').getByRole('button', { name: 'Change a field' }).click();
  const changer = page.getByRole('dialog', { name: 'Change a field of 2 records' });
  await changer.getByRole('combobox', { name: 'Field' }).click();
  await page.getByRole('option', { name: 'People met' }).click();
  await fillAfterChoice(changer.getByRole('spinbutton', { name: 'People met' }), '17');
  await save({ place: 'Set again, by another', day: '2099-01-06' }, { id: one.id, version: one.version });
  await changer.getByRole('button', { name: 'Save' }).click();
  const stayed = page.getByRole('dialog', { name: '1 record stays as it is' });
  await stayed.getByRole('button', { name: 'Try again with the one others changed, as it is now' }).click();
  await expect(stayed).toBeHidden();
  for (const { code } of records) await expect(row(code)).toContainText('17');
  const now = await call<Visit>(server, `register/get?register=visit&id=${one.id}`, { token });
  expect(now.values).toMatchObject({ place: 'Set again, by another', people: 17 });
});

test.describe('figures of a register', () => {
  test.use({ expectedErrors: [/register\/counts|registers\/visit#\/data\/(counts|late)/] });

  test('are placeholders until they come, and dashes where they cannot be loaded, never zero', async ({ page, server, screens }) => {
    await publishGuide(server, screens);
    const token = await enter(page, server);
    await call(server, 'register/save', { token, body: { register: 'visit', values: { place: 'Counted', day: '2001-01-05' } } });
    const tile = (name: string) => page.locator('.tg-statistic').filter({ hasText: name });
    const names = ['Planned', 'Done', 'Overdue'];
    const held = await hold(page, '**/api/register/counts');
    await page.goto('/visits');
    for (const name of names) {
      await expect(tile(name).getByRole('status')).toHaveText('Loading');
      await expect(tile(name)).not.toContainText(/\d/);
    }
    held.release();
    for (const name of names) await expect(tile(name).getByRole('status')).toBeHidden();
    await expect(tile('Overdue')).toContainText(/[1-9]/);

    await page.route('**/api/register/counts', (route) => route.abort());
    await page.reload();
    for (const name of names) await expect(tile(name)).toHaveText(`${name}–`);
  });
});
