import { useCallback, useRef } from 'react';
import type { PlanNode } from '../../../src/core/types.ts';
import { useRenewal } from '../../../src/engine/index.ts';
import type { TableState } from './useTable.ts';

/**
 * Runs what changes the order of the rows, then brings the rows of now: those of the table's call, or of the data sources the given rows come from. What the
 * change has loaded anew itself is not asked for twice.
 */
export function useRenewedRows(node: PlanNode, table: TableState): (change: () => Promise<boolean>) => Promise<boolean> {
  const sources = useRenewal(node.options.rows);
  const latest = useRef({ sources, table });
  latest.current = { sources, table };
  return useCallback(async (change) => {
    const renew = latest.current.sources();
    const before = latest.current.table.refreshes();
    const isDone = await change();
    const now = latest.current.table;
    if (isDone && now.hasRequest && now.refreshes() === before) await now.refresh();
    else if (isDone && !now.hasRequest) await renew();
    return isDone;
  }, []);
}
