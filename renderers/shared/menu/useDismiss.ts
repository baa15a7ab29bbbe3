import { type RefObject, useEffect } from 'react';

/** Calls `close` when the user presses or focuses something outside of `inside`, or presses Escape (with `escaped` true), while `open`. */
export function useDismiss(open: boolean, inside: RefObject<HTMLElement | null>, close: (escaped: boolean) => void): void {
  useEffect(() => {
    if (!open) return;
    const outside = (event: Event) => {
      if (event.target instanceof Node && !inside.current?.contains(event.target)) close(false);
    };
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape') close(true);
    };
    document.addEventListener('pointerdown', outside);
    document.addEventListener('focusin', outside);
    document.addEventListener('keydown', onKey);
    return () => {
      document.removeEventListener('pointerdown', outside);
      document.removeEventListener('focusin', outside);
      document.removeEventListener('keydown', onKey);
    };
  }, [open, inside, close]);
}
