import { isDay } from '../../../src/core/dates.ts';
import { plainNumber } from '../../../src/core/typed-number.ts';

/** A field as far as its values are concerned. */
export interface ValueField {
  name: string;
  recognised?: string | undefined;
  kind?: 'text' | 'day' | 'amount' | undefined;
  required?: boolean | undefined;
}
/** A field that documents of some types have. */
export interface ExpectedField extends ValueField {
  label: string;
  expectedFor?: readonly string[] | undefined;
}
/** Whether a document passes: names of the answer and of its reason. */
export interface PassField {
  name: string;
  reasonName: string;
}
export type Values = Record<string, string>;
type Properties = Readonly<Record<string, unknown>>;

export function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

/** The first values of a new document: what was recognised of its file. It passes until somebody says otherwise. */
export function firstValues(fields: readonly ValueField[], pass: PassField | undefined, recognised: Properties): Values {
  const values = Object.fromEntries(fields.map(({ name, recognised: source }) => [name, source ? textOf(recognised[source]) : '']));
  return pass ? { ...values, [pass.name]: '1', [pass.reasonName]: '' } : values;
}

/** The values of a saved document. */
export function valuesOf(fields: readonly ValueField[], pass: PassField | undefined, ticket: Properties): Values {
  const names = [...fields.map(({ name }) => name), ...(pass ? [pass.name, pass.reasonName] : [])];
  return Object.fromEntries(names.map((name) => [name, textOf(ticket[name])]));
}

export function isSame(one: Values, other: Values): boolean {
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...names].every((name) => (one[name] ?? '') === (other[name] ?? ''));
}

/** What stands in a form once somebody else saved theirs: what was typed here, and of everything else what is saved now. */
export function merged(typed: Values, before: Values, now: Values): Values {
  return Object.fromEntries(
    Object.entries({ ...now, ...typed }).map(([name, value]) => [name, value === before[name] ? (now[name] ?? '') : value]),
  );
}

/** Values that are typed for a saved document, and what it had where they were typed over. */
export interface Edit {
  values: Values;
  base: Values;
}

/** An edit with what was typed now, of a document that has these values: what nobody typed over follows it. */
export function edited(before: Edit | undefined, values: Values, saved: Values): Edit {
  const typed = Object.entries(before?.base ?? {}).filter(([name, value]) => before?.values[name] !== value);
  return { values, base: { ...saved, ...Object.fromEntries(typed) } };
}

/** Whether somebody else changed meanwhile what was typed over, to something else. */
export function isContested({ values, base }: Edit, saved: Values): boolean {
  return Object.entries(values).some(([name, value]) => value !== base[name] && saved[name] !== base[name] && value !== saved[name]);
}

export type Fault = 'required' | 'wrongDay' | 'wrongAmount';

/** What is wrong with the values as they would be saved, by the name of the field. */
export function faultsOf(fields: readonly ValueField[], pass: PassField | undefined, typed: Values): Record<string, Fault> {
  const values = cleaned(fields, typed);
  const faults: Record<string, Fault> = {};
  for (const { name, kind, required } of fields) {
    const value = values[name] ?? '';
    if (value === '') {
      if (required) faults[name] = 'required';
    } else if (kind === 'day' && !isDay(value)) faults[name] = 'wrongDay';
    else if (kind === 'amount' && !/^-?\d{1,14}(\.\d{1,2})?$/.test(value)) faults[name] = 'wrongAmount';
  }
  if (pass && values[pass.name] === '0' && (values[pass.reasonName] ?? '') === '') faults[pass.reasonName] = 'required';
  return faults;
}

/** Labels of what documents of this type have and this one lacks, unless it lacked it as it was `saved`. One that does not pass has its reason. */
export function lackedBy(
  fields: readonly ExpectedField[],
  pass: PassField | undefined,
  typeCode: string,
  typed: Values,
  saved?: Values,
): string[] {
  const values = cleaned(fields, typed);
  if (pass && values[pass.name] === '0') return [];
  const isLacking = ({ name, expectedFor }: ExpectedField) =>
    expectedFor?.includes(typeCode) && !values[name] && (saved === undefined || Boolean(saved[name]));
  return fields.filter(isLacking).map(({ label }) => label);
}

/** As it is compared and saved: amounts as people write them lose their separators. */
export function cleaned(fields: readonly ValueField[], values: Values): Values {
  const amounts = new Set(fields.filter(({ kind }) => kind === 'amount').map(({ name }) => name));
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, (amounts.has(name) ? plainNumber(value) : undefined) ?? value.trim()]),
  );
}
