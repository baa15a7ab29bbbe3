import { type Kysely, sql } from 'kysely';

/** Code lists with labels in several languages. */
export async function up(db: Kysely<never>): Promise<void> {
  const statements = [
    sql`create table dictionary_type (
      type text primary key check (type ~ '^[a-z][a-z0-9_-]{0,59}$'),
      label jsonb not null
    )`,
    sql`create table dictionary_entry (
      id bigint generated always as identity primary key,
      type text not null references dictionary_type (type) on update cascade,
      value text not null check (length(value) between 1 and 100),
      label jsonb not null,
      status text not null default '0' check (status in ('0', '1')),
      tone text check (tone in ('neutral', 'info', 'success', 'warning', 'danger')),
      sort integer not null default 0,
      remark text,
      version integer not null default 1,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      updated_by text
    )`,
    // These two hold properties: the label names them, and two properties may well have the same value.
    sql`create unique index dictionary_entry_value on dictionary_entry (type, value)
      where type not in ('sys_property', 'system_handbook_config')`,
    sql`create index dictionary_entry_order on dictionary_entry (type, sort, id)`,
  ];
  for (const statement of statements) await statement.execute(db);
}
