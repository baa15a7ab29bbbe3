import { type Kysely, sql } from 'kysely';

/** Rows of a file are shown to who gave it to a back-test: by the account itself, for its name may be another one's later. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`alter table rule_back_test add column author_id bigint`.execute(db);
}
