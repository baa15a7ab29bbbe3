import { type RefObject, useCallback, useEffect, useLayoutEffect, useMemo, useReducer, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useIsPrinted } from '../../shared/controls/useIsPrinted.ts';
import type { Line } from './model.ts';
import { RowHeights } from './row-heights.ts';

/** Above this many rows only those in sight are drawn. */
const WINDOWED_FROM = 100;
const ROW_HEIGHT = { compact: 40, middle: 48, large: 60 } as const;
/** Rows drawn beyond what is in sight, on each side. */
const SPARE = 6;
/** Height of the scrolled part when the document gives none. */
export const WINDOW_HEIGHT = 600;

interface Range {
  from: number;
  to: number;
}

export interface RowWindow {
  isWindowed: boolean;
  indexes: number[];
  /** Height of what is not drawn. */
  before: number;
  after: number;
  scrollTo: (index: number) => void;
  /** Ref of a drawn row, which carries its position in data-index. */
  measure: (element: HTMLElement | null) => void;
}

/**
 * The part of the lines that is drawn; on paper all of them. Sizes come from a ResizeObserver, never from a question to the layout; a step of scrolling draws only
 * when it leaves the rows that are there.
 */
export function useWindow(
  lines: readonly Line[],
  scroller: RefObject<HTMLDivElement | null>,
  density: keyof typeof ROW_HEIGHT,
  height: number = WINDOW_HEIGHT,
): RowWindow {
  const isWindowed = lines.length > WINDOWED_FROM;
  const [, again] = useReducer((count: number) => count + 1, 0);
  const heights = useHeights(isWindowed ? lines.length : 0, density);
  const view = useRef({ top: 0, height });
  const isPrinted = useIsPrinted(isWindowed);
  const range = isWindowed && !isPrinted ? around(heights, inSight(heights, view.current)) : { from: 0, to: lines.length };
  const now = useRef({ heights, range });
  useLayoutEffect(() => {
    now.current = { heights, range };
  });
  const [rows] = useState(() => observeRows(() => now.current.heights, again));
  useEffect(() => () => rows.stop(), [rows]);

  useEffect(() => {
    const element = scroller.current;
    if (!element) return;
    // Also where all lines are drawn: there may be more of them again.
    const listen = (heard: () => void) => {
      element.addEventListener('scroll', heard, { passive: true });
      return () => element.removeEventListener('scroll', heard);
    };
    if (!isWindowed) return listen(() => (view.current.top = element.scrollTop));
    const look = (): void => {
      const { from, to } = inSight(now.current.heights, view.current);
      // At once: rows that come a frame later would flash up empty.
      if (from < now.current.range.from || to > now.current.range.to) flushSync(again);
    };
    const onScroll = (): void => {
      view.current.top = element.scrollTop;
      look();
    };
    const deaf = listen(onScroll);
    const sizes = new ResizeObserver(([entry]) => {
      const seen = entry?.contentRect.height ?? 0;
      if (seen === 0) return;
      view.current.height = seen;
      look();
    });
    sizes.observe(element);
    return () => {
      deaf();
      sizes.disconnect();
    };
  }, [scroller, isWindowed]);

  const scrollTo = useCallback(
    (index: number) => {
      const element = scroller.current;
      if (!element) return;
      const { heights: known } = now.current;
      const top = known.top(index);
      const bottom = known.top(index + 1);
      const { top: shown, height } = view.current;
      if (top < shown) element.scrollTop = top;
      else if (bottom > shown + height) element.scrollTop = bottom - height;
    },
    [scroller],
  );
  const indexes = useMemo(() => Array.from({ length: range.to - range.from }, (_, at) => range.from + at), [range.from, range.to]);
  return {
    isWindowed,
    indexes,
    before: isWindowed ? heights.top(range.from) : 0,
    after: isWindowed ? heights.total - heights.top(range.to) : 0,
    scrollTo,
    measure: rows.measure,
  };
}

/** Heights follow the number of rows; another density starts anew. */
function useHeights(count: number, density: keyof typeof ROW_HEIGHT): RowHeights {
  const known = useRef<{ heights: RowHeights; density: string } | undefined>(undefined);
  if (known.current?.density !== density) known.current = { heights: new RowHeights(count, ROW_HEIGHT[density]), density };
  else if (known.current.heights.count !== count) known.current = { heights: known.current.heights.resized(count), density };
  return known.current.heights;
}

function inSight(heights: RowHeights, { top, height }: { top: number; height: number }): Range {
  return { from: heights.at(top), to: Math.min(heights.count, heights.at(top + height) + 1) };
}

function around(heights: RowHeights, { from, to }: Range): Range {
  return { from: Math.max(0, from - SPARE), to: Math.min(heights.count, to + SPARE) };
}

/** One observer for all drawn rows. */
function observeRows(heights: () => RowHeights, changed: () => void) {
  const observer = new ResizeObserver((entries) => {
    let isOther = false;
    for (const { target, borderBoxSize, contentRect } of entries) {
      if (!(target instanceof HTMLElement) || !target.isConnected) observer.unobserve(target);
      else if (heights().measure(Number(target.dataset.index), borderBoxSize[0]?.blockSize ?? contentRect.height)) isOther = true;
    }
    if (isOther) changed();
  });
  return {
    measure: (element: HTMLElement | null): void => {
      if (element) observer.observe(element);
    },
    stop: (): void => observer.disconnect(),
  };
}
