import { type Kysely, sql } from 'kysely';

/** Data tables that are filled from databases and addresses of the installation. */
export async function up(db: Kysely<never>): Promise<void> {
  const kinds = ['source', 'process', 'model', 'script', 'rule', 'feed'].map((kind) => sql.lit(kind));
  const statements = [
    sql`alter table data_table drop constraint data_table_kind_check`,
    sql`alter table data_table add constraint data_table_kind_check check (kind in (${sql.join(kinds)}))`,
    sql`create table data_feed (
      table_id bigint primary key references data_table (id) on delete cascade,
      source text not null,
      relation text not null,
      columns jsonb not null,
      created_at timestamptz not null default now()
    )`,
    // To use sources is for the administrator to give.
    sql`insert into menu (menu_id, parent_id, type, name, name_hans, name_hant, name_en, perms, sort, visible)
      select 'data-mart-feed', 'data-mart', '2', '使用数据源', '使用数据源', '使用資料來源', 'Use data sources', 'data:feed:use', 15, '0'
      where exists (select 1 from menu where menu_id = 'data-mart') on conflict do nothing`,
  ];
  for (const statement of statements) await statement.execute(db);
}
