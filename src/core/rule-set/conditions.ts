import { type GroupKind, groupKindOf } from '../condition-words.ts';
import { limits } from './limits.ts';
import { operators, type Seen, velocityOf } from './operators.ts';
import type { Comparison, Condition, Facts, RuleFault, RuleField, RuleRecord, RuleSet, Told, Velocity } from './types.ts';

/** What a condition says of a record: whether it holds, and the comparisons it holds because of. */
type Check = (record: RuleRecord, facts: Facts) => { holds: boolean; told: Told[] };

/** The group a condition is, if it is one. Conditions come from people: nothing is taken for granted. */
export function groupOf(condition: unknown): { kind: GroupKind; parts: unknown[] } | undefined {
  if (typeof condition !== 'object' || condition === null) return undefined;
  const kind = groupKindOf(condition);
  const parts: unknown = kind && Reflect.get(condition, kind);
  return kind && Array.isArray(parts) ? { kind, parts } : undefined;
}

interface Reading {
  fields: readonly RuleField[];
  faults: RuleFault[];
  /** Parts read so far. */
  count: number;
}

/** Reads a condition. A part that does not fit is a fault, and never holds. */
export function readCondition(condition: unknown, fields: readonly RuleField[], path: string): { check: Check; faults: RuleFault[] } {
  const reading: Reading = { fields, faults: [], count: 0 };
  const group = groupOf(condition);
  if (group?.parts.length === 0 || condition === undefined || condition === null)
    return { check: never, faults: [{ path, kind: 'conditionEmpty' }] };
  return { check: read(condition, path, 1, reading), faults: reading.faults };
}

const never: Check = () => ({ holds: false, told: [] });

function read(condition: unknown, path: string, depth: number, reading: Reading): Check {
  const { faults } = reading;
  reading.count += 1;
  if (reading.count > limits.parts) {
    if (reading.count === limits.parts + 1) faults.push({ path, kind: 'conditionLong', values: { most: String(limits.parts) } });
    return never;
  }
  const group = groupOf(condition);
  if (!group) return readComparison(condition, path, reading);
  const { kind, parts } = group;
  if (depth > limits.depth) {
    faults.push({ path, kind: 'conditionDeep', values: { most: String(limits.depth) } });
    return never;
  }
  if (parts.length === 0) {
    faults.push({ path, kind: 'groupEmpty' });
    return never;
  }
  const checks = parts.map((part, index) => read(part, `${path}.${kind}.${index}`, depth + 1, reading));
  if (kind === 'all') return all(checks);
  return kind === 'any' ? any(checks) : none(checks, parts);
}

function all(checks: readonly Check[]): Check {
  return (record, facts) => {
    const told: Told[] = [];
    for (const check of checks) {
      const one = check(record, facts);
      if (!one.holds) return { holds: false, told: [] };
      told.push(...one.told);
    }
    return { holds: true, told };
  };
}

/** Asks every part: the explanation names all that hold. */
function any(checks: readonly Check[]): Check {
  return (record, facts) => {
    const held = checks.map((check) => check(record, facts)).filter(({ holds }) => holds);
    return { holds: held.length > 0, told: held.flatMap(({ told }) => told) };
  };
}

/** Holds because nothing in it does: the comparisons directly in it are told as those that did not. */
function none(checks: readonly Check[], parts: readonly unknown[]): Check {
  const leaves = parts.filter((part): part is Comparison => groupOf(part) === undefined);
  return (record, facts) => {
    if (checks.some((check) => check(record, facts).holds)) return { holds: false, told: [] };
    const told = leaves.map(({ field, operator, value }): Told => {
      return { field, operator, ...(value !== undefined && { expected: value }), seen: record[field] ?? null, negated: true };
    });
    return { holds: true, told };
  };
}

function readComparison(given: unknown, path: string, { fields, faults }: Reading): Check {
  const { field: name, operator: word, value: expected } = (given ?? {}) as Partial<Comparison>;
  const fault = (kind: string, values?: Record<string, string>): Check => {
    faults.push({ path, kind, ...(values && { values }) });
    return never;
  };
  if (typeof name !== 'string' || name === '') return fault('fieldMissing');
  const field = fields.find((one) => one.name === name);
  if (!field) return fault('fieldUnknown', { field: name });
  if (typeof word !== 'string' || word === '') return fault('operatorMissing');
  const operator = operators.get(word);
  if (!operator?.types.includes(field.type)) return fault('operatorUnfit', { field: name });
  const test = operator.build(expected, field, fields);
  if (typeof test !== 'function') return fault(test.fault, test.values);
  const isEmpty = word === 'empty';
  return (record, facts) => {
    const value = Object.hasOwn(record, name) ? record[name] : undefined;
    const { holds, seen, match }: Seen = value === undefined ? { holds: isEmpty } : test(value, facts);
    if (!holds) return { holds, told: [] };
    const told: Told = { field: name, operator: word, ...(expected !== undefined && { expected }), seen: seen ?? value ?? null };
    return { holds, told: [match ? { ...told, match } : told] };
  };
}

/** The comparisons of a tree. */
function comparisonsOf(condition: Condition): Comparison[] {
  const group = groupOf(condition);
  return group ? group.parts.flatMap((part) => comparisonsOf(part as Condition)) : [condition as Comparison];
}

/** Those of the rules that are switched on. */
const comparisonsInUse = ({ rules }: Pick<RuleSet, 'rules'>): Comparison[] =>
  rules.flatMap(({ weight, condition }) => (weight > 0 ? comparisonsOf(condition) : []));

/** What the rules that are switched on ask of earlier records, each once. */
export function velocitiesOf(set: Pick<RuleSet, 'rules' | 'fields'>): Velocity[] {
  const found = new Map<string, Velocity>();
  for (const { field, operator, value } of comparisonsInUse(set)) {
    if (!operators.get(operator)?.isVelocity || !set.fields.some(({ name, key }) => name === field && key)) continue;
    const need = velocityOf(field, value);
    if (!need) continue;
    const asked = operator === 'countWithin' ? { field: need.field, minutes: need.minutes } : need;
    found.set(velocityKey(asked), asked);
  }
  return [...found.values()];
}

export function velocityKey({ field, minutes, of }: Velocity): string {
  return JSON.stringify([field, minutes, of ?? null]);
}

/** Codes of the lists a set looks into. */
export function listsOf({ rules }: Pick<RuleSet, 'rules'>): string[] {
  const comparisons = rules.flatMap(({ condition }) => comparisonsOf(condition));
  const lists = comparisons.flatMap(({ operator, value }): unknown[] =>
    operator === 'onList' && typeof value === 'object' && value !== null ? [Reflect.get(value, 'list')] : [],
  );
  return [...new Set(lists.filter((list) => typeof list === 'string'))];
}

/** Names of the fields the rules that are switched on ask for. */
export function fieldsOf(set: Pick<RuleSet, 'rules'>): ReadonlySet<string> {
  const found = new Set<string>();
  for (const { field, operator, value } of comparisonsInUse(set)) {
    found.add(field);
    const need = operators.get(operator)?.isVelocity ? velocityOf(field, value) : undefined;
    if (need?.of !== undefined) found.add(need.of);
  }
  return found;
}
