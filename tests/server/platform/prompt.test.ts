import { Socket } from 'node:net';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Context } from '../../../server/context.ts';
import { connect, type Database, promptOf } from '../../../server/database/connection.ts';
import { healthModule } from '../../../server/modules/health/routes.ts';
import { accessOf, accessOfViewedRole } from '../../../server/modules/identity/access.ts';
import { findSession } from '../../../server/modules/identity/sessions.ts';
import { readQueues } from '../../../server/monitoring/queues.ts';
import { createRateLimits, type RateLimits } from '../../../server/plugins/rate-limits.ts';
import { createDatabase, type TestDatabase } from '../../support/database.ts';
import { openWire, type Wire } from '../../support/wire.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createDatabase('empty');
});
afterAll(async () => await database.close());

const patience = 1_500;

describe('a database that goes away without a word, and comes back', () => {
  let wire: Wire;
  let db: Database;
  let limits: RateLimits;
  let revision = 0;
  const nextRevision = () => ++revision;
  beforeEach(async () => {
    wire = await openWire(database.url);
    db = connect(wire.url, { size: 4, patience, onError: () => undefined });
    limits = createRateLimits(db);
    return async () => {
      await wire.close();
      await db.destroy();
    };
  });

  const questions: [string, () => Promise<unknown>][] = [
    ['whose session it is', () => findSession(db, Buffer.alloc(32))],
    ['what somebody may do', () => accessOf(db, 1, nextRevision())],
    ['what who holds a role may do', () => accessOfViewedRole(db, 1, nextRevision())],
    ['how often something was done', () => limits.take('key', 1_000, 60)],
    ['what waits', () => readQueues(db)],
    ['whether it is there', () => health(db)],
  ];
  it.each(questions)('holds nobody up who asks %s', async (_what, ask) => {
    await ask();
    wire.silence();
    // Of those that share a question, and that wait for the one under way, all are told.
    const asked = await Promise.allSettled([ask(), ask()]);
    expect(asked.some(({ status }) => status === 'rejected')).toBe(true);
    await expect(ask()).resolves.not.toThrow();
  });

  it('fails as a connection that broke, which is not lent again', async () => {
    await sql`select 1`.execute(db);
    wire.silence();
    await expect(sql`select 1`.execute(promptOf(db))).rejects.toThrow(/^Connection terminated/);
    expect((await sql`select 2 as two`.execute(db)).rows).toEqual([{ two: 2 }]);
  });

  it('is noticed by connections that wait for an answer', async () => {
    const keep = vi.spyOn(Socket.prototype, 'setKeepAlive');
    await sql`select 1`.execute(db);
    expect(keep.mock.calls).toContainEqual([true, 10_000]);
  });
});

it('a statement that is given up because something blocks it is ended in the database, too', async () => {
  const db = connect(database.url, { size: 2, patience, onError: () => undefined });
  onTestFinished(() => db.destroy());
  const waiting = sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  const asked = await database.db.transaction().execute(async (held) => {
    await sql`lock table session in access exclusive mode`.execute(held);
    const answer = findSession(db, Buffer.alloc(32)).catch((error: Error) => error);
    for (const many of [1, 0]) {
      await vi.waitFor(async () => expect((await waiting.execute(database.db)).rows).toHaveLength(many), { timeout: 20_000, interval: 5 });
    }
    return { answer };
  });
  expect(await asked.answer).toMatchObject({ message: expect.stringMatching(/^Connection terminated/) });
  await expect(findSession(db, Buffer.alloc(32))).resolves.toBeUndefined();
});

async function health(db: Database): Promise<unknown> {
  const context = { db, log: { error: () => undefined }, services: { isStopping: () => false } };
  return await healthModule.handlers['health.get']?.(context as unknown as Context & never);
}
