import { ThreadPool } from '../../../threads/pool.ts';
import type { Recognised } from '../tables.ts';

/** Reads the codes and the text of ticket files: two at a time, 20 seconds and 384 MB of objects each. A page of a link sends two at once. */
export const ticketThreads = new ThreadPool<{ content: Uint8Array; type: string }, Recognised>(
  { built: 'recognise.js', source: 'modules/evidence/recognition/from-source.mjs' },
  {
    ...{ atOnce: 2, mostWaiting: 20, each: 6 },
    patience: 20_000,
    rest: 60_000,
    memory: { maxOldGenerationSizeMb: 384, maxYoungGenerationSizeMb: 64 },
    mostGrowth: 1_536,
  },
);
