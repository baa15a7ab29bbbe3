import { expect, it } from 'vitest';
import { ruleDetail } from '../../server/plugins/rules.ts';
import type { RuleDocument } from '../../src/core/types.ts';

const rule: RuleDocument = { version: 1, pattern: '[^\\u202e]*', maxLength: 20, message: 'rule.oneLine' };
const say = (text: unknown) => (text === 'rule.oneLine' ? 'One line, please: “{{place}}”' : String(text));

it.each([
  ['report\u202efdp', 'One line, please: “report[U+202E]fdp”', 'report[U+202E]fdp'],
  [{ a: 1 }, 'One line, please: “…”', '…'],
  ['x'.repeat(21), 'One line, please: “…”', '…'],
])('a message that names the place of a refused sign has a text there, whatever was sent: %j', (value, message, place) => {
  expect(ruleDetail(rule, value, say)).toEqual({ message, key: 'rule.oneLine', values: { place } });
});

it('what is too long for any pattern is told as that', () => {
  const { maxLength: _, ...long } = rule;
  const broken = ruleDetail(long, 'x'.repeat(10_001), (text) => String(text).replace('engine.tooLong', 'At most {{most}}'));
  expect(broken).toEqual({ message: 'At most 10,000', key: 'engine.tooLong', values: { most: '10,000' } });
});
