import { type Kysely, sql } from 'kysely';

/** Which sessions ended because their person went on under another name, in a session that took their place. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`alter table session add column switched boolean not null default false`.execute(db);
}
