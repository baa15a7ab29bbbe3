import { randomUUID } from 'node:crypto';
import { type Place, perform } from './performing.ts';
import { claimRun, endLostRuns, onQueued } from './queue.ts';

/** Runs a server does at the same time, and milliseconds between looks at the queue. */
const atOnce = 2;
const pause = 1_000;

export interface Runner {
  /** Kills what runs and gives it back, so that another server, or the next start, does it. */
  stop(): Promise<void>;
}

/** Does runs as they are queued (DATA-10, DATA-11), until it is stopped. Every server may have one. */
export function startRunner(place: Place): Runner {
  const worker = randomUUID();
  const active = new Set<Promise<void>>();
  const ending = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let looking: Promise<void> | undefined;
  let again = false;

  const look = async () => {
    await endLostRuns(place.db);
    while (!ending.signal.aborted && active.size < atOnce) {
      const run = await claimRun(place.db, worker);
      if (!run) return;
      const doing = perform(place, worker, run, ending.signal)
        .catch((error: unknown) => place.log(`run ${run.id}`, error))
        .finally(() => {
          active.delete(doing);
          turn();
        });
      active.add(doing);
    }
  };
  const turn = () => {
    if (ending.signal.aborted) return;
    clearTimeout(timer);
    if (looking) {
      again = true;
      return;
    }
    looking = look()
      .catch((error: unknown) => place.log('queue of runs', error))
      .finally(() => {
        looking = undefined;
        if (ending.signal.aborted) return;
        if (again) {
          again = false;
          turn();
        } else timer = setTimeout(turn, pause).unref();
      });
  };
  onQueued(turn);
  turn();
  return {
    async stop() {
      ending.abort();
      clearTimeout(timer);
      onQueued(() => undefined);
      await looking;
      await Promise.all(active);
    },
  };
}
