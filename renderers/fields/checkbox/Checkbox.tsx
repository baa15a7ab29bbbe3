import { type FieldProps, useTranslate } from '../../../src/engine/index.ts';
import type { CheckboxOptions } from '../../../src/generated/options.ts';
import { ChoicesNote } from '../../shared/controls/ChoicesNote.tsx';
import { GroupAnchor } from '../../shared/controls/GroupAnchor.tsx';
import { useChoices, useUnlisted } from '../../shared/controls/useChoices.ts';
import { useKnownChoices } from '../../shared/controls/useKnownChoices.ts';
import '../../shared/controls/control.css';

/** A single box with the value true or false, or a group whose value is the list of chosen values in the order of the choices. */
export function Checkbox(props: FieldProps<unknown, CheckboxOptions>) {
  // By the document: an expression may give no choices yet.
  const { options, dictionary } = props.node.options;
  return options || dictionary ? <Group {...props} /> : <Single {...props} />;
}

function Single(props: FieldProps<unknown, CheckboxOptions>) {
  const isChecked = props.value === true;
  return (
    <label className="tg-choice" data-disabled={props.disabled || undefined}>
      <input
        type="checkbox"
        id={props.id}
        checked={isChecked}
        disabled={props.disabled}
        aria-readonly={props.readOnly || undefined}
        aria-required={props.required || undefined}
        aria-invalid={props.invalid || undefined}
        aria-describedby={props.describedBy}
        onChange={(event) => {
          if (!props.readOnly) props.onChange(event.target.checked);
        }}
        onBlur={props.onBlur}
      />
      {props.options.text ? <span>{props.options.text}</span> : null}
    </label>
  );
}

function Group(props: FieldProps<unknown, CheckboxOptions>) {
  const { options, id } = props;
  const t = useTranslate();
  const source = useChoices(options);
  useKnownChoices(props.node, source.choices, { max: options.max });
  const chosen = Array.isArray(props.value) ? props.value : [];
  const values = chosen.map(String);
  const { gone, keep } = useUnlisted(source, chosen, t);
  const choices = [...source.choices, ...gone];
  const isFull = options.max !== undefined && values.length >= options.max;
  const toggle = (value: string, isOn: boolean) => {
    if (props.readOnly) return;
    const wanted = new Set(values);
    if (isOn) wanted.add(value);
    else wanted.delete(value);
    const offered = choices.map((choice) => choice.value);
    const others = chosen.filter((one) => !offered.some((choice) => String(choice) === String(one)));
    const next = [...offered, ...others].filter((one) => wanted.has(String(one)));
    keep(next);
    props.onChange(next);
  };
  return (
    <fieldset
      aria-label={props.label}
      aria-invalid={props.invalid || undefined}
      aria-describedby={props.describedBy}
      className="tg-choices tg-plain-fieldset"
      data-layout={options.layout ?? 'horizontal'}
    >
      <GroupAnchor id={id} />
      {choices.map((choice) => {
        const isChecked = values.includes(String(choice.value));
        const isDisabled = props.disabled || (!isChecked && (choice.disabled === true || isFull));
        return (
          <label key={String(choice.value)} className="tg-choice" data-disabled={isDisabled || undefined}>
            <input
              type="checkbox"
              checked={isChecked}
              disabled={isDisabled}
              aria-readonly={props.readOnly || undefined}
              onChange={(event) => toggle(String(choice.value), event.target.checked)}
              onBlur={props.onBlur}
            />
            <span>{choice.label}</span>
          </label>
        );
      })}
      <ChoicesNote source={source} id={id} />
    </fieldset>
  );
}
