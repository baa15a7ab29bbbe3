import { sql } from 'kysely';
import { type Database, promptOf } from '../database/connection.ts';
import { ApiError } from '../errors.ts';

export interface RateLimits {
  /**
   * Counts a use of `key` in windows of `seconds`, or several where it weighs as much (`uses`, default 1).
   * @throws ApiError TOO_MANY_REQUESTS when there are more than `max` with it.
   */
  take(key: string, max: number, seconds: number, uses?: number): Promise<void>;
}

/** Uses of a key that wait to be counted. */
interface Waiting {
  max: number;
  uses: number;
  admit: () => void;
  refuse: (error: unknown) => void;
}

/**
 * Limits counted in the database: all server processes share them. Uses of one key that come while one is being counted are counted together by the next statement: every use has to change the same row, and one after the other
 * hundreds a second would wait for each other's commit.
 */
export function createRateLimits(db: Database): RateLimits {
  let lastSweep = Date.now();
  const queues = new Map<string, Waiting[]>();

  const count = async (key: string, seconds: number, waiting: readonly Waiting[]): Promise<void> => {
    const all = waiting.reduce((sum, { uses }) => sum + uses, 0);
    // One statement: parallel guesses cannot slip through between reading and writing. Nobody waits until the disk has it: what a crash takes of a count is a moment of it.
    const { rows } = await sql<{ used: number; wait: number }>`
      insert into rate_limit as r (key, window_end, used)
      select ${key}, now() + make_interval(secs => ${seconds}), ${all}::int where set_config('synchronous_commit', 'off', true) = 'off'
      on conflict (key) do update set
        used = case when r.window_end < now() then excluded.used else r.used + excluded.used end,
        window_end = case when r.window_end < now() then excluded.window_end else r.window_end end
      returning used, ceil(extract(epoch from window_end - now()))::int as wait`.execute(promptOf(db));
    const { used, wait } = rows[0] ?? { used: 0, wait: 0 };
    let counted = used - all;
    for (const { max, uses, admit, refuse } of waiting) {
      // Who came first counts first.
      counted += uses;
      if (counted <= max) admit();
      else refuse(tooMany(wait));
    }
  };
  const drain = async (key: string, seconds: number): Promise<void> => {
    for (let waiting = queues.get(key) ?? []; waiting.length > 0; waiting = queues.get(key) ?? []) {
      queues.set(key, []);
      await count(key, seconds, waiting).catch((error: unknown) => {
        for (const { refuse } of waiting) refuse(error);
      });
    }
    queues.delete(key);
  };
  return {
    async take(key, max, seconds, uses = 1) {
      if (Date.now() - lastSweep > 60_000) {
        lastSweep = Date.now();
        await sql`delete from rate_limit where window_end < now()`.execute(db);
      }
      await new Promise<void>((admit, refuse) => {
        const queue = queues.get(key);
        const use = { max, uses, admit: () => admit(), refuse };
        if (queue) {
          queue.push(use);
          return;
        }
        queues.set(key, [use]);
        void drain(key, seconds);
      });
    },
  };
}

function tooMany(wait: number): ApiError {
  return new ApiError('TOO_MANY_REQUESTS', {
    retryAfter: Math.max(1, wait),
    details: [{ field: '', message: `retry after ${wait} seconds` }],
  });
}

/** Limits of this process alone: for what is counted at every call, and for a server without a database. */
export function createLocalRateLimits(): RateLimits {
  const windows = new Map<string, { end: number; used: number }>();
  return {
    async take(key, max, seconds, uses = 1) {
      const now = Date.now();
      if (windows.size > 10_000) for (const [old, { end }] of windows) if (end < now) windows.delete(old);
      const known = windows.get(key);
      const window = known && known.end >= now ? known : { end: now + seconds * 1000, used: 0 };
      window.used += uses;
      windows.set(key, window);
      if (window.used > max) throw tooMany(Math.ceil((window.end - now) / 1000));
    },
  };
}
