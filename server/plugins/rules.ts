import { checkRule } from '../../src/core/index.ts';
import type { RuleDocument, TextSource } from '../../src/core/types.ts';
import type { Documents } from '../documents.ts';
import { ApiError, type ErrorDetail } from '../errors.ts';

/**
 * Applies the rules a contract names to a body, with the code the browser uses. `list[].name` reaches into every item.
 * @throws ApiError PARAMETER_ERROR with one detail a broken field; `key` is the text key of the rule's message.
 */
export function applyRules(rules: Record<string, string>, body: unknown, documents: Documents): void {
  const details = Object.entries(rules).flatMap(([path, id]) => {
    const rule = documents.get('rule', id) as RuleDocument | undefined;
    if (!rule) throw new Error(`A contract names the rule ${id}, which is not in schemas/rules`);
    return valuesAt(body, path.split('.'), '').flatMap(({ field, value }): ErrorDetail[] => {
      const broken = checkRule(rule, value);
      return broken ? [{ field, ...wording(broken.message, documents) }] : [];
    });
  });
  if (details.length > 0) throw new ApiError('PARAMETER_ERROR', { details });
}

function wording(text: TextSource, documents: Documents): { message: string; key?: string } {
  if (typeof text !== 'string') return { message: text.en ?? Object.values(text)[0] ?? '' };
  return { message: documents.text('en', text) ?? text, key: text };
}

function valuesAt(value: unknown, path: string[], field: string): { field: string; value: unknown }[] {
  const [step, ...rest] = path;
  if (step === undefined) return [{ field, value }];
  const name = step.replace(/\[\]$/, '');
  const own = typeof value === 'object' && value !== null && Object.hasOwn(value, name);
  const inner: unknown = own ? Reflect.get(value, name) : undefined;
  const here = field === '' ? name : `${field}.${name}`;
  if (!step.endsWith('[]')) return valuesAt(inner, rest, here);
  return Array.isArray(inner) ? inner.flatMap((item, index) => valuesAt(item, rest, `${here}.${index}`)) : [];
}
