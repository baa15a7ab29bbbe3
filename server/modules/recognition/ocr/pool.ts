import { availableParallelism } from 'node:os';
import type { Passing } from '../../../gate.ts';
import { ThreadPool } from '../../../threads/pool.ts';
import { type PagesRead, readPageByPage } from './page-by-page.ts';
import type { PageJob, PageRead } from './read-pages.ts';

/**
 * Threads that read print, each with its models: some 500 MB. Two at a time, and one where there are no more than two processors: reading takes a
 * whole one. A page takes 4 seconds of it, and more where others need it.
 */
const threads = new ThreadPool<PageJob, PageRead>(
  { built: 'ocr.js', source: 'modules/recognition/ocr/from-source.mjs' },
  {
    ...{ atOnce: availableParallelism() > 2 ? 2 : 1, mostWaiting: 20, each: 6 },
    patience: 60_000,
    // Loading the models takes two seconds: two minutes spare them to whoever uploads one file after the other.
    rest: 120_000,
    memory: { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 64 },
    mostGrowth: 1_536,
  },
);

/** What is printed in a picture or on the first scanned pages of a PDF. */
export async function readPages(job: Omit<PageJob, 'from'> & { mostPages: number }, asker: Passing): Promise<PagesRead> {
  return await readPageByPage(threads, job, asker);
}
