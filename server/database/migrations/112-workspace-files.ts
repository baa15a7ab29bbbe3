import { type Kysely, sql } from 'kysely';

/** The files of a workspace in its menu (FILE-02, WS-19), for the roles that see its members. */
export async function up(db: Kysely<never>): Promise<void> {
  const statements = [
    sql`insert into menu (menu_id, parent_id, type, name, name_hans, name_hant, name_en, url, icon, visible, sort)
      select 'workspace-files', 'workbench', '1', '文件', '文件', '檔案', 'Files', '/workbench/:id/files', 'file', '1', 97
      where exists (select 1 from menu where menu_id = 'workspace-members')
      on conflict do nothing`,
    sql`insert into role_menu (role_id, menu_id)
      select role_id, 'workspace-files' from role_menu
      where menu_id = 'workspace-members' and exists (select 1 from menu where menu_id = 'workspace-files')
      on conflict do nothing`,
  ];
  for (const statement of statements) await statement.execute(db);
}
