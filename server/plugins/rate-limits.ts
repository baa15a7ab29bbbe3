import { sql } from 'kysely';
import type { Database } from '../database/connection.ts';
import { ApiError } from '../errors.ts';

export interface RateLimits {
  /**
   * Counts one use of `key` in windows of `seconds`. The count stands in the database, so all server processes share it.
   * @throws ApiError TOO_MANY_REQUESTS when this use is one more than `max`.
   */
  take(key: string, max: number, seconds: number): Promise<void>;
}

export function createRateLimits(db: Database): RateLimits {
  let lastSweep = Date.now();
  return {
    async take(key, max, seconds) {
      if (Date.now() - lastSweep > 60_000) {
        lastSweep = Date.now();
        await sql`delete from rate_limit where window_end < now()`.execute(db);
      }
      // One statement: parallel guesses cannot slip through between reading and writing.
      const { rows } = await sql<{ used: number; wait: number }>`
        insert into rate_limit as r (key, window_end, used) values (${key}, now() + make_interval(secs => ${seconds}), 1)
        on conflict (key) do update set
          used = case when r.window_end < now() then 1 else r.used + 1 end,
          window_end = case when r.window_end < now() then excluded.window_end else r.window_end end
        returning used, ceil(extract(epoch from window_end - now()))::int as wait`.execute(db);
      const [row] = rows;
      if (row && row.used > max)
        throw new ApiError('TOO_MANY_REQUESTS', { details: [{ field: '', message: `retry after ${row.wait} seconds` }] });
    },
  };
}

/** Limits of this process alone, for a server without a database. */
export function createLocalRateLimits(): RateLimits {
  const windows = new Map<string, { end: number; used: number }>();
  return {
    async take(key, max, seconds) {
      const now = Date.now();
      if (windows.size > 10_000) for (const [old, { end }] of windows) if (end < now) windows.delete(old);
      const known = windows.get(key);
      const window = known && known.end >= now ? known : { end: now + seconds * 1000, used: 0 };
      window.used += 1;
      windows.set(key, window);
      if (window.used > max) throw new ApiError('TOO_MANY_REQUESTS');
    },
  };
}
