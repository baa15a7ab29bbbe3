import { type Kysely, sql } from 'kysely';

/** How often the reading of an uploaded file broke off or took too long: only the second time it is told of the file for good. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`alter table flow_ticket_upload add column broken_reads smallint not null default 0`.execute(db);
}
