import { type Kysely, sql } from 'kysely';

/** To-dos are what waits in registers and modules: rows of their own nothing wrote and nothing closed. And which step before or after its day a record was told of. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`drop table todo_item`.execute(db);
  // What they told of is nowhere any more.
  await sql`update message set read_at = now() where template like 'todo/%' and read_at is null`.execute(db);
  await sql`alter table register_row add column due_told_day text, add column due_told_step integer`.execute(db);
}
