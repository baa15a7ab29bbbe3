import { isObject, type JsonSchema, pointerPart } from '../json.ts';
import { keptFor } from './kept-for.ts';
import type { Source } from './source.ts';

/** Items of a list or values of an object with their pointers. */
export function entries(value: unknown, pointer: string): [string, unknown][] {
  if (Array.isArray(value)) return value.map((item, index) => [`${pointer}/${index}`, item]);
  return isObject(value) ? Object.entries(value).map(([key, part]) => [`${pointer}/${pointerPart(key)}`, part]) : [];
}

type Placed<Value> = readonly (readonly [pointer: string, value: Value])[];

/** Every string of a JSON value with its pointer. */
export function stringsOf(value: unknown, pointer = ''): Placed<string> {
  return valuesOf(value, pointer, (part) => typeof part === 'string');
}

/** Every string of a whole document with its pointer. */
export const stringsIn = keptFor(({ value }: Source) => stringsOf(value));

/** Every object of a whole document with its pointer, each before those in it. */
export const objectsIn = keptFor(({ value }: Source): Placed<JsonSchema> => valuesOf(value, '', isObject));

function valuesOf<Value>(value: unknown, pointer: string, isOne: (value: unknown) => value is Value): Placed<Value> {
  const found: [string, Value][] = [];
  const collect = (part: unknown, at: string): void => {
    if (isOne(part)) found.push([at, part]);
    if (typeof part === 'object' && part !== null) for (const [place, inner] of entries(part, at)) collect(inner, place);
  };
  collect(value, pointer);
  return found;
}
