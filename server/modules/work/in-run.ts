import { EngineError } from '../../data-engine/index.ts';
import { type RunContext, RunFailure } from '../data-runs/kinds.ts';
import type { Job, Results } from './jobs.ts';
import { workThreads } from './threads.ts';

/** As many as there are runs: their queue is that of data-runs. Each ends with its job, so that what it took is given back. */
const threads = workThreads({ rest: 0 });

/** Texts of its failures. */
interface Failures {
  memory: string;
  late: string;
}

const ofRuns: Failures = { memory: 'datarun.failure.memory', late: 'datarun.failure.late' };

interface Given {
  onRows?: (rows: number) => void;
  /** Default those of runs. */
  failures?: Failures;
}

/**
 * Does a job of a run in a thread, which ends when the run is stopped. @param most milliseconds it may take
 * @throws RunFailure where its memory or its time is not enough, and what the job throws
 */
export async function doInRun<One extends Job>(
  { signal }: RunContext,
  job: One,
  most: number,
  { onRows, failures = ofRuns }: Given = {},
): Promise<Results[One['kind']]> {
  const outcome = await threads.do(job, { signal, patience: most, onProgress: onRows });
  if ('done' in outcome) return outcome.done;
  // As a session of the engine that is stopped: the run was stopped, or the server ends.
  if (outcome.failed === 'stopped') throw new EngineError('stopped', 'Stopped');
  if (outcome.failed === 'memory') throw new RunFailure(failures.memory);
  if (outcome.failed === 'timeout') throw new RunFailure(failures.late);
  throw ('cause' in outcome && outcome.cause) || new Error(`The thread is ${outcome.failed}`);
}
