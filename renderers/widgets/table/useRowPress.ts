import { createContext, useCallback, useContext } from 'react';
import type { ActionOutcome } from '../../../src/core/types.ts';
import { usePress } from '../../shared/controls/usePress.ts';

/** Loads the rows of the table around again; the same function as long as the table lives. */
export const RefreshRows = createContext<() => void>(() => undefined);

/** Runs actions of rows. One that finds what it is about gone brings the rows there are now. `own`: the table itself, which has none around. */
export function useRowPress(own?: () => void): ReturnType<typeof usePress> {
  const around = useContext(RefreshRows);
  const refresh = own ?? around;
  const onOutcome = useCallback(
    ({ error }: ActionOutcome) => {
      if (error?.code === 'NOT_FOUND') refresh();
    },
    [refresh],
  );
  return usePress(onOutcome);
}
