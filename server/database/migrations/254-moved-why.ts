import { type Kysely, sql } from 'kysely';

/** Messages about moves are of one notice, which says the reason where there is one. */
export async function up(db: Kysely<never>): Promise<void> {
  const statements = [
    sql`update message set parameters = parameters || '{"reason": ""}' where template = 'register/moved-by' and not parameters ? 'reason'`,
    sql`update message set template = 'register/moved-by' where template = 'register/moved-why'`,
  ];
  for (const statement of statements) await statement.execute(db);
}
