import { checkRule, isLocalized, PLACE, placeholdersOf, withPlace } from '../../core/index.ts';
import type { RuleDocument, TextSource } from '../../core/types.ts';
import { sameValue } from '../scope.ts';
import type { Translate } from '../types.ts';

/** Nothing to check: no value, blank text, an empty list. */
export function isBlank(value: unknown): boolean {
  if (value === undefined || value === null) return true;
  if (typeof value === 'string') return value.trim() === '';
  return Array.isArray(value) && value.length === 0;
}

/** Empty in another way is no difference. */
export function isSame(a: unknown, b: unknown): boolean {
  return sameValue(a, b) || (isBlank(a) && isBlank(b));
}

/** What the checks of a widget itself say of its value. */
export function problemOf(checks: Iterable<(value: unknown) => string | undefined>, value: unknown): string | undefined {
  for (const check of checks) {
    const message = check(value);
    if (message !== undefined) return message;
  }
  return undefined;
}

/**
 * Message of the first broken rule: required first, then the rules in their order. An empty value passes every rule but `required`.
 * `beside`: values of the form, for rules that read them.
 */
export function brokenRule(
  value: unknown,
  ids: readonly string[],
  facts: { label: string | undefined; required: boolean; requiredText?: string | undefined },
  rules: Record<string, RuleDocument>,
  translate: Translate,
  beside: Readonly<Record<string, unknown>> = {},
): string | undefined {
  const label = facts.label ?? '';
  if (isBlank(value)) {
    if (!facts.required) return undefined;
    return facts.requiredText ?? translate(label ? 'engine.requiredField' : 'engine.required', { label });
  }
  for (const id of ids) {
    const rule = Object.hasOwn(rules, id) ? rules[id] : undefined;
    if (!rule) continue;
    for (const text of textsOf(rule, value)) {
      const broken = checkRule(rule, text, beside);
      if (!broken) continue;
      return withPlace(textOf(broken.message, translate, { label, ...placeholdersOf(rule), place: PLACE }), rule, text);
    }
  }
  return undefined;
}

/** A rule for texts holds for every wording of one that has several. */
function textsOf({ type = 'string' }: RuleDocument, value: unknown): readonly unknown[] {
  const isWorded = type === 'string' && Array.isArray(value) && isLocalized(value);
  return isWorded ? value.map(({ t }: { t: unknown }) => t) : [value];
}

function textOf(source: TextSource, translate: Translate, values: Record<string, unknown>): string {
  return typeof source === 'string' ? translate(source, values) : translate.localized(source, values);
}
