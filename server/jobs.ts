import type { Database } from './database/connection.ts';
import type { Settings } from './settings.ts';

/** Work the server does by itself, again and again. */
export interface Job {
  name: string;
  /** Seconds from the end of one run to the next. */
  seconds: number;
  /** Several servers run it at once: it must see to it that nothing happens twice. */
  run(db: Database, settings: Settings): Promise<unknown>;
}

/**
 * Runs each job at once and then every so often, never twice at a time. A run that fails is reported and tried again at its next time.
 * `stop` ends the waiting and resolves when no job runs any more.
 */
export function startJobs(
  jobs: readonly Job[],
  { db, settings, onError }: { db: Database; settings: Settings; onError: (job: string, error: unknown) => void },
): { stop(): Promise<void> } {
  let isStopped = false;
  const timers = new Map<string, NodeJS.Timeout>();
  const running = new Map<string, Promise<void>>();
  const run = async (job: Job): Promise<void> => {
    try {
      await job.run(db, settings);
    } catch (error) {
      if (!isStopped) onError(job.name, error);
    }
    running.delete(job.name);
    if (isStopped) return;
    const timer = setTimeout(() => start(job), job.seconds * 1000);
    timer.unref();
    timers.set(job.name, timer);
  };
  const start = (job: Job): void => {
    running.set(job.name, run(job));
  };
  for (const job of jobs) start(job);
  return {
    async stop() {
      isStopped = true;
      for (const timer of timers.values()) clearTimeout(timer);
      await Promise.all(running.values());
    },
  };
}
