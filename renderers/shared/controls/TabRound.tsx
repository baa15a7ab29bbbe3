import { useEffect, useRef } from 'react';
import { focusable } from '../menu/focus.ts';

/**
 * Stands in a window of the component library. The library keeps the Tab key inside by an empty part at either end, which takes the focus and shows
 * nothing: what comes there by Tab goes on to the first or the last thing in the window.
 */
export function TabRound() {
  const mark = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    const dialog = mark.current?.closest<HTMLElement>('[role="dialog"]');
    return dialog ? goRound(dialog) : undefined;
  }, []);
  return <span ref={mark} hidden />;
}

/** Returns how to stop. */
function goRound(dialog: HTMLElement): () => void {
  /** Where the Tab key that is being pressed leads, once the window itself has heard of it: what it does with the focus is its own. */
  let way: 'on' | 'back' | undefined;
  const stopped = new AbortController();
  const { signal } = stopped;
  const forget = (): void => {
    way = undefined;
  };
  for (const type of ['keydown', 'pointerdown']) window.addEventListener(type, forget, { capture: true, signal });
  window.addEventListener(
    'keydown',
    ({ key, shiftKey, defaultPrevented }) => {
      if (key === 'Tab' && !defaultPrevented) way = shiftKey ? 'back' : 'on';
    },
    { signal },
  );
  document.addEventListener(
    'focusin',
    ({ target }) => {
      const ends = endsOf(dialog);
      if (way === undefined || !ends.includes(target as Element)) return;
      const stops = stopsIn(dialog).filter((stop) => !ends.includes(stop));
      stops.at(way === 'on' ? 0 : -1)?.focus();
    },
    { signal },
  );
  return () => stopped.abort();
}

/** The ends of a dialog are in it, the first around all that it holds; those of a drawer stand beside it. */
function endsOf(dialog: HTMLElement): Element[] {
  const beside = dialog.closest(':has(> [data-sentinel])');
  return [...dialog.querySelectorAll(':scope > [tabindex="0"]'), ...(beside?.querySelectorAll(':scope > [data-sentinel]') ?? [])];
}

/** What the Tab key stops at: of radio buttons only the chosen one. */
function stopsIn(dialog: HTMLElement): HTMLElement[] {
  const isPassed = (stop: HTMLElement) =>
    stop instanceof HTMLInputElement &&
    stop.type === 'radio' &&
    !stop.checked &&
    dialog.querySelector(`[type="radio"][name="${CSS.escape(stop.name)}"]:checked`) !== null;
  return focusable(dialog).filter((stop) => stop.checkVisibility() && !isPassed(stop));
}
