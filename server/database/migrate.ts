import { type Kysely, sql } from 'kysely';
import { StartError } from '../settings.ts';
import type { Database } from './connection.ts';
import { migrations } from './migrations/index.ts';

/** What a step may need to know of the installation: `timeZone` says which day a moment was. */
export interface MigrationSetting {
  timeZone: string;
}

/** One step of the schema: `NNN-what.ts` in migrations/ exports `up`. Applied once, in the order of the names, never changed afterwards. */
export interface Migration {
  up(db: Kysely<never>, setting: MigrationSetting): Promise<void>;
}
export type MigrationList = Record<string, () => Promise<Migration>>;

// Any fixed number: everybody who changes the schema of this database waits for the others on it.
const lockNumber = 7_246_581;

const platform: MigrationList = {
  '000-platform': async () => ({
    async up(db) {
      // Counters may be lost in a crash, so the table is spared the write-ahead log.
      await sql`create unlogged table rate_limit (key text primary key, window_end timestamptz not null, used integer not null)`.execute(
        db,
      );
    },
  }),
};

/**
 * Brings the schema up to date and then runs `afterwards` (demo data), both under a lock of the database, so that several
 * servers can start at once. Every migration is one transaction. Takes two connections.
 * @throws StartError when the database is newer than this server.
 */
export async function migrate<T>(
  db: Database,
  afterwards: (db: Database) => Promise<T>,
  list: MigrationList = { ...platform, ...migrations },
  setting: MigrationSetting = { timeZone: 'UTC' },
): Promise<{ applied: string[]; result: T }> {
  return await locked(db, (stillLocked) =>
    db.connection().execute(async (connection) => {
      await sql`create table if not exists migration (name text primary key, applied_at timestamptz not null default now())`.execute(
        connection,
      );
      const applied = await applyMissing(connection, list, setting, stillLocked);
      await stillLocked();
      return { applied, result: await afterwards(connection) };
    }),
  );
}

/**
 * Holds the lock while `work` lasts, in a transaction of its own that does nothing else: a pooler gives other statements another session each,
 * and would leave a lock of a session behind. Between its statements it holds back nobody, not even an index that is built concurrently.
 * @param work is given what fails once the lock is lost, with the connection that held it
 */
async function locked<T>(db: Database, work: (stillLocked: () => Promise<unknown>) => Promise<T>): Promise<T> {
  return await db
    .transaction()
    .setIsolationLevel('read committed')
    .execute(async (holder) => {
      // It is idle for as long as a migration takes, whatever the database allows others. One of the two is there since PostgreSQL 17.
      await sql`select set_config(name, '0', true) from pg_settings
        where name in ('idle_in_transaction_session_timeout', 'transaction_timeout')`.execute(holder);
      await sql`select pg_advisory_xact_lock(${lockNumber})`.execute(holder);
      return await work(() => sql`select 1`.execute(holder));
    });
}

async function applyMissing(
  db: Database,
  list: MigrationList,
  setting: MigrationSetting,
  stillLocked: () => Promise<unknown>,
): Promise<string[]> {
  const done = new Set((await db.selectFrom('migration').select('name').execute()).map((row) => row.name));
  const unknown = [...done].filter((name) => !(name in list));
  if (unknown.length > 0) throw new StartError(`The database was changed by a newer Targus (${unknown.join(', ')}): start that one.`);
  const missing = Object.keys(list)
    .sort()
    .filter((name) => !done.has(name));
  for (const name of missing) {
    const migration = await list[name]?.();
    await stillLocked();
    await db.transaction().execute(async (transaction) => {
      await migration?.up(transaction as unknown as Kysely<never>, setting);
      await transaction.insertInto('migration').values({ name, applied_at: new Date() }).execute();
    });
  }
  return missing;
}
