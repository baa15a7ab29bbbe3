import { type Kysely, sql } from 'kysely';

/** Mails with a link that opens something else than an account say which permission shows as much; those that wait, too. */
export async function up(db: Kysely<never>): Promise<void> {
  const statements = [
    sql`alter table mail add column permission text`,
    sql`update mail set permission = 'risk:questionnaire:list' where body like '%/risk/evaluate/%?uuid=%'`,
    sql`update mail set permission = 'flow:client:manage' where body like '%/evidence/collectiont/link?copyUrl=%'`,
  ];
  for (const statement of statements) await statement.execute(db);
}
