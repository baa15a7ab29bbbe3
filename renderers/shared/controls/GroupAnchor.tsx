import { useRef } from 'react';

/**
 * What the label of a group of choices points to. A label that pointed to the first choice would choose it on a click; this one passes the
 * focus on to the chosen choice, or to the first.
 */
export function GroupAnchor({ id }: { id: string }) {
  const anchor = useRef<HTMLButtonElement>(null);
  const pass = () => {
    const inputs = anchor.current?.parentElement?.querySelectorAll<HTMLInputElement>('input:not(:disabled)') ?? [];
    const target = [...inputs].find((input) => input.checked) ?? inputs[0];
    target?.focus();
  };
  return <button ref={anchor} type="button" id={id} className="tg-hidden" tabIndex={-1} aria-hidden="true" onClick={pass} onFocus={pass} />;
}
