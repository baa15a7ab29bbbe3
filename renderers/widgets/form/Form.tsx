import { type MutableRefObject, useContext, useEffect, useRef } from 'react';
import type { PlanField } from '../../../src/core/types.ts';
import { Fields, FormHost, type FormModel, Nodes, saveAtOnce, type WidgetProps } from '../../../src/engine/index.ts';
import type { FormOptions } from '../../../src/generated/options.ts';
import { OverlayContext } from '../../shared/controls/overlay.ts';
import './form.css';

const NO_FIELDS: PlanField[] = [];

/** Fields with their rules. The values, checks and submit are the engine's; this widget is how the form looks. */
export function Form({ options, node, scope }: WidgetProps<FormOptions>) {
  const layout = options.layout ?? 'vertical';
  const fields = options.fields ?? NO_FIELDS;
  const model = useRef<FormModel | undefined>(undefined);
  const { onChange } = options;
  const saveChange = (locals?: Record<string, unknown>): void => {
    if (model.current && onChange) void saveAtOnce(model.current, onChange, String(locals?.field));
  };
  return (
    <FormHost
      node={node}
      scope={scope}
      fields={fields}
      initial={options.initial}
      made={options.made}
      columns={options.columns}
      checks={options.checks}
      disabled={options.disabled}
      readOnly={options.readOnly}
      guard={options.guard}
      onSubmit={options.onSubmit}
      onChange={options.instant ? saveChange : onChange}
      className="tg-form"
    >
      {({ scope: inner, form }) => (
        <>
          <Known form={form} model={model} />
          <OverlayLink name={node.name} form={form} isInstant={options.instant === true} />
          <div
            className="tg-form-fields"
            data-layout={layout}
            ref={(element) => element?.style.setProperty('--tg-label', `${options.labelWidth ?? 120}px`)}
          >
            <Fields fields={fields} scope={inner} />
          </div>
          {options.body ? (
            <div className="tg-form-body">
              <Nodes nodes={options.body} scope={inner} />
            </div>
          ) : null}
        </>
      )}
    </FormHost>
  );
}

/** Hands the engine's form to the widget. */
function Known({ form, model }: { form: FormModel; model: MutableRefObject<FormModel | undefined> }) {
  useEffect(() => {
    model.current = form;
  }, [form, model]);
  return null;
}

/** Tells the dialog around a form of it: what is saved at once is not lost when that closes, unless it is still on its way or refused. */
function OverlayLink({ name, form, isInstant }: { name: string | undefined; form: FormModel; isInstant: boolean }) {
  const overlay = useContext(OverlayContext);
  useEffect(() => {
    const isUnsaved = () => form.edits.isBusy || form.refused.length > 0;
    return overlay?.add(name, form, () => (isInstant ? isUnsaved() : form.view.dirty));
  }, [overlay, name, form, isInstant]);
  return null;
}
