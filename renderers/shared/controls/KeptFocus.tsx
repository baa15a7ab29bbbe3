import { useEffect, useRef } from 'react';
import { focusFirstField } from './first-field.ts';

/**
 * Stands in a dialog or drawer. Its first field has the focus when it opens. When what had the focus is gone, such as a button that did its
 * work, Escape still closes the window.
 * Tab goes on from where the focus was, as the browser remembers it.
 */
export function KeptFocus({ isOpen }: { isOpen: boolean }) {
  const mark = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    const dialog = mark.current?.closest<HTMLElement>('[role="dialog"]');
    if (!dialog) return;
    let hadFocus = false;
    const note = ({ target }: FocusEvent) => {
      hadFocus = target instanceof Node && dialog.contains(target);
    };
    const pass = (event: KeyboardEvent) => {
      const { activeElement } = document;
      if (!event.isTrusted || event.key !== 'Escape' || !hadFocus || (activeElement !== null && activeElement !== document.body)) return;
      event.stopPropagation();
      // The library reads the number of the key.
      dialog.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', code: 'Escape', keyCode: 27, bubbles: true, cancelable: true }));
    };
    document.addEventListener('focusin', note);
    document.addEventListener('keydown', pass, true);
    return () => {
      document.removeEventListener('focusin', note);
      document.removeEventListener('keydown', pass, true);
    };
  }, []);
  useEffect(() => {
    const dialog = isOpen ? mark.current?.closest<HTMLElement>('[role="dialog"]') : null;
    return dialog ? focusFirstField(dialog) : undefined;
  }, [isOpen]);
  return <span ref={mark} hidden />;
}
