import { createContext, forwardRef, type InputHTMLAttributes, type KeyboardEvent, useContext } from 'react';

export interface Typing {
  /** What stands in the input in place of the date: it is none. */
  shown: string | undefined;
  /** Name of the input, where the label of the field is that of another one. */
  label?: string;
  type: (text: string) => void;
  /** A text as the date it is would be shown: to the library any other notation is no date, and it would empty the field as it is left. */
  asShown: (text: string) => string;
  /** A later date, or an earlier one for -1: by the unit the field is written in, or by the one above it (`far`). */
  step: (by: 1 | -1, far: boolean) => void;
}
/** By the input it is for: `start` is the only one of a single date. */
export const TypedText = createContext<{ start: Typing; end?: Typing } | undefined>(undefined);

interface InputProps extends InputHTMLAttributes<HTMLInputElement> {
  /** From the library: which end of a range this is. */
  'date-range'?: 'start' | 'end';
}

const STEPS: Readonly<Record<string, readonly [by: 1 | -1, far: boolean] | undefined>> = {
  ArrowUp: [1, false],
  ArrowDown: [-1, false],
  PageUp: [1, true],
  PageDown: [-1, true],
};

/** The calendar of the library is there for the pointer: with the keyboard the date itself is moved, and an open calendar follows it. */
function stepWith(event: KeyboardEvent<HTMLInputElement>, step: Typing['step']): void {
  const { key, altKey, ctrlKey, metaKey, shiftKey, currentTarget } = event;
  const steps = STEPS[key];
  if (!steps || ctrlKey || metaKey || shiftKey || currentTarget.readOnly) return;
  // It opens by a press alone.
  if (!altKey) step(...steps);
  else if (key === 'ArrowDown') currentTarget.click();
  else return;
  event.preventDefault();
}

/** The input of a date picker. The library puts the former date in place of what it cannot read; here it stays, and is told. */
export const TypedInput = forwardRef<HTMLInputElement, InputProps>(function TypedInput({ 'date-range': end = 'start', ...props }, ref) {
  const typing = useContext(TypedText)?.[end];
  return (
    <input
      {...props}
      {...(typing?.label !== undefined && { 'aria-label': typing.label })}
      ref={ref}
      value={typing?.shown ?? props.value}
      onKeyDown={(event) => {
        if (typing) stepWith(event, typing.step);
        props.onKeyDown?.(event);
      }}
      onChange={(event) => {
        const { value } = event.target;
        const said = typing?.asShown(value) ?? value;
        // What the library makes of it is told first: what was typed stays as it is.
        props.onChange?.(said === value ? event : { ...event, target: { ...event.target, value: said } });
        typing?.type(value);
      }}
    />
  );
});
