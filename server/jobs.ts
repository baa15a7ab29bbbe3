import { setMaxListeners } from 'node:events';

/** Work the server does by itself, again and again. Every server process does it: the work must stand several at once. */
export interface Job {
  name: string;
  /** Pause between the end of one run and the start of the next. */
  everySeconds: number;
  /** Once `stopped` aborts, it ends as soon as it can. */
  run(stopped?: AbortSignal): Promise<unknown>;
}

export interface JobListener {
  onFailure(job: string, error: unknown): void;
  /** A run is over, well or not. */
  onEnd?(job: string, milliseconds: number, failed: boolean): void;
}

/** Starts the jobs. A run that fails is told and tried again at the next turn. `stop` waits for what is running, which hears of it. */
export function startJobs(jobs: readonly Job[], listener: JobListener): { stop(): Promise<void> } {
  const stopped = new AbortController();
  // Each of them waits for it.
  setMaxListeners(jobs.length + 1, stopped.signal);
  const loops = jobs.map((job) => loop(job, stopped.signal, listener));
  return {
    async stop() {
      stopped.abort();
      await Promise.all(loops);
    },
  };
}

async function loop({ name, everySeconds, run }: Job, stopped: AbortSignal, { onFailure, onEnd }: JobListener): Promise<void> {
  while (!stopped.aborted) {
    const began = performance.now();
    let failed = false;
    try {
      await run(stopped);
    } catch (error) {
      failed = true;
      onFailure(name, error);
    }
    onEnd?.(name, performance.now() - began, failed);
    await pause(everySeconds * 1000, stopped);
  }
}

function pause(milliseconds: number, stopped: AbortSignal): Promise<void> {
  if (stopped.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      stopped.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, milliseconds);
    stopped.addEventListener('abort', done);
  });
}
