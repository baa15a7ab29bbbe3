import {
  type Comparison,
  type FieldType,
  groupOf,
  type Misfit,
  type RuleFault,
  type RuleField,
  type RuleSet,
  type Told,
} from '../../../src/core/rule-set/index.ts';
import type { WordedContext } from '../../context.ts';
import type { LabelValue } from '../../database/values.ts';
import type { ErrorDetail } from '../../errors.ts';
import { languageOf } from '../../language.ts';
import { speaker } from '../../reader.ts';

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

/**
 * In the language of the reader. Moments are told by the clock of the installation, with the zone: the browser of the reader may have another one.
 * @param lists what watch lists are called, by their code
 */
export function ruleSayer(context: WordedContext, fields: readonly RuleField[], lists: ReadonlyMap<string, LabelValue>): RuleSayer {
  const [word, say] = [words(context), speaker(context)];
  const clock = clockOf(context.services.settings.timeZone);
  const types = new Map(fields.map(({ name, type }) => [name, type]));
  const labels = new Map(fields.map(({ name, label }) => [name, say(label as LabelValue) || name]));
  const field = (name: string) => labels.get(name) ?? name;
  const list = (code: string) => {
    const name = lists.get(code);
    return name === undefined ? code : say(name);
  };
  const plain = (value: unknown, type?: FieldType): string => {
    const text = String(value ?? '');
    if (type === 'boolean') return text === 'true' ? word('yes') : text === 'false' ? word('no') : text;
    return type === 'timestamp' ? clock(text) : text;
  };
  const operand = (operator: string, value: unknown, type: FieldType | undefined): string => {
    if (Array.isArray(value)) return value.map((one) => plain(one, type)).join(operator === 'between' ? ' – ' : ', ');
    if (typeof value !== 'object' || value === null) return value === undefined ? '' : plain(value, type);
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
  /** @param name what the field is called here */
  const phrase = (name: string, { field: of, operator, value }: Pick<Comparison, 'field' | 'operator' | 'value'>) =>
    word('phrase', { field: name, operator: word(`operator.${operator}`), operand: operand(operator, value, types.get(of)) }).trim();
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
      // What was counted is no value of the field.
      const isCounted = operator === 'countWithin' || operator === 'sumWithin';
      const value = seen === null ? word('nothing') : plain(seen, isCounted ? undefined : types.get(of));
      const comparison = { field: of, operator, value: expected };
      if (isCounted) return word('toldCounted', { text: phrase(field(of), comparison), value });
      const text = phrase(word('seen', { field: field(of), value }), comparison);
      // A record of a register that feeds the list is told with the number people know it by; entries of the list have none.
      const isEntry = match === undefined || /^\d+$/.test(match.entryId);
      if (match)
        return word('toldMatch', { text, name: isEntry ? match.name : `${match.entryId} ${match.name}`, score: String(match.score) });
      return negated ? word('toldNot', { text }) : text;
    },
  };
}

/** Writes moments (ISO 8601): `2026-01-15 10:20:30 GMT+8`. What is none stays as it is. */
function clockOf(timeZone: string): (moment: string) => string {
  const two = '2-digit';
  // Swedish writes a moment as year-month-day hours:minutes:seconds.
  const clock = new Intl.DateTimeFormat('sv-SE', {
    ...{ timeZone, year: 'numeric', month: two, day: two, hour: two, minute: two, second: two, timeZoneName: 'shortOffset' },
  });
  return (moment) => (Number.isNaN(Date.parse(moment)) ? moment : clock.format(new Date(moment)));
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

/** The text that says why a value does not fit its field. */
export function misfitText(kind: Misfit['kind']): string {
  return kind === 'required' ? 'ruleset.record.required' : `ruletable.record.${kind}`;
}
