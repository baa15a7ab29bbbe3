import { type Kysely, sql } from 'kysely';

/** Requests for accounts and passwords, and the one-time codes of the links in their mails. */
export async function up(db: Kysely<never>): Promise<void> {
  const statements = [
    sql`create table registration (
      id bigint generated always as identity primary key,
      name text not null,
      email text not null,
      mobile text,
      company_name text not null,
      position text,
      contact_matters text,
      language text not null,
      origin text not null,
      ip text,
      state text not null default 'new' check (state in ('new', 'mailed', 'confirmed', 'approved', 'rejected', 'known')),
      reason text,
      user_id bigint references app_user (id) on delete set null,
      created_at timestamptz not null default now(),
      confirmed_at timestamptz,
      version integer not null default 1,
      updated_at timestamptz,
      updated_by text
    )`,
    sql`create index registration_state on registration (state, id)`,
    sql`create table password_request (
      id bigint generated always as identity primary key,
      email text not null,
      language text not null,
      origin text not null,
      created_at timestamptz not null default now()
    )`,
    sql`create table one_time_code (
      code_hash bytea primary key check (length(code_hash) = 32),
      purpose text not null check (purpose in ('confirm', 'password')),
      user_id bigint references app_user (id) on delete cascade,
      registration_id bigint references registration (id) on delete cascade,
      expires_at timestamptz not null,
      check ((purpose = 'password') = (user_id is not null))
    )`,
    sql`create index one_time_code_user on one_time_code (user_id)`,
    sql`create index one_time_code_expiry on one_time_code (expires_at)`,
    sql`create index app_user_email on app_user (lower(email))`,
    sql`create index mail_recipient on mail (lower(recipient), created_at)`,
    sql`insert into menu (menu_id, parent_id, type, name, name_hans, name_en, url, component, icon, sort, perms)
      select row.* from (values
        ('system-registration', 'system', '1', '注册申请', '注册申请', 'Registrations', '/system/registration', 'system/registration', 'solution', 25,
          'sys:registration:list'),
        ('system-registration-decide', 'system-registration', '2', '审核', '审核', 'Decide', null, null, null, 10, 'sys:registration:decide')
      ) as row (menu_id, parent_id, type, name, name_hans, name_en, url, component, icon, sort, perms)
      where exists (select 1 from menu where menu_id = 'system')
      on conflict do nothing`,
  ];
  for (const statement of statements) await statement.execute(db);
}
