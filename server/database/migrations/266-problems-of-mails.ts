import { type Kysely, sql } from 'kysely';

/** What the outbox says of a mail is the key of a text of ours, so that each reader has it in their language. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`update mail set problem = 'mail.linkExpired' where problem = 'Its link has expired'`.execute(db);
}
