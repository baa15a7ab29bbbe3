import { parentPort } from 'node:worker_threads';

/** What a thread says of its job: how far it is, what came of it, or what it threw. */
export type Said<Answer> = { count: number } | { done: Answer } | { broke: Error };

/** Milliseconds between two words about how far it is. */
const beat = 250;

/** Makes a thread of this program: it does the jobs it is given, one after the other, until it is ended from outside. */
export function answerJobs<Job, Answer>(perform: (job: Job, tell: (count: number) => void) => Answer | Promise<Answer>): void {
  const say = (said: Said<Answer>) => parentPort?.postMessage(said);
  parentPort?.on('message', async (job: Job) => {
    let last = performance.now();
    try {
      const done = await perform(job, (count) => {
        const now = performance.now();
        if (now - last < beat) return;
        last = now;
        say({ count });
      });
      say({ done });
    } catch (error) {
      say({ broke: error instanceof Error ? error : new Error(String(error)) });
    }
  });
}
