import { useRef, useState } from 'react';
import { sameValue } from '../../../src/engine/index.ts';
import type { LeftCell, PastedBlock } from './block.ts';
import type { Column } from './CellEditor.tsx';
import { type Followed, follow } from './following.ts';
import { inserted, keysFor, moved, type Removed, type Row, without, withRow } from './rows.ts';

/** What a paste did, until the next one. */
interface Pasted extends Pick<PastedBlock, 'taken' | 'cut'> {
  /** The way back: what there was and what there is since. */
  before: Row[];
  after: Row[];
  /** Cells that were not taken and nobody filled since, by the key of their row. */
  left: (LeftCell & { key: number | undefined })[];
}

/** Editing of the list: every change reports the whole new list, rows keep their keys. */
export function useRows(rows: Row[], give: (rows: Row[]) => void, columns: readonly Column[]) {
  const counter = useRef(0);
  const keys = useRef<number[]>([]);
  const [toldRemoved, setRemoved] = useState<Removed>();
  const [told, setPasted] = useState<Pasted>();
  const [toldFollowed, setFollowed] = useState<readonly Followed[]>([]);
  /** The rows as this table wrote them: others, such as those of a form that was reset, have nothing to do with what is told. */
  const written = useRef<Row[]>(undefined);
  const isOwn = sameValue(rows, written.current);
  const pasted = isOwn ? told : undefined;
  const removed = isOwn ? toldRemoved : undefined;
  const next = () => {
    counter.current += 1;
    return counter.current;
  };
  if (keys.current.length !== rows.length) keys.current = keysFor(keys.current, rows.length, next);
  // Once anything else was changed, taking the block back would take that with it.
  const canUndoPaste = pasted !== undefined && pasted.taken > 0 && sameValue(rows, pasted.after);
  const fill = (key: number | undefined, name: string) =>
    setPasted((told) => told && { ...told, left: told.left.filter((cell) => cell.key !== key || cell.column.name !== name) });

  const onChange = (after: Row[], followed: readonly Followed[] = []) => {
    if (!pasted) setPasted(undefined);
    if (!removed) setRemoved(undefined);
    setFollowed(followed);
    written.current = after;
    give(after);
  };

  return {
    keys: keys.current,
    removed,
    pasted,
    /** Cells that the last change made something else. */
    followed: isOwn ? toldFollowed : [],
    canUndoPaste,
    add: (row: Row) => {
      keys.current = [...keys.current, next()];
      onChange([...rows, row]);
    },
    write: (index: number, name: string, value: unknown) => {
      if (pasted) fill(keys.current[index], name);
      const before = rows[index] ?? {};
      const { row, followed } = follow(columns, { before, after: { ...before, [name]: value }, index }, new Set([name]));
      onChange(withRow(rows, index, row), followed);
    },
    move: (from: number, to: number) => {
      keys.current = moved(keys.current, from, to);
      onChange(moved(rows, from, to));
    },
    remove: (index: number) => {
      const row = rows[index];
      const key = keys.current[index];
      if (row === undefined || key === undefined) return;
      setPasted((told) => told && { ...told, left: told.left.filter((cell) => cell.key !== key) });
      keys.current = without(keys.current, index);
      onChange(without(rows, index));
      setRemoved({ row, key, index });
    },
    undo: () => {
      if (!removed) return;
      keys.current = inserted(keys.current, removed.index, removed.key);
      onChange(inserted(rows, removed.index, removed.row));
      setRemoved(undefined);
    },
    paste: ({ rows: after, taken, cut, left, followed }: PastedBlock) => {
      keys.current = keysFor(keys.current, after.length, next);
      setRemoved(undefined);
      setFollowed(followed);
      written.current = rows;
      setPasted({ taken, cut, before: rows, after, left: left.map((cell) => ({ ...cell, key: keys.current[cell.row] })) });
      if (taken === 0) return;
      written.current = after;
      give(after);
    },
    undoPaste: () => {
      if (!pasted || !canUndoPaste) return;
      setPasted(undefined);
      onChange(pasted.before);
    },
    dismissPaste: () => setPasted(undefined),
    forget: () => setRemoved(undefined),
  };
}
