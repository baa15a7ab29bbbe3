import { useCallback, useLayoutEffect, useMemo, useRef, useSyncExternalStore } from 'react';
import { type Figure, FigureStore, type Statement, StatementModel } from '../../../src/core/statement/index.ts';
import { sameValue } from '../../../src/engine/index.ts';
import type { PartProps } from './FinanceTable.tsx';

/**
 * The store of a statement; undefined until its figures are there. Figures given again are what is saved elsewhere: while somebody may
 * type, they are left to whoever keeps the draft, and those of before are older than what stands there. In another language everything
 * stays as it is.
 */
export function useFigures(
  { statement, figures }: { statement: Statement<string>; figures?: unknown },
  { readOnly, isFrozen }: Pick<PartProps, 'readOnly' | 'isFrozen'>,
): FigureStore | undefined {
  const last = useRef<Held | undefined>(undefined);
  const held = useMemo((): Held => {
    const model = new StatementModel(statement);
    const before = last.current;
    if (before && sameValue(before.store.model.cells, model.cells)) return { ...before, store: before.store.reworded(model) };
    return { store: new FigureStore(model), given: undefined };
  }, [statement]);
  last.current = held;
  const { store } = held;
  const isThere = Array.isArray(figures);
  if (isThere && !held.given) {
    held.given = figures;
    store.applyRemote(figuresOf(figures));
  }
  useLayoutEffect(() => store.freeze(isFrozen, readOnly), [store, isFrozen, readOnly]);
  useLayoutEffect(() => {
    if (!isThere || held.given === figures) return;
    held.given = figures;
    if (readOnly) store.applyRemote(figuresOf(figures));
  }, [held, store, figures, isThere, readOnly]);
  return isThere ? store : undefined;
}

interface Held {
  store: FigureStore;
  /** The figures that were given last. */
  given: unknown;
}

/** Records as figures; what is none is left out. */
export function figuresOf(records: unknown): Figure[] {
  if (!Array.isArray(records)) return [];
  return (records as unknown[]).flatMap((record): Figure[] => {
    if (typeof record !== 'object' || record === null) return [];
    const { field, period, value } = record as Record<string, unknown>;
    if (typeof field !== 'string' || (period !== 'start' && period !== 'end')) return [];
    return [{ field, period, value: value === null || value === undefined ? null : String(value) }];
  });
}

/** Re-renders when what is read of the store changes; `read` gives something comparable by identity. */
export function useOf<Value>(store: FigureStore, read: () => Value): Value {
  const subscribe = useCallback((changed: () => void) => store.subscribe(changed), [store]);
  return useSyncExternalStore(subscribe, read);
}
