import { sql } from 'kysely';
import type { Database } from '../../server/database/connection.ts';

/** Starts calls one after the other, each as soon as the one before waits for a lock of `hold`; then lets them go on. */
export async function inTurn<Result>(
  db: Database,
  hold: (db: Database) => Promise<unknown>,
  ...calls: readonly (() => Promise<Result>)[]
): Promise<Result[]> {
  const running: Promise<Result>[] = [];
  await db.transaction().execute(async (transaction) => {
    await hold(transaction);
    for (const start of calls) {
      running.push(start());
      // From outside: within a transaction the view of what others do stays as it was first read.
      await waiting(db, running.length);
    }
  });
  return await Promise.all(running);
}

/** Resolves once so many calls wait for locks. */
export async function waiting(db: Database, count: number): Promise<void> {
  const end = Date.now() + 10_000;
  for (;;) {
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
    if ((rows[0]?.n ?? 0) >= count) return;
    if (Date.now() > end) throw new Error(`Not ${count} calls wait for a lock`);
    await new Promise((done) => setTimeout(done, 10));
  }
}
