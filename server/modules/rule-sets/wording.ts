import { type Comparison, groupOf, type RuleFault, type RuleField, type RuleSet, type Told } from '../../../src/core/rule-set/index.ts';
import type { WordedContext } from '../../context.ts';
import type { LabelValue } from '../../database/values.ts';
import type { ErrorDetail } from '../../errors.ts';
import { languageOf } from '../../language.ts';
import { type Say, speaker } from '../../reader.ts';

export type Word = (key: string, values?: Readonly<Record<string, string>>) => string;

/** Texts of schemas/locales/<language>/ruleset in the language of the reader. */
export function words(context: WordedContext): Word {
  const language = languageOf(context);
  return (key, values = {}) => {
    const text = context.services.documents.text(language, `ruleset.${key}`) ?? key;
    return text.replaceAll(/\{\{(\w+)\}\}/g, (_all, name: string) => values[name] ?? '');
  };
}

/** Writes conditions and explanations for people. */
export interface RuleSayer {
  /** `Amount at least 10000 and (Country is one of IR, KP or Channel is web)` */
  condition(condition: unknown): string;
  /** `Amount (12000) at least 10000` */
  told(told: Told): string;
  field(name: string): string;
}

/** @param lists what watch lists are called, by their code */
export function ruleSayer(word: Word, say: Say, fields: readonly RuleField[], lists: ReadonlyMap<string, LabelValue>): RuleSayer {
  const labels = new Map(fields.map(({ name, label }) => [name, say(label as LabelValue) || name]));
  const field = (name: string) => labels.get(name) ?? name;
  const list = (code: string) => {
    const name = lists.get(code);
    return name === undefined ? code : say(name);
  };
  const plain = (value: unknown) =>
    value === true || value === 'true' ? word('yes') : value === false || value === 'false' ? word('no') : String(value ?? '');
  const operand = (operator: string, value: unknown): string => {
    if (Array.isArray(value)) return value.map(plain).join(operator === 'between' ? ' – ' : ', ');
    if (typeof value !== 'object' || value === null) return value === undefined ? '' : plain(value);
    const { list: code, score, period, unit, atLeast, of } = value as Record<string, unknown>;
    if (operator === 'onList') return word('listOperand', { list: list(String(code)), score: String(score ?? 85) });
    const values = {
      period: String(period),
      unit: word(`${Number(period) === 1 ? 'unitOne' : 'unit'}.${String(unit)}`),
      atLeast: String(atLeast),
      of: field(String(of)),
    };
    return word(operator === 'sumWithin' ? 'sumOperand' : 'countOperand', values);
  };
  const phrase = (name: string, { operator, value }: Pick<Comparison, 'operator' | 'value'>) =>
    word('phrase', { field: name, operator: word(`operator.${operator}`), operand: operand(operator, value) }).trim();
  const condition = (given: unknown, isInner: boolean): string => {
    const group = groupOf(given);
    if (!group) {
      const leaf = (given ?? {}) as Comparison;
      return phrase(field(String(leaf.field ?? '')), leaf);
    }
    const inner = group.parts.map((part) => condition(part, true));
    if (group.kind === 'not') return word('noneOf', { parts: inner.join(word('or')) });
    const text = inner.join(word(group.kind === 'all' ? 'and' : 'or'));
    return isInner && inner.length > 1 ? `(${text})` : text;
  };
  return {
    field,
    condition: (given) => condition(given, false),
    told({ field: of, operator, expected, seen, match, negated }) {
      const value = seen === null ? word('nothing') : plain(seen);
      const comparison = { operator, value: expected };
      // What was counted is no value of the field.
      if (operator === 'countWithin' || operator === 'sumWithin')
        return word('toldCounted', { text: phrase(field(of), comparison), value });
      const text = phrase(word('seen', { field: field(of), value }), comparison);
      // A record of a register that feeds the list is told with the number people know it by; entries of the list have none.
      const isEntry = match === undefined || /^\d+$/.test(match.entryId);
      if (match)
        return word('toldMatch', { text, name: isEntry ? match.name : `${match.entryId} ${match.name}`, score: String(match.score) });
      return negated ? word('toldNot', { text }) : text;
    },
  };
}

/** Says what does not fit, with the number of the rule it is in. */
export function faultSayer(context: WordedContext, { rules }: Pick<RuleSet, 'rules'>): (fault: RuleFault) => string {
  const [word, say] = [words(context), speaker(context)];
  return ({ path, kind, values }) => {
    const [, index] = /^rules\.(\d+)\./.exec(path) ?? [];
    const text = word(`fault.${kind}`, values);
    const rule = index === undefined ? undefined : rules[Number(index)];
    return rule ? word('inRule', { rule: say(rule.name as LabelValue), text }) : text;
  };
}

/** Faults as details at the fields of a form: what stands below `place` is its own path there; parts of a condition are told at the condition. */
export function faultDetails(
  context: WordedContext,
  faults: readonly RuleFault[],
  place: string,
  fields: readonly RuleField[] = [],
): ErrorDetail[] {
  const [word, say] = [words(context), speaker(context)];
  return faults.map(({ path, kind, values = {} }) => {
    const own = path.slice(place.length);
    const named = fields.find(({ name }) => name === values.field);
    const told = named ? { ...values, field: say(named.label as LabelValue) } : values;
    const key = `ruleset.fault.${kind}`;
    return { field: own.startsWith('condition') ? 'condition' : own, message: word(`fault.${kind}`, told), key, values: told };
  });
}
