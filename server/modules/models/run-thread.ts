import { EngineError } from '../../data-engine/index.ts';
import { type RunContext, RunFailure } from '../data-runs/kinds.ts';
import type { Job, Results } from './work/jobs.ts';
import { Ended, inThread } from './work/thread.ts';

const ofModels = { memory: 'aimodel.failure.memory', late: 'aimodel.failure.late' };

interface Learning {
  onRows?: (rows: number) => void;
  /** Texts of its failures. */
  failures?: { memory: string; late: string };
}

/** Does a job of a run in a thread, which ends when the run is stopped. @throws RunFailure where its memory or its time is not enough */
export async function learnIn<One extends Job>(
  context: RunContext,
  job: One,
  most: number,
  { onRows, failures = ofModels }: Learning = {},
): Promise<Results[One['kind']]> {
  try {
    return await inThread(job, { signal: context.signal, most, ...(onRows && { onRows }) });
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY') throw new RunFailure(failures.memory);
    // As a session of the engine that is stopped: the run was stopped, or the server ends.
    if (error instanceof Ended && context.signal.aborted) throw new EngineError('stopped', 'Stopped');
    if (error instanceof Ended) throw new RunFailure(failures.late);
    throw error;
  }
}
