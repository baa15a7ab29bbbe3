import { describe, expect, it } from 'vitest';
import { ThreadPool } from '../../../server/thread-pool.ts';

const poolOf = () =>
  new ThreadPool<string | number, string>(
    { built: 'none', source: '../tests/support/greedy-thread.mjs' },
    {
      atOnce: 1,
      mostWaiting: 1,
      patience: 60_000,
      rest: 1_000,
      memory: { maxOldGenerationSizeMb: 64 },
      mostGrowth: 200,
    },
  );

describe('threads for files', () => {
  it('[API-158] one that makes the process grow is ended long before its time is over, and the next job is done', async () => {
    const pool = poolOf();
    const start = performance.now();
    expect(await pool.do(600)).toEqual({ failed: 'ended' });
    expect(performance.now() - start).toBeLessThan(30_000);
    expect(await pool.do('next')).toEqual({ done: 'next' });
  });

  it('[API-158] who is stopped while it waits makes room for others at once', async () => {
    const pool = poolOf();
    const [first, second] = [new AbortController(), new AbortController()];
    const running = pool.do('wait', first.signal);
    const waiting = pool.do('never', second.signal);
    expect(await pool.do('too many')).toEqual({ failed: 'busy' });
    second.abort();
    expect(await waiting).toEqual({ failed: 'stopped' });
    const next = pool.do('next');
    first.abort();
    expect(await running).toEqual({ failed: 'stopped' });
    expect(await next).toEqual({ done: 'next' });
  });
});
