import { type Kysely, sql } from 'kysely';

/** Which import brought a record, so that it can be taken back. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`alter table register_row add column import_key text`.execute(db);
  await sql`create index register_row_import on register_row (register, import_key) where import_key is not null`.execute(db);
}
