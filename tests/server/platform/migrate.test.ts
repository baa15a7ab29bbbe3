import { type Kysely, sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { connect, type Database } from '../../../server/database/connection.ts';
import { type MigrationList, migrate } from '../../../server/database/migrate.ts';
import { administrate } from '../../support/administrate.ts';
import { createDatabase, type TestDatabase } from '../../support/database.ts';
import { startPooler } from '../../support/transaction-pooler.ts';

let database: TestDatabase;
beforeEach(async () => {
  database = await createDatabase('empty');
  await sql`drop table migration`.execute(database.db);
});
afterEach(async () => await database.close());

/** Connections of one more server. */
function server(url = database.url): Database {
  const db = connect(url, { size: 2, prepared: false, onError: () => undefined });
  onTestFinished(() => db.destroy());
  return db;
}

const step = (work: (db: Kysely<never>) => Promise<unknown>) => async () => ({
  up: async (db: Kysely<never>) => void (await work(db)),
});
const locks = sql<{ backend: number }>`select pid as backend from pg_locks where locktype = 'advisory'
  and database = (select oid from pg_database where datname = current_database())`;

describe('migrations', () => {
  it('are applied by one server while the others wait, behind a pooler that lends a session for a transaction, too', async () => {
    const pooler = await startPooler(database.url);
    onTestFinished(pooler.close);
    let atWork = 0;
    let most = 0;
    let runs = 0;
    const list: MigrationList = {
      one: step((db) => sql`create table one (id int)`.execute(db)),
      two: step(async (db) => {
        runs += 1;
        await sql`select pg_sleep(0.1)`.execute(db);
      }),
    };
    const start = () =>
      migrate(
        server(pooler.url),
        async (db) => {
          atWork += 1;
          most = Math.max(most, atWork);
          for (let round = 0; round < 3; round += 1) await sql`select pg_sleep(0.02)`.execute(db);
          atWork -= 1;
        },
        list,
      );
    const starts = await Promise.all([start(), start(), start()]);
    expect(starts.map(({ applied }) => applied).sort()).toEqual([[], [], ['one', 'two']]);
    expect([runs, most]).toEqual([1, 1]);
    expect((await locks.execute(database.db)).rows).toEqual([]);
  });

  it('may take longer than the database lets a transaction be idle, and keep nobody from building an index beside them', async () => {
    const name = new URL(database.url).pathname.slice(1);
    await administrate(database.url, `alter database ${name} set idle_in_transaction_session_timeout = '50ms'`);
    await administrate(database.url, `alter database ${name} set default_transaction_isolation = 'repeatable read'`);
    await sql`create table indexed (id int)`.execute(database.db);
    const { result } = await migrate(
      server(),
      async (db) => {
        await sql`select pg_sleep(0.2)`.execute(db);
        await sql`create index concurrently on indexed (id)`.execute(db);
        return (await locks.execute(db)).rows.length;
      },
      {},
    );
    expect(result).toBe(1);
  });

  it('end with the connection that holds the lock', async () => {
    const list: MigrationList = {
      one: step(async (db) => {
        for (const { backend } of (await locks.execute(db)).rows) await sql`select pg_terminate_backend(${backend}, 10000)`.execute(db);
        await sql`create table one (id int)`.execute(db);
      }),
      two: step((db) => sql`create table two (id int)`.execute(db)),
    };
    const seeded: string[] = [];
    await expect(migrate(server(), async () => void seeded.push('seeded'), list)).rejects.toThrow();
    const { rows } = await sql`select name from migration`.execute(database.db);
    expect([rows, seeded]).toEqual([[{ name: 'one' }], []]);
    // What is begun again goes on where it ended.
    const rest = { one: step(async () => undefined), two: list.two as NonNullable<typeof list.two> };
    expect((await migrate(server(), async () => 'seeded', rest)).result).toBe('seeded');
  });
});
