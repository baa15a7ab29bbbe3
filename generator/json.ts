import { isObject } from '../src/core/json-object.ts';
import { pointerPart } from '../src/core/json-pointer.ts';

export { isObject, pointerPart };

/** Small helpers for JSON whose shape is not known yet. */
export type JsonSchema = { [key: string]: unknown };

export function objectAt(value: unknown, key: string): JsonSchema {
  const found = isObject(value) ? value[key] : undefined;
  return isObject(found) ? found : {};
}

export function textAt(value: unknown, key: string): string | undefined {
  const found = isObject(value) ? value[key] : undefined;
  return typeof found === 'string' ? found : undefined;
}

export function listAt(value: unknown, key: string): unknown[] {
  const found = isObject(value) ? value[key] : undefined;
  return Array.isArray(found) ? found : [];
}

export function textsAt(value: unknown, key: string): string[] {
  return listAt(value, key).filter((entry) => typeof entry === 'string');
}

/** Order by code points: the same on every machine, unlike localeCompare. */
export function byText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

export function sortedEntries<Value>(record: Record<string, Value>): [string, Value][] {
  return Object.entries(record).sort(([a], [b]) => byText(a, b));
}

/** Whether a value is a text that stands as it is, with nothing to be evaluated. */
export function isWritten(value: unknown): value is string {
  return typeof value === 'string' && !value.includes('{{');
}

export function pointerParts(pointer: string): string[] {
  if (pointer === '') return [];
  return pointer
    .slice(1)
    .split('/')
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** The value a JSON pointer leads to, or undefined. */
export function valueAt(value: unknown, pointer: string): unknown {
  let current = value;
  for (const part of pointerParts(pointer)) {
    if (Array.isArray(current)) current = current[Number(part)];
    else if (isObject(current) && Object.hasOwn(current, part)) current = current[part];
    else return undefined;
  }
  return current;
}

/** risk-matrix -> RiskMatrix */
export function pascalCase(text: string): string {
  return text
    .split(/[^A-Za-z0-9]+/)
    .filter(Boolean)
    .map((part) => part.charAt(0).toUpperCase() + part.slice(1))
    .join('');
}

/** What a value is, where that is all that is known of it. */
export type ValueKind = 'string' | 'number' | 'boolean' | 'array' | 'object';
