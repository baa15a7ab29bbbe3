import { type ComponentProps, useEffect, useState } from 'react';
import type { WidgetShape, WidgetShapes } from '../../src/core/types.ts';
import {
  defineField,
  defineWidget,
  type Feedback,
  type FieldProps,
  Fields,
  FormHost,
  type Look,
  Nodes,
  type Registry,
  useController,
  useForm,
  useReveal,
  type WidgetProps,
} from '../../src/engine/index.ts';

type Action = (locals?: Record<string, unknown>) => Promise<unknown>;

/** How often a widget rendered, by the key of its node. */
export const renders = new Map<string, number>();

const Label = defineWidget<{ text?: string; value?: unknown }>(({ options, node }) => {
  renders.set(node.key, (renders.get(node.key) ?? 0) + 1);
  return <p>{options.text ?? JSON.stringify(options.value)}</p>;
});
const Press = defineWidget<{ text: string; onClick?: Action; submit?: boolean }>(({ options }) => {
  const form = useForm();
  return (
    <button type="button" onClick={() => void (options.submit ? form?.submit() : options.onClick?.())}>
      {options.text}
    </button>
  );
});
const Box = defineWidget<{ body?: WidgetProps<unknown>['node'][] }>(({ options, scope }) => <Nodes nodes={options.body} scope={scope} />);
/** Folded until a field in it needs the user. */
const Fold = defineWidget<{ body?: WidgetProps<unknown>['node'][] }>(function Fold({ options, scope }) {
  const [open, setOpen] = useState(false);
  useReveal(options.body, () => setOpen(true));
  return open ? <Nodes nodes={options.body} scope={scope} /> : null;
});
const Bomb = defineWidget<{ armed?: boolean }>(({ options }) => {
  if (options.armed) throw new Error('it exploded');
  return <p>defused</p>;
});
const Panel = defineWidget<{ body?: WidgetProps<unknown>['node'][] }>(function Panel({ options, node, scope, expose }) {
  useController(node, { open: (values) => expose({ open: true, with: values }), close: () => expose({ open: false, with: undefined }) });
  return <Nodes nodes={options.body} scope={scope} />;
});
interface FormOptions {
  fields: FieldProps<unknown, unknown>['node'][];
  initial?: Record<string, unknown>;
  made?: Record<string, (locals?: Record<string, unknown>) => unknown>;
  checks?: { require: (locals?: Record<string, unknown>) => unknown; message: string; field: string }[];
  guard?: boolean;
  readOnly?: boolean;
  onSubmit?: Action;
  onChange?: Action;
  body?: WidgetProps<unknown>['node'][];
}
const FormWidget = defineWidget<FormOptions>(({ options, node, scope }) => (
  <FormHost
    node={node}
    scope={scope}
    fields={options.fields}
    label={node.name ?? 'form'}
    {...(options.initial ? { initial: options.initial } : {})}
    {...(options.made ? { made: options.made } : {})}
    {...(options.checks ? { checks: options.checks } : {})}
    {...(options.guard ? { guard: true } : {})}
    {...(options.readOnly ? { readOnly: true } : {})}
    {...(options.onChange ? { onChange: options.onChange } : {})}
    {...(options.onSubmit ? { onSubmit: options.onSubmit as Parameters<typeof FormHost>[0]['onSubmit'] } : {})}
  >
    {({ scope: inner }) => (
      <>
        <Fields fields={options.fields} scope={inner} />
        <Nodes nodes={options.body} scope={inner} />
      </>
    )}
  </FormHost>
));
const Input = defineField<string, { placeholder?: string }>((props) => {
  renders.set(props.node.key, (renders.get(props.node.key) ?? 0) + 1);
  return (
    <input
      id={props.id}
      value={props.value ?? ''}
      disabled={props.disabled}
      readOnly={props.readOnly}
      aria-invalid={props.invalid}
      aria-describedby={props.describedBy}
      placeholder={props.options.placeholder}
      onChange={(event) => props.onChange(event.target.value)}
      onBlur={props.onBlur}
    />
  );
});

const shape = (options: WidgetShape['options'], kind: WidgetShape['kind'] = 'widget'): WidgetShape => ({
  kind,
  options,
  required: [],
});
export const shapes: WidgetShapes = {
  label: shape({ text: 'text', value: 'value' }, 'display'),
  press: shape({ text: 'text', onClick: 'action', submit: 'value' }),
  box: shape({ body: 'nodes' }, 'layout'),
  fold: shape({ body: 'nodes' }, 'layout'),
  bomb: shape({ armed: 'value' }, 'display'),
  panel: shape({ body: 'nodes' }, 'widget'),
  form: shape(
    {
      form: 'form',
      fields: 'fields',
      initial: 'value',
      made: { entries: 'lazy' },
      guard: 'value',
      readOnly: 'value',
      calculations: { entries: 'lazy' },
      checks: { items: { properties: { require: 'lazy', message: 'text', field: 'value' } } },
      onSubmit: 'action',
      onChange: 'action',
      body: 'nodes',
    },
    'widget',
  ),
  input: shape({ placeholder: 'text' }, 'field'),
};

type LookProps<Part extends keyof Look> = ComponentProps<Look[Part]>;
function FieldDecorator({ id, label, hint, errors, children }: LookProps<'FieldDecorator'>) {
  return (
    <div>
      <label htmlFor={id}>{label}</label>
      {children}
      {hint && <span id={`${id}-hint`}>{hint}</span>}
      {errors.length > 0 && (
        <span id={`${id}-error`} role="alert">
          {errors.join(' ')}
        </span>
      )}
    </div>
  );
}
function Explanation({ code, message, sentence, document, pointer, widget, hint, retry, reload }: LookProps<'Explanation'>) {
  return (
    <section aria-label="explanation">
      {[code, sentence, message, document, pointer, widget, hint].filter(Boolean).join(' | ')}
      {retry && (
        <button type="button" onClick={retry}>
          retry
        </button>
      )}
      {reload && (
        <button type="button" onClick={reload}>
          reload
        </button>
      )}
    </section>
  );
}
function Plain({ children }: LookProps<'FieldGroup'>) {
  return children;
}
function Loading() {
  return <p>loading</p>;
}
function Overlay({ shown }: LookProps<'Overlay'>) {
  return shown ? <p>overlay</p> : null;
}
/** What was said to the user through the look. */
export const said: string[] = [];
const spoken: Feedback = {
  message: (level, text) => {
    said.push(`${level}: ${text}`);
    return () => void said.push(`taken back: ${text}`);
  },
  notification: (level, _title, text) => void said.push(`${level}: ${text}`),
  dialog: async ({ words }) => {
    said.push(`dialog: ${words().text}`);
    return true;
  },
};
function Provider({ children, onFeedback }: LookProps<'Provider'>) {
  useEffect(() => onFeedback(spoken), [onFeedback]);
  return children;
}

const load = (definition: ReturnType<typeof defineWidget>) => async () => ({ default: definition });
export function makeRegistry(more: Registry['widgets'] = {}): Registry {
  return {
    shapes,
    widgets: {
      label: load(Label),
      press: load(Press),
      box: load(Box),
      fold: load(Fold),
      bomb: load(Bomb),
      panel: load(Panel),
      form: load(FormWidget),
      input: load(Input),
      ...more,
    },
    look: { FieldDecorator, FieldGroup: Plain, FieldSpace: Plain, Explanation, Loading, Overlay, Provider },
  };
}
