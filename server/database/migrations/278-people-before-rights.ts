import { type Kysely, sql } from 'kysely';

/**
 * Triggers of a table fire in the order of their names. What changes an account raises the revision of people first and that of rights with its roles; what
 * changes roles raises both in the same order now, or the two would wait for each other.
 */
export async function up(db: Kysely<never>): Promise<void> {
  for (const table of ['role', 'user_role'])
    await sql`alter trigger access_changed on ${sql.table(table)} rename to rights_changed`.execute(db);
}
