import { readsOf } from '../core/index.ts';
import type { ActionOutcome, Compiled, PlanAction, PlanOption, PlanText, Scope } from '../core/types.ts';
import { childScope, sameValue, snapshot } from './scope.ts';
import type { Translate } from './types.ts';

/** What options need besides their scope. */
export interface OptionContext {
  translate: Translate;
  run: (action: PlanAction, scope: Scope, locals?: Record<string, unknown>) => Promise<ActionOutcome>;
}

/** Whether expressions of an option read `data`, or `values`, which are computed of it. */
export const readsData = (option: PlanOption): boolean => readsOf(option).some((name) => name === 'data' || name === 'values');

/** A text as people see it. `values` fill its placeholders. */
export function resolveText(text: PlanText, scope: Scope, translate: Translate, values?: Record<string, unknown>): string {
  if ('evaluate' in text) {
    const value = text.evaluate(scope);
    if (value === undefined || value === null) return '';
    return typeof value === 'object' ? translate.localized(value as Parameters<Translate['localized']>[0]) : String(value);
  }
  if ('localized' in text) return translate.localized(text.localized, values);
  return text.key === '' ? '' : translate(text.key, values);
}

/**
 * Evaluates one option against a scope: inside an observer everything it reads is tracked. Actions and lazy options become functions, kept in
 * `functions` so that they stay the same between two renders.
 */
export function resolveOption(option: PlanOption, scope: Scope, context: OptionContext, functions: Map<PlanOption, unknown>): unknown {
  switch (option.kind) {
    case 'constant':
    case 'nodes':
    case 'fields':
      return option.value;
    case 'dynamic':
      return snapshot(option.value.evaluate(scope));
    case 'text':
      return resolveText(option.value, scope, context.translate);
    case 'action':
      return kept(functions, option, () => (locals?: Record<string, unknown>) => context.run(option.value, scope, locals));
    case 'lazy':
      return kept(functions, option, () => lazy(option.value, scope));
    case 'lazyText':
      return kept(
        functions,
        option,
        () => (locals?: Record<string, unknown>) =>
          resolveText(option.value, locals ? childScope(scope, locals) : scope, context.translate),
      );
    case 'object':
      return resolveAll(option.value, scope, context, functions);
    case 'array':
      return option.value.map((part) => resolveOption(part, scope, context, functions));
    case 'document': {
      const { id: expression, of, documents } = option.value;
      const id = expression.evaluate(scope);
      if (id === undefined || id === null || id === '') return undefined;
      const document = Object.hasOwn(documents, String(id)) ? documents[String(id)] : undefined;
      if (!document) throw Object.assign(new Error(`there is no ${of} "${String(id)}"`), { code: 'UNKNOWN_DOCUMENT' });
      return resolveOption(document, scope, context, functions);
    }
  }
}

/** Evaluates a record of options; those that come out undefined are left out. */
export function resolveAll(
  options: Record<string, PlanOption>,
  scope: Scope,
  context: OptionContext,
  functions: Map<PlanOption, unknown>,
): Record<string, unknown> {
  const resolved: Record<string, unknown> = {};
  for (const [name, option] of Object.entries(options)) {
    const value = resolveOption(option, scope, context, functions);
    if (value !== undefined) resolved[name] = value;
  }
  return resolved;
}

function lazy(compiled: Compiled, scope: Scope): (locals?: Record<string, unknown>) => unknown {
  return (locals) => compiled.evaluate(locals ? childScope(scope, locals) : scope);
}

function kept(functions: Map<PlanOption, unknown>, option: PlanOption, make: () => unknown): unknown {
  if (!functions.has(option)) functions.set(option, make());
  return functions.get(option);
}

/** Keeps the parts of `previous` that are equal in `next`, so that effects and memos of widgets see only real changes. */
export function reuse(previous: unknown, next: unknown): unknown {
  if (Object.is(previous, next) || !isPlain(previous) || !isPlain(next)) return next;
  if (Array.isArray(previous) !== Array.isArray(next)) return next;
  if (sameValue(previous, next)) return previous;
  if (Array.isArray(next)) return next.map((part, index) => reuse((previous as unknown[])[index], part));
  return Object.fromEntries(Object.entries(next).map(([key, part]) => [key, reuse((previous as Record<string, unknown>)[key], part)]));
}
function isPlain(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false;
  const prototype = Object.getPrototypeOf(value);
  return Array.isArray(value) || prototype === Object.prototype;
}
