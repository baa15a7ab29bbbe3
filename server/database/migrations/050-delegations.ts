import { type Kysely, sql } from 'kysely';

/** Delegations (DELEG-02), the sessions that act in somebody's name, and whose name stands beside the actor in the audit log. */
export async function up(db: Kysely<never>): Promise<void> {
  const statements = [
    sql`create table delegation (
      id bigint generated always as identity primary key,
      authorizer_id bigint not null references app_user (id) on delete cascade,
      agent_id bigint not null references app_user (id) on delete cascade,
      start_date date not null,
      end_date date,
      auth_history boolean not null default false,
      remark text,
      announced_status text not null default '1' check (announced_status in ('1', '2', '3', '4')),
      reminded_for date,
      terminated_at timestamptz,
      terminated_by text,
      version integer not null default 1,
      created_at timestamptz not null default now(),
      updated_at timestamptz,
      updated_by text,
      constraint delegation_other_person check (authorizer_id <> agent_id),
      constraint delegation_period check (end_date is null or end_date >= start_date)
    )`,
    sql`create index delegation_agent on delegation (agent_id)`,
    sql`create index delegation_authorizer on delegation (authorizer_id)`,
    sql`create index delegation_announced on delegation (announced_status) where announced_status in ('1', '2')`,
    sql`create table delegation_menu (
      delegation_id bigint not null references delegation (id) on delete cascade,
      menu_id text not null references menu (menu_id) on delete cascade,
      primary key (delegation_id, menu_id)
    )`,
    sql`create index delegation_menu_menu on delegation_menu (menu_id)`,
    sql`alter table session add column acting_for bigint references app_user (id) on delete cascade`,
    sql`create index session_acting_for on session (acting_for) where acting_for is not null`,
    sql`alter table audit_log add column subject text`,
  ];
  for (const statement of statements) await statement.execute(db);
  // What agents may do is remembered under the number of the rights, like the rights themselves.
  for (const table of ['delegation', 'delegation_menu']) {
    await sql`create trigger access_changed after insert or update or delete or truncate on ${sql.table(table)}
      for each statement execute function bump_access_revision()`.execute(db);
  }
}
