import { type KeyboardEvent, type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import type { Line } from './model.ts';
import { targetRow } from './row-keys.ts';

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
