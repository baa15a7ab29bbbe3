import { type KeyboardEvent, useState } from 'react';
import type { FieldProps } from '../../../src/engine/index.ts';
import { useLanguage } from '../../../src/engine/index.ts';
import type { NumberOptions } from '../../../src/generated/options.ts';
import { TextControl } from '../../shared/controls/TextControl.tsx';
import { numberText, parseNumber, stepBy, within } from './number.ts';

/** A number. The typed text is kept while the field is edited; leaving it rounds to the precision and the limits. */
export function NumberField(props: FieldProps<number, NumberOptions>) {
  const { options, onChange } = props;
  const language = useLanguage();
  const [draft, setDraft] = useState<string>();
  const value = typeof props.value === 'number' ? props.value : parseNumber(String(props.value ?? ''));
  const shown = numberText(
    value,
    draft === undefined ? options.precision : undefined,
    draft === undefined && options.grouping === true,
    language,
  );
  const isFixed = props.disabled || props.readOnly;

  const type = (text: string) => {
    setDraft(text);
    const number = parseNumber(text);
    if (number === undefined || Number.isFinite(number)) onChange(number);
  };
  const leave = () => {
    const number = draft === undefined ? value : parseNumber(draft);
    setDraft(undefined);
    if (number !== undefined && Number.isFinite(number)) {
      const fitting = within(number, options);
      if (fitting !== props.value) onChange(fitting);
    }
    props.onBlur();
  };
  const step = (event: KeyboardEvent) => {
    if (isFixed || event.altKey || event.ctrlKey || event.metaKey) return;
    const steps: Record<string, number> = { ArrowUp: 1, ArrowDown: -1, PageUp: 10, PageDown: -10 };
    const count = steps[event.key];
    // Home and End move in the text unless there is a limit to go to.
    const limit = event.key === 'Home' ? options.min : event.key === 'End' ? options.max : undefined;
    if (count === undefined && limit === undefined) return;
    event.preventDefault();
    setDraft(undefined);
    onChange(count === undefined ? limit : stepBy(value, count, options));
  };

  return (
    <TextControl
      control={{ ...props, onBlur: leave }}
      value={draft ?? shown}
      onChange={type}
      onEnter={
        options.onEnter
          ? (text) => {
              const number = parseNumber(text);
              void options.onEnter?.({ value: number === undefined || Number.isNaN(number) ? undefined : within(number, options) });
            }
          : undefined
      }
      align={options.align}
      suffix={options.unit ? <span className="tg-control-affix">{options.unit}</span> : undefined}
      input={{
        role: 'spinbutton',
        inputMode: options.precision === 0 ? 'numeric' : 'decimal',
        'aria-valuenow': value !== undefined && Number.isFinite(value) ? value : undefined,
        'aria-valuetext': shown === '' ? undefined : `${shown}${options.unit ? ` ${options.unit}` : ''}`,
        'aria-valuemin': options.min,
        'aria-valuemax': options.max,
        placeholder: options.placeholder,
        autoComplete: 'off',
        onKeyDown: step,
      }}
    />
  );
}
