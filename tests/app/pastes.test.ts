// @vitest-environment jsdom
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { cleanTyping } from '../../src/app/clean-typing.ts';
import { lostOfPaste, type TypedField } from '../../src/app/cut-pastes.ts';

const tell = vi.fn();
beforeAll(() => {
  cleanTyping(window, tell);
  // What browsers do with it: the text goes in as if it was typed.
  document.execCommand = (_command, _shown, text = '') => {
    const field = document.activeElement as TypedField;
    field.setRangeText(text, field.selectionStart ?? 0, field.selectionEnd ?? 0, 'end');
    return true;
  };
});
afterEach(() => {
  document.body.replaceChildren();
  tell.mockClear();
});

function field(html: string): TypedField {
  document.body.innerHTML = html;
  const found = document.querySelector<TypedField>('input, textarea');
  if (!found) throw new Error(`There is no field in ${html}`);
  found.focus();
  return found;
}

/** Whether the browser pastes the text itself. */
function paste(into: Element, text: string): boolean {
  const event = new Event('paste', { bubbles: true, cancelable: true });
  return into.dispatchEvent(Object.assign(event, { clipboardData: { getData: () => text } }));
}

const press = (on: Element, init: KeyboardEventInit) => on.dispatchEvent(new KeyboardEvent('keydown', { bubbles: true, ...init }));

it('counts what is pasted as the field takes it: beside what stays, with breaks as it keeps them', () => {
  expect(lostOfPaste(field('<input>'), 'abc')).toBe(0);
  expect(lostOfPaste(field('<input maxlength="3" value="ab">'), 'cde')).toBe(2);
  expect(lostOfPaste(field('<input maxlength="3" value="abcd">'), 'ef')).toBe(2);
  expect(lostOfPaste(field('<input maxlength="3" readonly>'), 'abcd')).toBe(0);
  // What is selected there nobody is told: it may be all of it.
  expect(lostOfPaste(field('<input type="email" maxlength="9" value="a@b.cn">'), 'c@d.cn')).toBe(0);
  expect(lostOfPaste(field('<input maxlength="3">'), 'a\r\nb\nc')).toBe(0);
  expect(lostOfPaste(field('<textarea maxlength="3"></textarea>'), 'a\r\nb')).toBe(0);
  expect(lostOfPaste(field('<textarea maxlength="3"></textarea>'), 'a\rb\rc')).toBe(2);
  const chosen = field('<input maxlength="3" value="abc">');
  chosen.setSelectionRange(1, 3);
  expect(lostOfPaste(chosen, 'xyz')).toBe(1);
});

it('counts what is left of a pasted text once it is clean', () => {
  const code = field('<input maxlength="3">');
  expect(paste(code, 'ab\u200bc')).toBe(false);
  expect(code.value).toBe('abc');
  expect(tell).not.toHaveBeenCalled();
  code.value = '';
  paste(code, 'ab\u200bcd');
  expect(tell).toHaveBeenCalledExactlyOnceWith(3, 1);
});

it('makes one line of cells and lines in a text of one line, and counts it so', () => {
  const name = field('<input maxlength="20" value="[]">');
  name.setSelectionRange(1, 1);
  expect(paste(name, 'Li \tWang\r\n 王 五\n')).toBe(false);
  expect(name.value).toBe('[Li Wang 王 五]');
  expect(tell).not.toHaveBeenCalled();
  paste(field('<input maxlength="3">'), 'a\tb\tc');
  expect(tell).toHaveBeenCalledExactlyOnceWith(3, 2);
  const dropped = field('<input type="search">');
  dropped.value = 'a\tb';
  dropped.dispatchEvent(new Event('change', { bubbles: true }));
  expect(dropped.value).toBe('a b');
  // Two numbers or codes must not become one.
  for (const html of [
    '<input inputmode="decimal">',
    '<input inputmode="numeric">',
    '<input type="tel">',
    '<input data-verbatim>',
    '<textarea></textarea>',
  ])
    expect(paste(field(html), '12\t34'), html).toBe(true);
});

it('counts every sign where every sign counts, and cleans none', () => {
  const secret = field('<input type="password" maxlength="3" data-verbatim>');
  expect(paste(secret, 'ab\u200bc')).toBe(true);
  expect(tell).toHaveBeenCalledExactlyOnceWith(3, 1);
});

it('leaves alone what the field took in its own way, what needs no cleaning, and what is no field', () => {
  const code = field('<input maxlength="2">');
  code.addEventListener('paste', (event) => event.preventDefault());
  paste(code, 'ab\u200bc');
  expect(code.value).toBe('');
  expect(tell).not.toHaveBeenCalled();
  expect(paste(field('<input>'), 'abc')).toBe(true);
  expect(paste(document.body, 'ab\u200bc')).toBe(true);
});

it('cleans what was dropped when the field is left, and with the Enter that sends', () => {
  const text = field('<input>');
  const heard = vi.fn();
  text.addEventListener('input', heard);
  text.value = 'a\u200bb';
  text.dispatchEvent(new Event('change', { bubbles: true }));
  expect(text.value).toBe('ab');
  expect(heard).toHaveBeenCalledOnce();
  text.value = 'a\u00adb';
  press(text, { key: 'Enter' });
  expect(text.value).toBe('ab');
});

it('cleans nothing with an Enter that chooses a word, as Safari tells of it, too, or breaks a line', () => {
  const text = field('<input>');
  text.value = 'a\u200bb';
  press(text, { key: 'Enter', isComposing: true });
  press(text, { key: 'Enter', keyCode: 229 });
  expect(text.value).toBe('a\u200bb');
  const lines = field('<textarea></textarea>');
  lines.value = 'a\u200bb';
  press(lines, { key: 'Enter' });
  expect(lines.value).toBe('a\u200bb');
  press(lines, { key: 'Enter', ctrlKey: true });
  expect(lines.value).toBe('ab');
});
