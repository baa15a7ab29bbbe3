import { useState } from 'react';
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
  /** The focus goes: from here on the value is shown as it reads best. */
  leave: () => void;
}

/** One cell: shown by `format`, but as it is typed while somebody may type. */
export function useTyped(
  { store, readOnly }: { store: FigureStore; readOnly: boolean },
  { field, period }: CellPlace,
  format: (value: string) => string,
): TypedCell {
  const [typed, setTyped] = useState<string>();
  const value = useOf(store, () => store.value(field, period));
  const wrong = useOf(store, () => store.wrong(field, period));
  const isReversed = useOf(store, () => store.model.isPeriod(field) && store.isReversed);
  const shown = wrong?.text ?? (value === null ? '' : format(value));
  return {
    text: readOnly ? shown : (typed ?? shown),
    value,
    wrong,
    isReversed,
    type: (text) => {
      setTyped(text);
      store.type([{ field, period, text }]);
    },
    hold: setTyped,
    drop: () => setTyped(undefined),
    leave: () => {
      if (typed !== undefined) store.type([{ field, period, text: typed }]);
      store.seal();
      setTyped(undefined);
    },
  };
}
