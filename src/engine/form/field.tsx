import { type ComponentType, type ReactNode, useContext, useEffect, useLayoutEffect, useRef } from 'react';
import type { PlanField, PlanNode, Scope } from '../../core/types.ts';
import { Broken, CodeMissing, ProblemNotice, unknownWidget } from '../boundary.tsx';
import { useEngine } from '../context.ts';
import { NodeComponent } from '../node-component.tsx';
import { NodeView } from '../nodes.tsx';
import type { NodePlace } from '../place.tsx';
import { afterPress } from '../presses.ts';
import { plain } from '../scope.ts';
import type { FieldComponent } from '../types.ts';
import { widgetCode } from '../widgets.ts';
import { FormContext } from './context.ts';
import type { FormModel } from './model.ts';
import { type FieldState, factsOf, fieldState, isShown, shownReader } from './state.ts';
import type { FieldChoices } from './types.ts';

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

/** How a field stands in its form after a drawing. */
interface Standing {
  form: FormModel;
  path: string;
  shown: boolean;
}

/** One field of the form around it: its frame and its control. Re-renders only when something it reads changes. */
export class Field extends NodeComponent<FieldViewProps> {
  private standing: Standing | undefined;
  private told: Standing | undefined;

  protected get node(): PlanField {
    return this.props.field;
  }

  /** At least its value. */
  protected reads(): boolean {
    return true;
  }

  protected draw(place: NodePlace): ReactNode {
    const { field, scope, basePath } = this.props;
    const { engine, form } = place;
    if (field.problem) return this.spaced(place, <ProblemNotice engine={engine} problem={field.problem} widget={field.widget} />);
    if (!form) {
      const message = engine.translate('engine.fieldOutsideForm', { widget: field.widget });
      return <Broken engine={engine} place={field} error={{ code: 'FIELD_OUTSIDE_FORM', message }} />;
    }
    const path = basePath ? `${basePath}.${field.name}` : field.name;
    try {
      const shown = isShown(engine, field, scope);
      this.stand(form, path, shown);
      const record = form.register(path, field);
      const state = fieldState(engine, form, field, scope);
      record.facts = factsOf(state, shown);
      record.readShown ??= shownReader(engine, [field], scope);
      record.readFacts = () => factsOf(fieldState(engine, form, field, scope), isShown(engine, field, scope));
      return shown ? this.shown(place, form, path, record.id, state) : null;
    } catch (error) {
      return this.spaced(place, <Broken engine={engine} place={field} error={error} />);
    }
  }

  /** What stands in the place of a field has the room of the field. */
  private spaced({ engine, form }: NodePlace, explanation: ReactNode): ReactNode {
    if (this.props.bare) return explanation;
    const { FieldSpace } = engine.registry.look;
    return <FieldSpace span={this.props.field.span ?? form?.mode.span ?? 24}>{explanation}</FieldSpace>;
  }

  private shown(place: NodePlace, form: FormModel, path: string, id: string, facts: FieldState): ReactNode {
    const { field, scope } = this.props;
    const { engine } = place;
    const state = this.widgetState(place);
    if (!state) return this.spaced(place, <ProblemNotice engine={engine} problem={unknownWidget(engine, field)} widget={field.widget} />);
    if (state.status === 'loading') return null;
    if (state.status === 'failed') {
      const retry = (): void => void widgetCode(engine.registry).retry(field.widget);
      return this.spaced(place, <CodeMissing engine={engine} place={field} failure={state.error} retry={retry} />);
    }
    if (state.definition.type !== 'field') {
      const message = engine.translate('engine.noField', { widget: field.widget });
      return this.spaced(place, <Broken engine={engine} place={field} error={{ code: 'NOT_A_FIELD', message }} />);
    }
    const options = this.values.evaluate(field.options, scope, place.options);
    const errors = form.checking.errors(path);
    const control = this.failed(place, options) ?? this.control(state.definition.component, { form, path, id, facts, options, errors });
    if (this.props.bare) return control;
    const { FieldDecorator } = engine.registry.look;
    return (
      <FieldDecorator
        id={id}
        label={facts.label}
        hint={hintBeside(facts.hint, errors)}
        warning={field.warning && (errors.length > 0 ? '' : (facts.warning ?? ''))}
        errors={errors}
        required={facts.required && field.requiredSign !== false}
        span={field.span ?? form.mode.span}
      >
        {control}
      </FieldDecorator>
    );
  }

  private control(
    component: FieldComponent,
    now: { form: FormModel; path: string; id: string; facts: FieldState; options: object; errors: string[] },
  ): ReactNode {
    const { form, path, id, facts, options, errors } = now;
    const Control = component as unknown as ComponentType<Record<string, unknown>>;
    return (
      <Control
        options={options}
        node={this.props.field}
        scope={this.props.scope}
        id={id}
        value={plain(form.value(path))}
        onChange={this.change}
        onBlur={this.leave}
        disabled={facts.disabled}
        // What is typed while a submit runs would be taken for saved.
        readOnly={facts.readOnly || form.view.submitting}
        required={facts.required}
        invalid={errors.length > 0}
        describedBy={describedBy(id, { ...facts, hint: hintBeside(facts.hint, errors), errors })}
        label={facts.label}
      />
    );
  }

  private readonly change = (value: unknown): void => {
    const { field, scope } = this.props;
    if (!this.standing || !this.context) return;
    const { form, path } = this.standing;
    const { page, names } = this.context;
    form.input(path, value);
    if (field.onChange) void page.run(field.onChange, { scope, names, form, locals: { value } });
  };

  private readonly leave = (): void => {
    const left = this.standing;
    const { resets } = left?.form ?? {};
    // The press may take the form back, or the field away.
    afterPress(() => {
      if (left && left === this.standing && left.form.resets === resets) left.form.checking.field(left.path);
    });
  };

  private stand(form: FormModel, path: string, shown: boolean): void {
    const now = this.standing;
    if (now?.form !== form || now.path !== path || now.shown !== shown) this.standing = { form, path, shown };
  }

  protected override drawn(): void {
    super.drawn();
    const { standing } = this;
    if (!standing || standing === this.told) return;
    this.told = standing;
    standing.form.show(standing.path, standing.shown);
  }
}

/** A hint, unless an error says the same. */
function hintBeside(hint: string | undefined, errors: readonly string[]): string | undefined {
  return hint !== undefined && errors.includes(hint) ? undefined : hint;
}

function describedBy(
  id: string,
  { hint, warning, errors }: Pick<FieldState, 'hint' | 'warning'> & { errors: readonly string[] },
): string | undefined {
  const below = errors.length > 0 ? [errorId(id)] : warning ? [warningId(id)] : [];
  const ids = [...(hint ? [hintId(id)] : []), ...below];
  return ids.length > 0 ? ids.join(' ') : undefined;
}

/** Ids the decorator gives its hint, warning and error texts. */
function hintId(fieldId: string): string {
  return `${fieldId}-hint`;
}
function warningId(fieldId: string): string {
  return `${fieldId}-warning`;
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
  useEffect(() => (form && name ? form.checking.addCheck(name, (value) => latest.current(value)) : undefined), [form, name]);
}

/** Tells the form what the widget knows of its choices, so that what somebody else chose meanwhile can be said and put together with what stands here. */
export function useFieldChoices(node: PlanNode, choices: FieldChoices): void {
  const form = useContext(FormContext);
  const latest = useRef(choices);
  useLayoutEffect(() => {
    latest.current = choices;
  });
  const name = node.name;
  useEffect(() => {
    if (!form || !name) return undefined;
    const known: FieldChoices = { say: (value) => latest.current.say(value), fit: (values) => latest.current.fit(values) };
    form.choices.set(name, known);
    return () => {
      if (form.choices.get(name) === known) form.choices.delete(name);
    };
  }, [form, name]);
}

/** While something is on its way into a value of the form around, leaving it asks as for unsaved changes. */
export function useFieldWork(isUnderWay: boolean): void {
  const form = useContext(FormContext);
  useEffect(() => (isUnderWay ? form?.edits.begin() : undefined), [form, isUnderWay]);
}
