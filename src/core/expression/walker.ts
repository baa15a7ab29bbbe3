import type { Scope } from '../types.ts';
import { EvaluationFailure, ExpressionError } from './errors.ts';
import { ENTRIES_PER_STEP, MAX_STEPS } from './limits.ts';

/** One running evaluation. */
export interface Run {
  readonly scope: Scope;
  /** Steps left. */
  left: number;
}
export type Evaluator = (run: Run) => unknown;

/** Place of a node in the author's text, for errors. */
export interface Origin {
  readonly position: number;
  readonly source: string;
}

export function startRun(scope: Scope): Run {
  return { scope, left: MAX_STEPS };
}

/** Counts steps. Throws ExpressionError EXPRESSION_LIMIT when none are left. */
export function spend(run: Run, steps: number, origin: Origin): void {
  run.left -= steps;
  if (run.left < 0) {
    throw new ExpressionError('EXPRESSION_LIMIT', `more than ${MAX_STEPS} steps`, origin.position, origin.source);
  }
}

/** Steps of looking through the arguments of a function. */
export function costOf(values: readonly unknown[]): number {
  let cost = 1;
  for (const value of values) {
    if (typeof value === 'string' || Array.isArray(value)) cost += Math.floor(value.length / ENTRIES_PER_STEP);
  }
  return cost;
}

/** Gives a failure of an operator or function its place. Everything else passes unchanged. */
export function located(cause: unknown, origin: Origin): unknown {
  if (!(cause instanceof EvaluationFailure)) return cause;
  return new ExpressionError(cause.code, cause.message, origin.position, origin.source);
}
