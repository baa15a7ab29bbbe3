import { sql } from 'kysely';
import type { Database } from '../../database/connection.ts';
import './tables.ts';

/** For how long a lock holds unless its editor refreshes it, in minutes (MS-WOPI). */
const holdsFor = 30;

/** What a lock operation came to: `current` is the lock that stands then, '' where there is none. */
export interface LockAnswer {
  isDone: boolean;
  current: string;
}

/** Every lock operation of a file: one after the other, as long as the transaction lasts. */
export async function lockOf(transaction: Database, bid: string): Promise<Lock> {
  const file = await transaction.selectFrom('stored_file').select('id').where('bid', '=', bid).forUpdate().executeTakeFirstOrThrow();
  const row = await transaction
    .selectFrom('wopi_lock')
    .select('lock')
    .where('file_id', '=', file.id)
    .where('expires_at', '>', sql<Date>`clock_timestamp()`)
    .executeTakeFirst();
  return new Lock(transaction, file.id, row?.lock ?? '');
}

/** The lock of a file, which the editors of one document share: who knows it may use it. */
class Lock {
  readonly #db: Database;
  readonly #file: number;
  readonly current: string;

  constructor(db: Database, file: number, current: string) {
    this.#db = db;
    this.#file = file;
    this.current = current;
  }

  /** Takes it, or goes on holding it. */
  async take(lock: string): Promise<LockAnswer> {
    return this.current === '' || this.current === lock ? await this.#hold(lock) : this.#refused();
  }

  /** Exchanges the lock one holds for another. */
  async exchange(old: string, lock: string): Promise<LockAnswer> {
    return this.holds(old) ? await this.#hold(lock) : this.#refused();
  }

  async refresh(lock: string): Promise<LockAnswer> {
    return this.holds(lock) ? await this.#hold(lock) : this.#refused();
  }

  async release(lock: string): Promise<LockAnswer> {
    if (!this.holds(lock)) return this.#refused();
    await this.#db.deleteFrom('wopi_lock').where('file_id', '=', this.#file).execute();
    return { isDone: true, current: '' };
  }

  holds(lock: string): boolean {
    return lock !== '' && this.current === lock;
  }

  #refused(): LockAnswer {
    return { isDone: false, current: this.current };
  }

  async #hold(lock: string): Promise<LockAnswer> {
    const expires_at = sql<Date>`clock_timestamp() + make_interval(mins => ${holdsFor})`;
    await this.#db
      .insertInto('wopi_lock')
      .values({ file_id: this.#file, lock, expires_at })
      .onConflict((conflict) => conflict.column('file_id').doUpdateSet({ lock, expires_at }))
      .execute();
    return { isDone: true, current: lock };
  }
}

export type { Lock };
