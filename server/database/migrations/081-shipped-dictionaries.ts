import { type Kysely, sql } from 'kysely';

/** What of the shipped dictionaries this database was given once: what was deleted since then does not come back. Value '' is the type itself. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`create table shipped_dictionary (type text not null, value text not null default '', primary key (type, value))`.execute(db);
}
