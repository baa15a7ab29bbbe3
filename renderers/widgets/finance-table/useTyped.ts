import { useRef, useState } from 'react';
import type { FigureStore } from '../../../src/core/statement/index.ts';
import type { CellPlace } from './cells.ts';
import { useOf } from './useFigures.ts';

export interface TypedCell {
  /** What stands in the input. */
  text: string;
  value: string | null;
  wrong: { text: string } | undefined;
  /** The period ends before it starts. */
  isReversed: boolean;
  /** Takes what stands in the input now. */
  type: (text: string) => void;
  /** Shows it without taking it yet. */
  hold: (text: string) => void;
  /** Shows again what the store has, such as after a step back. */
  drop: () => void;
  /** The focus goes: what stands there is taken, and from here on the value is shown as it reads best. */
  leave: () => void;
}

/** One cell: shown by `format`, but as it is typed while somebody may type. */
export function useTyped(
  { store, readOnly }: { store: FigureStore; readOnly: boolean },
  { field, period }: CellPlace,
  format: (value: string) => string,
): TypedCell {
  const [typed, setTyped] = useState<Typing>();
  // As it is by now: what takes the focus away, such as a pasted block, does so before the cell is drawn anew.
  const latest = useRef<Typing>();
  const set = (next: Typing | undefined): void => {
    latest.current = next;
    setTyped(next);
  };
  const value = useOf(store, () => store.value(field, period));
  // Where nothing can be corrected the value stands that counts.
  const wrong = useOf(store, () => (readOnly ? undefined : store.wrong(field, period)));
  const isReversed = useOf(store, () => store.model.isPeriod(field) && store.isReversed);
  const shown = wrong?.text ?? (value === null ? '' : format(value));
  // Somebody else's value has taken the place of what was typed.
  const own = typed?.value === value && !readOnly ? typed : undefined;
  return {
    text: own?.text ?? shown,
    value,
    wrong,
    isReversed,
    type: (text) => {
      store.type([{ field, period, text }]);
      set({ text, value: store.value(field, period) });
    },
    hold: (text) => set({ text, value }),
    drop: () => set(undefined),
    leave: () => {
      const left = latest.current;
      if (left && left.value === store.value(field, period) && !readOnly) store.type([{ field, period, text: left.text }]);
      store.seal();
      set(undefined);
    },
  };
}

/** What stands in an input while somebody types, with the value the cell had then. */
interface Typing {
  text: string;
  value: string | null;
}
