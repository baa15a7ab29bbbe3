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
    const active = document.activeElement;
    // A dialog that asked gives the focus back to what is gone.
    if (active !== null && active !== document.body) return;
    const open = (selector: string) => board.querySelector<HTMLElement>(`${selector} .tg-board-open`);
    (open(`[data-card="${CSS.escape(key)}"]`) ?? open('[data-card]'))?.focus();
  }, [keys, place]);
  return (key) => {
    last.current = key;
  };
}
