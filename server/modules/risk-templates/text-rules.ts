import { checkRule } from '../../../src/core/index.ts';
import { codeOfRefused } from '../../../src/core/refused-place.ts';
import type { RuleDocument } from '../../../src/core/types.ts';
import type { WordedContext } from '../../context.ts';
import type { Documents } from '../../documents.ts';
import { applyRules } from '../../plugins/rules.ts';
import { wordsOf } from '../../reader.ts';
import type { GivenText } from './texts.ts';

/** Applies a rule to texts, plain or in several wordings: contracts name the path of one of the two only. @throws ApiError PARAMETER_ERROR */
export function requireRule(context: WordedContext, rule: string, given: Record<string, GivenText | null | undefined>): void {
  const paths = Object.entries(given).map(([field, text]) => [Array.isArray(text) ? `${field}[].t` : field, rule]);
  applyRules(Object.fromEntries(paths), given, context.services.documents, wordsOf(context));
}

/** Finds what nobody sees in a text by a rule, as `U+202E`: it would turn the text round, or tell texts apart that look the same. */
export function hiddenReader(documents: Pick<Documents, 'get'>, name = 'visible-text'): (text: string) => string | undefined {
  const rule = documents.get('rule', name) as RuleDocument | undefined;
  if (!rule) throw new Error(`There is no rule ${name}`);
  return (text) => {
    if (!checkRule(rule, text)) return undefined;
    return codeOfRefused(text, (sign) => checkRule(rule, sign) !== undefined) || '…';
  };
}
