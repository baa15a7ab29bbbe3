import { type PointerEvent, type RefObject, useState } from 'react';
import { type Card, columns, type Height, heights, placeAt } from './arrangement.ts';

/** Pixels below which a press is no drag; near which edge of the window it scrolls, and how far at once. */
const still = 4;
const edge = 60;
const scrolled = 16;

/** A card that is being dragged, and where it would stand: at which side of which other card. */
export interface Drag {
  key: string;
  over?: string;
  isBehind?: boolean;
}
/** A card that is being sized. */
export interface Sizing {
  key: string;
  width: number;
  height: Height;
}
interface Handlers {
  move: (card: Card, place: number) => void;
  size: (card: Card, size: { width: number; height: Height }) => void;
}

/** Follows the pointer until it is let go; Escape or a lost pointer give up. */
function follow(event: PointerEvent, move: (at: globalThis.PointerEvent) => void, end: (isDone: boolean) => void): void {
  const start = { x: event.clientX, y: event.clientY };
  let isDrag = false;
  const moved = (at: globalThis.PointerEvent) => {
    if (!isDrag && Math.hypot(at.clientX - start.x, at.clientY - start.y) < still) return;
    isDrag = true;
    move(at);
  };
  const key = (pressed: KeyboardEvent) => {
    if (pressed.key !== 'Escape') return;
    pressed.preventDefault();
    pressed.stopPropagation();
    stop(false);
  };
  const stop = (isDone: boolean) => {
    window.removeEventListener('pointermove', moved);
    window.removeEventListener('pointerup', up);
    window.removeEventListener('pointercancel', lost);
    window.removeEventListener('keydown', key, true);
    end(isDone && isDrag);
  };
  const up = () => stop(true);
  const lost = () => stop(false);
  window.addEventListener('pointermove', moved);
  window.addEventListener('pointerup', up);
  window.addEventListener('pointercancel', lost);
  window.addEventListener('keydown', key, true);
}

/** Moves and sizes cards by pointer. */
export function useDragging(grid: RefObject<HTMLElement>, cards: readonly Card[], { move, size }: Handlers) {
  const [drag, setDrag] = useState<Drag>();
  const [sizing, setSizing] = useState<Sizing>();

  const grab = (event: PointerEvent, card: Card) => {
    if (event.button !== 0) return;
    let now: Drag = { key: card.key };
    follow(
      event,
      ({ clientX, clientY }) => {
        scrollNear(grid.current, clientY);
        const under = document.elementFromPoint(clientX, clientY)?.closest<HTMLElement>('[data-card]');
        const over = under && grid.current?.contains(under) ? under.dataset.card : undefined;
        if (!under || over === undefined) now = { key: card.key };
        else {
          const { left, top, width, height } = under.getBoundingClientRect();
          // Cards that fill their row stand above and below each other.
          const isWhole = width > (grid.current?.clientWidth ?? 0) * 0.75;
          const isBehind = isWhole ? clientY > top + height / 2 : clientX > left + width / 2;
          now = over === card.key ? { key: card.key } : { key: card.key, over, isBehind };
        }
        setDrag(now);
      },
      (isDone) => {
        setDrag(undefined);
        const other = cards.find(({ key }) => key === now.over);
        if (isDone && other) move(card, placeAt(card.index, other.index, now.isBehind ?? false));
      },
    );
  };

  const pull = (event: PointerEvent, card: Card) => {
    const place = event.currentTarget.closest<HTMLElement>('[data-card]');
    if (event.button !== 0 || !place || !grid.current) return;
    const column = grid.current.clientWidth / columns;
    const { left, top, height: high } = place.getBoundingClientRect();
    // As high as it is by itself it stays, as long as the pointer does not leave that.
    let now = { width: card.width, height: card.height };
    follow(
      event,
      (at) => {
        const width = Math.min(columns, Math.max(1, Math.round((at.clientX - left) / column)));
        const tall = at.clientY - top;
        const height = Math.abs(tall - high) < 24 ? card.height : tall < 240 ? 'small' : tall < 420 ? 'medium' : 'large';
        now = { width, height: heights.find((one) => one === height) ?? card.height };
        setSizing({ key: card.key, ...now });
      },
      (isDone) => {
        setSizing(undefined);
        if (isDone) size(card, now);
      },
    );
  };
  return { drag, sizing, grab, pull };
}

/** Scrolls what the grid stands in, while the pointer is near the upper or lower edge of the window. */
function scrollNear(grid: HTMLElement | null, y: number): void {
  const by = y < edge ? -scrolled : y > window.innerHeight - edge ? scrolled : 0;
  if (by === 0) return;
  for (let place = grid?.parentElement; place; place = place.parentElement) {
    if (place.scrollHeight <= place.clientHeight || !/auto|scroll/.test(getComputedStyle(place).overflowY)) continue;
    place.scrollBy({ top: by });
    return;
  }
  window.scrollBy({ top: by });
}
