import { type Kysely, sql } from 'kysely';

/** Data tables: what is known of them, the parts their rows stand in, who may do what with them, and whose list they are pinned to (DATA-07 to DATA-09, DATA-18, PERM-15). */
export async function up(db: Kysely<never>): Promise<void> {
  const statements = [
    // Beyond the safe integers on purpose, like the numbers of workspaces.
    sql`create sequence data_table_biz_id start 2000000000000000001`,
    sql`create table data_table (
      id bigint generated always as identity primary key,
      biz_id text not null unique default nextval('data_table_biz_id')::text check (biz_id ~ '^[0-9]{1,32}$'),
      name text not null check (name ~ '^[A-Za-z_$][A-Za-z0-9_$]{0,23}$'),
      title text not null,
      description text,
      tags text[] not null default '{}',
      kind text not null check (kind in ('source', 'process', 'model')),
      owner_id bigint references app_user (id) on delete set null,
      workspace_id bigint references workspace (id) on delete set null,
      is_listed boolean not null default true,
      revision integer not null default 0,
      row_count bigint not null default 0,
      byte_count bigint not null default 0,
      refreshed_at timestamptz,
      version integer not null default 1,
      created_at timestamptz not null default now(),
      updated_at timestamptz,
      updated_by text
    )`,
    sql`create unique index data_table_name on data_table (lower(name))`,
    sql`create index data_table_owner on data_table (owner_id)`,
    sql`create index data_table_workspace on data_table (workspace_id)`,
    sql`create table data_column (
      table_id bigint not null references data_table (id) on delete cascade,
      position integer not null,
      name text not null,
      title text not null,
      field_type text not null,
      analysis_type text not null,
      primary key (table_id, position),
      unique (table_id, name)
    )`,
    // A part without a table, or one that was dropped, is swept once nobody can still be reading it.
    sql`create table data_part (
      id bigint generated always as identity primary key,
      table_id bigint references data_table (id) on delete set null,
      revision integer not null,
      path text not null unique,
      content bytea,
      row_count bigint not null,
      byte_count bigint not null,
      created_at timestamptz not null default now(),
      dropped_at timestamptz
    )`,
    sql`create index data_part_of_table on data_part (table_id, id) where dropped_at is null`,
    sql`create index data_part_dropped on data_part (dropped_at) where dropped_at is not null`,
    sql`create function drop_data_parts() returns trigger language plpgsql as $$
      begin
        update data_part set dropped_at = coalesce(dropped_at, now()) where table_id = old.id;
        return old;
      end $$`,
    sql`create trigger data_table_drops_parts before delete on data_table for each row execute function drop_data_parts()`,
    sql`create table data_refresh (
      id bigint generated always as identity primary key,
      table_id bigint not null references data_table (id) on delete cascade,
      revision integer not null,
      mode text not null check (mode in ('full', 'incremental')),
      row_count bigint not null,
      rejected bigint not null default 0,
      note text,
      made_by text,
      made_at timestamptz not null default now(),
      unique (table_id, revision)
    )`,
    sql`create table data_grant (
      id bigint generated always as identity primary key,
      table_id bigint not null references data_table (id) on delete cascade,
      user_id bigint not null references app_user (id) on delete cascade,
      permissions text[] not null check (cardinality(permissions) > 0),
      columns text[],
      starts_at timestamptz not null,
      ends_at timestamptz,
      reason text not null,
      asked jsonb not null,
      state text not null default 'pending' check (state in ('pending', 'granted', 'rejected', 'revoked', 'cancelled')),
      decided_by text,
      decided_at timestamptz,
      decision text,
      version integer not null default 1,
      created_at timestamptz not null default now(),
      check (ends_at is null or ends_at > starts_at)
    )`,
    sql`create index data_grant_of_table on data_grant (table_id, state)`,
    sql`create index data_grant_of_user on data_grant (user_id, table_id)`,
    // One application at a time: whoever asks again meanwhile changes nothing by it.
    sql`create unique index data_grant_pending on data_grant (table_id, user_id) where state = 'pending'`,
    sql`create table data_pin (
      user_id bigint not null references app_user (id) on delete cascade,
      table_id bigint not null references data_table (id) on delete cascade,
      pinned_at timestamptz not null default now(),
      primary key (user_id, table_id)
    )`,
  ];
  for (const statement of statements) await statement.execute(db);
}
