import { useEffect, useRef } from 'react';

/**
 * Stands in a dialog or drawer: when what has the focus there goes, such as a button that did its work, the window itself has it, and Escape
 * and Tab go on from there. What gives the focus to something of its own has done so before this looks.
 */
export function KeptFocus() {
  const mark = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    const dialog = mark.current?.closest<HTMLElement>('[role="dialog"]');
    if (!dialog) return;
    let hadFocus = false;
    const note = () => {
      hadFocus = true;
    };
    const observer = new MutationObserver(() => {
      const { activeElement } = document;
      if (!hadFocus || (activeElement !== null && activeElement !== document.body)) return;
      if (!dialog.hasAttribute('tabindex')) dialog.tabIndex = -1;
      dialog.focus({ preventScroll: true });
    });
    const forget = ({ relatedTarget }: FocusEvent) => {
      // Gone elsewhere, in contrast to gone with its element.
      if (relatedTarget instanceof Node && !dialog.contains(relatedTarget)) hadFocus = false;
    };
    dialog.addEventListener('focusin', note);
    dialog.addEventListener('focusout', forget);
    observer.observe(dialog, { childList: true, subtree: true });
    return () => {
      observer.disconnect();
      dialog.removeEventListener('focusin', note);
      dialog.removeEventListener('focusout', forget);
    };
  }, []);
  return <span ref={mark} hidden />;
}
