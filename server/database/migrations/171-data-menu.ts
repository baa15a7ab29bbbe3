import { type Kysely, sql } from 'kysely';

/** The pages of the data mart (DATA-01) in the place of what announced them. An installation that gave the rows another component keeps it. */
export async function up(db: Kysely<never>): Promise<void> {
  const statements = [
    sql`update menu set component = 'main#data/mart' where menu_id = 'data-mart' and component = 'main#later'`,
    sql`update menu set component = 'main#data/exploration' where menu_id = 'data-exploration' and component = 'main#later'`,
    sql`update menu set component = 'main#data/authorization' where menu_id = 'data-authorization' and component = 'main#later'`,
    sql`insert into menu (menu_id, parent_id, type, name, name_hans, name_hant, name_en, url, component, sort, visible, perms)
      select 'data-mart-table', 'data-mart', '1', '数据表', '数据表', '資料表', 'Data table', '/data/mart/:id', 'main#data/table', 30, '1', 'data:mart:list'
      where exists (select 1 from menu where menu_id = 'data-mart') on conflict do nothing`,
    sql`insert into role_menu (role_id, menu_id)
      select role_id, 'data-mart-table' from role_menu where menu_id = 'data-mart' and exists (select 1 from menu where menu_id = 'data-mart-table')
      on conflict do nothing`,
  ];
  for (const statement of statements) await statement.execute(db);
}
