import { type Kysely, sql } from 'kysely';

/**
 * What documents that are changed while the server runs gave the database. Former names of fields: values go back to one that comes again, and
 * history is read by either. What an entry of a dictionary and a row of the menu was given: the documents change what nobody changed since.
 */
export async function up(db: Kysely<never>): Promise<void> {
  const statements = [
    sql`create table register_field_name (
      register text not null,
      former text not null,
      name text not null,
      primary key (register, former)
    )`,
    sql`alter table shipped_dictionary add column given jsonb`,
    sql`create table shipped_menu (menu_id text primary key, given jsonb not null)`,
  ];
  for (const statement of statements) await statement.execute(db);
}
