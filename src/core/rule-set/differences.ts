import { isObject } from '../json-object.ts';
import type { Rule, RuleField, RuleSet } from './types.ts';

/** Something that stands otherwise in two versions of a set. Rules are found by their id, fields by their name. */
export type Difference =
  | { part: 'rule'; change: 'added' | 'removed' | 'moved'; rule: Rule }
  | { part: 'rule'; change: 'changed'; rule: Rule; before: Rule; what: ('name' | 'condition' | 'weight' | 'outcome')[] }
  | { part: 'field'; change: 'added' | 'removed' | 'changed'; field: RuleField; before?: RuleField }
  | { part: 'reviewFrom' | 'blockFrom' | 'subject'; change: 'changed'; before: string; after: string };

const parts = ['name', 'condition', 'weight', 'outcome'] as const;

/** What `after` has otherwise than `before`: values first, then fields, then rules in the order they stand in. */
export function differencesOf(before: RuleSet, after: RuleSet): Difference[] {
  return [...values(before, after), ...fields(before, after), ...rules(before, after)];
}

function values(before: RuleSet, after: RuleSet): Difference[] {
  return (['reviewFrom', 'blockFrom', 'subject'] as const).flatMap((part): Difference[] => {
    const [was, is] = [String(before[part] ?? ''), String(after[part] ?? '')];
    return was === is ? [] : [{ part, change: 'changed', before: was, after: is }];
  });
}

function fields(before: RuleSet, after: RuleSet): Difference[] {
  const was = new Map(before.fields.map((field) => [field.name, field]));
  const is = new Set(after.fields.map(({ name }) => name));
  return [
    ...after.fields.flatMap((field): Difference[] => {
      const old = was.get(field.name);
      if (!old) return [{ part: 'field', change: 'added', field }];
      return isSame(normal(old), normal(field)) ? [] : [{ part: 'field', change: 'changed', field, before: old }];
    }),
    ...before.fields.filter(({ name }) => !is.has(name)).map((field): Difference => ({ part: 'field', change: 'removed', field })),
  ];
}

function normal({ name, type, label, required = false, key = false }: RuleField) {
  return { name, type, label, required, key };
}

function rules(before: RuleSet, after: RuleSet): Difference[] {
  const was = new Map(before.rules.map((rule) => [rule.id, rule]));
  const is = new Set(after.rules.map(({ id }) => id));
  // Only the order of the rules both have tells whether one moved.
  const order = before.rules.filter(({ id }) => is.has(id)).map(({ id }) => id);
  const kept = after.rules.filter(({ id }) => was.has(id)).map(({ id }) => id);
  return [
    ...after.rules.flatMap((rule): Difference[] => {
      const old = was.get(rule.id);
      if (!old) return [{ part: 'rule', change: 'added', rule }];
      const what = parts.filter((part) => !isSame(old[part], rule[part]));
      if (what.length > 0) return [{ part: 'rule', change: 'changed', rule, before: old, what }];
      return order.indexOf(rule.id) === kept.indexOf(rule.id) ? [] : [{ part: 'rule', change: 'moved', rule }];
    }),
    ...before.rules.filter(({ id }) => !is.has(id)).map((rule): Difference => ({ part: 'rule', change: 'removed', rule })),
  ];
}

/** Equal as JSON, whatever the order of the properties. */
function isSame(one: unknown, other: unknown): boolean {
  return sorted(one) === sorted(other);
}

function sorted(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) =>
    isObject(part) ? Object.fromEntries(Object.entries(part).sort(([one], [other]) => (one < other ? -1 : 1))) : part,
  );
}
