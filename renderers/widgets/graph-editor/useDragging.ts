import { type PointerEvent, type RefObject, useRef, useState } from 'react';
import type { Place, View } from '../../shared/plane/view.ts';

/** Pixels below which a press is no drag. */
const still = 4;

/** A line that is being drawn: the node it comes from, and where its loose end is as long as the pointer holds it. */
export interface Loose {
  id: string;
  end?: Place;
}

/** Moves nodes and draws lines by pointer. */
export function useDragging(stage: RefObject<HTMLDivElement>, view: View) {
  const [drag, setDrag] = useState<{ id: string; dx: number; dy: number }>();
  const [from, setFrom] = useState<Loose>();
  /** Whether the last press was a drag, and so chooses nothing. */
  const dragged = useRef(false);

  /** Follows the pointer until it is let go: `move` hears how far it went on the plane. */
  const follow = (event: PointerEvent, move: (dx: number, dy: number, at: Place) => void, end: (at: globalThis.PointerEvent) => void) => {
    const box = stage.current?.getBoundingClientRect();
    const start = { x: event.clientX, y: event.clientY };
    const target = event.currentTarget;
    const moved = (now: globalThis.PointerEvent) =>
      move((now.clientX - start.x) / view.k, (now.clientY - start.y) / view.k, {
        x: (now.clientX - (box?.left ?? 0) - view.x) / view.k,
        y: (now.clientY - (box?.top ?? 0) - view.y) / view.k,
      });
    const done = (now: globalThis.PointerEvent) => {
      window.removeEventListener('pointermove', moved);
      window.removeEventListener('pointerup', done);
      window.removeEventListener('pointercancel', done);
      if (target.isConnected) end(now);
    };
    window.addEventListener('pointermove', moved);
    window.addEventListener('pointerup', done);
    window.addEventListener('pointercancel', done);
  };
  const grab = (event: PointerEvent, id: string, put: (by: Place) => void) => {
    dragged.current = false;
    if (event.button !== 0 || from) return;
    let last = { dx: 0, dy: 0 };
    follow(
      event,
      (dx, dy) => {
        if (!dragged.current && Math.hypot(dx, dy) < still) return;
        dragged.current = true;
        last = { dx, dy };
        setDrag({ id, dx, dy });
      },
      () => {
        setDrag(undefined);
        if (dragged.current) put({ x: last.dx, y: last.dy });
      },
    );
  };
  const pull = (event: PointerEvent, id: string, connect: (to: string) => void) => {
    if (event.button !== 0) return;
    event.preventDefault();
    setFrom({ id });
    follow(
      event,
      (_dx, _dy, end) => setFrom({ id, end }),
      (at) => {
        const target = document.elementFromPoint(at.clientX, at.clientY)?.closest<HTMLElement>('[data-graph-node]');
        const to = target && stage.current?.contains(target) ? target.dataset.graphNode : undefined;
        setFrom(undefined);
        if (to !== undefined && to !== id) connect(to);
      },
    );
  };
  return { drag, from, setFrom, dragged, grab, pull };
}
