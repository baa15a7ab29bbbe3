import { type RelativePeriod, readPeriod } from '../../../src/core/calendar/index.ts';
import { parseNumber } from '../../../src/core/typed-number.ts';
import type { ConditionTreeOptions } from '../../../src/generated/options.ts';
import { groupIn, isFilled, type Leaf, type Part } from './tree.ts';

export type Operator = ConditionTreeOptions['operators'][number];
export type OperandPart = NonNullable<Operator['parts']>[number];
export type Editor = 'text' | 'number' | 'date' | 'dateTime' | 'localDateTime' | 'time' | 'boolean';

/** A field as it is offered. */
export interface FieldChoice {
  name: string;
  label: string;
  type: string;
  editor: Editor;
  record: Readonly<Record<string, unknown>>;
}

export function fieldChoices(options: ConditionTreeOptions, localized: (value: unknown) => string): FieldChoice[] {
  const { fieldName = 'name', fieldLabel = 'label', fieldType = 'type', editors = {} } = options;
  return (options.fields ?? []).map((field) => {
    const record = field as Record<string, unknown>;
    const name = String(record[fieldName] ?? '');
    const type = String(record[fieldType] ?? '');
    return { name, type, record, label: localized(record[fieldLabel]) || name, editor: editors[type] ?? 'text' };
  });
}

/** The operators a field can be compared by. */
export function operatorsFor(operators: readonly Operator[], field: FieldChoice | undefined): Operator[] {
  if (!field) return [];
  return operators.filter(
    ({ types, flag }) => (types?.includes(field.type) ?? true) && (flag === undefined || field.record[flag] === true),
  );
}

/** A comparison after another field was chosen: the operator stays where it fits, the value where it is of the same kind. */
export function withField(
  leaf: Leaf,
  field: FieldChoice | undefined,
  before: FieldChoice | undefined,
  operators: readonly Operator[],
): Leaf {
  if (!field) return {};
  const fitting = operatorsFor(operators, field);
  const kept = fitting.find(({ value }) => value === leaf.operator);
  if (kept && before?.editor === field.editor) return { ...leaf, field: field.name };
  const [first] = fitting;
  return withOperator({ field: field.name }, kept ?? first, undefined);
}

const usualPeriod: RelativePeriod = { span: 'last', unit: 'day', count: 30 };

/** A comparison after another operator was chosen: the value stays where one of the same kind is asked for. */
export function withOperator({ field, value }: Leaf, operator: Operator | undefined, before: Operator | undefined): Leaf {
  const leaf: Leaf = { ...(field !== undefined && { field }), ...(operator && { operator: operator.value }) };
  const kind = operator?.operand ?? 'one';
  if (kind === 'none' || !operator) return leaf;
  if (kind === 'period') return { ...leaf, value: before?.operand === 'period' ? (value ?? usualPeriod) : usualPeriod };
  if (kind !== 'parts') return before && (before.operand ?? 'one') === kind && value !== undefined ? { ...leaf, value } : leaf;
  const known = (before?.operand === 'parts' ? value : undefined) as Record<string, unknown> | undefined;
  const entries = (operator.parts ?? []).map((part): [string, unknown] => [part.name, known?.[part.name] ?? part.default]);
  return { ...leaf, value: Object.fromEntries(entries.filter(([, one]) => one !== undefined)) };
}

/** What is wrong with a comparison, as a text key with the label it is about; undefined when nothing is. */
export function leafProblem(
  leaf: Leaf,
  fields: readonly FieldChoice[],
  operators: readonly Operator[],
): { key: string; name?: string } | undefined {
  const field = fields.find(({ name }) => name === leaf.field);
  if (!field) return { key: leaf.field ? 'field.conditionGone' : 'field.conditionField', name: leaf.field ?? '' };
  const operator = operatorsFor(operators, field).find(({ value }) => value === leaf.operator);
  if (!operator) return { key: 'field.conditionOperator', name: field.label };
  const kind = operator.operand ?? 'one';
  if (kind === 'none') return undefined;
  if (kind === 'parts') return partProblem(leaf.value, operator.parts ?? []);
  if (kind === 'period') return readPeriod(leaf.value) ? undefined : { key: 'period.incomplete' };
  if (!isFilled(leaf.value) || (kind === 'range' && !(Array.isArray(leaf.value) && leaf.value.length === 2)))
    return { key: 'field.conditionValue', name: field.label };
  const values: unknown[] = Array.isArray(leaf.value) ? leaf.value : [leaf.value];
  return kind !== 'text' && field.editor === 'number' && values.some((one) => !isNumber(one))
    ? { key: 'field.conditionNumber', name: field.label }
    : undefined;
}

function partProblem(value: unknown, parts: readonly OperandPart[]): { key: string; name: string } | undefined {
  const given = (typeof value === 'object' && value !== null ? value : {}) as Record<string, unknown>;
  for (const { name, label, type = 'number', min, max } of parts) {
    if (!isFilled(given[name])) return { key: 'field.conditionValue', name: label };
    if (type !== 'number') continue;
    const number = isNumber(given[name]) ? Number(given[name]) : Number.NaN;
    if (Number.isNaN(number) || number < (min ?? number) || number > (max ?? number)) return { key: 'field.conditionNumber', name: label };
  }
  return undefined;
}

/** Digits are kept as they were typed: more of them than a number has are fine. */
function isNumber(value: unknown): boolean {
  const text = String(value).trim();
  return /^-?\d+(\.\d+)?$/.test(text) || (text !== '' && !Number.isNaN(parseNumber(text)));
}

/** The first problem below a part. */
export function firstProblem(
  part: Part,
  fields: readonly FieldChoice[],
  operators: readonly Operator[],
): { key: string; name?: string } | undefined {
  const group = groupIn(part);
  if (!group) return leafProblem(part as Leaf, fields, operators);
  if (group.parts.length === 0) return { key: 'field.conditionEmptyGroup' };
  for (const one of group.parts) {
    const problem = firstProblem(one, fields, operators);
    if (problem) return problem;
  }
  return undefined;
}
