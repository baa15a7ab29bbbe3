import { type Kysely, sql } from 'kysely';

/** Versions, change notes and indexes that the screens of system management need; pages in place of the announcements of the menu. */
export async function up(db: Kysely<never>): Promise<void> {
  const statements = [
    sql`alter table app_user add column version integer not null default 1, add column remark text,
      add column updated_at timestamptz, add column updated_by text`,
    sql`alter table role add column version integer not null default 1, add column remark text, add column sort integer not null default 0,
      add column created_at timestamptz not null default now(), add column updated_at timestamptz, add column updated_by text`,
    sql`alter table department add column version integer not null default 1, add column remark text,
      add column updated_at timestamptz, add column updated_by text`,
    sql`alter table menu add column version integer not null default 1, add column updated_at timestamptz, add column updated_by text`,
    sql`create index app_user_department on app_user (department_id)`,
    sql`create index department_parent on department (parent_id)`,
    sql`create index audit_log_action on audit_log (action, id)`,
    // An installation whose menu announced these pages gets them; one that gave the rows another component keeps it.
    sql`update menu set component = replace(menu_id, 'system-', 'system/') where component = 'main#later' and menu_id in
      ('system-user', 'system-role', 'system-menu', 'system-department', 'system-session', 'system-login-log', 'system-operation-log')`,
    sql`insert into menu (menu_id, parent_id, type, name, name_hans, name_en, sort, perms)
      select row.* from (values
        ('system-user-reset', 'system-user', '2', '重置密码', '重置密码', 'Reset password', 40, 'sys:user:reset'),
        ('system-session-remove', 'system-session', '2', '强制下线', '强制下线', 'Force logout', 10, 'sys:session:remove')
      ) as row (menu_id, parent_id, type, name, name_hans, name_en, sort, perms)
      where exists (select 1 from menu where menu.menu_id = row.parent_id)
      on conflict do nothing`,
  ];
  for (const statement of statements) await statement.execute(db);
}
