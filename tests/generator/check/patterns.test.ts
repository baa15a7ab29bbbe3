import { expect, it } from 'vitest';
import { patternFault } from '../../../generator/check/patterns.ts';

it.each([
  ['^([A-Za-z0-9]+ ?)+$', '([A-Za-z0-9]+ ?)+'],
  ['^(a*)*$', '(a*)*'],
  ['(?:x|(?<word>\\w+)\\s*)*', '(?:x|(?<word>\\w+)\\s*)*'],
  ['a(b(c+)+)d', '(c+)+'],
  ['(([\\p{L})]+)){2,}', '(([\\p{L})]+)){2,}'],
])('a pattern that may take for ever is told, with the part of it: %s', (pattern, part) => {
  expect(patternFault(pattern)).toMatch(/repeats what repeats by itself/);
  expect(patternFault(pattern)?.startsWith(`${part} `)).toBe(true);
});

it.each([
  '^[a-z]+$',
  '^([a-z]+,)*[a-z]+$',
  '^(\\d{1,3}|x)+$',
  '(a|b)+',
  '^(?!.*\\s+$)(ab?)+$',
  '^[^)(]+(\\(.*\\))?$',
  '\\(a+\\)+',
  '^(\\S+@\\S+\\.\\S+)?$',
  '[+*]+',
])('any other is not: %s', (pattern) => expect(patternFault(pattern)).toBeUndefined());

it('one that does not compile says so', () => {
  expect(patternFault('(a')).toMatch(/Unterminated group|Invalid regular expression/);
});
