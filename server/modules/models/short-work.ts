import { ApiError } from '../../errors.ts';
import type { Job, Results } from './work/jobs.ts';
import { Ended, inThread } from './work/thread.ts';

/** Work of this server somebody waits for: at the same time, and that waits for it. */
const atOnce = 2;
const mostWaiting = 20;
/** Milliseconds a thread may take. */
const patience = 20_000;

let running = 0;
const waiting: (() => void)[] = [];

/** Does what takes a thread for a moment, a little of it at the same time. @throws ApiError DATA_BUSY where too many wait, and what the work throws */
export async function whileSomebodyWaits<Found>(work: () => Promise<Found>): Promise<Found> {
  if (running < atOnce) running += 1;
  else if (waiting.length >= mostWaiting) throw new ApiError('DATA_BUSY');
  else await new Promise<void>((go) => waiting.push(go));
  try {
    return await work();
  } finally {
    // Whoever waits takes over the place.
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }
}

/** What a thread says to a job. @throws ApiError DATA_TIMEOUT */
export async function answerIn<One extends Job>(job: One): Promise<Results[One['kind']]> {
  try {
    return await inThread(job, { most: patience });
  } catch (error) {
    if (error instanceof Ended) throw new ApiError('DATA_TIMEOUT', { cause: error });
    throw error;
  }
}
