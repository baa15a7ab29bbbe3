import { createContext, forwardRef, type InputHTMLAttributes, useContext } from 'react';

export interface Typing {
  /** What stands in the input in place of the date: it is none. */
  shown: string | undefined;
  /** Name of the input, where the label of the field is that of another one. */
  label?: string;
  type: (text: string) => void;
}
/** By the input it is for: `start` is the only one of a single date. */
export const TypedText = createContext<{ start: Typing; end?: Typing } | undefined>(undefined);

interface InputProps extends InputHTMLAttributes<HTMLInputElement> {
  /** From the library: which end of a range this is. */
  'date-range'?: 'start' | 'end';
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
      onChange={(event) => {
        typing?.type(event.target.value);
        props.onChange?.(event);
      }}
    />
  );
});
