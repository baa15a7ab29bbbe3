import { type Kysely, sql } from 'kysely';

/**
 * Files that are edited (MISC-06): the path stays what a file is named by, the bytes of each content have a path of their own in the store. With them the
 * locks of document editors, and the secrets these come with.
 */
export async function up(db: Kysely<never>): Promise<void> {
  const statements = [
    sql`alter table stored_file
      add column content_path text,
      add column version integer not null default 1,
      add column changed_at timestamptz,
      add column changed_by text`,
    sql`create table stored_file_version (
      file_id bigint not null references stored_file (id) on delete cascade,
      version integer not null,
      content_path text not null,
      size bigint not null,
      sha256 bytea not null,
      created_at timestamptz not null,
      created_by text,
      primary key (file_id, version)
    )`,
    sql`create table wopi_lock (
      file_id bigint primary key references stored_file (id) on delete cascade,
      lock text not null,
      expires_at timestamptz not null
    )`,
    sql`create table wopi_token (
      secret_hash bytea primary key,
      file_id bigint not null references stored_file (id) on delete cascade,
      session_id bigint not null references session (id) on delete cascade,
      expires_at timestamptz not null
    )`,
    sql`create index wopi_token_of_file on wopi_token (file_id)`,
    sql`create index wopi_token_of_session on wopi_token (session_id)`,
    sql`create index wopi_token_end on wopi_token (expires_at)`,
  ];
  for (const statement of statements) await statement.execute(db);
}
