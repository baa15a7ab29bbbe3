import { useCallback, useLayoutEffect, useMemo, useRef, useSyncExternalStore } from 'react';
import { type Figure, FigureStore, type Statement, StatementModel } from '../../../src/core/statement/index.ts';

/**
 * The store of a statement; undefined until its figures are there. Figures given again are what is saved elsewhere: while somebody may
 * type, they are left to whoever keeps the draft.
 */
export function useFigures(statement: Statement<string>, figures: unknown, readOnly: boolean): FigureStore | undefined {
  const store = useMemo(() => new FigureStore(new StatementModel(statement)), [statement]);
  const filled = useRef<FigureStore | undefined>(undefined);
  const isThere = Array.isArray(figures);
  if (isThere && filled.current !== store) {
    filled.current = store;
    store.applyRemote(figuresOf(figures));
  }
  useLayoutEffect(() => {
    if (!isThere || !readOnly) return;
    store.dropWrong();
    store.applyRemote(figuresOf(figures));
  }, [store, figures, isThere, readOnly]);
  return isThere ? store : undefined;
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
