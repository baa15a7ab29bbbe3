import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { withoutMeaningless } from '../../src/core/hidden-signs.ts';
import { checkRule, parseTable, withPlace } from '../../src/core/index.ts';
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
    const place = (text: string, name = 'visible-text') => withPlace('{{place}}', ruleOf(name), text);
    expect(place('the quarterly report\u202efdp.exe of the client')).toBe('terly report[U+202E]fdp.exe of t');
    expect(place('\u202ea\u200fb')).toBe('[U+202E]a[U+200F]b');
    expect(place('the\u202equarterly report of the client')).toBe('the[U+202E]quarterly re');
    expect(place('one\ntwo', 'one-line')).toBe('one[U+000A]two');
    expect(place('one\ntwo')).toBe('…');
    for (const value of [{}, 7, true, ['a']]) expect(withPlace('“{{place}}”', ruleOf('one-line'), value)).toBe('“…”');
    // What reads like a pattern of replacing is text.
    expect(place('$&\u202e')).toBe('$&[U+202E]');
  });

  it('are looked for in messages alone that say where they are', () => {
    const broken = { ...ruleOf('one-line'), pattern: undefined };
    const rule = Object.defineProperty(broken, 'pattern', { get: () => '[^x]*' });
    let tried = 0;
    const test = vi.spyOn(RegExp.prototype, 'test').mockImplementation(() => {
      tried += 1;
      return false;
    });
    const told = [withPlace('No x', rule, 'abc'), tried];
    const named = [withPlace('No “{{place}}”', rule, 'a'), tried];
    test.mockRestore();
    expect([told, named]).toEqual([
      ['No x', 0],
      ['No “[U+0061]”', 2],
    ]);
  });

  it('of texts no pattern is tried on are not told: the text is too long', () => {
    const text = 'a'.repeat(10_001);
    expect(checkRule(ruleOf('visible-text'), text)).toEqual({ part: 'tooLong', message: 'engine.tooLong' });
    expect(checkRule(ruleOf('visible-text'), text.slice(1))).toBeUndefined();
  });

  it('do not come in with the cells of a block', () => {
    expect(parseTable('\ufeffa\u200b\tb\u00ad\n')).toEqual([['a', 'b']]);
  });
});
