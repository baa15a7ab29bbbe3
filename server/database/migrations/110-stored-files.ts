import { type Kysely, sql } from 'kysely';

/** What is known of files whose bytes are in the store (FILE-02). */
export async function up(db: Kysely<never>): Promise<void> {
  const statements = [
    sql`create table stored_file (
      id bigint generated always as identity primary key,
      bid uuid not null unique default gen_random_uuid(),
      path text not null unique,
      business_type text not null,
      business_id text,
      scope text,
      origin_name text not null,
      extension text not null,
      type text not null,
      size bigint not null check (size >= 0),
      sha256 bytea not null,
      user_id bigint references app_user (id) on delete set null,
      created_by text,
      created_at timestamptz not null default now(),
      kept_at timestamptz,
      removed_at timestamptz
    )`,
    sql`create index stored_file_of_business on stored_file (business_type, business_id, id)`,
    sql`create index stored_file_of_user on stored_file (user_id)`,
    sql`create index stored_file_to_sweep on stored_file (created_at) where removed_at is not null or business_id is null`,
  ];
  for (const statement of statements) await statement.execute(db);
}
