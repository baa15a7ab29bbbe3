import { useCallback, useEffect, useMemo, useRef } from 'react';
import useSWR, { unstable_serialize, useSWRConfig } from 'swr';
import { useEngine } from './context.ts';
import { isOutage, isUnreadable } from './outage.ts';
import { plain } from './scope.ts';
import { useSharedPoll } from './shared-poll.ts';
import { useLanguage } from './texts.ts';
import type { CallFailure, Client } from './types.ts';
import { useVisible } from './visible.tsx';

export interface UseCallOptions {
  /** Seconds between two calls while the place is shown and the window visible. */
  poll?: number;
  /** Given the last answer: whether there is more to come, so that it is asked again. Default always. */
  pollWhile?: (answer: unknown) => boolean;
  /** One window of the browser polls for all of the same user. */
  shared?: boolean;
  /** Keep the last answer while parameters change. Default true. */
  keepPrevious?: boolean;
  /** Skip the loading overlay. */
  quiet?: boolean;
}
export interface CallState<Data = unknown> {
  data: Data | undefined;
  error: CallFailure | undefined;
  /** True while there is no answer yet. */
  loading: boolean;
  /** True while any request for it runs. */
  validating: boolean;
  /** True when `data` answers the parameters of before: those of now have no answer yet, or got a failure. */
  outdated: boolean;
  /** True when `data` could not be read anew since, as the server was out of reach. */
  stale: boolean;
  /** When `data` was answered, in milliseconds since 1970. */
  readAt: number | undefined;
  refresh: () => Promise<unknown>;
  /** Asks again where something may have changed since it was asked for: for a reader that comes after others in the same place. */
  renew: () => void;
}

/** `language`: of calls whose answer is worded in it. */
type CallKey = readonly [call: string, parameters: Record<string, unknown> | undefined, body: unknown, language?: string];

interface Flight {
  controller: AbortController;
  settled: boolean;
}

/** How long an unused request may live: React's strict mode and fast tab changes come back within it. */
const ABORT_DELAY = 60;

/** Requests under way and the places that wait for them, so that a request nobody waits for is aborted. */
class Flights {
  private readonly users = new Map<string, number>();
  private readonly shown = new Map<string, number>();
  private readonly flights = new Map<string, Flight>();
  /** How many calls that may change something have ended, and how many had when each answer was asked for. */
  changed = 0;
  private readonly asked = new Map<string, number>();

  /** When each was answered last. */
  readonly readAt = new Map<string, number>();

  /** Whether something may have changed since this was asked for. */
  isOld(key: string): boolean {
    return (this.asked.get(key) ?? this.changed) < this.changed;
  }

  start(key: string): Flight {
    this.asked.set(key, this.changed);
    const flight: Flight = { controller: new AbortController(), settled: false };
    this.flights.set(key, flight);
    return flight;
  }

  finish(key: string, flight: Flight): void {
    flight.settled = true;
    if (this.flights.get(key) === flight) this.flights.delete(key);
  }

  use(key: string): () => void {
    return counted(this.users, key, () => {
      setTimeout(() => {
        if (!this.users.has(key)) this.flights.get(key)?.controller.abort();
      }, ABORT_DELAY);
    });
  }

  show(key: string): () => void {
    return counted(this.shown, key);
  }

  /** Whether a place that is shown waits for it. */
  isShown(key: string): boolean {
    return this.shown.has(key);
  }
}

/** One more of a key. Gives what takes it back; `gone` is told of the last. */
function counted(counts: Map<string, number>, key: string, gone?: () => void): () => void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
  return () => {
    const left = (counts.get(key) ?? 1) - 1;
    if (left > 0) counts.set(key, left);
    else {
      counts.delete(key);
      gone?.();
    }
  };
}

const flightsOf = new WeakMap<Client, Flights>();
function flights(client: Client): Flights {
  let found = flightsOf.get(client);
  if (!found) {
    found = new Flights();
    flightsOf.set(client, found);
  }
  return found;
}

/** A call people started has ended: what was asked for before is not new any more for whoever asks next. */
export function noteChange(client: Client): void {
  flights(client).changed += 1;
}

function isAborted(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'code' in error && error.code === 'ABORTED';
}

/**
 * Reads a call: equal calls are one request, `refresh` repeats it, `poll` repeats it while shown, a request nobody waits for is aborted.
 * `call` undefined (or false) holds it back. Parameters that are undefined are left out. What is worded in the language of the window is asked
 * for again in another one; until that answer comes the one before stays.
 */
export function useCall<Data = unknown>(
  call: string | undefined | false,
  args: { with?: Record<string, unknown>; body?: unknown } = {},
  options: UseCallOptions = {},
): CallState<Data> {
  const { client } = useEngine();
  const visible = useVisible();
  const latest = useRef<unknown>(undefined);
  const language = useLanguage();
  const question: CallKey | null = call ? [call, plain(args.with) as Record<string, unknown> | undefined, plain(args.body)] : null;
  const key: CallKey | null = question && client.isLocalized(question[0]) ? [question[0], question[1], question[2], language] : question;
  const serialized = unstable_serialize(key);
  // What was asked, in whatever language, and what of it has been answered.
  const asked = unstable_serialize(question);
  const answered = useRef<string | undefined>(undefined);

  const { seat, leads } = useSharedPoll(options.shared && call ? call : undefined, serialized, visible);
  const quiet = options.quiet;
  const fetcher = useCallback(
    async ([id, parameters, body]: CallKey) => {
      const known = seat && latest.current === undefined ? await seat.known() : undefined;
      if (known) {
        flights(client).readAt.set(serialized, Date.now());
        return known.data;
      }
      const flight = flights(client).start(serialized);
      try {
        const given = await client.call(id, {
          with: parameters,
          body,
          signal: flight.controller.signal,
          // A repeated request refreshes what is shown already: it must not cover the screen.
          quiet: quiet || latest.current !== undefined,
        });
        // An answer without data is one: back ends may leave out what is null.
        const answer = given ?? null;
        flights(client).readAt.set(serialized, Date.now());
        seat?.tell(answer);
        return answer;
      } finally {
        flights(client).finish(serialized, flight);
      }
    },
    [client, serialized, quiet, seat],
  );

  const { cache } = useSWRConfig();
  const known: unknown = cache.get(serialized)?.data;
  const polls = options.poll && visible && leads && (known === undefined || options.pollWhile === undefined || options.pollWhile(known));
  const state = useSWR<unknown, CallFailure, CallKey | null>(key, fetcher, {
    keepPreviousData: (options.keepPrevious ?? true) || answered.current === asked,
    refreshInterval: polls ? (options.poll ?? 0) * 1000 : 0,
    // A poll must not count as a repetition of the one before.
    dedupingInterval: options.poll ? Math.min(2000, options.poll * 500) : 2000,
    revalidateOnFocus: false,
    revalidateOnReconnect: leads,
    shouldRetryOnError: false,
    // SWR lets the first of all places that ask the same ask for all of them: one that is hidden asks for those that are shown.
    isPaused: () => !visible && !flights(client).isShown(serialized),
  });
  latest.current = state.data;
  const isAnswered = known !== undefined;
  const outdated = state.data !== undefined && !isAnswered;
  useEffect(() => {
    if (isAnswered) answered.current = asked;
  }, [isAnswered, asked]);

  useEffect(() => (serialized ? flights(client).use(serialized) : undefined), [client, serialized]);
  useEffect(() => (serialized && visible ? flights(client).show(serialized) : undefined), [client, serialized, visible]);

  const { mutate } = state;
  useEffect(
    () =>
      seat?.onAnswer((answer) => {
        flights(client).readAt.set(serialized, Date.now());
        void mutate(answer, { revalidate: false });
      }),
    [seat, mutate, client, serialized],
  );
  // SWR asks no more after a failure. What is polled goes on at its pace, so that a screen nobody touches comes back with its server.
  const isOut = isOutage(state.error);
  const mayPass = isOut || isUnreadable(state.error);
  useEffect(() => {
    if (!polls || !mayPass) return;
    const again = () => {
      if (document.visibilityState !== 'hidden') void mutate().catch(() => undefined);
    };
    const timer = setInterval(again, (options.poll ?? 0) * 1000);
    return () => clearInterval(timer);
  }, [polls, mayPass, options.poll, mutate]);
  // Whoever takes over asks at once when the answer is older than it may be.
  const poll = options.poll ?? 0;
  useEffect(() => {
    if (seat && leads && Number.isFinite(seat.age) && seat.age >= poll * 1000) void mutate().catch(() => undefined);
  }, [seat, leads, poll, mutate]);

  const aborted = isAborted(state.error);
  useEffect(() => {
    if (aborted) void mutate().catch(() => undefined);
  }, [aborted, mutate]);

  // A place that was hidden when its call was due makes it when it is shown.
  const slept = useRef(false);
  const isDue = state.data === undefined || (slept.current && !isAnswered);
  const missed = visible && key !== null && isDue && !state.error && !state.isValidating;
  useEffect(() => {
    if (!visible) slept.current = true;
    else if (isAnswered) slept.current = false;
  }, [visible, isAnswered]);
  useEffect(() => {
    if (missed) void mutate().catch(() => undefined);
  }, [missed, mutate]);

  // An answer from before a change is not what a place that comes after it may rest on, however new it is.
  const renew = useCallback(() => {
    if (visible && serialized && flights(client).isOld(serialized)) void mutate().catch(() => undefined);
  }, [client, serialized, visible, mutate]);
  useEffect(renew, [renew]);

  const refresh = useCallback(() => mutate().catch(() => undefined), [mutate]);
  const error = aborted ? undefined : state.error;
  const readAt = useRef<number | undefined>(undefined);
  if (isAnswered) readAt.current = flights(client).readAt.get(serialized);
  const shownAt = state.data === undefined ? undefined : readAt.current;
  const stale = isOut && isAnswered;
  const loading = key !== null && state.data === undefined && !error;
  return useMemo(
    () => ({
      ...{ data: state.data as Data | undefined, error, loading, validating: state.isValidating, outdated },
      ...{ stale, readAt: shownAt, refresh, renew },
    }),
    [state.data, error, loading, state.isValidating, outdated, stale, shownAt, refresh, renew],
  );
}
