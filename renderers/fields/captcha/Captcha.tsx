import { useEffect, useRef } from 'react';
import type { FieldProps } from '../../../src/engine/index.ts';
import { useController, useForm, useTranslate } from '../../../src/engine/index.ts';
import type { CaptchaOptions } from '../../../src/generated/options.ts';
import { TextControl } from '../../shared/controls/TextControl.tsx';
import { Icon } from '../../shared/icon/Icon.tsx';
import { useCaptcha } from './useCaptcha.ts';
import { useSibling } from './useSibling.ts';
import './captcha.css';

/** Code field with the image it is read from (LOGIN-04, LOGIN-05, LOGIN-20). A new image always empties the code. */
export function Captcha(props: FieldProps<string, CaptchaOptions>) {
  const { options, onChange } = props;
  const value = props.value ?? '';
  const t = useTranslate();
  const form = useForm();
  const writeKey = useSibling(options.keyField ?? 'captchaKey');
  const { state, load } = useCaptcha(options, writeKey);

  const reload = () => {
    if (value !== '') onChange('');
    load();
  };
  // What the server said of the code is read while the next image comes.
  const renew = () => {
    if (form) form.spend(props.node.name, '');
    else if (value !== '') onChange('');
    load();
  };
  const again = useRef(renew);
  again.current = renew;
  const counter = options.reload;
  const seen = useRef(counter);
  useEffect(() => {
    if (Object.is(seen.current, counter)) return;
    seen.current = counter;
    again.current();
  }, [counter]);
  useController(props.node, { refresh: reload });

  // Without an image no code can be right: what was typed meanwhile goes, so that "required" stops a submit that would carry no key.
  const isFailed = state.status === 'failed';
  useEffect(() => {
    if (isFailed && value !== '') onChange('');
  }, [isFailed, value, onChange]);

  const isFixed = props.disabled || props.readOnly;
  return (
    <div className="tg-captcha">
      <TextControl
        control={isFailed ? { ...props, readOnly: true } : props}
        value={value}
        onChange={onChange}
        onEnter={options.onEnter ? (text) => void options.onEnter?.({ value: text }) : undefined}
        prefixIcon={options.prefixIcon}
        input={{
          placeholder: options.placeholder ?? props.label,
          maxLength: options.maxLength ?? 10,
          autoComplete: 'off',
          autoCapitalize: 'off',
          autoCorrect: 'off',
          spellCheck: false,
        }}
      />
      <button
        type="button"
        className="tg-captcha-image"
        disabled={isFixed}
        aria-busy={state.status === 'loading' || undefined}
        title={t(state.status === 'failed' ? 'field.retry' : 'field.captchaReload')}
        aria-label={t(state.status === 'failed' ? 'field.captchaRetry' : 'field.captchaReload')}
        onClick={reload}
      >
        {state.status === 'ready' ? (
          <img src={state.address} alt={t('field.captchaImage')} width={120} height={50} />
        ) : state.status === 'failed' ? (
          <Icon name="reload" />
        ) : (
          <span className="tg-spinner" aria-hidden="true" />
        )}
      </button>
      <span className={state.status === 'failed' ? 'tg-note' : 'tg-hidden'} data-level="error" role="status">
        {state.status === 'failed' ? t('field.captchaFailed', { reason: state.message ?? '' }) : ''}
      </span>
    </div>
  );
}
