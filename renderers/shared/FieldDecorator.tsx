import type { ComponentProps, CSSProperties } from 'react';
import { useTranslate } from '../../src/engine/index.ts';
import type { Look } from '../../src/engine/types.ts';
import { classes } from './classes.ts';
import './field-decorator.css';

/** Label, hint, warning and errors around a control. The control carries `id`; they are `${id}-hint`, `${id}-warning` and `${id}-error`, which it names in aria-describedby. */
export function FieldDecorator({ id, label, hint, warning, errors, required, span, children }: ComponentProps<Look['FieldDecorator']>) {
  const t = useTranslate();
  return (
    <div
      className={classes('tg-field', errors.length > 0 && 'tg-field-invalid')}
      style={{ '--tg-span': span } as CSSProperties}
      data-field={id}
    >
      {label ? (
        <label className="tg-field-label" htmlFor={id} id={`${id}-label`}>
          {label}
          {required ? (
            <span className="tg-field-required" title={t('layout.required')} aria-hidden="true">
              *
            </span>
          ) : null}
        </label>
      ) : null}
      <div className="tg-field-control">{children}</div>
      {hint ? (
        <div className="tg-field-hint" id={`${id}-hint`}>
          {hint}
        </div>
      ) : null}
      {warning !== undefined ? (
        <div className="tg-field-warning" id={`${id}-warning`} role="status">
          {warning}
        </div>
      ) : null}
      <div className="tg-field-error" id={`${id}-error`} role="alert">
        {errors.map((error) => (
          <p key={error}>{error}</p>
        ))}
      </div>
    </div>
  );
}
