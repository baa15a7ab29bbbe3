import { type Kysely, sql } from 'kysely';

/** What requests with a key made, so that their repetition makes nothing more. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`create table made_once (
    user_id bigint not null references app_user (id) on delete cascade,
    request bytea not null,
    made bigint,
    made_at timestamptz not null default now(),
    primary key (user_id, request))`.execute(db);
}
