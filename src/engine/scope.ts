import { isObservable, toJS } from '@formily/reactive';
import type { Scope } from '../core/types.ts';

/** A scope with more names, such as childScope(scope, { row, index }). Pass it to <Nodes> or to lazy options. */
export function childScope(parent: Scope, names: Record<string, unknown>): Scope {
  return { names, parent };
}

/** Row key that array fields of the form library write into values; it never leaves a form. */
const ROW_INDEX_KEY = '__DO_NOT_USE_THIS_PROPERTY_index__';

/**
 * A plain copy of a value: no observables, no row keys of the form library. Files, blobs, dates and other class instances stay as they are.
 */
export function plain(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const source = isObservable(value) ? (toJS(value) as object) : value;
  if (Array.isArray(source)) return source.map(plain);
  const prototype = Object.getPrototypeOf(source);
  if (prototype !== Object.prototype && prototype !== null) return source;
  const copy: Record<string, unknown> = {};
  for (const [key, part] of Object.entries(source)) if (key !== ROW_INDEX_KEY) copy[key] = plain(part);
  return copy;
}

/** Entries of an object an expression built that are looked at for observables; data of calls hold none. */
const MOST_PARTS = 100;

/**
 * What an expression gave, as a widget may keep it: an observable (`form.values`), or an object built of some, is copied, and inside an
 * observer every part of it is tracked, so that a change deep inside arrives. Anything else stays the object it is.
 */
export function snapshot(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (isObservable(value)) return plain(value);
  const parts: unknown[] = Array.isArray(value) ? value : isRecord(value) ? Object.values(value) : [];
  if (parts.length > MOST_PARTS) return value;
  return parts.some((part) => typeof part === 'object' && part !== null && isObservable(part)) ? plain(value) : value;
}
function isRecord(value: object): boolean {
  const prototype = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

/** Deep equality of JSON-like values; anything else by identity. */
export function sameValue(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Array.isArray(a)) return Array.isArray(b) && a.length === b.length && a.every((part, index) => sameValue(part, b[index]));
  const prototype = Object.getPrototypeOf(a);
  if (Array.isArray(b) || prototype !== Object.getPrototypeOf(b) || (prototype !== Object.prototype && prototype !== null)) return false;
  const keys = Object.keys(a);
  if (keys.length !== Object.keys(b).length) return false;
  return keys.every((key) => Object.hasOwn(b, key) && sameValue((a as Record<string, unknown>)[key], (b as Record<string, unknown>)[key]));
}
