import { nameOfType } from '../access.ts';
import { EvaluationFailure } from '../errors.ts';
import { looselyEqual, toNumber } from '../operators.ts';

/** A pure function of the dialect. `min` and `max` bound the number of arguments, checked when the expression is compiled. */
export interface PureFunction {
  min: number;
  max: number;
  run: (...args: unknown[]) => unknown;
}

export function pure(min: number, max: number, run: (...args: unknown[]) => unknown): PureFunction {
  return { min, max, run };
}

export type PlainObject = Record<string, unknown>;

/** A list; missing counts as empty. */
export function listOf(value: unknown): readonly unknown[] {
  if (value === undefined || value === null) return [];
  if (Array.isArray(value)) return value;
  throw new EvaluationFailure(`expected a list, got ${nameOfType(value)}`);
}

/** Text of a text, number or boolean; missing counts as empty. */
export function textOf(value: unknown): string {
  if (value === undefined || value === null) return '';
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  throw new EvaluationFailure(`expected text, got ${nameOfType(value)}`);
}

/** Whether a list has an entry, or a text this part. */
export function contains(whole: unknown, part: unknown): boolean {
  if (Array.isArray(whole)) return whole.some((entry) => looselyEqual(entry, part));
  return textOf(whole).includes(textOf(part));
}

/** An object; missing counts as empty. */
export function objectOf(value: unknown): PlainObject {
  if (value === undefined || value === null) return {};
  if (typeof value === 'object' && !Array.isArray(value)) return value as PlainObject;
  throw new EvaluationFailure(`expected an object, got ${nameOfType(value)}`);
}

/** A whole number inside bounds, or the fallback when missing. */
export function wholeOf(value: unknown, fallback: number, least: number, most: number): number {
  const number = toNumber(value);
  if (number === undefined) return fallback;
  if (!Number.isInteger(number) || number < least || number > most) {
    throw new EvaluationFailure(`expected a whole number from ${least} to ${most}, got ${number}`);
  }
  return number;
}
