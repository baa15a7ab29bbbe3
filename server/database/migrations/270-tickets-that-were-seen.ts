import { type Kysely, sql } from 'kysely';

/** How often the tickets of a bill task changed: who approves them says which state of them was looked at. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`alter table flow_bill_collect add column ticket_changes integer not null default 0`.execute(db);
}
