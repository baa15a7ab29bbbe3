import { availableParallelism } from 'node:os';
import { ThreadPool } from '../../../thread-pool.ts';
import type { PagesJob, PagesRead } from './read-pages.ts';

/**
 * Threads that read print, each with its models: some 500 MB. Two at a time, and one where there are no more than two processors: reading takes a
 * whole one. A page takes 4 seconds of it, and more where others need it: two minutes for a file of a few pages are much.
 */
const threads = new ThreadPool<PagesJob, PagesRead>(
  { built: 'ocr.js', source: 'modules/recognition/ocr/from-source.mjs' },
  {
    atOnce: availableParallelism() > 2 ? 2 : 1,
    mostWaiting: 20,
    patience: 120_000,
    // Loading the models takes two seconds: two minutes spare them to whoever uploads one file after the other.
    rest: 120_000,
    memory: { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 64 },
    mostGrowth: 1_536,
  },
);

export type PagesProblem = 'unreadable' | 'tooLarge' | 'timeout' | 'busy' | 'stopped';

/** What is printed in a picture or on the scanned pages of a PDF. Whatever the file is, it resolves. */
export async function readPages(
  job: PagesJob,
  signal?: AbortSignal,
): Promise<Exclude<PagesRead, { problem: string }> | { problem: PagesProblem }> {
  const outcome = await threads.do(job, signal);
  if ('done' in outcome) return outcome.done;
  return { problem: outcome.failed === 'ended' ? 'unreadable' : outcome.failed };
}
