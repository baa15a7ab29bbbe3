import { useEffect, useId } from 'react';
import { useForm, useObserved, type WidgetProps } from '../../../src/engine/index.ts';
import type { ButtonOptions } from '../../../src/generated/options.ts';
import { PlainButton } from '../../shared/controls/PlainButton.tsx';
import { useNow } from '../../shared/controls/useNow.ts';
import { askOf, usePress } from '../../shared/controls/usePress.ts';

/** Starts an action or submits the form around it; busy while that runs (LOGIN-19). */
export function Button({ options, expose }: WidgetProps<ButtonOptions>) {
  const form = useForm();
  const reasonId = useId();
  const { busy, press } = usePress();
  const isSubmitting = useObserved(() => (options.submit ? (form?.view.submitting ?? false) : false));
  const now = useNow(options);
  const isBusy = busy || isSubmitting || options.busy === true;
  useEffect(() => expose({ busy: isBusy }), [expose, isBusy]);

  // A reason must be readable: the button then stays focusable.
  const isBlocked = options.disabled === true && Boolean(options.reason);
  const run = options.submit && !options.onClick ? form && (() => form.submit()) : options.onClick;
  return (
    <>
      <PlainButton
        text={options.text}
        icon={options.icon}
        look={options.type}
        danger={options.danger}
        size={options.size}
        block={options.block}
        busy={isBusy}
        blocked={isBlocked}
        disabled={options.disabled === true && !isBlocked}
        aria-label={options.about ? `${options.text ?? options.label}, ${options.about}` : options.text ? undefined : options.label}
        title={isBlocked ? options.reason : options.text ? undefined : options.label}
        aria-describedby={isBlocked ? reasonId : undefined}
        submit={options.submit}
        onClick={(event) => {
          // The press itself submits, so that its busy state covers the whole submit.
          event.preventDefault();
          void press(run, undefined, () => askOf(now.value));
        }}
      />
      {isBlocked ? (
        <span id={reasonId} className="tg-hidden">
          {options.reason}
        </span>
      ) : null}
    </>
  );
}
