import { type Kysely, sql } from 'kysely';

/** Entries an administrator made before a document had them are theirs, and said to be: they stood as given nothing. */
export async function up(db: Kysely<never>): Promise<void> {
  const statements = [
    sql`alter table shipped_dictionary add column is_own boolean not null default false`,
    sql`update shipped_dictionary set is_own = true, given = null where given = '{}'`,
  ];
  for (const statement of statements) await statement.execute(db);
}
