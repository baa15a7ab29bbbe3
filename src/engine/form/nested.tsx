import { type ReactNode, useContext, useEffect, useLayoutEffect, useMemo, useRef } from 'react';
import { fieldsWithin, isBetween, isField } from '../../core/index.ts';
import type { PlanField, PlanNode, PlanOption, Scope } from '../../core/types.ts';
import { useEngine } from '../context.ts';
import { observer } from '../observer.tsx';
import { FormContext } from './context.ts';
import type { FormModel } from './model.ts';
import { factsOf, fieldState, isShown, shownReader } from './state.ts';

interface Nested {
  field: PlanField;
  /** Layouts around it, outermost first. */
  around: PlanNode[];
}

/** Fields that stand in layouts among these fields, with the layouts around each. */
function nestedFields(nodes: readonly PlanNode[], around: PlanNode[] = []): Nested[] {
  return nodes.flatMap((node) => {
    if (isField(node)) return around.length > 0 ? [{ field: node, around }] : [];
    return isBetween(node) ? Object.values(node.options).flatMap((option) => nestedInOption(option, [...around, node])) : [];
  });
}

function nestedInOption(option: PlanOption, around: PlanNode[]): Nested[] {
  if (option.kind === 'nodes') return nestedFields(option.value, around);
  if (option.kind === 'object') return Object.values(option.value).flatMap((part) => nestedInOption(part, around));
  return option.kind === 'array' ? option.value.flatMap((part) => nestedInOption(part, around)) : [];
}

/**
 * Keeps the fields in layouts of a form known to it also while their layout does not draw them: a folded section or a tab that was never
 * opened is checked like the rest, a layout whose `when` is false takes its fields out of values and rules.
 */
export function NestedFields({ form, fields }: { form: FormModel; fields: readonly PlanField[] }): ReactNode {
  const nested = useMemo(() => nestedFields(fields), [fields]);
  return nested.map(({ field, around }) => <NestedField key={field.key} form={form} field={field} around={around} scope={form.scope} />);
}

const NestedField = observer(function NestedField({ form, field, around, scope }: Nested & { form: FormModel; scope: Scope }): ReactNode {
  const engine = useEngine();
  const path = field.name;
  const record = useMemo(() => form.register(path, field), [form, path, field]);
  const state = (() => {
    try {
      const shown = !field.problem && [...around, field].every((node) => !node.problem && isShown(engine, node, scope));
      return { shown, facts: factsOf(fieldState(engine, form, field, scope), shown) };
    } catch {
      // The place that draws the field, or the layout, explains itself; what cannot be filled is not asked for.
      return { shown: false, facts: { label: undefined, required: false, active: false } };
    }
  })();
  record.facts = state.facts;
  record.readShown = shownReader(engine, [...around, field], scope);
  useLayoutEffect(() => form.show(path, state.shown), [form, path, state.shown]);
  return null;
});

/** Lets a layout show the nodes it keeps out of sight when a field among them needs the user: an error in a folded section, another tab. */
export function useReveal(nodes: readonly PlanNode[] | undefined, reveal: () => void): void {
  const form = useContext(FormContext);
  const latest = useRef(reveal);
  useLayoutEffect(() => {
    latest.current = reveal;
  });
  const paths = useMemo(() => new Set(fieldsWithin(nodes ?? []).map(({ name }) => name)), [nodes]);
  useEffect(() => (form && paths.size > 0 ? form.checking.addHolder({ paths, reveal: () => latest.current() }) : undefined), [form, paths]);
}
