import { useEffect, useRef } from 'react';
import { focusFirstField } from './first-field.ts';

/** The window that has the keys: it opened last, or has or had the focus last. */
let holder: HTMLElement | undefined;

/**
 * Stands in a dialog or drawer. Its first field has the focus when it opens. Escape closes the window also before the focus is in it, and when
 * what had the focus is gone, such as a button that did its work.
 * Tab goes on from where the focus was, as the browser remembers it.
 */
export function KeptFocus({ isOpen }: { isOpen: boolean }) {
  const mark = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    const dialog = mark.current?.closest<HTMLElement>('[role="dialog"]');
    if (!dialog || !isOpen) return;
    holder = dialog;
    const leave = () => {
      if (holder === dialog) holder = undefined;
    };
    const note = ({ target }: FocusEvent) => {
      if (target instanceof Node && dialog.contains(target)) holder = dialog;
      else leave();
    };
    const pass = (event: KeyboardEvent) => {
      if (!event.isTrusted || event.key !== 'Escape' || holder !== dialog || dialog.contains(document.activeElement)) return;
      event.stopPropagation();
      // The library reads the number of the key.
      dialog.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', code: 'Escape', keyCode: 27, bubbles: true, cancelable: true }));
    };
    document.addEventListener('focusin', note);
    document.addEventListener('keydown', pass, true);
    const stopLooking = focusFirstField(dialog);
    return () => {
      stopLooking();
      leave();
      document.removeEventListener('focusin', note);
      document.removeEventListener('keydown', pass, true);
    };
  }, [isOpen]);
  return <span ref={mark} hidden />;
}
