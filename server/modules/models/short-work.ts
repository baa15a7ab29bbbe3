import { ApiError } from '../../errors.ts';
import { Gate } from '../../gate.ts';
import type { Job, Results } from './work/jobs.ts';
import { Ended, inThread } from './work/thread.ts';

/** Work of this server somebody waits for. */
const gate = new Gate({ places: 2, queue: 20, refuse: () => new ApiError('DATA_BUSY') });
/** Milliseconds a thread may take. */
const patience = 20_000;

/** Does what takes a thread for a moment, a little of it at the same time. @throws ApiError DATA_BUSY where too many wait, and what the work throws */
export function whileSomebodyWaits<Found>(work: () => Promise<Found>): Promise<Found> {
  return gate.pass(work);
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
