import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import type { Line } from './model.ts';
import { targetRow } from './row-keys.ts';

/** Above this many rows only those in sight are drawn. */
const WINDOWED_FROM = 100;
const ROW_HEIGHT = { compact: 40, middle: 48, large: 60 } as const;
const OVERSCAN = 8;
/** Height of the scrolled part when the document gives none. */
export const WINDOW_HEIGHT = 600;

/** The part of the lines that is drawn, and the height of what is not. */
export function useWindow(lines: readonly Line[], scroller: RefObject<HTMLDivElement | null>, density: keyof typeof ROW_HEIGHT) {
  const isWindowed = lines.length > WINDOWED_FROM;
  const virtualizer = useVirtualizer({
    count: isWindowed ? lines.length : 0,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT[density],
    getItemKey: (index) => lines[index]?.key ?? index,
    overscan: OVERSCAN,
    // The first picture has rows already; the true size is measured right after it.
    initialRect: { width: 800, height: WINDOW_HEIGHT },
  });
  if (!isWindowed) return { isWindowed, indexes: lines.map((_, index) => index), before: 0, after: 0, virtualizer };
  const items = virtualizer.getVirtualItems();
  const last = items.at(-1);
  return {
    isWindowed,
    indexes: items.map((item) => item.index),
    before: items[0]?.start ?? 0,
    after: last ? virtualizer.getTotalSize() - last.end : virtualizer.getTotalSize(),
    virtualizer,
  };
}

interface RowKeysOptions {
  lines: readonly Line[];
  scroller: RefObject<HTMLDivElement | null>;
  scrollTo: (index: number) => void;
  onOpen: (line: Line) => void;
  onSelect: ((line: Line) => void) | undefined;
  onToggle: (line: Line) => void;
}

/** Roving focus over the rows: one Tab stop, arrow keys move, Enter opens, Space selects, right and left open and close a branch. */
export function useRowKeys(options: RowKeysOptions) {
  const [wanted, setWanted] = useState(0);
  const [isMoving, setMoving] = useState(false);
  const { lines, scroller, scrollTo } = options;
  const active = Math.min(wanted, Math.max(0, lines.length - 1));
  const latest = useRef(options);
  latest.current = options;

  // The row to focus may have to be drawn first.
  useEffect(() => {
    if (!isMoving) return;
    const row = scroller.current?.querySelector<HTMLElement>(`tr[data-row="${active}"]`);
    if (!row) {
      scrollTo(active);
      return;
    }
    row.focus({ preventScroll: true });
    row.scrollIntoView?.({ block: 'nearest' });
    setMoving(false);
  });

  const onKeyDown = useCallback((event: KeyboardEvent) => {
    const row = event.target;
    // Keys of controls inside a row are theirs.
    if (!(row instanceof HTMLTableRowElement) || row.dataset.row === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    const { lines: all, onOpen, onSelect, onToggle } = latest.current;
    const at = Number(row.dataset.row);
    const line = all[at];
    const target = targetRow(event.key, at, all.length);
    if (target !== undefined) {
      event.preventDefault();
      setWanted(target);
      setMoving(true);
      return;
    }
    if (!line) return;
    if (event.key === 'Enter') onOpen(line);
    else if (event.key === ' ' && onSelect) onSelect(line);
    else if (event.key === 'ArrowRight' && line.hasChildren && !line.open) onToggle(line);
    else if (event.key === 'ArrowLeft' && line.open) onToggle(line);
    else return;
    event.preventDefault();
  }, []);
  const onFocus = useCallback((target: EventTarget) => {
    const row = target instanceof Element ? target.closest<HTMLElement>('tr[data-row]') : null;
    if (row) setWanted(Number(row.dataset.row));
  }, []);
  return { active, onKeyDown, onFocus };
}
