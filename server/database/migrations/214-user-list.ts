import { type Kysely, sql } from 'kysely';

/**
 * When somebody signed in last, beside the accounts: a sign-in changes nothing that answers about people are made of. Those of before stand in
 * the sign-in log. The export of users is a permission of its own.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`create table last_sign_in (
    user_id bigint primary key references app_user (id) on delete cascade,
    at timestamptz not null
  )`.execute(db);
  await sql`insert into last_sign_in (user_id, at)
    select app_user.id, max(audit_log.at) from audit_log join app_user on app_user.id = audit_log.actor_id
    where audit_log.action = 'login' group by app_user.id`.execute(db);
  await sql`insert into menu (menu_id, parent_id, type, name, name_hans, name_hant, name_en, sort, perms)
    select 'system-user-export', 'system-user', '2', '导出', '导出', '匯出', 'Export', 50, 'sys:user:export'
    where exists (select 1 from menu where menu_id = 'system-user') on conflict do nothing`.execute(db);
}
