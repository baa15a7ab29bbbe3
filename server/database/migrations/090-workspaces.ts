import { type Kysely, sql } from 'kysely';

/** Workspaces with the people in them: members, and who is invited (WS-04, WS-05, INVITE-03). Their list and pages take the place of announcements in the menu. */
export async function up(db: Kysely<never>): Promise<void> {
  const statements = [
    // Beyond the safe integers on purpose: whoever takes it for a number finds out at once.
    sql`create sequence workspace_biz_id start 1000000000000000001`,
    sql`create table workspace (
      id bigint generated always as identity primary key,
      biz_id text not null unique default nextval('workspace_biz_id')::text check (biz_id ~ '^[0-9]{1,32}$'),
      name text not null,
      remark text,
      status text not null default '0' check (status in ('0', '1')),
      photo_path text,
      version integer not null default 1,
      created_at timestamptz not null default now(),
      updated_at timestamptz,
      updated_by text
    )`,
    sql`create table workspace_member (
      workspace_id bigint not null references workspace (id) on delete cascade,
      user_id bigint not null references app_user (id) on delete cascade,
      role_type text not null check (role_type in ('0', '1', '2')),
      status text not null default '2' check (status in ('0', '1', '2')),
      invited_by bigint references app_user (id) on delete set null,
      invited_at timestamptz not null default now(),
      answered_at timestamptz,
      primary key (workspace_id, user_id),
      constraint workspace_owner_is_member check (role_type <> '0' or status = '0'),
      constraint workspace_member_answered check ((status = '2') = (answered_at is null))
    )`,
    sql`create unique index workspace_member_owner on workspace_member (workspace_id) where role_type = '0'`,
    sql`create index workspace_member_user on workspace_member (user_id, status)`,
    sql`create index workspace_member_inviter on workspace_member (invited_by)`,
    sql`create index message_of_workspace on message (workspace_id, user_id) where workspace_id is not null`,
    // An installation whose menu announced these pages gets them; one that gave the rows another component keeps it.
    sql`insert into menu (menu_id, parent_id, type, name, name_hans, name_hant, name_en, url, component, icon, sort)
      select 'workspace-list', 'workbench', '1', '我的工作空间', '我的工作空间', '我的工作空間', 'My workspaces', '/workbench/list', 'workspace/list', 'team', 5
      where exists (select 1 from menu where menu_id = 'workbench')
      on conflict do nothing`,
    sql`insert into role_menu (role_id, menu_id)
      select role_id, 'workspace-list' from role_menu where menu_id = 'workbench' and exists (select 1 from menu where menu_id = 'workspace-list')
      on conflict do nothing`,
    sql`update menu set redirect = '/workbench/list' where menu_id = 'workbench' and redirect = '/data/mart'`,
    sql`update menu set component = 'workbench#workspace/members' where menu_id = 'workspace-members' and component = 'workbench#later'`,
    sql`update menu set component = null, meta = null, sort = 85, name_en = 'Overview', name = '概览', name_hans = '概览', name_hant = '概覽'
      where menu_id = 'workspace-index' and component = 'bare#later'`,
  ];
  for (const statement of statements) await statement.execute(db);
}
