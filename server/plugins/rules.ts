import { checkRule, PLACE, placeholdersOf, withPlace } from '../../src/core/index.ts';
import { isObject } from '../../src/core/json-object.ts';
import type { RuleDocument, TextSource } from '../../src/core/types.ts';
import { isCommonText } from '../common-texts.ts';
import type { Documents } from '../documents.ts';
import { ApiError, type ErrorDetail } from '../errors.ts';

/** Says a text of a document in the language of a reader: `wordsOf`. */
type Words = (text: TextSource) => string;

/** @throws Error when there is no such rule */
export function ruleOf(documents: Pick<Documents, 'get'>, id: string): RuleDocument {
  const rule = documents.get('rule', id) as RuleDocument | undefined;
  if (!rule) throw new Error(`The rule ${id} is not in schemas/rules`);
  return rule;
}

/**
 * What a value breaks of a rule, as a detail without its field: the text in the language of the reader, and its key where it has one.
 * `beside`: the values it stands among, for rules that read them.
 */
export function ruleDetail(
  rule: RuleDocument,
  value: unknown,
  say: Words,
  beside: Readonly<Record<string, unknown>> = {},
): Omit<ErrorDetail, 'field'> | undefined {
  const broken = checkRule(rule, value, beside, isCommonText);
  if (!broken) return undefined;
  const text = say(broken.message);
  const values = Object.fromEntries(
    Object.entries({ ...placeholdersOf(rule), ...placeIn(text, rule, value) }).flatMap(([name, given]) =>
      given !== undefined && text.includes(`{{${name}}}`) ? [[name, String(given)]] : [],
    ),
  );
  return {
    message: text.replaceAll(/\{\{(\w+)\}\}/g, (all, name: string) => values[name] ?? all),
    ...(typeof broken.message === 'string' && { key: broken.message }),
    ...(Object.keys(values).length > 0 && { values }),
  };
}

/** Where the value has the first refused sign, for a message that says so. */
const placeIn = (text: string, rule: RuleDocument, value: unknown): { place?: string } =>
  text.includes(PLACE) ? { place: withPlace(PLACE, rule, value) } : {};

/**
 * Applies the rules a contract names to a body, with the code the browser uses. `list[].name` reaches into every item.
 * @throws ApiError PARAMETER_ERROR with one detail a broken field
 */
export function applyRules(rules: Record<string, string>, body: unknown, documents: Pick<Documents, 'get'>, say: Words): void {
  const details = Object.entries(rules).flatMap(([path, id]) => {
    const rule = ruleOf(documents, id);
    return valuesAt(body, path.split('.'), '', {}).flatMap(({ field, value, beside }): ErrorDetail[] => {
      const broken = ruleDetail(rule, value, say, beside);
      return broken ? [{ field, ...broken }] : [];
    });
  });
  if (details.length > 0) throw new ApiError('PARAMETER_ERROR', { details });
}

interface Found {
  field: string;
  value: unknown;
  /** The object it stands in. */
  beside: Readonly<Record<string, unknown>>;
}

function valuesAt(value: unknown, path: string[], field: string, beside: Found['beside']): Found[] {
  const [step, ...rest] = path;
  if (step === undefined) return [{ field, value, beside }];
  const name = step.replace(/\[\]$/, '');
  const owner = isObject(value) ? value : {};
  const inner: unknown = Object.hasOwn(owner, name) ? owner[name] : undefined;
  const here = field === '' ? name : `${field}.${name}`;
  if (!step.endsWith('[]')) return valuesAt(inner, rest, here, owner);
  return Array.isArray(inner) ? inner.flatMap((item, index) => valuesAt(item, rest, `${here}.${index}`, owner)) : [];
}
