import { autorun, batch } from '@formily/reactive';
import { type FormEvent, type KeyboardEvent, type ReactNode, useEffect, useId, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { fieldsWithin, orderCalculations } from '../../core/index.ts';
import type { ActionOutcome, Compiled, PlanField, PlanNode, PlanOption, RuleDocument, Scope } from '../../core/types.ts';
import { Broken } from '../boundary.tsx';
import { type CodeFailure, loadCode } from '../code.ts';
import { isComposing } from '../composing.ts';
import { type Engine, useEngine, usePageModel } from '../context.ts';
import { useController } from '../hooks.ts';
import { useNames } from '../names.ts';
import { observer } from '../observer.tsx';
import { resolveOption } from '../options.ts';
import type { DataStatus } from '../page-model.ts';
import { Here } from '../place.tsx';
import { watchPresses } from '../presses.ts';
import { sameValue } from '../scope.ts';
import { failureText, SourceFailure } from '../source-failure.tsx';
import { useLanguage } from '../texts.ts';
import { type Place, useUnsavedGuard } from '../unsaved.ts';
import { FormContext } from './context.ts';
import { asHeld, type Made, useHeld } from './made.ts';
import { FormModel } from './model.ts';
import { NestedFields } from './nested.tsx';
import { choosesOther, follow, isOther, type RecordState, recordState, type Which } from './record.ts';
import type { FormCheck } from './types.ts';

export interface FormHostProps {
  /** The node of the form widget: its name offers values, valid, dirty, submitting; its option `calculations` is run here. */
  node: PlanNode;
  scope: Scope;
  fields: readonly PlanField[];
  /** First values, over the defaults of the fields. Another object (by content) starts the form anew while nothing was changed, another record always. */
  initial?: Record<string, unknown>;
  /** What the form makes of its record, by name, merged over it; each reads `record`, that of `initial` and what came with a conflict. */
  made?: Made;
  checks?: readonly FormCheck[];
  /** Fields side by side when they say no span. Default 1. */
  columns?: number;
  disabled?: boolean;
  readOnly?: boolean;
  /** Ask before unsaved changes are lost. */
  guard?: boolean;
  onSubmit?: (locals?: Record<string, unknown>) => Promise<ActionOutcome>;
  onChange?: (locals?: Record<string, unknown>) => unknown;
  className?: string;
  /** Name for screen readers. */
  label?: string;
  /** Content: <Fields fields={...} scope={scope}/>, buttons. The scope given holds `form`. */
  children: (context: { scope: Scope; form: FormModel }) => ReactNode;
}

/** A form: values, rules, checks, calculations, submit on Enter, focus on the first wrong field, guard of unsaved changes. */
export const FormHost = observer(function FormHost({ initial, ...given }: FormHostProps): ReactNode {
  const props: FormHostProps = { ...given, initial: useHeld(initial, given.made) };
  const { node, scope, fields } = props;
  const engine = useEngine();
  const page = usePageModel();
  const names = useNames();
  const id = useId();
  const language = useLanguage();
  const source = useMemo(() => sourceOf(node), [node]);
  const record = recordState(source, page);
  const [held, setHeld] = useState(() => make(engine, props, id, page.bundle.rules, record));
  const { form, problem } = held;

  const stale = held.fields !== fields || held.scope !== scope || !sameValue(held.initial, props.initial);
  const { dirty, submitting } = form.view;
  const isReplaced = isOther(held.which, record.which, form, props.initial);
  const place = useMemo<Place>(
    () => ({
      get dirty() {
        return form.view.dirty;
      },
      page,
      isChosenBy: (path, value) => !form.view.submitting && choosesOther(source, page, form, path, value),
    }),
    [form, page, source],
  );
  useEffect(watchPresses, []);
  const refused = useRef<Which | undefined>(undefined);
  useEffect(() => {
    if (!isReplaced) {
      refused.current = undefined;
      follow(held.which, record.which);
    }
    // What belongs to a saving, such as onOk of a window, runs on with the form it began with.
    if (submitting) return;
    if ((stale || isReplaced) && !dirty) setHeld(make(engine, { ...props }, id, page.bundle.rules, record));
    else if (isReplaced) {
      if (sameValue(refused.current, record.which)) return;
      refused.current = record.which;
      void engine.leave.confirm(engine, (one) => one === place).then((agreed) => agreed && form.reset());
    } else if (held.isEarly || form.isBehind) {
      // Who typed before the record was here must not save what stood there over the rest of it, nor who typed while it was saved.
      const late = Object.entries(props.initial ?? {}).filter(([name, value]) => !sameValue(held.initial?.[name], value));
      const isEarly = record.missing.length > 0;
      form.isBehind = false;
      if (late.length === 0 && isEarly === held.isEarly) return;
      const values = Object.fromEntries(late);
      form.fill(values);
      setHeld({ ...held, initial: { ...held.initial, ...values }, isEarly });
    }
  });

  const { missing, awaited, failed } = record;
  const isHeld = awaited.length + failed.length > 0;
  form.held = () => {
    const [name] = failed;
    const reason = isHeld ? 'engine.recordAwaited' : 'engine.recordOther';
    const isOthers = isReplaced && !form.view.submitting;
    if (isHeld || isOthers) engine.feedback.message('error', name ? failureText(page, name) : engine.translate(reason));
    return isHeld || isOthers;
  };
  useLayoutEffect(() => {
    for (const name of failed) if (!page.status[name]?.told) page.status[name] = { ...(page.status[name] as DataStatus), told: true };
  });

  form.checking.checks = props.checks ?? [];
  form.onChange = props.onChange;
  const { onSubmit } = props;
  const newest = (current: Record<string, unknown>) => {
    try {
      return asHeld(current, props.made);
    } catch (error) {
      console.error(`${node.document}#${node.pointer}/made:`, error);
      throw error;
    }
  };
  const conflictOf = (current: Record<string, unknown>): Promise<void> =>
    loadCode(() => import('./resolve-conflict.ts')).then(
      ({ resolveConflict }) => resolveConflict(form, newest(current), engine),
      ({ advice }: CodeFailure) => void engine.feedback.message('error', engine.translate(advice)),
    );
  form.resolveConflict = conflictOf;
  form.onSubmit = onSubmit ? (locals) => page.startedBy(form, () => onSubmit(locals)) : undefined;

  // Nobody fills in the record of before, and what is saved at every change waits for the rest.
  const isFixed = isHeld && (missing.length > 0 ? Boolean(props.onChange) : !dirty);
  useLayoutEffect(() => setMode(form, isFixed ? { ...props, readOnly: true } : props));
  useLayoutEffect(() => (node.name ? names.attach(node.name, form.view) : undefined), [names, node.name, form]);
  useController(node, {
    held: () => form.held?.() === true,
    validate: async () => form.validate(),
    reset: () => form.reset(),
    set: (path, value) => form.set(path, value),
    showErrors: (errors) => form.showErrors(errors),
    labelOf: (path) => form.labelOf(path),
    saved: () => form.saved(),
    resolveConflict: conflictOf,
  });
  useLayoutEffect(() => calculate(node, form), [node, form]);
  useUnsavedGuard(Boolean(props.guard) && dirty, place);
  useEffect(() => (dirty ? engine.leave.note() : undefined), [engine, dirty]);

  // Messages follow the language.
  const shownLanguage = useRef(language);
  useEffect(() => {
    if (shownLanguage.current === language) return;
    shownLanguage.current = language;
    form.checking.again();
  }, [form, language]);

  const send = () => {
    if (form.onEnter) form.onEnter();
    else void form.submit();
  };
  if (problem !== undefined) return <Broken engine={engine} place={node} error={problem} />;
  return (
    <FormContext.Provider value={form}>
      <form
        noValidate
        className={props.className}
        aria-label={props.label}
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          event.stopPropagation();
          send();
        }}
        onKeyDown={(event) => {
          if (!(form.onSubmit || form.onEnter) || !isSubmitKey(event)) return;
          event.preventDefault();
          // A key that is held down says it once.
          if (!event.repeat) send();
        }}
      >
        <NestedFields form={form} fields={fields} />
        {failed.map((name) => (
          <SourceFailure key={name} page={page} name={name} />
        ))}
        {failed.length > 0 && !dirty ? null : <Here>{props.children({ scope: form.scope, form })}</Here>}
      </form>
    </FormContext.Provider>
  );
});

const SINGLE_LINE = new Set(['text', 'password', 'email', 'tel', 'url', 'number', 'search', 'date', 'time', 'month', 'datetime-local']);

/** Enter in a single-line input that is not choosing from a list and not composing a character. */
function isSubmitKey(event: KeyboardEvent): boolean {
  if (event.key !== 'Enter' || event.defaultPrevented || isComposing(event)) return false;
  const target = event.target;
  if (!(target instanceof HTMLInputElement) || !SINGLE_LINE.has(target.type)) return false;
  return target.getAttribute('aria-expanded') !== 'true';
}

interface Held {
  form: FormModel;
  fields: readonly PlanField[];
  scope: Scope;
  initial: Record<string, unknown> | undefined;
  /** Made while something of the record was not here. */
  isEarly: boolean;
  which: Which;
  problem?: unknown;
}

function make(engine: Engine, props: FormHostProps, id: string, rules: Record<string, RuleDocument>, record: RecordState): Held {
  const { fields, scope, initial } = props;
  const values: Record<string, unknown> = {};
  let problem: unknown;
  const every = fieldsWithin(fields);
  for (const field of every) {
    try {
      values[field.name] = field.default
        ? resolveOption(field.default, scope, { translate: engine.translate, run: async () => ({ status: 'ignored' }) }, new Map())
        : undefined;
    } catch (error) {
      problem ??= error;
    }
  }
  const form = new FormModel({
    id,
    scope,
    initial: { ...values, ...initial },
    order: every.map(({ name }) => name),
    rules,
    translate: engine.translate,
  });
  setMode(form, props);
  return {
    form,
    fields,
    scope,
    initial,
    isEarly: record.missing.length > 0,
    which: record.which,
    ...(problem === undefined ? {} : { problem }),
  };
}

function setMode(form: FormModel, { disabled, readOnly, columns }: FormHostProps): void {
  const mode = { disabled: disabled ?? false, readOnly: readOnly ?? false, span: Math.floor(24 / Math.max(1, columns ?? 1)) };
  batch(() => void Object.assign(form.mode, mode));
}

/** Keeps computed fields up to date, all in one pass in dependency order: a chain of reactions would see values of two moments. */
function calculate(node: PlanNode, form: FormModel): (() => void) | undefined {
  const formulas = compiledOf(node.options.calculations);
  if (formulas.size === 0) return undefined;
  const { order, cycle } = orderCalculations(Object.fromEntries([...formulas].map(([path, compiled]) => [path, compiled.source])));
  if (cycle) {
    console.error(`${node.document}#${node.pointer}: the calculations ${cycle.join(' -> ')} depend on each other`);
    return undefined;
  }
  const compute = (path: string): boolean => {
    try {
      return form.compute(path, formulas.get(path)?.evaluate(form.scope));
    } catch (error) {
      // A field with a text that is no value says so itself.
      if (!form.checking.isUnread) console.error(`${node.document}#${node.pointer}/calculations/${path}:`, error);
      return form.compute(path, undefined);
    }
  };
  return autorun(() => {
    // What a pass hides or shows, another one reads.
    for (let round = 0; round < mostPasses; round += 1) if (!order.map(compute).includes(true) || !form.settle()) return;
  });
}

/** Calculations that show and hide each other's fields without end stop here. */
const mostPasses = 8;

function compiledOf(option: PlanOption | undefined): Map<string, Compiled> {
  const found = new Map<string, Compiled>();
  if (option?.kind !== 'object') return found;
  for (const [path, part] of Object.entries(option.value)) {
    if (part.kind === 'lazy' || part.kind === 'dynamic') found.set(path, part.value);
  }
  return found;
}

/** What a form reads of the page for its record: by `initial`, and to make something of it. */
function sourceOf({ options }: PlanNode): PlanOption | undefined {
  if (!options.initial) return undefined;
  const made = [...compiledOf(options.made).values()].map((value): PlanOption => ({ kind: 'dynamic', value }));
  return made.length === 0 ? options.initial : { kind: 'array', value: [options.initial, ...made] };
}
