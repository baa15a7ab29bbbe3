import { type Kysely, sql } from 'kysely';

/** Menu rows have a name of their own in Traditional Chinese. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`alter table menu add column name_hant text`.execute(db);
}
