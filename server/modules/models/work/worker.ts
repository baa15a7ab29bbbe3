import { parentPort, workerData } from 'node:worker_threads';
import { type Job, perform } from './jobs.ts';
import type { Told } from './thread.ts';

// A thread of its own for one job: it takes as long as it takes, and is ended from outside.

/** Milliseconds between two words about how far it is. */
const beat = 250;

function tell(told: Told<Job['kind']>): void {
  parentPort?.postMessage(told);
}

let last = performance.now();
const done = await perform(workerData as Job, (rows) => {
  const now = performance.now();
  if (now - last < beat) return;
  last = now;
  tell({ rows });
});
tell({ done });
