import { type Kysely, sql } from 'kysely';

/** Which tables a kept answer may be made of, by area. Answers made of an area are made anew when its revision grows. */
const areas: Record<string, readonly string[]> = {
  people: ['app_user', 'department', 'role', 'user_role'],
  dictionary: ['dictionary_type', 'dictionary_entry'],
  config: ['config'],
};

/** A revision an area, raised in the transaction that changes one of its tables: what is kept in memory never outlives a change. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`create table data_revision (area text primary key, revision bigint not null)`.execute(db);
  await sql`create function bump_data_revision() returns trigger language plpgsql as $$
    begin
      update data_revision set revision = revision + 1 where area = tg_argv[0];
      return null;
    end $$`.execute(db);
  for (const [area, tables] of Object.entries(areas)) {
    await sql`insert into data_revision values (${area}, 1)`.execute(db);
    for (const table of tables) {
      await sql`create trigger ${sql.ref(`data_changed_${area}`)} after insert or update or delete or truncate on ${sql.table(table)}
        for each statement execute function bump_data_revision(${sql.lit(area)})`.execute(db);
    }
  }
}
