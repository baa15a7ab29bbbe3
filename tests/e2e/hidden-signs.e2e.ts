import type { Locator, Page } from '@playwright/test';
import { expect } from '../support/browser.ts';
import { fieldTest, send } from './fields.ts';
import { pasteText } from './pasting.ts';

const rules = ['visible-text'];

/** What looks at pasted texts is loaded with the first key: here it is. */
async function atWork(page: Page, field: Locator): Promise<void> {
  await expect(async () => {
    await field.fill('');
    await pasteText(page, 'a\u200b');
    await expect(field).toHaveValue('a', { timeout: 1_000 });
  }).toPass();
  await field.fill('');
}

fieldTest('signs that say nothing are taken out as text is pasted, and when a field is left', async ({ page, show }) => {
  const sent = await show('hidden-signs', [
    { widget: 'input', name: 'title', rules },
    { widget: 'text-area', name: 'note', rules },
    { widget: 'password', name: 'secret', autocomplete: 'off' },
  ]);
  const [title, note, secret] = ['title', 'note', 'secret'].map((name) => page.getByLabel(name, { exact: true }));
  if (!title || !note || !secret) throw new Error('the form is not there');
  await atWork(page, title);
  await title.fill('begin end');
  await title.press('Home');
  for (let sign = 0; sign < 'begin'.length; sign += 1) await title.press('ArrowRight');
  await pasteText(page, ' mid\u200bdle');
  await expect(title).toHaveValue('begin middle end');
  // Who goes on types behind what was pasted, and can take it back.
  await page.keyboard.type('!');
  await expect(title).toHaveValue('begin middle! end');
  await note.focus();
  await page.keyboard.insertText('one\ufeff\ntwo\u00ad');
  await secret.focus();
  await expect(note).toHaveValue('one\ntwo');
  await page.getByRole('button', { name: 'Show password' }).click();
  await secret.focus();
  await pasteText(page, 'se\u200bcret');
  await send(page);
  await expect.poll(() => sent).toEqual([{ title: 'begin middle! end', note: 'one\ntwo', secret: 'se\u200bcret' }]);
});

fieldTest('cells and lines that are pasted into a text of one line are one line, which is taken', async ({ page, show }) => {
  const sent = await show('pasted-cells', [
    { widget: 'input', name: 'title', rules },
    { widget: 'text-area', name: 'note' },
  ]);
  const title = page.getByLabel('title', { exact: true });
  await atWork(page, title);
  await pasteText(page, 'Li\tWang\r\nSun\r\n');
  await expect(title).toHaveValue('Li Wang Sun');
  await page.getByLabel('note', { exact: true }).focus();
  await pasteText(page, 'Li\tWang\nSun');
  await send(page);
  await expect.poll(() => sent).toEqual([{ title: 'Li Wang Sun', note: 'Li\tWang\nSun' }]);
});

fieldTest('what was dropped or filled in is cleaned before Enter sends it', async ({ page, show }) => {
  const sent = await show('entered-signs', [{ widget: 'input', name: 'title', rules }]);
  const title = page.getByLabel('title', { exact: true });
  await atWork(page, title);
  await title.focus();
  await page.keyboard.insertText('be\ufeffgin\u200b');
  await expect(title).toHaveValue('be\ufeffgin\u200b');
  await title.press('Enter');
  await expect.poll(() => sent).toEqual([{ title: 'begin' }]);
});

fieldTest('a sign that is refused is shown in its place', async ({ page, show }) => {
  const sent = await show('refused-signs', [{ widget: 'input', name: 'title', rules }]);
  const title = page.getByLabel('title', { exact: true });
  await atWork(page, title);
  await pasteText(page, 'report\u202efdp\u200b');
  await send(page);
  await expect(title).toHaveValue('report\u202efdp');
  await expect(title).toHaveAccessibleDescription('No invisible characters, please: “report[U+202E]fdp”');
  expect(sent).toEqual([]);
});

fieldTest('what a field does not take of a pasted text is told', async ({ page, show }) => {
  await show('cut-pastes', [
    { widget: 'input', name: 'title', maxLength: 10 },
    { widget: 'text-area', name: 'note', maxLength: 12 },
  ]);
  const told = (lost: number) => page.getByText(`the last ${lost} of what you pasted were left out`);
  const title = page.getByLabel('title', { exact: true });
  await atWork(page, title);
  await title.fill('abcd');
  await title.selectText();
  await pasteText(page, '0123456789');
  await expect(title).toHaveValue('0123456789');
  await title.press('End');
  await title.press('Backspace');
  await pasteText(page, 'xyz');
  await expect(told(2)).toBeVisible();
  await expect(title).toHaveValue('012345678x');
  await page.getByLabel('note', { exact: true }).focus();
  // A break of two signs is one in the field.
  await pasteText(page, 'one\r\ntwo\r\nthree');
  await expect(told(1)).toBeVisible();
});

fieldTest('signs that say nothing take no room, and what is pasted without them is told as cut only if it is', async ({ page, show }) => {
  await show('roomy-pastes', [{ widget: 'input', name: 'code', maxLength: 3 }]);
  const code = page.getByLabel('code', { exact: true });
  await atWork(page, code);
  await pasteText(page, 'ab\u200bc');
  await expect(code).toHaveValue('abc');
  await code.fill('');
  await pasteText(page, 'ab\u200bcd');
  await expect(page.getByText('the last 1 of what you pasted were left out')).toBeVisible();
  await expect(page.getByText('of what you pasted were left out')).toHaveCount(1);
  await expect(code).toHaveValue('abc');
});
