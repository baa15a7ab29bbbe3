import { parseLimitedJson } from '../../json-limits.ts';
import { isForbiddenName, readMember } from '../access.ts';
import { listOf, objectOf, type PlainObject, type PureFunction, pure, textOf } from './definition.ts';

function copyTo(target: PlainObject, source: PlainObject, isKept: (key: string) => boolean): PlainObject {
  for (const key of Object.keys(source)) {
    if (!isForbiddenName(key) && isKept(key)) target[key] = readMember(source, key);
  }
  return target;
}

function namesOf(value: unknown): Set<string> {
  return new Set(typeof value === 'string' ? [value] : listOf(value).map(textOf));
}

/** Value of JSON text; undefined when the text is not JSON, since a missing part is never an error. */
function readJson(text: unknown): unknown {
  if (text === undefined || text === null || text === '') return undefined;
  try {
    return parseLimitedJson(textOf(text));
  } catch {
    return undefined;
  }
}

/** A copy of an object, or of each in a list, with some of its keys. */
function narrowed(value: unknown, isKept: (key: string) => boolean): unknown {
  const copy = (one: unknown) => copyTo({}, objectOf(one), isKept);
  return Array.isArray(value) ? value.map(copy) : copy(value);
}

/** Functions over objects. `merge` prefers the second object and goes one level deep. */
export const objectFunctions: Readonly<Record<string, PureFunction>> = {
  keys: pure(1, 1, (value) => Object.keys(objectOf(value))),
  merge: pure(2, 2, (first, second) =>
    copyTo(
      copyTo({}, objectOf(first), () => true),
      objectOf(second),
      () => true,
    ),
  ),
  pick: pure(2, 2, (value, names) => {
    const wanted = namesOf(names);
    return narrowed(value, (key) => wanted.has(key));
  }),
  omit: pure(2, 2, (value, names) => {
    const unwanted = namesOf(names);
    return narrowed(value, (key) => !unwanted.has(key));
  }),
  json: pure(1, 1, readJson),
};
