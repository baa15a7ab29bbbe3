import { type Kysely, sql } from 'kysely';

/** Addresses that were given to upload one file or to get one (FILE-01). They end with the session they were given to. */
export async function up(db: Kysely<never>): Promise<void> {
  const statements = [
    sql`create table file_ticket (
      secret_hash bytea primary key,
      purpose text not null check (purpose in ('upload', 'download', 'view')),
      path text not null,
      name text not null,
      business_type text,
      session_id bigint not null references session (id) on delete cascade,
      user_id bigint not null references app_user (id) on delete cascade,
      expires_at timestamptz not null
    )`,
    sql`create index file_ticket_of_session on file_ticket (session_id)`,
    sql`create index file_ticket_of_user on file_ticket (user_id)`,
    sql`create index file_ticket_end on file_ticket (expires_at)`,
  ];
  for (const statement of statements) await statement.execute(db);
}
