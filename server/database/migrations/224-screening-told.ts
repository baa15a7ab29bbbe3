import { type Kysely, sql } from 'kysely';

/** Up to which decision those who review were told of risk screening: one row, once somebody looked. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`create table screening_told (id boolean primary key default true check (id), decision_id bigint not null)`.execute(db);
}
