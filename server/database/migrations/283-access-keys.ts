import { type Kysely, sql } from 'kysely';

/** Keys by which programs sign in to an account, and the sessions each began. */
export async function up(db: Kysely<never>): Promise<void> {
  const statements = [
    sql`create table access_key (
      id bigint generated always as identity primary key,
      user_id bigint not null references app_user (id) on delete cascade,
      name text not null,
      secret_hash bytea not null check (length(secret_hash) = 32),
      created_at timestamptz not null default now(),
      created_by text not null,
      expires_at timestamptz not null,
      used_at timestamptz,
      used_ip text
    )`,
    sql`create unique index access_key_secret on access_key (secret_hash)`,
    sql`create unique index access_key_name on access_key (user_id, lower(name))`,
    sql`alter table session add column access_key_id bigint references access_key (id) on delete set null`,
    sql`create index session_access_key on session (access_key_id) where access_key_id is not null`,
  ];
  for (const statement of statements) await statement.execute(db);
}
