import { useId } from 'react';
import { useTranslate } from '../../../src/engine/index.ts';
import type { TicketUploadOptions } from '../../../src/generated/options.ts';
import { DayInput } from '../../shared/controls/DayInput.tsx';
import { type Fault, faultsOf, textOf, type Values } from './values.ts';
import '../../shared/controls/control.css';

/** What people type of a document beside what was read of it, with differences marked (TICKET-02). */
export function ValueFields(props: {
  /** Names the document, for screen readers. */
  name: string;
  options: TicketUploadOptions;
  values: Values;
  recognised: Readonly<Record<string, unknown>>;
  isFixed: boolean;
  /** Say what is wrong, also of what was not touched. */
  isChecked: boolean;
  onType: (values: Values) => void;
}) {
  const { name, options, values, recognised, isFixed, isChecked, onType } = props;
  const t = useTranslate();
  const id = useId();
  const faults = isChecked ? faultsOf(options.fields, options.pass, values) : {};
  const { pass } = options;
  const set = (field: string, value: string) => onType({ ...values, [field]: value });
  return (
    <fieldset className="tg-tickets-fields tg-plain-fieldset" aria-label={name}>
      {options.fields.map((field) => {
        const read = field.recognised ? textOf(recognised[field.recognised]) : '';
        return (
          <Line
            key={field.name}
            label={field.label}
            value={values[field.name] ?? ''}
            kind={field.kind}
            maxLength={field.maxLength}
            isRequired={field.required === true}
            isFixed={isFixed}
            fault={faultText(t, faults[field.name], field.label)}
            recognised={read}
            onType={(value) => set(field.name, value)}
          />
        );
      })}
      {pass ? (
        <div className="tg-tickets-pass" role="radiogroup" aria-label={`${pass.label}: ${name}`}>
          <span className="tg-tickets-label">{pass.label}</span>
          {(['1', '0'] as const).map((answer) => (
            <label key={answer} className="tg-choice" data-disabled={isFixed || undefined}>
              <input
                type="radio"
                name={`${id}-pass`}
                checked={(values[pass.name] ?? '1') === answer}
                disabled={isFixed}
                onChange={() => set(pass.name, answer)}
              />
              {answer === '1' ? pass.yes : pass.no}
            </label>
          ))}
        </div>
      ) : null}
      {pass && values[pass.name] === '0' ? (
        <Line
          label={pass.reasonLabel}
          value={values[pass.reasonName] ?? ''}
          maxLength={500}
          isRequired
          isFixed={isFixed}
          fault={faultText(t, faults[pass.reasonName], pass.reasonLabel)}
          recognised=""
          onType={(value) => set(pass.reasonName, value)}
        />
      ) : null}
    </fieldset>
  );
}

function faultText(t: ReturnType<typeof useTranslate>, fault: Fault | undefined, label: string): string | undefined {
  return fault && t(`ticket-upload.${fault}`, { label });
}

function Line(props: {
  label: string;
  value: string;
  kind?: 'text' | 'day' | 'amount' | undefined;
  maxLength?: number | undefined;
  isRequired: boolean;
  isFixed: boolean;
  fault: string | undefined;
  recognised: string;
  onType: (value: string) => void;
}) {
  const { label, value, kind = 'text', recognised, fault, isFixed } = props;
  const t = useTranslate();
  const id = useId();
  const differs = recognised !== '' && value.trim() !== recognised;
  const note = fault ?? (recognised === '' ? undefined : t(`ticket-upload.${differs ? 'differs' : 'recognised'}`, { value: recognised }));
  const attributes = {
    id,
    value,
    readOnly: isFixed,
    'aria-required': props.isRequired || undefined,
    'aria-invalid': fault ? true : undefined,
    'aria-describedby': note ? `${id}-note` : undefined,
  };
  return (
    <div className="tg-tickets-line" data-differs={differs || undefined}>
      <label className="tg-tickets-label" htmlFor={id}>
        {label}
        {props.isRequired ? <span aria-hidden="true"> *</span> : null}
      </label>
      <span
        className="tg-control"
        data-invalid={fault ? '' : undefined}
        data-readonly={isFixed || undefined}
        data-align={kind === 'amount' ? 'right' : undefined}
      >
        {kind === 'day' ? (
          <DayInput label={label} {...attributes} onType={props.onType} />
        ) : (
          <input
            {...attributes}
            type="text"
            inputMode={kind === 'amount' ? 'decimal' : undefined}
            maxLength={props.maxLength}
            onChange={(event) => props.onType(event.target.value)}
          />
        )}
      </span>
      {note ? (
        <span id={`${id}-note`} className="tg-note" data-level={fault ? 'error' : differs ? 'warning' : undefined}>
          {note}
        </span>
      ) : null}
    </div>
  );
}
