import { type Kysely, sql } from 'kysely';

/** Configuration of the installation and the tasks of the home page. */
export async function up(db: Kysely<never>): Promise<void> {
  const statements = [
    sql`create table config (key text primary key, value jsonb not null)`,
    sql`create table todo_item (
      id bigint generated always as identity primary key,
      user_id bigint not null references app_user (id) on delete cascade,
      main_source text not null,
      source text not null,
      title jsonb not null,
      url text,
      task_status text not null default '0',
      submit_user_code text,
      submit_user_name text,
      submitted_at timestamptz not null,
      due_on date
    )`,
    sql`create index todo_item_open on todo_item (user_id, main_source, task_status)`,
  ];
  for (const statement of statements) await statement.execute(db);
}
