import { type ChangeEvent, type InputHTMLAttributes, type ReactNode, useEffect, useRef } from 'react';
import { isComposing } from '../../../src/engine/index.ts';
import { Icon } from '../icon/Icon.tsx';
import './control.css';

/** The part of FieldProps every native control needs. */
export interface ControlProps {
  id: string;
  disabled: boolean;
  readOnly: boolean;
  required: boolean;
  invalid: boolean;
  describedBy: string | undefined;
  onBlur: () => void;
}

/** Attributes that link a native control with its label, hint and error. */
export function controlAttributes(props: ControlProps) {
  return {
    id: props.id,
    disabled: props.disabled,
    readOnly: props.readOnly,
    'aria-required': props.required || undefined,
    'aria-invalid': props.invalid || undefined,
    'aria-describedby': props.describedBy,
  };
}

/** Frame around a control: prefix, the control, suffix. */
export function ControlFrame(props: {
  control: Pick<ControlProps, 'disabled' | 'readOnly' | 'invalid'>;
  prefixIcon?: string;
  suffix?: ReactNode;
  align?: 'left' | 'right';
  children: ReactNode;
}) {
  const { control } = props;
  return (
    <span
      className="tg-control"
      data-disabled={control.disabled || undefined}
      data-readonly={control.readOnly || undefined}
      data-invalid={control.invalid || undefined}
      data-align={props.align}
    >
      {props.prefixIcon ? (
        <span className="tg-control-affix" aria-hidden="true">
          <Icon name={props.prefixIcon} />
        </span>
      ) : null}
      {props.children}
      {props.suffix}
    </span>
  );
}

export interface TextControlProps {
  control: ControlProps;
  value: string;
  onChange: (value: string, event?: ChangeEvent<HTMLInputElement>) => void;
  onEnter?: (value: string) => void;
  prefixIcon?: string;
  suffix?: ReactNode;
  /** Name of the button that empties the field; none, no button. */
  clearLabel?: string;
  /** Takes the focus when it is first shown. */
  autoFocus?: boolean;
  align?: 'left' | 'right';
  /** Every sign counts, those nobody sees too. */
  verbatim?: boolean;
  input?: Omit<InputHTMLAttributes<HTMLInputElement>, 'value' | 'onChange' | 'id' | 'disabled' | 'readOnly'>;
}

/** A native one-line text field in the frame of the house. */
export function TextControl(props: TextControlProps) {
  const field = useRef<HTMLInputElement>(null);
  const { control, value, onEnter } = props;
  const { autoFocus } = props;
  useEffect(() => {
    if (autoFocus) field.current?.focus({ preventScroll: true });
  }, [autoFocus]);
  const canClear = props.clearLabel !== undefined && value !== '' && !control.disabled && !control.readOnly;
  const clear = () => {
    props.onChange('');
    field.current?.focus();
  };
  return (
    <ControlFrame
      control={control}
      prefixIcon={props.prefixIcon}
      align={props.align}
      suffix={
        <>
          {canClear ? (
            <button type="button" className="tg-tool" aria-label={props.clearLabel} onClick={clear}>
              <Icon name="close-circle" />
            </button>
          ) : null}
          {props.suffix}
        </>
      }
    >
      <input
        type="text"
        {...props.input}
        {...controlAttributes(control)}
        data-verbatim={props.verbatim || undefined}
        ref={field}
        value={value}
        onChange={(event) => props.onChange(event.target.value, event)}
        onBlur={control.onBlur}
        onKeyDown={(event) => {
          props.input?.onKeyDown?.(event);
          if (event.key !== 'Enter' || isComposing(event) || !onEnter || control.disabled) return;
          // The action decides what Enter does; the form's own submit would make it happen twice.
          event.preventDefault();
          // A key that is held down says it once.
          if (!event.repeat) onEnter(event.currentTarget.value);
        }}
      />
    </ControlFrame>
  );
}
