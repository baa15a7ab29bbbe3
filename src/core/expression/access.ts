import type { Scope } from '../types.ts';
import { EvaluationFailure } from './errors.ts';

/** Names that lead out of the data, wherever they stand. */
const FORBIDDEN = new Set(['__proto__', 'constructor', 'prototype']);

export function isForbiddenName(name: string): boolean {
  return FORBIDDEN.has(name);
}

/**
 * Reads an own property. Missing parts and missing owners give undefined.
 *
 * The own-property check looks at the raw object of an observable, so an absent key is asked for with `in` as well: that is what makes a
 * reaction run when the key appears. Getters of prototypes are never run.
 */
export function readMember(owner: unknown, key: unknown): unknown {
  if (key === undefined || key === null) return undefined;
  if (typeof key !== 'string' && typeof key !== 'number') {
    throw new EvaluationFailure(`a key must be text or a number, not ${nameOfType(key)}`);
  }
  const name = String(key);
  if (FORBIDDEN.has(name)) throw new EvaluationFailure(`"${name}" cannot be read`, 'EXPRESSION_FORBIDDEN');
  if (owner === undefined || owner === null) return undefined;
  if (typeof owner === 'string') {
    if (name === 'length') return owner.length;
    return /^\d+$/.test(name) ? owner[Number(name)] : undefined;
  }
  if (typeof owner !== 'object') return undefined;
  return ownValue(owner, name);
}

/** Looks a root name up: the innermost scope that has it wins. */
export function readName(scope: Scope, name: string): unknown {
  for (let current: Scope | undefined = scope; current; current = current.parent) {
    if (Object.hasOwn(current.names, name)) return ownValue(current.names, name);
    Reflect.has(current.names, name);
  }
  return undefined;
}

function ownValue(owner: object, name: string): unknown {
  if (!Object.hasOwn(owner, name)) {
    Reflect.has(owner, name);
    return undefined;
  }
  return asData(Reflect.get(owner, name), name);
}

/** Refuses functions: values are data. */
export function asData(value: unknown, name: string): unknown {
  if (typeof value === 'function') throw new EvaluationFailure(`"${name}" is a function, and values are data`, 'EXPRESSION_FORBIDDEN');
  return value;
}

export function nameOfType(value: unknown): string {
  if (value === null) return 'null';
  if (value === undefined) return 'nothing';
  if (Array.isArray(value)) return 'a list';
  switch (typeof value) {
    case 'string':
      return 'text';
    case 'number':
      return 'a number';
    case 'boolean':
      return 'true or false';
    case 'object':
      return 'an object';
    default:
      return `a ${typeof value}`;
  }
}
