import type { FieldProps } from '../../../src/engine/index.ts';
import type { SwitchOptions } from '../../../src/generated/options.ts';
import './switch.css';

/** On or off, with the values a server wants ('0' and '1', for example). */
export function Switch(props: FieldProps<unknown, SwitchOptions>) {
  const { options } = props;
  const on = options.on ?? true;
  const off = options.off ?? false;
  const isOn = props.value !== undefined && props.value !== null && String(props.value) === String(on);
  const text = isOn ? options.onText : options.offText;
  return (
    <span className="tg-switch-line">
      <button
        type="button"
        role="switch"
        id={props.id}
        className="tg-switch"
        aria-checked={isOn}
        aria-label={props.label}
        aria-readonly={props.readOnly || undefined}
        aria-invalid={props.invalid || undefined}
        aria-describedby={props.describedBy}
        disabled={props.disabled}
        onClick={() => {
          if (!props.readOnly) props.onChange(isOn ? off : on);
        }}
        onBlur={props.onBlur}
      >
        <span className="tg-switch-knob" />
      </button>
      {text ? <span>{text}</span> : null}
    </span>
  );
}
