import { type Kysely, sql } from 'kysely';

/** Data tables that are filled with what is recognised in a column of another one (DATA-04). */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`create table text_recognition (
    table_id bigint primary key references data_table (id) on delete cascade,
    input_id bigint not null references data_table (id),
    column_name text not null,
    key_column text,
    kinds text[] not null,
    created_at timestamptz not null default now()
  )`.execute(db);
  await sql`create index text_recognition_of_input on text_recognition (input_id)`.execute(db);
  // An installation whose menu announced the page gets it; one that gave the row another component keeps it.
  await sql`update menu set component = 'main#ai/text' where menu_id = 'ai-text' and component = 'main#later'`.execute(db);
}
