import { type Kysely, sql } from 'kysely';

/** Sessions, captchas, login attempts. Secrets stand here as hashes only. */
export async function up(db: Kysely<never>): Promise<void> {
  const statements = [
    sql`create table session (
      id bigint generated always as identity primary key,
      token_hash bytea not null unique check (length(token_hash) = 32),
      user_id bigint not null references app_user (id) on delete cascade,
      created_at timestamptz not null default now(),
      last_used_at timestamptz not null default now(),
      expires_at timestamptz not null,
      revoked_at timestamptz,
      ip text,
      user_agent text
    )`,
    sql`create index session_of_user on session (user_id)`,
    sql`create index session_expiry on session (expires_at)`,
    sql`create table captcha (
      key_hash bytea primary key,
      answer_hash bytea not null,
      expires_at timestamptz not null
    )`,
    sql`create index captcha_expiry on captcha (expires_at)`,
    sql`create table login_attempt (
      id bigint generated always as identity primary key,
      account text not null,
      address text not null,
      at timestamptz not null default now(),
      state text not null check (state in ('pending', 'failed', 'refused'))
    )`,
    sql`create index login_attempt_account on login_attempt (account, at)`,
    sql`create index login_attempt_address on login_attempt (address, at)`,
    sql`create index login_attempt_at on login_attempt (at)`,
  ];
  for (const statement of statements) await statement.execute(db);
}
