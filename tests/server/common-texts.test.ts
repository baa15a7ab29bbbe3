import { createRequire } from 'node:module';
import { expect, it } from 'vitest';
import rule from '../../schemas/rules/password.rule.json' with { type: 'json' };
import { isCommonText } from '../../server/common-texts.ts';
import { checkRule, type RuleDocument } from '../../src/core/index.ts';

it('[RULE-07] refuses the 3,000 most frequent passwords that fit the rule, and tens of thousands more', () => {
  const { dictionary } = createRequire(import.meta.url)('@zxcvbn-ts/language-common') as typeof import('@zxcvbn-ts/language-common');
  const fit = dictionary['passwords-common'].map(String).filter(({ length }) => length >= 6 && length <= 16);
  expect(fit.length).toBeGreaterThan(40_000);
  const password = rule as unknown as RuleDocument;
  const accepted = fit.filter((text) => checkRule(password, text.toUpperCase(), {}, isCommonText) === undefined);
  expect(accepted).toEqual([]);
  for (const longer of ['Blink182!', '!!agent007?', '1dragonfly99']) expect(checkRule(password, longer, {}, isCommonText)).toBeDefined();
  for (const good of ['harbour-lamp', '雨天的窗台边上', 'k7mQx2']) expect(checkRule(password, good, {}, isCommonText)).toBeUndefined();
});

it('leaves the long list to the server: in the browser the rule knows its own words alone', () => {
  expect(checkRule(rule as unknown as RuleDocument, 'meredith')).toBeUndefined();
  expect(checkRule(rule as unknown as RuleDocument, 'iloveyou')).toMatchObject({ part: 'common' });
});
