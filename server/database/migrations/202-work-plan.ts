import { type Kysely, sql } from 'kysely';

/** The work plan of a workspace, whose page is a route of the application like the others of it. */
export async function up(db: Kysely<never>): Promise<void> {
  const statements = [
    sql`create table workspace_task (
      id bigint generated always as identity primary key,
      workspace_id bigint not null references workspace (id) on delete cascade,
      title text not null,
      owner_id bigint references app_user (id) on delete set null,
      starts_on date not null,
      ends_on date not null,
      state text not null check (state in ('0', '1', '2')),
      progress integer not null check (progress between 0 and 100),
      remark text,
      version integer not null default 1,
      created_at timestamptz not null default now(),
      updated_at timestamptz,
      updated_by text,
      check (starts_on <= ends_on)
    )`,
    sql`create index workspace_task_of on workspace_task (workspace_id, starts_on)`,
    sql`create index workspace_task_owner on workspace_task (owner_id)`,
    sql`update menu set component = null where menu_id = 'workspace-plan' and component = 'workbench#later'`,
  ];
  for (const statement of statements) await statement.execute(db);
}
