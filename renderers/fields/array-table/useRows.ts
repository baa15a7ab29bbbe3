import { useRef, useState } from 'react';
import { inserted, keysFor, moved, type Removed, type Row, withCell, without } from './rows.ts';

/** Editing of the list: every change reports the whole new list, rows keep their keys. */
export function useRows(rows: Row[], onChange: (rows: Row[]) => void) {
  const counter = useRef(0);
  const keys = useRef<number[]>([]);
  const [removed, setRemoved] = useState<Removed>();
  const next = () => {
    counter.current += 1;
    return counter.current;
  };
  if (keys.current.length !== rows.length) keys.current = keysFor(keys.current, rows.length, next);

  return {
    keys: keys.current,
    removed,
    add: (row: Row) => {
      keys.current = [...keys.current, next()];
      onChange([...rows, row]);
    },
    write: (index: number, name: string, value: unknown) => onChange(withCell(rows, index, name, value)),
    move: (from: number, to: number) => {
      keys.current = moved(keys.current, from, to);
      onChange(moved(rows, from, to));
    },
    remove: (index: number) => {
      const row = rows[index];
      const key = keys.current[index];
      if (row === undefined || key === undefined) return;
      setRemoved({ row, key, index });
      keys.current = without(keys.current, index);
      onChange(without(rows, index));
    },
    undo: () => {
      if (!removed) return;
      keys.current = inserted(keys.current, removed.index, removed.key);
      onChange(inserted(rows, removed.index, removed.row));
      setRemoved(undefined);
    },
    forget: () => setRemoved(undefined),
  };
}
