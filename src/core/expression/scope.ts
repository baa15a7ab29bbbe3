import type { ExpressionHost, Scope } from '../types.ts';

/** A scope with its names; `parent` is asked for names it does not have. The host belongs on the outermost scope only. */
export function createScope(names: Record<string, unknown>, parent?: Scope, host?: ExpressionHost): Scope {
  return { names, ...(parent && { parent }), ...(host && { host }) };
}

/** Host of the outermost scope. */
export function hostOf(scope: Scope): ExpressionHost | undefined {
  let outermost = scope;
  while (outermost.parent) outermost = outermost.parent;
  return outermost.host;
}
