import { useLayoutEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { useEngine } from './context.ts';
import type { PollSeat } from './types.ts';

export interface SharedPoll {
  seat: PollSeat | undefined;
  /** Whether this window asks. Without a seat it always does. */
  leads: boolean;
}

/** A seat among the windows that poll this call together; none when `call` is undefined or the browser cannot share. */
export function useSharedPoll(call: string | undefined, key: string, visible: boolean): SharedPoll {
  const { polls } = useEngine();
  const [, setMoment] = useState(0);
  const seat = useMemo(() => (call === undefined || key === '' ? undefined : polls?.join(call, key)), [polls, call, key]);
  const isShown = useWindowShown() && visible;
  // Before the effects of the call itself, which asks the seat first.
  useLayoutEffect(() => {
    if (!seat) return;
    const stop = seat.onLead(() => setMoment((moment) => moment + 1));
    const leave = seat.enter();
    return () => {
      stop();
      leave();
    };
  }, [seat]);
  useLayoutEffect(() => {
    if (!seat) return;
    if (isShown) seat.compete();
    else seat.yield();
  }, [seat, isShown]);
  return { seat, leads: seat ? seat.leads : true };
}

function useWindowShown(): boolean {
  return useSyncExternalStore(subscribe, () => document.visibilityState !== 'hidden');
}

function subscribe(changed: () => void): () => void {
  document.addEventListener('visibilitychange', changed);
  return () => document.removeEventListener('visibilitychange', changed);
}
