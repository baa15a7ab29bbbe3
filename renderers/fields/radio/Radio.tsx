import { type FieldProps, useTranslate } from '../../../src/engine/index.ts';
import type { RadioOptions } from '../../../src/generated/options.ts';
import { ChoicesNote } from '../../shared/controls/ChoicesNote.tsx';
import { GroupAnchor } from '../../shared/controls/GroupAnchor.tsx';
import { useChoices, useUnlisted } from '../../shared/controls/useChoices.ts';
import { useKnownChoices } from '../../shared/controls/useKnownChoices.ts';
import './radio.css';

/** One of a few visible choices: a native radio group, so arrow keys and screen readers work as everywhere. */
export function Radio(props: FieldProps<unknown, RadioOptions>) {
  const { options, id } = props;
  const t = useTranslate();
  const source = useChoices(options);
  useKnownChoices(props.node, source.choices);
  const isFixed = props.disabled || props.readOnly;
  const { gone, keep } = useUnlisted(source, [props.value], t);
  const choices = [...source.choices, ...gone];
  const chosen = choices.findIndex((choice) => String(choice.value) === String(props.value ?? ''));
  return (
    <div
      role="radiogroup"
      aria-label={props.label}
      aria-required={props.required || undefined}
      aria-invalid={props.invalid || undefined}
      aria-describedby={props.describedBy}
      aria-readonly={props.readOnly || undefined}
      className={options.look === 'button' ? 'tg-radio-buttons' : 'tg-choices'}
      data-layout={options.layout ?? 'horizontal'}
      data-invalid={props.invalid || undefined}
    >
      <GroupAnchor id={id} />
      {choices.map((choice, index) => {
        const isChosen = index === chosen;
        const isDisabled = props.disabled || (choice.disabled === true && !isChosen);
        return (
          <label
            key={String(choice.value)}
            className="tg-choice"
            data-disabled={isDisabled || undefined}
            data-checked={isChosen || undefined}
          >
            <input
              type="radio"
              name={id}
              checked={isChosen}
              disabled={isDisabled || (props.readOnly && !isChosen)}
              onChange={() => {
                if (isFixed) return;
                keep([choice.value]);
                props.onChange(choice.value);
              }}
              onBlur={props.onBlur}
            />
            <span>{choice.label}</span>
          </label>
        );
      })}
      <ChoicesNote source={source} id={id} />
    </div>
  );
}
