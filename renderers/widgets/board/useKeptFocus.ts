import { type RefObject, useLayoutEffect, useRef } from 'react';

/**
 * When the card with the focus comes to stand elsewhere, it has the focus there; when it goes, the first card of the board has it: never the top
 * of the window. Gives what is to be told of the card that gets the focus; undefined for what is no card.
 */
export function useKeptFocus(place: RefObject<HTMLElement>, keys: string): (key: string | undefined) => void {
  const last = useRef<string>();
  useLayoutEffect(() => {
    const key = last.current;
    const board = place.current;
    if (key === undefined || !board || keys === '') return;
    const open = (selector: string) => board.querySelector<HTMLElement>(`${selector} .tg-board-open`);
    const give = () => (open(`[data-card="${CSS.escape(key)}"]`) ?? open('[data-card]'))?.focus();
    const dialog = document.activeElement?.closest('[role="dialog"]');
    if (dialog) return whenLeft(dialog, give);
    if (isNowhere()) give();
  }, [keys, place]);
  return (key) => {
    last.current = key;
  };
}

/** A dialog that asked, and is open still, will give the focus back to what is gone: `give` gives it then. Returns what ends the wait. */
function whenLeft(dialog: Element, give: () => void): () => void {
  const look = () =>
    setTimeout(() => {
      if (dialog.contains(document.activeElement)) return;
      end();
      if (isNowhere()) give();
    });
  const end = () => document.removeEventListener('focusout', look);
  document.addEventListener('focusout', look);
  return end;
}

function isNowhere(): boolean {
  const { activeElement, body } = document;
  return activeElement === null || activeElement === body;
}
