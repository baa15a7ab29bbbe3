import { type Kysely, sql } from 'kysely';

/** Notices and pictures of workspaces, and the state of the approval of their schedule (WS-04, WS-13, WS-14, WS-18). Their pages take the place of announcements in the menu. */
export async function up(db: Kysely<never>): Promise<void> {
  const statements = [
    sql`alter table workspace add schedule_approval_state text`,
    sql`create table workspace_notice (
      id bigint generated always as identity primary key,
      workspace_id bigint not null references workspace (id) on delete cascade,
      user_id bigint references app_user (id) on delete set null,
      content text not null,
      img_path text,
      version integer not null default 1,
      created_at timestamptz not null default now(),
      updated_at timestamptz,
      updated_by text
    )`,
    sql`create index workspace_notice_of_workspace on workspace_notice (workspace_id, id)`,
    sql`create index workspace_notice_of_user on workspace_notice (user_id)`,
    // Without a workspace: uploaded, and nothing saved with it yet.
    sql`create table workspace_picture (
      name text primary key,
      workspace_id bigint references workspace (id) on delete cascade,
      user_id bigint references app_user (id) on delete set null,
      type text not null check (type in ('image/png', 'image/jpeg')),
      content bytea not null check (length(content) <= 2097152),
      created_at timestamptz not null default now()
    )`,
    sql`create index workspace_picture_of_workspace on workspace_picture (workspace_id)`,
    sql`create index workspace_picture_of_user on workspace_picture (user_id, created_at)`,
    // An installation whose menu announced these pages gets them; one that gave the rows another component keeps it.
    sql`update menu set component = null where menu_id = 'workspace-add' and component = 'main#later'`,
    sql`update menu set component = null where menu_id = 'workspace-settings' and component = 'workbench#later'`,
    sql`insert into menu (menu_id, parent_id, type, name, name_hans, name_hant, name_en, url, icon, visible, sort)
      select 'workspace-notices', 'workbench', '1', '公告', '公告', '公告', 'Notices', '/workbench/:id/Notice', 'notification', '1', 95
      where exists (select 1 from menu where menu_id = 'workspace-members')
      on conflict do nothing`,
    sql`insert into menu (menu_id, parent_id, type, name, name_hans, name_hant, name_en, perms, sort)
      select 'system-workspaces', 'system', '2', '查看全部工作空间', '查看全部工作空间', '檢視全部工作空間', 'See all workspaces', 'workspace:list:all', 95
      where exists (select 1 from menu where menu_id = 'system')
      on conflict do nothing`,
    sql`insert into role_menu (role_id, menu_id)
      select role_id, 'workspace-notices' from role_menu
      where menu_id = 'workspace-members' and exists (select 1 from menu where menu_id = 'workspace-notices')
      on conflict do nothing`,
  ];
  for (const statement of statements) await statement.execute(db);
}
