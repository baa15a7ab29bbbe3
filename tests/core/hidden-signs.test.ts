import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { withoutMeaningless } from '../../src/core/hidden-signs.ts';
import { checkRule, parseTable, placeholdersOf } from '../../src/core/index.ts';
import type { RuleDocument } from '../../src/core/types.ts';

const ruleOf = (name: string): RuleDocument =>
  JSON.parse(readFileSync(join(import.meta.dirname, `../../schemas/rules/${name}.rule.json`), 'utf8'));

describe('signs nobody sees', () => {
  it('are taken out where they mean nothing, and stay where scripts write with them or texts turn round', () => {
    expect(withoutMeaningless('\ufeffa\u200bb\u00adc\u2060d\u2063')).toBe('abcd');
    for (const kept of ['می\u200cخواهم', 'क्\u200dष', 'a\u202eb', 'a\u200fb', 'a\u2066b', 'a\u{e0041}b', 'a\u0000b', '日本 語'])
      expect(withoutMeaningless(kept)).toBe(kept);
  });

  it.each(['visible-text', 'one-line'])('of the rule %s are all taken out or refused still', (name) => {
    const rule = ruleOf(name);
    for (const code of [0, 0x7f, 0xad, 0x61c, 0x200b, 0x200e, 0x200f, 0x2028, 0x202a, 0x202e, 0x2060, 0x2066, 0x2069, 0xfeff, 0xe0041])
      expect(checkRule(rule, `a${String.fromCodePoint(code)}b`)?.part, code.toString(16)).toBe('pattern');
  });

  it('that are refused are shown in their place', () => {
    const place = (text: string, name = 'visible-text') => placeholdersOf(ruleOf(name), text).place;
    expect(place('the quarterly report\u202efdp.exe of the client')).toBe('terly report[U+202E]fdp.exe of t');
    expect(place('\u202ea\u200fb')).toBe('[U+202E]a[U+200F]b');
    expect(place('one\ntwo', 'one-line')).toBe('one[U+000A]two');
    expect(place('one\ntwo')).toBe('');
  });

  it('do not come in with the cells of a block', () => {
    expect(parseTable('\ufeffa\u200b\tb\u00ad\n')).toEqual([['a', 'b']]);
  });
});
