import { useEffect, useRef } from 'react';
import { focusFirstField } from './first-field.ts';

/** The window that has the keys: it opened last, or has or had the focus last. */
let holder: HTMLElement | undefined;
/** The windows that are open, the last one on top, with what had the focus last in each. */
const open = new Map<HTMLElement, HTMLElement | undefined>();

/** Where the focus is nowhere, or still in a window that goes away or around it, the keys are those of the window that is on top from now on. */
function passOn(gone: HTMLElement): void {
  const active = document.activeElement;
  const isNowhere = active === null || active === document.body;
  if (isNowhere || active.contains(gone) || gone.contains(active)) holder = [...open.keys()].at(-1);
  else if (holder === gone) holder = undefined;
}

/**
 * What a dialog or drawer does once it has come or gone: the library gives the focus back to where it was opened from, and a window that was opened
 * meanwhile stands above that.
 */
export function afterOpenChange(isOpen: boolean): void {
  // A drawer gives it back after this.
  if (!isOpen) queueMicrotask(keepOnTop);
}

function keepOnTop(): void {
  const [dialog, last] = [...open].at(-1) ?? [];
  if (!dialog || dialog.contains(document.activeElement)) return;
  const element = last?.isConnected ? last : dialog.querySelector<HTMLElement>('[tabindex]');
  element?.focus({ preventScroll: true });
}

/**
 * Stands in a dialog or drawer. Its first field has the focus when it opens. Escape closes the window also before the focus is in it, when
 * what had the focus is gone, such as a button that did its work, and while the window above still goes away.
 * Tab goes on from where the focus was, as the browser remembers it.
 */
export function KeptFocus({ isOpen }: { isOpen: boolean }) {
  const mark = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    const dialog = mark.current?.closest<HTMLElement>('[role="dialog"]');
    if (!dialog || !isOpen) return;
    holder = dialog;
    open.set(dialog, undefined);
    const leave = () => {
      if (holder === dialog) holder = undefined;
    };
    const note = ({ target }: FocusEvent) => {
      if (!(target instanceof Node) || !dialog.contains(target)) return leave();
      holder = dialog;
      if (target instanceof HTMLElement) open.set(dialog, target);
    };
    const pass = (event: KeyboardEvent) => {
      if (!event.isTrusted || event.key !== 'Escape' || holder !== dialog || dialog.contains(document.activeElement)) return;
      // Also from the window below, which has the keys once this one is closed.
      event.stopImmediatePropagation();
      // The library reads the number of the key.
      dialog.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', code: 'Escape', keyCode: 27, bubbles: true, cancelable: true }));
    };
    document.addEventListener('focusin', note);
    document.addEventListener('keydown', pass, true);
    const stopLooking = focusFirstField(dialog);
    return () => {
      stopLooking();
      open.delete(dialog);
      passOn(dialog);
      document.removeEventListener('focusin', note);
      document.removeEventListener('keydown', pass, true);
    };
  }, [isOpen]);
  return <span ref={mark} hidden />;
}
