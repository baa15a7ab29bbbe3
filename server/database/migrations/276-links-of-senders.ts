import { type Kysely, sql } from 'kysely';

/** Mails with the link of a questionnaire are read by whoever sends questionnaires: who only looks at them has no link that answers. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`update mail set permission = 'risk:questionnaire:add' where permission = 'risk:questionnaire:list'`.execute(db);
}
