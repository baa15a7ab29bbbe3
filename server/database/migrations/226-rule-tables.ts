import { type Kysely, sql } from 'kysely';

/** Rule sets judge data tables: the tables that are filled so, what a run told, back-tests over tables, and what a run says of each row of a part. */
export async function up(db: Kysely<never>): Promise<void> {
  const statements = [
    sql`alter table data_table drop constraint data_table_kind_check`,
    sql`alter table data_table add constraint data_table_kind_check check (kind in ('source', 'process', 'model', 'script', 'rule'))`,
    sql`alter table data_part add column beside text, add column run_id bigint`,
    sql`create index data_part_of_run on data_part (run_id) where run_id is not null`,
    sql`create table rule_output (
      table_id bigint primary key references data_table (id) on delete cascade,
      rule_set_id bigint not null references rule_set (id),
      input_id bigint not null references data_table (id),
      settings jsonb not null,
      filled jsonb,
      created_at timestamptz not null default now()
    )`,
    sql`create index rule_output_of_set on rule_output (rule_set_id)`,
    sql`create index rule_output_of_input on rule_output (input_id)`,
    sql`create table rule_run (
      run_id bigint primary key references data_run (id) on delete cascade,
      rule_set_id bigint references rule_set (id) on delete cascade,
      told jsonb not null,
      created_at timestamptz not null default now()
    )`,
    sql`create index rule_run_of_set on rule_run (rule_set_id)`,
    sql`alter table rule_back_test drop constraint rule_back_test_source_check`,
    sql`alter table rule_back_test add constraint rule_back_test_source_check check (source in ('log', 'file', 'table'))`,
    sql`alter table rule_back_test add column table_id bigint references data_table (id) on delete set null,
      add column run_id bigint references data_run (id) on delete set null`,
    sql`create index rule_back_test_of_table on rule_back_test (table_id) where table_id is not null`,
    sql`create index rule_back_test_of_run on rule_back_test (run_id) where run_id is not null`,
  ];
  for (const statement of statements) await statement.execute(db);
  await rows(db);
}

/** An installation whose menu has rule sets gets the page of judged rows with them. To judge tables is for the administrator to give. */
async function rows(db: Kysely<never>): Promise<void> {
  for (const [id, type, name, hant, en, url, component, perms, sort] of [
    ['data-rule-run', '2', '判定数据表', '判定資料表', 'Judge data tables', null, null, 'data:rule:run', 45],
    ['data-rule-judged', '1', '判定结果', '判定結果', 'Judged rows', '/data/judged/:id', 'main#data/judged', 'data:rule:list', 60],
  ] as const) {
    await sql`insert into menu (menu_id, parent_id, type, name, name_hans, name_hant, name_en, url, component, perms, sort, visible)
      select ${id}, 'data-rule', ${type}, ${name}, ${name}, ${hant}, ${en}, ${url}, ${component}, ${perms}, ${sort}::int, ${type === '1' ? '1' : '0'}
      where exists (select 1 from menu where menu_id = 'data-rule') on conflict do nothing`.execute(db);
    if (type !== '1') continue;
    await sql`insert into role_menu (role_id, menu_id)
      select role_id, ${id} from role_menu where menu_id = 'data-rule' and exists (select 1 from menu where menu_id = ${id})
      on conflict do nothing`.execute(db);
  }
}
