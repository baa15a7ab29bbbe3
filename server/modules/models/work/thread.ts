import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import type { Job, Results } from './jobs.ts';

/** Megabytes of a thread for texts and objects; numbers stand beside them. */
const memory = { maxOldGenerationSizeMb: 1_024, maxYoungGenerationSizeMb: 64 };

/** A thread that was ended: somebody stopped the run, or it took too long. */
export class Ended extends Error {}

/** What a thread says: how many rows it is through, or what came of its job. */
export type Told<Kind extends keyof Results> = { rows: number } | { done: Results[Kind] };

/**
 * Does a job in a thread of its own. It is ended at once where the signal says so, or after the milliseconds given. Built, the thread is learn.js beside main.js;
 * from sources it brings its loader. @throws Ended, and what the job throws
 */
export async function inThread<One extends Job>(
  job: One,
  { signal, most, onRows }: { signal?: AbortSignal; most?: number; onRows?: (rows: number) => void },
): Promise<Results[One['kind']]> {
  if (signal?.aborted) throw new Ended('Stopped');
  const own = fileURLToPath(import.meta.url);
  const isBuilt = basename(own) === 'main.js';
  const worker = new Worker(join(dirname(own), isBuilt ? 'learn.js' : 'from-source.mjs'), { workerData: job, resourceLimits: memory });
  let end: () => void = () => undefined;
  let late: NodeJS.Timeout | undefined;
  try {
    return await new Promise((resolve, reject) => {
      worker.on('message', (told: Told<One['kind']>) => {
        if ('done' in told) resolve(told.done);
        else onRows?.(told.rows);
      });
      worker.on('error', reject);
      worker.on('exit', (code) => reject(new Error(`The thread ended by itself with ${code}`)));
      end = () => reject(new Ended('Stopped'));
      signal?.addEventListener('abort', end, { once: true });
      if (most !== undefined) late = setTimeout(() => reject(new Ended('Too late')), most);
    });
  } finally {
    clearTimeout(late);
    signal?.removeEventListener('abort', end);
    await worker.terminate();
  }
}
