import { expect, it } from 'vitest';
import { broken, type Edit, indented, linesIn, outdented, placeOf } from '../../../renderers/fields/code/editing.ts';

/** A text with what is chosen between two bars, or a bar where the caret stands. */
function chosen(text: string) {
  const start = text.indexOf('|');
  const end = text.lastIndexOf('|');
  return { text: text.replaceAll('|', ''), start, end: end === start ? start : end - 1 };
}
function after(text: string, edit: Edit | undefined): string | undefined {
  if (!edit) return undefined;
  const whole = text.replaceAll('|', '');
  const done = whole.slice(0, edit.from) + edit.text + whole.slice(edit.to);
  const bar = edit.start === edit.end ? '' : '|';
  return `${done.slice(0, edit.start)}|${done.slice(edit.start, edit.end)}${bar}${done.slice(edit.end)}`;
}

it.each([
  ['a|b', 'a |b'],
  ['|', '  |'],
  ['  a\n|b', '  a\n  |b'],
  ['x|y|z', 'x |z'],
  ['|a\n\n  b|', '  |a\n\n    b|'],
  ['  a|\nb|', '    a|\n  b|'],
])('[DATA-06] Tab in %j gives %j', (text, expected) => {
  expect(after(text, indented(chosen(text), 2))).toBe(expected);
});

it.each([
  ['  a|', 'a|'],
  ['   a|', ' a|'],
  [' | a', '|a'],
  ['  |', '|'],
  ['a|', undefined],
  ['|  a\n b\nc|', '|a\nb\nc|'],
  ['x\n  |  a', 'x\n|  a'],
])('[DATA-06] Shift+Tab in %j gives %j', (text, expected) => {
  expect(after(text, outdented(chosen(text), 2))).toBe(expected);
});

it.each([
  ['a|b', 'a\n|b'],
  ['  a|', '  a\n  |'],
  ['if (x) {|', 'if (x) {\n  |'],
  ['  f(|)', '  f(\n    |)'],
])('[DATA-06] Enter in %j gives %j', (text, expected) => {
  expect(after(text, broken(chosen(text), 2))).toBe(expected);
});

it('[DATA-06] a line and a column have a place, also those that are not there', () => {
  const text = 'ab\ncdef\n';
  expect([placeOf(text, 1), placeOf(text, 2, 3), placeOf(text, 2, 99), placeOf(text, 99), placeOf(text, 3, 2)]).toEqual([0, 5, 7, 8, 8]);
  expect([linesIn(''), linesIn('a'), linesIn('a\n'), linesIn(text)]).toEqual([1, 1, 2, 3]);
});
