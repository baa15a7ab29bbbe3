import { observer } from '@formily/reactive-react';
import { type ComponentType, type ReactNode, useContext, useEffect, useLayoutEffect, useMemo, useRef } from 'react';
import type { PlanField, PlanNode, Scope } from '../../core/types.ts';
import { Broken, CodeMissing, NodeBoundary, ProblemNotice, unknownWidget } from '../boundary.tsx';
import { type Engine, useEngine, usePageModel } from '../context.ts';
import { useNames } from '../names.ts';
import { NodeView, useOptions } from '../nodes.tsx';
import { plain } from '../scope.ts';
import { useVisible } from '../visible.tsx';
import { useWidget, widgetCode } from '../widgets.ts';
import { FormContext, type FormModel } from './model.ts';
import { type FieldState, factsOf, fieldState, isShown } from './state.ts';

interface FieldViewProps {
  field: PlanField;
  scope: Scope;
  /** Path of the value this field lies in, such as `contacts.0`. */
  basePath?: string;
  /** Without the frame of label, hint and error: for cells. */
  bare?: boolean;
}

/** Renders fields, and the widgets between them, one after the other; pass the scope of the form (FormHost gives it). */
export function Fields({ fields, scope, basePath }: { fields: readonly PlanField[]; scope: Scope; basePath?: string }): ReactNode {
  const { FieldSpace } = useEngine().registry.look;
  return fields.map((field) =>
    field.between ? (
      <FieldSpace key={field.key} span={field.span ?? 24}>
        <NodeView node={field} scope={scope} />
      </FieldSpace>
    ) : (
      <Field key={field.key} field={field} scope={scope} {...(basePath ? { basePath } : {})} />
    ),
  );
}

/** One field of the form around it: its frame and its control. Re-renders only when something it reads changes. */
export const Field = observer(function Field({ field, scope, basePath, bare }: FieldViewProps): ReactNode {
  const engine = useEngine();
  const form = useContext(FormContext);
  const visible = useVisible();
  const last = useRef<ReactNode>(null);
  if (!visible && last.current !== null) return last.current;
  if (field.problem) return <ProblemNotice engine={engine} problem={field.problem} widget={field.widget} />;
  if (!form) {
    const message = engine.translate('engine.fieldOutsideForm', { widget: field.widget });
    return <Broken engine={engine} place={field} error={{ code: 'FIELD_OUTSIDE_FORM', message }} />;
  }
  const path = basePath ? `${basePath}.${field.name}` : field.name;
  let shown: boolean;
  try {
    shown = isShown(engine, field, scope);
  } catch (error) {
    return <Broken engine={engine} place={field} error={error} />;
  }
  last.current = <ShownField engine={engine} field={field} scope={scope} form={form} path={path} shown={shown} bare={bare ?? false} />;
  return last.current;
});

interface ShownFieldProps {
  engine: Engine;
  field: PlanField;
  scope: Scope;
  form: FormModel;
  path: string;
  shown: boolean;
  bare: boolean;
}

const ShownField = observer(function ShownField(props: ShownFieldProps): ReactNode {
  const { engine, field, scope, form, path, shown } = props;
  const page = usePageModel();
  const names = useNames();
  const state = useWidget(field.widget);
  const record = useMemo(() => form.register(path, field), [form, path, field]);
  const options = useOptions(field.options, scope);
  useLayoutEffect(() => form.show(path, shown), [form, path, shown]);
  const visible = useVisible();
  const last = useRef<ReactNode>(null);
  if (!visible && last.current !== null) return last.current;

  let facts: FieldState;
  try {
    facts = fieldState(engine, form, field, scope);
  } catch (error) {
    return <Broken engine={engine} place={field} error={error} />;
  }
  record.facts = factsOf(facts, shown);

  if (!shown) return null;
  if (!state) return <ProblemNotice engine={engine} problem={unknownWidget(engine, field)} widget={field.widget} />;
  if (state.status === 'loading') return null;
  if (state.status === 'failed') {
    const retry = (): void => void widgetCode(engine.registry).retry(field.widget);
    return <CodeMissing engine={engine} place={field} failure={state.error} retry={retry} />;
  }
  if (state.definition.type !== 'field') {
    const message = engine.translate('engine.noField', { widget: field.widget });
    return <Broken engine={engine} place={field} error={{ code: 'NOT_A_FIELD', message }} />;
  }
  if ('error' in options) return <Broken engine={engine} place={field} error={options.error} />;

  const errors = form.errors(path);
  const describedBy =
    [facts.hint ? hintId(record.id) : '', errors.length > 0 ? errorId(record.id) : ''].filter(Boolean).join(' ') || undefined;
  const Control = state.definition.component as unknown as ComponentType<Record<string, unknown>>;
  const control = (
    <NodeBoundary engine={engine} place={field} resetKey={options.value}>
      <Control
        options={options.value}
        node={field}
        scope={scope}
        id={record.id}
        value={plain(form.value(path))}
        onChange={(value: unknown) => {
          form.input(path, value);
          if (field.onChange) void page.run(field.onChange, { scope, names, form, locals: { value } });
        }}
        onBlur={() => form.blur(path)}
        disabled={facts.disabled}
        readOnly={facts.readOnly}
        required={facts.required}
        invalid={errors.length > 0}
        describedBy={describedBy}
        label={facts.label}
      />
    </NodeBoundary>
  );
  const { FieldDecorator } = engine.registry.look;
  last.current = props.bare ? (
    control
  ) : (
    <FieldDecorator
      id={record.id}
      label={facts.label}
      hint={facts.hint}
      errors={errors}
      required={facts.required}
      span={field.span ?? form.span}
    >
      {control}
    </FieldDecorator>
  );
  return last.current;
});

/** Ids the decorator gives its hint and error texts. */
function hintId(fieldId: string): string {
  return `${fieldId}-hint`;
}
function errorId(fieldId: string): string {
  return `${fieldId}-error`;
}

/** A check of the widget itself, such as an unreadable number or a wrong cell: gives the message, or undefined. Runs with the rules. */
export function useFieldCheck(node: PlanNode, check: (value: unknown) => string | undefined): void {
  const form = useContext(FormContext);
  const latest = useRef(check);
  useLayoutEffect(() => {
    latest.current = check;
  });
  const name = node.name;
  useEffect(() => (form && name ? form.addCheck(name, (value) => latest.current(value)) : undefined), [form, name]);
}
