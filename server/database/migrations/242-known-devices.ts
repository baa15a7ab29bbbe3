import { type Kysely, sql } from 'kysely';

/** Browsers somebody signed in with: wrong passwords are counted apart for each of them. Mails tell whether a visitor asked for them. */
export async function up(db: Kysely<never>): Promise<void> {
  const statements = [
    sql`create table known_device (
      id bigint generated always as identity primary key,
      token_hash bytea not null check (length(token_hash) = 32),
      user_id bigint not null references app_user (id) on delete cascade,
      made_at timestamptz not null default now(),
      used_at timestamptz not null default now(),
      unique (token_hash, user_id)
    )`,
    sql`create index known_device_user on known_device (user_id)`,
    sql`create index known_device_used on known_device (used_at)`,
    sql`alter table mail add column asked boolean not null default false`,
  ];
  for (const statement of statements) await statement.execute(db);
}
