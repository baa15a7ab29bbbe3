import { type Kysely, sql } from 'kysely';

/** Runs that were asked to stop and given back by a server that ended waited for ever, and kept their table from another run. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`update data_run set status = 'canceled', ended_at = now() where status = 'queued' and stop_asked_at is not null`.execute(db);
}
