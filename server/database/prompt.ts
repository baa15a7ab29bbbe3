import type { PostgresPool, PostgresPoolClient } from 'kysely';
import type pg from 'pg';

/**
 * The connections of `pool`, for statements of a moment that others wait behind. One without an answer for `patience` milliseconds fails as one
 * whose connection broke, and nobody is lent that connection again: where the database goes away without a word, as when another machine takes
 * its place, the network would go on hoping for a quarter of an hour.
 */
export function impatient(pool: pg.Pool, patience: number): PostgresPool {
  const lend = async (onGivenUp: (client: pg.PoolClient, text: string) => void): Promise<PostgresPoolClient> => {
    const client = await pool.connect();
    let isLent = true;
    const query = async (text: string, values: unknown[]) => {
      const timer = setTimeout(() => {
        isLent = false;
        client.release(true);
        onGivenUp(client, text);
      }, patience);
      try {
        return await client.query(text, values);
      } catch (error) {
        throw isLent ? error : new Error(`Connection terminated: no answer within ${patience} ms`, { cause: error });
      } finally {
        clearTimeout(timer);
      }
    };
    return {
      query: query as unknown as PostgresPoolClient['query'],
      release: () => {
        if (isLent) client.release();
      },
    };
  };
  /** Ends what was given up: a database that is there after all, where something blocks the statement, would be left with more of them each time. */
  const end = async ({ processID }: pg.PoolClient & { processID?: number }, text: string): Promise<void> => {
    const client = await lend(() => undefined);
    // The number may be that of another connection, on another machine; the text may be cut off.
    const started = 'pid = $1 and state = $2 and starts_with($3, query)';
    try {
      await client.query(`select pg_cancel_backend(pid) from pg_stat_activity where ${started}`, [processID, 'active', text]);
    } finally {
      client.release();
    }
  };
  return {
    // Nobody waits for it: where the database is not reached either, there is nothing to end.
    connect: () => lend((client, text) => void end(client, text).catch(() => undefined)),
    end: () => pool.end(),
  };
}
