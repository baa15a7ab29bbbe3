import { type Kysely, sql } from 'kysely';

/** Scripts of people over data tables, their versions, the tables they fill, and what a run of them told (DATA-06). */
export async function up(db: Kysely<never>): Promise<void> {
  const statements = [
    sql`alter table data_table drop constraint data_table_kind_check`,
    sql`alter table data_table add constraint data_table_kind_check check (kind in ('source', 'process', 'model', 'script'))`,
    sql`create table script (
      id bigint generated always as identity primary key,
      name text not null,
      description text,
      owner_id bigint references app_user (id) on delete set null,
      workspace_id bigint references workspace (id) on delete set null,
      input_id bigint references data_table (id) on delete set null,
      current_id bigint,
      version integer not null default 1,
      created_at timestamptz not null default now(),
      updated_at timestamptz,
      updated_by text
    )`,
    sql`create index script_owner on script (owner_id)`,
    sql`create index script_workspace on script (workspace_id)`,
    sql`create index script_input on script (input_id)`,
    // Numbers of a script go on, whichever versions stay.
    sql`create table script_version (
      id bigint generated always as identity primary key,
      script_id bigint not null references script (id) on delete cascade,
      number integer not null,
      code text not null,
      columns jsonb not null,
      parameters jsonb not null,
      seed integer not null,
      problem jsonb,
      made_by text,
      made_at timestamptz not null default now(),
      unique (script_id, number)
    )`,
    sql`alter table script add constraint script_current foreign key (current_id) references script_version (id) deferrable initially deferred`,
    sql`create table script_output (
      table_id bigint primary key references data_table (id) on delete cascade,
      script_id bigint not null references script (id),
      input_id bigint not null references data_table (id),
      columns jsonb not null,
      parameters jsonb not null,
      created_at timestamptz not null default now()
    )`,
    sql`create index script_output_of_script on script_output (script_id)`,
    sql`create index script_output_of_input on script_output (input_id)`,
    sql`create table script_run (
      run_id bigint primary key references data_run (id) on delete cascade,
      script_id bigint references script (id) on delete cascade,
      told jsonb not null,
      created_at timestamptz not null default now()
    )`,
    sql`create index script_run_of_script on script_run (script_id)`,
  ];
  for (const statement of statements) await statement.execute(db);
  await rows(db);
}

/** An installation whose menu announced the page gets it; one that gave the row another component keeps it. */
async function rows(db: Kysely<never>): Promise<void> {
  await sql`update menu set component = 'main#ai/scripts' where menu_id = 'ai-script' and component = 'main#later'`.execute(db);
  await sql`insert into menu (menu_id, parent_id, type, name, name_hans, name_hant, name_en, url, component, perms, sort, visible)
    select 'ai-script-detail', 'ai-script', '1', '脚本', '脚本', '指令碼', 'Script', '/ai/script/:id', 'main#ai/script', 'ai:script:use', 50, '1'
    where exists (select 1 from menu where menu_id = 'ai-script') on conflict do nothing`.execute(db);
  await sql`insert into role_menu (role_id, menu_id)
    select role_id, 'ai-script-detail' from role_menu where menu_id = 'ai-script' and exists (select 1 from menu where menu_id = 'ai-script-detail')
    on conflict do nothing`.execute(db);
}
