import { nameOfType } from './access.ts';
import { EvaluationFailure } from './errors.ts';
import { MAX_TEXT } from './limits.ts';

export type BinaryOperator = (left: unknown, right: unknown) => unknown;

/** Text of a value as a template shows it: nothing for undefined and null, JSON for objects and lists. */
export function toText(value: unknown): string {
  if (value === undefined || value === null) return '';
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean' || typeof value === 'bigint') return String(value);
  try {
    return JSON.stringify(value) ?? '';
  } catch (cause) {
    throw new EvaluationFailure(`this object cannot be shown as text: ${cause instanceof Error ? cause.message : 'unknown reason'}`);
  }
}

export function limitText(text: string): string {
  if (text.length > MAX_TEXT) throw new EvaluationFailure(`the text is longer than ${MAX_TEXT} characters`, 'EXPRESSION_LIMIT');
  return text;
}

/** A number, from a number or from text that is one; undefined for missing values. Anything else is a type error. */
export function toNumber(value: unknown): number | undefined {
  if (value === undefined || value === null || value === '') return undefined;
  if (typeof value === 'number') return value;
  if (typeof value === 'string') {
    const number = Number(value);
    if (!Number.isNaN(number)) return number;
    throw new EvaluationFailure(`expected a number, got the text ${JSON.stringify(value.slice(0, 40))}`);
  }
  throw new EvaluationFailure(`expected a number, got ${nameOfType(value)}`);
}

/** `==` of the dialect: numbers and texts compare as text, null equals undefined, everything else must be identical. */
export function looselyEqual(left: unknown, right: unknown): boolean {
  if (left === right) return true;
  if (left === undefined || left === null) return right === undefined || right === null;
  const comparable = (typeof left === 'string' && typeof right === 'number') || (typeof left === 'number' && typeof right === 'string');
  return comparable && String(left) === String(right);
}

/** Order of two values: negative, zero, positive; undefined when one is missing. */
function compare(left: unknown, right: unknown): number | undefined {
  if (left === undefined || left === null || right === undefined || right === null) return undefined;
  if (typeof left === 'string' && typeof right === 'string') return left < right ? -1 : left > right ? 1 : 0;
  const first = toNumber(left);
  const second = toNumber(right);
  return first === undefined || second === undefined ? undefined : first - second;
}

function ordered(test: (order: number) => boolean): BinaryOperator {
  return (left, right) => {
    const order = compare(left, right);
    return order !== undefined && test(order);
  };
}

/** Missing operands and results that are no finite number give undefined, so that a page shows nothing instead of NaN. */
function arithmetic(compute: (left: number, right: number) => number): BinaryOperator {
  return (left, right) => {
    const first = toNumber(left);
    const second = toNumber(right);
    if (first === undefined || second === undefined) return undefined;
    const result = compute(first, second);
    return Number.isFinite(result) ? result : undefined;
  };
}

const addNumbers = arithmetic((left, right) => left + right);

/** Operators that look at both sides; `&&`, `||`, `??` stand in the walker because they may skip the right one. */
export const BINARY: Readonly<Record<string, BinaryOperator>> = {
  '==': looselyEqual,
  '!=': (left, right) => !looselyEqual(left, right),
  '===': (left, right) => left === right,
  '!==': (left, right) => left !== right,
  '<': ordered((order) => order < 0),
  '<=': ordered((order) => order <= 0),
  '>': ordered((order) => order > 0),
  '>=': ordered((order) => order >= 0),
  '+': (left, right) =>
    typeof left === 'string' || typeof right === 'string' ? limitText(toText(left) + toText(right)) : addNumbers(left, right),
  '-': arithmetic((left, right) => left - right),
  '*': arithmetic((left, right) => left * right),
  '/': arithmetic((left, right) => left / right),
  '%': arithmetic((left, right) => left % right),
};

export const UNARY: Readonly<Record<string, (value: unknown) => unknown>> = {
  '!': (value) => !value,
  '-': (value) => {
    const number = toNumber(value);
    return number === undefined ? undefined : -number;
  },
};
