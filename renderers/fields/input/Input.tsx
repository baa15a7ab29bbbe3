import { useState } from 'react';
import type { FieldProps } from '../../../src/engine/index.ts';
import { isComposing, useTranslate } from '../../../src/engine/index.ts';
import type { InputOptions } from '../../../src/generated/options.ts';
import { TextControl } from '../../shared/controls/TextControl.tsx';

/** One line of text. An emptied field has the value '' so that rules and calls see a text. */
export function Input(props: FieldProps<string, InputOptions>) {
  const { options, onChange } = props;
  const t = useTranslate();
  const [focused, setFocused] = useState(false);
  const value = props.value === undefined || props.value === null ? '' : String(props.value);
  const trim = () => {
    if (options.trim && value !== value.trim()) onChange(value.trim());
  };
  const leave = () => {
    setFocused(false);
    trim();
    props.onBlur();
  };
  const count = options.count && `${value.length}${options.maxLength ? `/${options.maxLength}` : ''}`;
  const note = [options.suffix, count].filter(Boolean).join('\u2003');
  return (
    <TextControl
      control={{ ...props, onBlur: leave }}
      value={value}
      onChange={onChange}
      onEnter={options.onEnter ? (text) => void options.onEnter?.({ value: options.trim ? text.trim() : text }) : undefined}
      prefixIcon={options.prefixIcon}
      autoFocus={options.autoFocus}
      clearLabel={options.clearable ? t('field.clear', { label: props.label ?? '' }) : undefined}
      suffix={
        note && (
          <span className="tg-control-affix tg-control-count" aria-live={focused && count ? 'polite' : undefined}>
            {note}
          </span>
        )
      }
      input={{
        type: options.type ?? 'text',
        ...(options.keyboard && { inputMode: options.keyboard }),
        placeholder: options.placeholder,
        maxLength: options.maxLength,
        autoComplete: options.autocomplete ?? 'off',
        spellCheck: false,
        onFocus: () => setFocused(true),
        // The form around is sent with what leaving the field would make of it.
        onKeyDown: (event) => {
          if (event.key === 'Enter' && !isComposing(event)) trim();
        },
      }}
    />
  );
}
