import { type Kysely, sql } from 'kysely';

/** Whether the rows of a file had to say whom they went to when it was matched: other dealers of its batch change what it says only where that changes. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`alter table flow_data_process add column asks_dealers boolean`.execute(db);
}
