import { useState } from 'react';
import type { FieldProps } from '../../../src/engine/index.ts';
import { useTranslate } from '../../../src/engine/index.ts';
import type { PasswordOptions } from '../../../src/generated/options.ts';
import { TextControl } from '../../shared/controls/TextControl.tsx';
import { Icon } from '../../shared/icon/Icon.tsx';
import { StrengthMeter } from './StrengthMeter.tsx';

/** A secret with a button that shows it. Showing ends when the field is disabled, so that no secret stays on the screen while a form is sent. */
export function Password(props: FieldProps<string, PasswordOptions>) {
  const { options } = props;
  const t = useTranslate();
  const [wanted, setWanted] = useState(false);
  const shown = wanted && !props.disabled;
  const control = (
    <TextControl
      control={props}
      value={props.value ?? ''}
      onChange={props.onChange}
      onEnter={options.onEnter ? (text) => void options.onEnter?.({ value: text }) : undefined}
      prefixIcon={options.prefixIcon}
      autoFocus={options.autoFocus}
      suffix={
        options.toggle === false ? undefined : (
          <button
            type="button"
            className="tg-tool"
            aria-pressed={shown}
            aria-label={t('field.showPassword')}
            title={t(shown ? 'field.hidePassword' : 'field.showPassword')}
            disabled={props.disabled}
            aria-controls={props.id}
            onClick={() => setWanted(!shown)}
          >
            <Icon name={shown ? 'eye' : 'eye-invisible'} />
          </button>
        )
      }
      verbatim
      input={{
        type: shown ? 'text' : 'password',
        placeholder: options.placeholder,
        maxLength: options.maxLength,
        autoComplete: options.autocomplete ?? 'current-password',
        autoCapitalize: 'off',
        autoCorrect: 'off',
        spellCheck: false,
      }}
    />
  );
  return options.strength ? (
    <>
      {control}
      <StrengthMeter password={props.value ?? ''} />
    </>
  ) : (
    control
  );
}
