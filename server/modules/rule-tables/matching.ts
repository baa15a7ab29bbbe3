import { type FieldType, fieldsOf, type RuleField, type RuleSet } from '../../../src/core/rule-set/index.ts';
import type { LabelValue } from '../../database/values.ts';
import type { Column } from '../data-mart/repository.ts';
import type { Matches } from './tables.ts';

/** Types of columns whose values a field of a type takes. Codes may be kept as integers. */
const takes: Readonly<Record<FieldType, readonly FieldType[]>> = {
  integer: ['integer'],
  float: ['float', 'number', 'integer'],
  number: ['number', 'integer', 'float'],
  string: ['string', 'integer'],
  boolean: ['boolean'],
  date: ['date'],
  timestamp: ['timestamp'],
  time: ['time'],
};

/** What somebody chose for a field: a column, or none. */
export interface GivenMatch {
  field: string;
  column?: string | null | undefined;
}

/** Why a field has no column it can take its values from; a text `ruletable.fault.<kind>`. */
export interface MatchFault {
  /** The field of the set. */
  field: string;
  /** Place of what was given for it; -1: nothing was. */
  index: number;
  kind: 'required' | 'noColumn' | 'denied' | 'type' | 'unknown' | 'twice';
  /** Types are told by `dict` of the page or by texts of the server: names of types as they are. */
  values: { field: string; column?: string; type?: FieldType; columnType?: FieldType };
}

/** A name as it is compared: `paymentNo` is `payment_no`. */
const plain = (text: string) => text.normalize('NFKC').trim().toLowerCase().replaceAll('_', '');

/** The column that is called like a field, by its name or by its title, and of a type it takes. */
export function proposedColumn({ name, label, type }: RuleField, columns: readonly Column[]): Column | undefined {
  const texts = [name, ...(typeof label === 'string' ? [label] : (label as Exclude<LabelValue, string>).map(({ t }) => t))].map(plain);
  const fitting = columns.filter(({ fieldType }) => takes[type].includes(fieldType));
  return fitting.find((column) => plain(column.name) === plain(name)) ?? fitting.find((column) => texts.includes(plain(column.title)));
}

/**
 * Finds the column of each field of a set: what was given, and by name what was not. A field nothing was said of that rules ask for, or any that is required, needs one.
 */
export function matchFields(
  set: Pick<RuleSet, 'fields' | 'rules'>,
  columns: readonly Column[],
  given: readonly GivenMatch[],
): { matches: Matches; faults: MatchFault[] } {
  const used = fieldsOf(set);
  const faults: MatchFault[] = [];
  const matches: Matches = {};
  const places = new Map<string, number>();
  for (const [index, { field }] of given.entries()) {
    if (!set.fields.some(({ name }) => name === field)) faults.push({ field, index, kind: 'unknown', values: { field } });
    else if (places.has(field)) faults.push({ field, index, kind: 'twice', values: { field } });
    else places.set(field, index);
  }
  for (const field of set.fields) {
    const { name, type } = field;
    const index = places.get(name) ?? -1;
    const fault = (kind: MatchFault['kind'], more: Omit<MatchFault['values'], 'field'> = {}) =>
      faults.push({ field: name, index, kind, values: { field: name, ...more } });
    const wanted = index < 0 ? proposedColumn(field, columns)?.name : (given[index]?.column ?? undefined);
    if (wanted === undefined || wanted === '') {
      matches[name] = null;
      if (field.required) fault('required');
      else if (index < 0 && used.has(name)) fault('noColumn');
      continue;
    }
    matches[name] = wanted;
    const column = columns.find((one) => one.name === wanted);
    if (!column) fault('denied', { column: wanted });
    else if (!takes[type].includes(column.fieldType)) fault('type', { column: column.title, type, columnType: column.fieldType });
  }
  return { matches, faults };
}
