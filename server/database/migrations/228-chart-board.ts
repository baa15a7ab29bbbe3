import { type Kysely, sql } from 'kysely';

/** Charts that people pinned to boards of their own (DATA-01), and the page of that board for who explores data. */
export async function up(db: Kysely<never>): Promise<void> {
  const statements = [
    sql`create table pinned_chart (
      id bigint generated always as identity primary key,
      user_id bigint not null references app_user (id) on delete cascade,
      name text not null,
      chart jsonb not null,
      place integer not null,
      created_at timestamptz not null default now()
    )`,
    sql`create index pinned_chart_user on pinned_chart (user_id, place)`,
    sql`insert into menu (menu_id, parent_id, type, name, name_hans, name_hant, name_en, url, component, icon, sort, perms)
      select 'data-my-board', parent_id, '1', '我的看板', '我的看板', '我的看板', 'My board', '/data/my-board', 'main#data/my-board', 'appstore', 55, 'data:exploration:list'
      from menu where menu_id = 'data-exploration' on conflict do nothing`,
    sql`insert into role_menu (role_id, menu_id)
      select role_id, 'data-my-board' from role_menu where menu_id = 'data-exploration' and exists (select 1 from menu where menu_id = 'data-my-board')
      on conflict do nothing`,
  ];
  for (const statement of statements) await statement.execute(db);
}
