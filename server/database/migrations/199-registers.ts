import { type Kysely, sql } from 'kysely';

/** Records of registers, whose fields, states and rights are documents: the fields of a record are one JSON value. */
export async function up(db: Kysely<never>): Promise<void> {
  const statements = [
    sql`create table register_number (register text primary key, last integer not null default 0)`,
    sql`create table register_row (
      id bigint generated always as identity primary key,
      register text not null,
      number integer not null,
      state text not null,
      data jsonb not null check (jsonb_typeof(data) = 'object'),
      version integer not null default 1,
      created_at timestamptz not null default now(),
      created_by text,
      updated_at timestamptz,
      updated_by text,
      moved_by bigint references app_user (id) on delete set null,
      overdue_told_at timestamptz,
      constraint register_row_number unique (register, number)
    )`,
    sql`create index register_row_state on register_row (register, state)`,
    sql`create index register_row_data on register_row using gin (data jsonb_path_ops)`,
  ];
  for (const statement of statements) await statement.execute(db);
}
