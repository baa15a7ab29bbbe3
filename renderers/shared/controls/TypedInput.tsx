import { createContext, forwardRef, type InputHTMLAttributes, useContext } from 'react';

export interface Typing {
  /** What stands in the input in place of the date: it is none. */
  shown: string | undefined;
  type: (text: string) => void;
}
export const TypedText = createContext<Typing>({ shown: undefined, type: () => {} });

/** The input of a date picker. The library puts the former date in place of what it cannot read; here it stays, and is told. */
export const TypedInput = forwardRef<HTMLInputElement, InputHTMLAttributes<HTMLInputElement>>(function TypedInput(props, ref) {
  const { shown, type } = useContext(TypedText);
  return (
    <input
      {...props}
      ref={ref}
      value={shown ?? props.value}
      onChange={(event) => {
        type(event.target.value);
        props.onChange?.(event);
      }}
    />
  );
});
