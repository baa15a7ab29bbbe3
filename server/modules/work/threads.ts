import type { Outcome, ThreadBounds } from '../../threads/threads.ts';
import { Threads } from '../../threads/threads.ts';
import type { Job, Results } from './jobs.ts';

/** Megabytes of a thread for texts and objects; numbers stand beside them. */
const memory = { maxOldGenerationSizeMb: 1_024, maxYoungGenerationSizeMb: 64 };

/** Threads for what modules do besides answering (jobs.ts). Each answers the kind of job it is given. */
export function workThreads(bounds: Omit<ThreadBounds, 'memory'>) {
  const threads = new Threads<Job, Results[Job['kind']]>(
    { built: 'work.js', source: 'modules/work/from-source.mjs' },
    { ...bounds, memory },
  );
  return {
    async do<One extends Job>(job: One, doing?: Parameters<typeof threads.do>[1]): Promise<Outcome<Results[One['kind']]>> {
      return (await threads.do(job, doing)) as Outcome<Results[One['kind']]>;
    },
  };
}
