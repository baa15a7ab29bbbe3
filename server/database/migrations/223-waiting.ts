import { type Kysely, sql } from 'kysely';

/** To-dos are what waits in registers and modules: rows of their own nothing wrote and nothing closed. And which step before or after its day a record was told of. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`drop table todo_item`.execute(db);
  await sql`alter table register_row add column due_told_day text, add column due_told_step integer`.execute(db);
}
