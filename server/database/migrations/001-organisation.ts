import { type Kysely, sql } from 'kysely';

/** Departments, users, roles, menus, and the number that tells a server when rights have changed. */
export async function up(db: Kysely<never>): Promise<void> {
  const statements = [
    sql`create table department (
      id bigint generated always as identity primary key,
      code text not null unique,
      name jsonb not null,
      parent_id bigint references department (id),
      sort integer not null default 0
    )`,
    sql`create table app_user (
      id bigint generated always as identity primary key,
      username text not null check (username ~ '^[A-Za-z0-9]{1,50}$'),
      name text not null,
      name_en text,
      user_code text not null unique,
      email text,
      phone text,
      department_id bigint references department (id),
      password_hash text not null,
      status text not null default '0' check (status in ('0', '1')),
      img_path text,
      theme_config text,
      language_config text,
      remind text,
      created_at timestamptz not null default now()
    )`,
    sql`create unique index app_user_username on app_user (lower(username))`,
    sql`create table role (
      id bigint generated always as identity primary key,
      role_code text not null unique,
      name jsonb not null
    )`,
    sql`create table user_role (
      user_id bigint not null references app_user (id) on delete cascade,
      role_id bigint not null references role (id) on delete cascade,
      primary key (user_id, role_id)
    )`,
    sql`create index user_role_role on user_role (role_id)`,
    // No foreign key to the parent: a missing parent is a problem of that row, shown where it belongs, and never blocks the others.
    sql`create table menu (
      menu_id text primary key check (length(menu_id) between 1 and 64),
      parent_id text not null default '0',
      type text not null,
      name text not null,
      name_hans text,
      name_en text,
      url text,
      component text,
      redirect text,
      icon text,
      visible text not null default '0',
      is_frame text not null default '1',
      sort integer not null default 0,
      meta text,
      perms text
    )`,
    sql`create index menu_parent on menu (parent_id)`,
    sql`create table role_menu (
      role_id bigint not null references role (id) on delete cascade,
      menu_id text not null references menu (menu_id) on delete cascade,
      primary key (role_id, menu_id)
    )`,
    sql`create index role_menu_menu on role_menu (menu_id)`,
    sql`create table access_revision (id integer primary key check (id = 1), revision bigint not null)`,
    sql`insert into access_revision values (1, 1)`,
    sql`create function bump_access_revision() returns trigger language plpgsql as $$
      begin
        update access_revision set revision = revision + 1 where id = 1;
        return null;
      end $$`,
  ];
  for (const statement of statements) await statement.execute(db);
  for (const table of ['role', 'user_role', 'menu', 'role_menu']) {
    await sql`create trigger access_changed after insert or update or delete or truncate on ${sql.table(table)}
      for each statement execute function bump_access_revision()`.execute(db);
  }
}
