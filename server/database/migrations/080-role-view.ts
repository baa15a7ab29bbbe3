import { type Kysely, sql } from 'kysely';

/** Sessions in which an administrator sees the product as a role does: each belongs to the session it was begun in and ends with it. */
export async function up(db: Kysely<never>): Promise<void> {
  const statements = [
    sql`alter table session
      add column role_id bigint references role (id) on delete cascade,
      add column parent_id bigint references session (id) on delete cascade,
      add constraint session_view check ((role_id is null) = (parent_id is null))`,
    sql`create index session_parent on session (parent_id) where parent_id is not null`,
    sql`create index session_role on session (role_id) where role_id is not null`,
    sql`insert into menu (menu_id, parent_id, type, name, name_hans, name_en, sort, perms)
      select 'system-role-view', 'system-role', '2', '以此角色查看', '以此角色查看', 'View as role', 40, 'sys:role:view'
      where exists (select 1 from menu where menu_id = 'system-role')
      on conflict do nothing`,
  ];
  for (const statement of statements) await statement.execute(db);
}
