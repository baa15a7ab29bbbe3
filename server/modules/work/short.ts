import { ApiError } from '../../errors.ts';
import { Gate, type Passing } from '../../gate.ts';
import type { Job, Results } from './jobs.ts';
import { workThreads } from './threads.ts';

/** Work of this server somebody waits for. */
const gate = new Gate({ places: 2, queue: 20, each: 10, refuse: () => new ApiError('DATA_BUSY') });
const threads = workThreads({ patience: 20_000, rest: 30_000, mostGrowth: 1_536 });

/**
 * Does what takes a thread or a process for a moment: two at a time, and callers take turns.
 * @throws ApiError DATA_BUSY where too many wait, DATA_TIMEOUT where nobody waits any more, and what the work throws
 */
export async function whileSomebodyWaits<Found>(asker: Passing, work: () => Promise<Found>): Promise<Found> {
  try {
    return await gate.pass(work, asker);
  } catch (error) {
    if (asker.signal?.aborted) throw new ApiError('DATA_TIMEOUT', { cause: error });
    throw error;
  }
}

/** A job that needs more memory than it may have: who knows what it was about says so, everybody else is told that it takes too much. */
export class TooLarge extends ApiError {
  constructor() {
    super('DATA_TIMEOUT');
  }
}

/** What a thread says to a job. To be asked `whileSomebodyWaits`. @throws ApiError DATA_TIMEOUT; TooLarge; what the job throws */
export async function answerIn<One extends Job>(job: One, { signal }: Passing): Promise<Results[One['kind']]> {
  const outcome = await threads.do(job, { signal });
  if ('done' in outcome) return outcome.done;
  if (outcome.failed === 'memory') throw new TooLarge();
  if (outcome.failed === 'ended') throw outcome.cause ?? new ApiError('DATA_TIMEOUT');
  throw new ApiError('DATA_TIMEOUT');
}

/** The same when it is the turn of whoever asks. */
export function answerSoon<One extends Job>(asker: Passing, job: One): Promise<Results[One['kind']]> {
  return whileSomebodyWaits(asker, () => answerIn(job, asker));
}
