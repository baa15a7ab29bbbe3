import { type Kysely, sql } from 'kysely';

/** Boards: which pages of the folder `board` are shown under which name (MENU-06, MISC-07). Their pages take the places of announcements in the menu. */
export async function up(db: Kysely<never>): Promise<void> {
  const statements = [
    sql`create table report_board (
      id bigint generated always as identity primary key,
      board_name jsonb not null,
      page text not null,
      status text not null default '0' check (status in ('0', '1')),
      sort integer not null default 0,
      remark text,
      version integer not null default 1,
      created_at timestamptz not null default now(),
      updated_at timestamptz,
      updated_by text
    )`,
    // An installation whose menu announced these pages gets them; one that gave the rows another component keeps it.
    sql`update menu set component = 'report/cockpit' where menu_id = 'report-cockpit' and component = 'main#later'`,
    sql`update menu set component = 'report/boards' where menu_id = 'report-board' and component = 'main#later'`,
    sql`update menu set component = 'bare#report/screen' where menu_id = 'report-screen' and component = 'blank#later'`,
    sql`insert into menu (menu_id, parent_id, type, name, name_hans, name_hant, name_en, sort, perms)
      select given.* from (values
        ('report-board-edit', 'report-board', '2', '修改', '修改', '修改', 'Edit', 20, 'report:board:edit'),
        ('report-board-remove', 'report-board', '2', '删除', '删除', '刪除', 'Delete', 30, 'report:board:remove')
      ) as given where exists (select 1 from menu where menu_id = 'report-board')
      on conflict do nothing`,
    sql`insert into role_menu (role_id, menu_id)
      select role_id, given.menu_id from role_menu, (values ('report-board-edit'), ('report-board-remove')) as given (menu_id)
      where role_menu.menu_id = 'report-board-add' and exists (select 1 from menu where menu.menu_id = given.menu_id)
      on conflict do nothing`,
  ];
  for (const statement of statements) await statement.execute(db);
}
