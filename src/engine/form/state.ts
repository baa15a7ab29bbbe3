import type { Compiled, PlanField, PlanNode, PlanOption, Scope } from '../../core/types.ts';
import type { Engine } from '../context.ts';
import { resolveOption } from '../options.ts';
import type { FormModel } from './model.ts';
import type { FieldFacts } from './types.ts';

/** What the words of a field say at this moment. */
export interface FieldState {
  label: string | undefined;
  hint: string | undefined;
  warning: string | undefined;
  required: boolean;
  requiredText: string | undefined;
  disabled: boolean;
  readOnly: boolean;
}

/** Evaluates the words of a field: inside an observer everything they read is tracked. Throws what an expression throws. */
export function fieldState(engine: Engine, form: FormModel, field: PlanField, scope: Scope): FieldState {
  return {
    label: text(engine, field.label, scope),
    hint: text(engine, field.hint, scope),
    warning: text(engine, field.warning, scope),
    required: truth(field.required, scope),
    requiredText: text(engine, field.requiredText, scope),
    disabled: truth(field.disabled, scope) || form.mode.disabled,
    readOnly: truth(field.readOnly, scope) || form.mode.readOnly,
  };
}

/** What validation needs of it. */
export function factsOf({ label, required, requiredText, disabled, readOnly }: FieldState, shown: boolean): FieldFacts {
  return { label, required, requiredText, active: shown && !disabled && !readOnly };
}

/** Whether permission and `when` let a node be shown. Throws what the expression throws. */
export function isShown(engine: Engine, node: PlanNode, scope: Scope): boolean {
  const isAllowed = !node.permission || node.permission.some((permission) => engine.app.permissions.has(permission));
  return isAllowed && (node.when === undefined || Boolean(node.when.evaluate(scope)));
}

/** Reads now whether all of these nodes are shown; nothing where they always are, or cannot say: the place that draws them explains itself. */
export function shownReader(engine: Engine, nodes: readonly PlanNode[], scope: Scope): (() => boolean | undefined) | undefined {
  if (nodes.every(({ when }) => when === undefined)) return undefined;
  return () => {
    try {
      return nodes.every((node) => !node.problem && isShown(engine, node, scope));
    } catch {
      return undefined;
    }
  };
}

function text(engine: Engine, option: PlanOption | undefined, scope: Scope): string | undefined {
  if (!option) return undefined;
  const value = resolveOption(option, scope, { translate: engine.translate, run: refuse }, new Map());
  return value === undefined || value === null || value === '' ? undefined : String(value);
}

function truth(value: Compiled | boolean | undefined, scope: Scope): boolean {
  return typeof value === 'object' ? Boolean(value.evaluate(scope)) : (value ?? false);
}

function refuse(): never {
  throw new Error('labels hold no actions');
}
