import { useLayoutEffect, useMemo, useRef, useState } from 'react';
import { fieldsWithin } from '../../../src/core/index.ts';
import type { PlanField } from '../../../src/core/types.ts';
import { browserStorage } from '../../../src/engine/index.ts';
import { useMedia } from '../../shared/useMedia.ts';
import { activeFilters, type Row } from './model.ts';
import { FOLDED } from './useShared.ts';

/** As many as stand above the rows of a narrow window without a question. */
const UNFOLDED = 2;
/** Columns of the grid fields stand in. */
const GRID = 24;

interface Folding {
  fields: readonly PlanField[];
  /** Columns of the grid a filter takes that says nothing else. */
  span: number;
  /** What stands in the fields, searched for or not. */
  values: Row;
  /** Of the table in its documents; what people chose is kept in this browser by it. */
  place: string;
}

/** Which filters stand there always: the first row, in a narrow window the first of many; and whether the others do. */
export function useFold({ fields, span, values, place }: Folding) {
  const isNarrow = useMedia(FOLDED);
  const count = isNarrow ? (fields.length > UNFOLDED ? 1 : fields.length) : lengthOfRow(fields, span);
  const [shown, folded] = useMemo(() => [fields.slice(0, count), fields.slice(count)], [fields, count]);
  const active = activeFilters(values);
  const used = fieldsWithin(folded).filter(({ name }) => name in active).length;
  const key = `targus.filters.${place}`;
  const [isOpen, setOpen] = useState(() => used > 0 || browserStorage.local.getItem(key) === 'open');
  const latest = useRef(used);
  latest.current = used;
  // Where a window that gets narrow folds more of them, none with a value goes out of sight.
  const before = useRef(count);
  useLayoutEffect(() => {
    if (count < before.current && latest.current > 0) setOpen(true);
    before.current = count;
  }, [count]);
  return {
    ...{ shown, folded, used, isOpen },
    open: () => setOpen(true),
    /** As people want it, the next time as well. */
    choose: (next: boolean) => {
      setOpen(next);
      if (next) browserStorage.local.setItem(key, 'open');
      else browserStorage.local.removeItem(key);
    },
  };
}

/** How many fields the first row holds, at least one. `usual`: columns of the grid a field takes that says nothing else. */
function lengthOfRow(fields: readonly PlanField[], usual: number): number {
  let left = GRID;
  const after = fields.findIndex(({ span = usual }) => {
    left -= span;
    return left < 0;
  });
  return after < 0 ? fields.length : Math.max(after, 1);
}
