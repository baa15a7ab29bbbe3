import { type DragEvent, type KeyboardEvent, useRef } from 'react';
import type { Line } from './model.ts';
import { type MovePosition, moveBy, moveTo, positionAt, type RowMove } from './row-move.ts';

interface RowMoveOptions {
  lines: readonly Line[];
  isTree: boolean;
  /** undefined: rows stay where they are. */
  onMove: ((move: RowMove) => void) | undefined;
}

/** Handlers for the table element: rows are dragged by their grip, or moved by Alt and the arrow keys. */
export function useRowMove({ lines, isTree, onMove }: RowMoveOptions) {
  const dragged = useRef<number>();
  const marked = useRef<HTMLElement>();

  const rowAt = (target: EventTarget): HTMLElement | undefined =>
    (target instanceof Element && target.closest<HTMLElement>('tr[data-row]')) || undefined;
  const mark = (row: HTMLElement | undefined, position?: MovePosition) => {
    if (marked.current && marked.current !== row) delete marked.current.dataset.drop;
    marked.current = row;
    if (row && position) row.dataset.drop = position;
  };
  const moveAt = (event: DragEvent): { row: HTMLElement; move: RowMove } | undefined => {
    const row = rowAt(event.target);
    if (dragged.current === undefined || !row) return undefined;
    const box = row.getBoundingClientRect();
    const position = positionAt((event.clientY - box.top) / Math.max(1, box.height), isTree);
    const move = moveTo(lines, dragged.current, Number(row.dataset.row), position);
    return move && { row, move };
  };
  if (!onMove) return {};
  return {
    onDragStart: (event: DragEvent) => {
      const row = rowAt(event.target);
      if (!row || !(event.target instanceof Element && event.target.closest('[data-grip]'))) return;
      dragged.current = Number(row.dataset.row);
      event.dataTransfer.effectAllowed = 'move';
      event.dataTransfer.setData('text/plain', '');
      event.dataTransfer.setDragImage(row, 0, 0);
    },
    onDragOver: (event: DragEvent) => {
      const at = moveAt(event);
      mark(at?.row, at?.move.position);
      if (at) event.preventDefault();
    },
    onDrop: (event: DragEvent) => {
      const at = moveAt(event);
      event.preventDefault();
      mark(undefined);
      dragged.current = undefined;
      if (at) onMove(at.move);
    },
    onDragEnd: () => {
      mark(undefined);
      dragged.current = undefined;
    },
    onKeyDownCapture: (event: KeyboardEvent) => {
      const row = event.target;
      if (!event.altKey || !(row instanceof HTMLTableRowElement) || row.dataset.row === undefined) return;
      const step = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : undefined;
      if (step === undefined) return;
      event.preventDefault();
      const found = moveBy(lines, Number(row.dataset.row), step);
      if (found) onMove(found.move);
    },
  };
}
