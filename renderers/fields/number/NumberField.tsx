import { type ChangeEvent, type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react';
import { parseNumber, unreadable } from '../../../src/core/typed-number.ts';
import type { FieldProps } from '../../../src/engine/index.ts';
import { isComposing, useFieldCheck, useLanguage, useTranslate } from '../../../src/engine/index.ts';
import type { NumberOptions } from '../../../src/generated/options.ts';
import { beyond, numberText, roundTo, stepBy, ungrouped } from '../../shared/controls/numbers.ts';
import { TextControl } from '../../shared/controls/TextControl.tsx';

/** A number. The typed text is kept while the field is edited; leaving it rounds to the precision. What is no number, or beyond the limits, stays and stops a submit. */
export function NumberField(props: FieldProps<number | string, NumberOptions>) {
  const { options, onChange } = props;
  const language = useLanguage();
  const [draft, setDraft] = useState<string>();
  const t = useTranslate();
  /** Typed and not yet given to the form: no number. */
  const unread = useRef<string>(undefined);
  const parse = (text: string) => parseNumber(text, options.precision);
  const read = typeof props.value === 'number' ? props.value : parse(String(props.value ?? ''));
  const value = Number.isNaN(read) ? undefined : read;
  const isFixed = props.disabled || props.readOnly;
  const shown = Number.isNaN(read) ? String(props.value) : numberText(value, options.precision, options.grouping === true, language);
  useFieldCheck(props.node, (now) => {
    const text = unread.current ?? now;
    const problem = typeof text === 'string' && unreadable(text, options.precision);
    if (problem) return t(problem, { text, example: '1234.5' });
    const number = typeof text === 'string' ? parse(text) : text;
    const broken = typeof number === 'number' && beyond(roundTo(number, options.precision), options);
    return broken ? t(broken, { min: limitText(options.min), max: limitText(options.max) }) : undefined;
  });
  const limitText = (limit: number | undefined) => numberText(limit, undefined, options.grouping === true, language);

  const edit = (text: string | undefined) => {
    setDraft(text);
    unread.current = text !== undefined && Number.isNaN(parse(text)) ? text : undefined;
  };
  const caret = useRef<() => void>(undefined);
  useLayoutEffect(() => {
    caret.current?.();
    caret.current = undefined;
  });
  const type = (typed: string, event?: ChangeEvent<HTMLInputElement>) => {
    const own = draft === undefined && /^(insertText|delete)/.test((event?.nativeEvent as InputEvent | undefined)?.inputType ?? '');
    const { text, at } = own ? ungrouped(shown, typed) : { text: typed, at: undefined };
    if (at !== undefined) caret.current = () => event?.target.setSelectionRange(at, at);
    edit(text);
    if (unread.current === undefined) onChange(parse(text));
  };
  /** Rounds what was typed, as long as it is the value still. */
  const round = () => {
    const number = draft === undefined || unread.current !== undefined ? undefined : parse(draft);
    if (number === undefined || number !== props.value) return;
    const rounded = roundTo(number, options.precision);
    if (rounded === number) return;
    edit(undefined);
    onChange(rounded);
  };
  const leave = () => {
    const text = unread.current;
    round();
    edit(undefined);
    if (text !== undefined) onChange(text);
    props.onBlur();
  };
  const step = (event: KeyboardEvent) => {
    // The form around is sent with what leaving the field would make of it.
    if (event.key === 'Enter' && !isComposing(event)) round();
    if (isFixed || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    // What cannot be read is not moved, and stays for whoever typed it.
    if (unread.current !== undefined || Number.isNaN(read)) return;
    const steps: Record<string, number> = { ArrowUp: 1, ArrowDown: -1, PageUp: 10, PageDown: -10 };
    const count = steps[event.key];
    // Home and End move in the text unless there is a limit to go to.
    const limit = event.key === 'Home' ? options.min : event.key === 'End' ? options.max : undefined;
    if (count === undefined && limit === undefined) return;
    event.preventDefault();
    edit(undefined);
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
              const number = parse(text);
              const rounded = number === undefined || Number.isNaN(number) ? undefined : roundTo(number, options.precision);
              if (beyond(rounded, options)) return props.onBlur();
              void options.onEnter?.({ value: rounded });
            }
          : undefined
      }
      align={options.align}
      suffix={options.unit ? <span className="tg-control-affix">{options.unit}</span> : undefined}
      input={{
        role: 'spinbutton',
        inputMode: options.precision === 0 ? 'numeric' : 'decimal',
        'aria-valuenow': value,
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
