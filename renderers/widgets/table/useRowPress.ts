import { createContext, useCallback, useContext } from 'react';
import type { ActionOutcome } from '../../../src/core/types.ts';
import { usePress } from '../../shared/controls/usePress.ts';

/** Loads the rows of the table around again; the same function as long as the table lives. */
export const RefreshRows = createContext<() => void>(() => undefined);

/** What a row is about is gone, or no longer as the row shows it. */
const OUTDATED: readonly unknown[] = [404, 409];

/** Runs actions of rows. One whose row turns out to be outdated brings the rows there are now. `own`: the table itself, which has none around. */
export function useRowPress(own?: () => void): ReturnType<typeof usePress> {
  const around = useContext(RefreshRows);
  const refresh = own ?? around;
  const onOutcome = useCallback(
    ({ error }: ActionOutcome) => {
      if (OUTDATED.includes(error?.status)) refresh();
    },
    [refresh],
  );
  return usePress(onOutcome);
}
