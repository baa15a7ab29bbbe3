import { useMemo } from 'react';
import type { Language } from '../../../src/core/types.ts';
import type { TableOptions } from '../../../src/generated/options.ts';
import { type Row, type Sort, showsFigures, sorterOf } from './model.ts';

/** Sorts rows as the column that is sorted by shows them. */
export function useSorter(columns: TableOptions['columns'], sort: Sort | undefined, language: Language): (rows: readonly Row[]) => Row[] {
  const isFigure = showsFigures(columns, sort);
  return useMemo(() => sorterOf(sort, language, isFigure), [sort, language, isFigure]);
}
