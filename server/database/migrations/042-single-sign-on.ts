import { type Kysely, sql } from 'kysely';

/** Single sign-on: sign-ins under way, and which identity of a provider is which account. */
export async function up(db: Kysely<never>): Promise<void> {
  const statements = [
    sql`create table sso_login (
      state_hash bytea primary key check (length(state_hash) = 32),
      browser_hash bytea not null check (length(browser_hash) = 32),
      provider text not null,
      nonce text not null,
      verifier text not null,
      origin text not null,
      expires_at timestamptz not null
    )`,
    sql`create index sso_login_expiry on sso_login (expires_at)`,
    sql`create table user_identity (
      id bigint generated always as identity primary key,
      user_id bigint not null references app_user (id) on delete cascade,
      issuer text not null,
      subject text not null,
      created_at timestamptz not null default now(),
      last_used_at timestamptz not null default now(),
      unique (issuer, subject),
      unique (issuer, user_id)
    )`,
    sql`alter table session add column sso_provider text`,
  ];
  for (const statement of statements) await statement.execute(db);
}
