import { type Kysely, sql } from 'kysely';

/** Who changed a record since its last move: approvals are not for them. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`alter table register_row add column edited_by text[] not null default '{}'`.execute(db);
}
