import { type Kysely, sql } from 'kysely';

/**
 * Names of those whose account was deleted: what they signed, wrote or stood in says who they were. Those who left before are known from the operation log.
 *
 * `person` is everybody by id, `account_person` by account, which somebody else may have later: whoever has it now, or who had it last.
 */
export async function up(db: Kysely<never>): Promise<void> {
  const statements = [
    sql`create table former_user (
      id bigint primary key,
      username text not null,
      name text not null,
      name_en text,
      user_code text not null,
      left_at timestamptz not null default now()
    )`,
    sql`create index former_user_account on former_user (username, left_at)`,
    // However an account is deleted.
    sql`create function keep_former_user() returns trigger language plpgsql as $$
      begin
        insert into former_user (id, username, name, name_en, user_code) values (old.id, old.username, old.name, old.name_en, old.user_code)
          on conflict (id) do update set username = excluded.username, name = excluded.name, name_en = excluded.name_en,
            user_code = excluded.user_code, left_at = excluded.left_at;
        return old;
      end $$`,
    sql`create trigger keep_former_user after delete on app_user for each row execute function keep_former_user()`,
    sql`insert into former_user (id, username, name, name_en, user_code, left_at)
      select distinct on (target_id) target_id::bigint, account ->> 'username', account ->> 'name', nullif(account ->> 'nameEn', ''),
        coalesce(account ->> 'userCode', ''), at
      from audit_log, lateral (select detail -> 'before') as kept (account)
      where action = 'user_delete' and target_type = 'user' and target_id ~ '^[0-9]{1,15}$'
        and account ->> 'username' <> '' and account ->> 'name' <> ''
        and not exists (select 1 from app_user where app_user.id = target_id::bigint)
      order by target_id, audit_log.id desc`,
    sql`create view person as
      select id, username, name, name_en, user_code, status = '0' as is_active, false as has_left from app_user
      union all select id, username, name, name_en, user_code, false, true from former_user`,
    sql`create view account_person as
      select id, username, name, name_en, false as has_left from app_user
      union all select id, username, name, name_en, true from former_user
      where not exists (select 1 from app_user where app_user.username = former_user.username)
        and not exists (select 1 from former_user as later where later.username = former_user.username
          and (later.left_at, later.id) > (former_user.left_at, former_user.id))`,
    // Who wrote a comment stays who wrote it: ids are never given again.
    sql`alter table flow_revision_comment drop constraint if exists flow_revision_comment_author_id_fkey`,
  ];
  for (const statement of statements) await statement.execute(db);
}
