import { type Kysely, sql } from 'kysely';

/** Screens of the flow audit: an installation whose menu announced them gets them, with the buttons their pages have. */
export async function up(db: Kysely<never>): Promise<void> {
  const statements = [
    // One that gave the rows another component keeps it.
    sql`update menu set component = 'main#flow/projects' where menu_id = 'flow-client' and component = 'main#later'`,
    sql`update menu set component = 'main#flow/master-data' where menu_id = 'flow-master-data' and component = 'main#later'`,
    sql`update menu set meta = '{"menuCustom":"flowWorkbench"}' where menu_id = 'flow-process' and meta is null`,
    sql`insert into menu (menu_id, parent_id, type, name, name_hans, name_hant, name_en, url, component, icon, perms, sort)
      select 'flow-clients', 'flow', '1', '客户管理', '客户管理', '客戶管理', 'Clients', '/flow/clients', 'main#flow/clients', 'solution', 'flow:client:manage', 50
      where exists (select 1 from menu where menu_id = 'flow')
      on conflict do nothing`,
    sql`insert into menu (menu_id, parent_id, type, name, name_hans, name_hant, name_en, perms, sort)
      select added.* from (values
        ('flow-client-edit', 'flow-client', '2', '修改', '修改', '修改', 'Edit', 'flow:project:edit', 20),
        ('flow-client-remove', 'flow-client', '2', '删除', '删除', '刪除', 'Delete', 'flow:project:remove', 30),
        ('flow-client-import', 'flow-client', '2', '导入', '导入', '匯入', 'Import', 'flow:project:import', 40),
        ('flow-client-export', 'flow-client', '2', '导出', '导出', '匯出', 'Export', 'flow:project:export', 50),
        ('flow-master-data-edit', 'flow-master-data', '2', '新增和修改', '新增和修改', '新增和修改', 'Add and edit', 'flow:masterdata:edit', 10),
        ('flow-master-data-remove', 'flow-master-data', '2', '删除', '删除', '刪除', 'Delete', 'flow:masterdata:remove', 20),
        ('flow-master-data-import', 'flow-master-data', '2', '上传', '上传', '上傳', 'Upload', 'flow:masterdata:import', 30),
        ('flow-master-data-export', 'flow-master-data', '2', '下载', '下载', '下載', 'Download', 'flow:masterdata:export', 40)
      ) as added (menu_id, parent_id, type, name, name_hans, name_hant, name_en, perms, sort)
      where exists (select 1 from menu above where above.menu_id = added.parent_id)
      on conflict do nothing`,
    // Who could add projects works on them; who sees the master data with that right keeps it, too. Managing clients is given by an administrator.
    sql`insert into role_menu (role_id, menu_id)
      select held.role_id, menu.menu_id from menu join role_menu held on held.menu_id = 'flow-client-add'
      where menu.menu_id in ('flow-client-edit', 'flow-client-remove', 'flow-client-import', 'flow-client-export')
        or (menu.parent_id = 'flow-master-data' and menu.menu_id in ('flow-master-data-edit', 'flow-master-data-remove', 'flow-master-data-import', 'flow-master-data-export')
          and exists (select 1 from role_menu seen where seen.role_id = held.role_id and seen.menu_id = 'flow-master-data'))
      on conflict do nothing`,
  ];
  for (const statement of statements) await statement.execute(db);
}
