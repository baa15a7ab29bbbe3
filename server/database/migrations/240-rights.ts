import { type Kysely, sql } from 'kysely';

/**
 * To decide on every data table is a permission, no longer the code of a role (PERM-16): the roles that had it by their code are given it. To assign departments is one, too.
 * Processes and scripts know who changed them last, addresses of evidence files whom they were given to.
 */
export async function up(db: Kysely<never>): Promise<void> {
  const statements = [
    // Whoever changed a process or a script last: what they may not use, nobody else's run gives them. No reference: that they are gone is told.
    sql`alter table data_process add column edited_by bigint`,
    sql`update data_process set edited_by = app_user.id from app_user where app_user.username = data_process.updated_by`,
    sql`alter table script_version add column made_by_id bigint`,
    sql`update script_version set made_by_id = app_user.id from app_user where app_user.username = script_version.made_by`,
    // Addresses of evidence files belong to whom they were given.
    sql`delete from flow_ticket_view`,
    sql`alter table flow_ticket_view add column copy_id bigint references flow_ticket_url_copy (id) on delete cascade,
      add column session_id bigint references session (id) on delete cascade,
      add constraint flow_ticket_view_given check ((copy_id is null) <> (session_id is null))`,
    sql`create index flow_ticket_view_copy on flow_ticket_view (copy_id) where copy_id is not null`,
    sql`create index flow_ticket_view_session on flow_ticket_view (session_id) where session_id is not null`,
  ];
  for (const statement of statements) await statement.execute(db);
  await giveRows(db);
}

/** The rows of the menu, for an installation that has the pages they stand below, and who holds them. */
export async function giveRows(db: Kysely<never>): Promise<void> {
  const statements = [
    sql`insert into menu (menu_id, parent_id, type, name, name_hans, name_hant, name_en, perms, sort, visible)
      select 'data-authorization-all', 'data-authorization', '2', '审批所有数据表的申请', '审批所有数据表的申请', '簽核所有資料表的申請',
        'Decide on every data table', 'data:authorization:all', 10, '0'
      where exists (select 1 from menu where menu_id = 'data-authorization') on conflict do nothing`,
    sql`insert into role_menu (role_id, menu_id)
      select role.id, menu.menu_id from role cross join menu
      where role.role_code in ('dataMartAdministrator', 'marketManager') and menu.menu_id = 'data-authorization-all' on conflict do nothing`,
    // To assign departments is for the administrator to give.
    sql`insert into menu (menu_id, parent_id, type, name, name_hans, name_hant, name_en, perms, sort, visible)
      select 'system-department-assign', 'system-department', '2', '分配人员与移动部门', '分配人员与移动部门', '分配人員與移動部門',
        'Assign people and move departments', 'sys:dept:assign', 40, '0'
      where exists (select 1 from menu where menu_id = 'system-department') on conflict do nothing`,
    // The permission of this row was asked for nowhere: who held it loses nothing.
    sql`delete from menu where menu_id = 'data-authorization-approve' and perms = 'data:authorization:approve'`,
  ];
  for (const statement of statements) await statement.execute(db);
}
