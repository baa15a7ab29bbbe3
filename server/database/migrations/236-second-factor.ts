import { type Kysely, sql } from 'kysely';

/** A second factor at sign-in: keys of authenticator apps (sealed), recovery codes (hashed), set-ups and sign-ins under way. */
export async function up(db: Kysely<never>): Promise<void> {
  const statements = [
    sql`create table second_factor (
      user_id bigint primary key references app_user (id) on delete cascade,
      secret bytea not null,
      last_step bigint not null,
      created_at timestamptz not null default now(),
      last_used_at timestamptz not null default now(),
      codes_at timestamptz not null default now(),
      guesses_told_at timestamptz
    )`,
    sql`create table recovery_code (
      id bigint generated always as identity primary key,
      user_id bigint not null references second_factor (user_id) on delete cascade,
      code_hash text not null,
      used_at timestamptz
    )`,
    sql`create index recovery_code_user on recovery_code (user_id)`,
    sql`create table second_factor_setup (
      user_id bigint primary key references app_user (id) on delete cascade,
      session_id bigint not null references session (id) on delete cascade,
      secret bytea not null,
      expires_at timestamptz not null
    )`,
    sql`create table sign_in_challenge (
      token_hash bytea primary key check (length(token_hash) = 32),
      user_id bigint not null references app_user (id) on delete cascade,
      scope text not null,
      tries integer not null default 0,
      created_at timestamptz not null default now(),
      expires_at timestamptz not null
    )`,
    sql`create index sign_in_challenge_expiry on sign_in_challenge (expires_at)`,
    sql`create index sign_in_challenge_user on sign_in_challenge (user_id)`,
    sql`alter table session add column factor_due boolean not null default false`,
  ];
  for (const statement of statements) await statement.execute(db);
}
