import type { WidgetShapes } from '../../../src/core/types.ts';
import { isObject, isWritten, type JsonSchema, listAt, textAt } from '../../json.ts';
import { schemaOfEntry, type Type } from './types.ts';

/** A field in a body, with what its widget can say. */
interface Found {
  name: string;
  field: JsonSchema;
  options: Readonly<Record<string, unknown>>;
}

/** The fields in a body, however deep in layouts. What stands inside a field is its own business. */
export function fieldsIn(body: unknown, shapes: WidgetShapes): Found[] {
  if (Array.isArray(body)) return body.flatMap((part) => fieldsIn(part, shapes));
  if (!isObject(body)) return [];
  const shape = typeof body.widget === 'string' && Object.hasOwn(shapes, body.widget) ? shapes[body.widget] : undefined;
  if (shape?.kind !== 'field') return Object.values(body).flatMap((part) => fieldsIn(part, shapes));
  return typeof body.name === 'string' ? [{ name: body.name, field: body, options: shape.options }] : [];
}

/** The dictionaries of the values that fields give, by their names, where the choices come from one alone. */
export function toldByFields(fields: readonly Found[]): Map<string, Type> {
  return new Map(
    fields.flatMap(({ name, field, options }): [string, Type][] => {
      const dictionary = textAt(field, 'dictionary');
      const isAlone = field.options === undefined && field.call === undefined && !name.includes('.');
      if (!isWritten(dictionary) || !isAlone || (field.multiple !== undefined && typeof field.multiple !== 'boolean')) return [];
      const many = options.multiple === undefined ? 'either' : field.multiple === true;
      return [[name, entryOf(dictionary, many, `the field "${name}"`)]];
    }),
  );
}

/** The dictionaries of the values of rows, as the columns of a table say. */
export function toldByColumns(options: ReadonlyMap<string, { value: unknown }>): Map<string, Type> {
  return new Map(
    listAt({ list: options.get('columns')?.value }, 'list').flatMap((column): [string, Type][] => {
      const [name, dictionary] = [textAt(column, 'name'), textAt(column, 'dictionary')];
      if (!isObject(column) || name === undefined || name.includes('.') || column.value !== undefined || !isWritten(dictionary)) return [];
      return [[name, entryOf(dictionary, column.format === 'list', `the column "${name}"`)]];
    }),
  );
}

function entryOf(dictionary: string, many: boolean | 'either', label: string): Type {
  return { kind: 'schema', schema: schemaOfEntry(dictionary, many), path: '', label };
}
