import type { WidgetShapes } from '../../../src/core/types.ts';
import { isObject } from '../../json.ts';
import type { Context } from './context.ts';
import { inferTemplate } from './infer.ts';
import { fieldsIn, toldByFields } from './told.ts';
import { type Type, type Types, unionOf } from './types.ts';
import type { Options } from './walk.ts';

const ignore = () => undefined;

/** A dotted name by its first part. */
const firstPart = ({ name }: { name: string }): string => name.split('.', 1)[0] ?? '';

/** A type found out once. While it is being found out it is unknown: values may come from each other. */
export function once(known: Map<string, Type | undefined>, name: string, find: () => Type | undefined): Type | undefined {
  if (!known.has(name)) {
    known.set(name, undefined);
    known.set(name, find());
  }
  return known.get(name);
}

/** What a value written in a document is: an expression by its type, an object by its keys. */
export function typeOfWritten(value: unknown, types: Types, context: Context, label: string): Type | undefined {
  if (typeof value === 'string') return inferTemplate(value, types, context.lookup, ignore);
  if (!isObject(value)) return undefined;
  const known = new Map<string, Type | undefined>();
  const get = (name: string) => once(known, name, () => typeOfWritten(value[name], types, context, label));
  return { kind: 'record', known: Object.keys(value), get, label };
}

/**
 * The values of a form: its fields, its calculations, what it begins with and what steps set. Undefined where the initial values come from
 * somewhere that says nothing about them, for then any name may be there, and where its document is not there or cannot be read.
 */
export function typeOfValues(options: Options, shapes: WidgetShapes, types: Types, context: Context, set: string[]): Type | undefined {
  if (!options.has('fields')) return undefined;
  const label = 'the form';
  const fields = fieldsIn(options.get('fields')?.value, shapes);
  const told = toldByFields(fields);
  const computed = ['calculations', 'made'].flatMap((name) => Object.keys(objectOf(options, name)));
  const known = [...fields.map(firstPart), ...computed, ...set];
  const own: Type = { kind: 'record', known, get: () => undefined, label, told };
  if (!options.has('initial')) return own;
  const begin = typeOfRecord(options, types, context, label);
  const both = begin && unionOf([own, { ...begin, label }]);
  return both && { ...both, told };
}

/** The record a form is opened with. */
export function typeOfRecord(options: Options, types: Types, context: Context, label = 'the record of the form'): Type | undefined {
  return typeOfWritten(options.get('initial')?.value, types, context, label);
}

function objectOf(options: Options, name: string): Record<string, unknown> {
  const value = options.get(name)?.value;
  return isObject(value) ? value : {};
}

/** The values of the filters of a table. */
export function typeOfFilters(options: Options, shapes: WidgetShapes): Type {
  const found = ['filters', 'linkedFilters'].flatMap((name) => fieldsIn(options.get(name)?.value, shapes));
  const fields = found.map(firstPart);
  const aliases = options.get('aliases')?.value;
  const former = isObject(aliases) ? Object.keys(aliases).filter((name) => fields.includes(String(aliases[name]))) : [];
  const known = [...fields, ...former];
  return { kind: 'record', known, get: () => undefined, label: 'the filters of the table', told: toldByFields(found) };
}
