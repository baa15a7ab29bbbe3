import { type DragEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import type { Line } from './model.ts';
import { type MovePosition, moveBy, moveTo, positionAt, type RowMove } from './row-move.ts';

interface RowMoveOptions {
  lines: readonly Line[];
  isTree: boolean;
  /** undefined: rows stay where they are. Says whether the row was moved. */
  onMove: ((move: RowMove) => Promise<boolean>) | undefined;
}

/** What somebody wants moved, said by keys: where that leads is known once the moves before it are done. */
type Wish = (lines: readonly Line[]) => RowMove | undefined;

/** Moves rows one after the other, each in the order the one before it has left. */
function useMoves({ lines, onMove }: Pick<RowMoveOptions, 'lines' | 'onMove'>) {
  const wishes = useRef<Wish[]>([]);
  const isMoving = useRef(false);
  const [turn, setTurn] = useState(0);

  const start = async () => {
    if (isMoving.current) return;
    const wish = wishes.current.shift();
    if (!wish || !onMove) return;
    isMoving.current = true;
    const move = wish(lines);
    // Those that follow were meant for an order that did not come about.
    if (move && !(await onMove(move))) wishes.current = [];
    setTurn((now) => now + 1);
  };
  const latest = useRef(start);
  latest.current = start;
  // By now the rows stand as the last move has left them.
  useEffect(() => {
    isMoving.current = false;
    if (turn > 0) void latest.current();
  }, [turn]);

  return {
    isMoving,
    ask: (wish: Wish) => {
      wishes.current.push(wish);
      void latest.current();
    },
  };
}

/** Handlers for the table element: rows are dragged by their grip, or moved by Alt and the arrow keys. */
export function useRowMove({ lines, isTree, onMove }: RowMoveOptions) {
  const { isMoving, ask } = useMoves({ lines, onMove });
  const dragged = useRef<string>();
  const marked = useRef<HTMLElement>();

  const rowAt = (target: EventTarget): HTMLElement | undefined =>
    (target instanceof Element && target.closest<HTMLElement>('tr[data-row]')) || undefined;
  const mark = (row: HTMLElement | undefined, position?: MovePosition) => {
    if (marked.current && marked.current !== row) delete marked.current.dataset.drop;
    marked.current = row;
    if (row && position) row.dataset.drop = position;
  };
  const keyOf = (row: HTMLElement): string | undefined => lines[Number(row.dataset.row)]?.key;
  const moveAt = (event: DragEvent): { row: HTMLElement; move: RowMove } | undefined => {
    const row = rowAt(event.target);
    if (dragged.current === undefined || !row) return undefined;
    const box = row.getBoundingClientRect();
    const position = positionAt((event.clientY - box.top) / Math.max(1, box.height), isTree);
    const move = moveTo(lines, placeOf(lines, dragged.current), Number(row.dataset.row), position);
    return move && { row, move };
  };
  if (!onMove) return {};
  return {
    onDragStart: (event: DragEvent) => {
      const row = rowAt(event.target);
      if (!row || !(event.target instanceof Element && event.target.closest('[data-grip]'))) return;
      dragged.current = keyOf(row);
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
      const from = dragged.current;
      dragged.current = undefined;
      if (!at || from === undefined) return;
      const to = keyOf(at.row);
      ask((now) => moveTo(now, placeOf(now, from), placeOf(now, to), at.move.position));
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
      // A key held down moves as fast as it is saved, and no further once it is let go.
      if (event.repeat && isMoving.current) return;
      const key = keyOf(row);
      ask((now) => moveBy(now, placeOf(now, key), step)?.move);
    },
  };
}

/** Where the row of this key stands; -1 where it does no more. */
function placeOf(lines: readonly Line[], key: string | undefined): number {
  return lines.findIndex((line) => line.key === key);
}
