import { type Kysely, sql } from 'kysely';

/** Processes over data tables, runs of whatever makes a table, and schedules (DATA-10 to DATA-14, DATA-17). */
export async function up(db: Kysely<never>): Promise<void> {
  const statements = [
    sql`create table data_process (
      table_id bigint primary key references data_table (id) on delete cascade,
      graph jsonb not null,
      inputs jsonb not null default '{}',
      version integer not null default 1,
      created_at timestamptz not null default now(),
      updated_at timestamptz,
      updated_by text
    )`,
    // What a run is of stands in input; a run keeps its title, so that a log can be read when what it was of is gone.
    sql`create table data_run (
      id bigint generated always as identity primary key,
      kind text not null,
      table_id bigint references data_table (id) on delete cascade,
      title text not null,
      input jsonb not null default '{}',
      status text not null default 'queued'
        check (status in ('queued', 'started', 'finished', 'failed', 'stopped', 'canceled', 'unknown')),
      steps jsonb not null default '[]',
      row_count bigint,
      rejected bigint not null default 0,
      note jsonb,
      failure jsonb,
      requested_by bigint references app_user (id) on delete set null,
      requested_name text,
      schedule_id bigint,
      rerun_of bigint,
      attempt integer not null default 0,
      worker text,
      stop_asked_at timestamptz,
      created_at timestamptz not null default now(),
      started_at timestamptz,
      ended_at timestamptz,
      touched_at timestamptz not null default now()
    )`,
    sql`create index data_run_open on data_run (id) where status in ('queued', 'started')`,
    sql`create index data_run_of_table on data_run (table_id, id desc)`,
    sql`create index data_run_of_schedule on data_run (schedule_id, id desc) where schedule_id is not null`,
    // One run at a time makes a table: whoever starts another one meanwhile gets the one that waits or works.
    sql`create unique index data_run_once on data_run (table_id, kind) where status in ('queued', 'started') and table_id is not null`,
    // What finished nodes of a failed run gave, for a run that repeats it.
    sql`create table data_run_part (
      id bigint generated always as identity primary key,
      run_id bigint references data_run (id) on delete set null,
      node text not null,
      digest text not null,
      path text not null unique,
      row_count bigint not null,
      rejected bigint not null default 0,
      created_at timestamptz not null default now()
    )`,
    sql`create index data_run_part_of_run on data_run_part (run_id)`,
    sql`create table data_schedule (
      id bigint generated always as identity primary key,
      table_id bigint not null unique references data_table (id) on delete cascade,
      type text not null check (type in ('0', '1')),
      cron text,
      state text not null default 'configured' check (state in ('configured', 'applyOnline', 'live', 'applyOffline')),
      owner_id bigint references app_user (id) on delete set null,
      applied_by text,
      applied_at timestamptz,
      decided_by text,
      decided_at timestamptz,
      decision text,
      live_at timestamptz,
      next_at timestamptz,
      last_started_at timestamptz,
      version integer not null default 1,
      created_at timestamptz not null default now(),
      updated_at timestamptz,
      updated_by text,
      check ((type = '1') = (cron is not null))
    )`,
    sql`create index data_schedule_due on data_schedule (next_at) where state in ('live', 'applyOffline')`,
    sql`create table data_schedule_precedent (
      schedule_id bigint not null references data_schedule (id) on delete cascade,
      table_id bigint not null references data_table (id) on delete cascade,
      primary key (schedule_id, table_id)
    )`,
    // A removed workspace takes its schedules off line for good (WS-17); a disabled one only keeps them from starting (WS-16).
    sql`create function stop_schedules_of_workspace() returns trigger language plpgsql as $$
      begin
        update data_schedule set state = 'configured', live_at = null, next_at = null, version = version + 1
          where table_id in (select id from data_table where workspace_id = old.id);
        return old;
      end $$`,
    sql`create trigger workspace_stops_schedules before delete on workspace for each row execute function stop_schedules_of_workspace()`,
  ];
  for (const statement of statements) await statement.execute(db);
  await rows(db);
}

/** Rows an installation gets below those it has: id, parent, type, name, Traditional name, English name, address, component, permission. */
const menus: readonly (readonly (string | null)[])[] = [
  [
    'data-process',
    'data-access',
    '1',
    '数据加工',
    '資料加工',
    'Process',
    '/data/processing/:id',
    'main#data/process',
    'data:processing:list',
  ],
  ['data-access-edit', 'data-access', '2', '修改与执行', '修改與執行', 'Edit and run', null, null, 'data:processing:edit'],
  ['data-access-remove', 'data-access', '2', '删除', '刪除', 'Delete', null, null, 'data:processing:remove'],
  ['data-schedule-edit', 'data-schedule', '2', '配置与申请', '設定與申請', 'Configure and apply', null, null, 'data:schedule:edit'],
];

/** An installation whose menu announced these pages gets them; one that gave the rows another component keeps it. */
async function rows(db: Kysely<never>): Promise<void> {
  for (const [menu, component] of [
    ['data-access', 'main#data/processing'],
    ['data-schedule', 'main#data/schedule'],
  ]) {
    await sql`update menu set component = ${component} where menu_id = ${menu} and component = 'main#later'`.execute(db);
  }
  for (const [index, [id, parent, type, name, hant, en, url, component, perms]] of menus.entries()) {
    await sql`insert into menu (menu_id, parent_id, type, name, name_hans, name_hant, name_en, url, component, perms, sort, visible)
      select ${id}, ${parent}, ${type}, ${name}, ${name}, ${hant}, ${en}, ${url}, ${component}, ${perms}, ${index * 10 + 20}::int, '1'
      where exists (select 1 from menu where menu_id = ${parent}) on conflict do nothing`.execute(db);
    // Who could add processes may edit and run them, and who could open the list the page it leads to.
    const before = type === '1' || parent === 'data-schedule' ? parent : 'data-access-add';
    await sql`insert into role_menu (role_id, menu_id)
      select role_id, ${id} from role_menu where menu_id = ${before} and exists (select 1 from menu where menu_id = ${id})
      on conflict do nothing`.execute(db);
  }
}
