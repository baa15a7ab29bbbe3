import { type Kysely, sql } from 'kysely';

/** Avatars: small, few, and wanted on every server behind a balancer, so they stand in the database. */
export async function up(db: Kysely<never>): Promise<void> {
  const statements = [
    sql`create table user_picture (
      name text primary key,
      user_id bigint not null references app_user (id) on delete cascade,
      type text not null check (type in ('image/png', 'image/jpeg')),
      content bytea not null check (length(content) <= 2097152),
      created_at timestamptz not null default now()
    )`,
    sql`create index user_picture_of_user on user_picture (user_id, created_at)`,
  ];
  for (const statement of statements) await statement.execute(db);
}
