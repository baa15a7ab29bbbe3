import { type Kysely, sql } from 'kysely';

/** A deleted message can be brought back for a while: it is hidden first, and swept away later. */
export async function up(db: Kysely<never>): Promise<void> {
  const statements = [
    sql`alter table message add column deleted_at timestamptz`,
    sql`drop index message_of_user`,
    sql`create index message_of_user on message (user_id, created_at desc, id desc) where deleted_at is null`,
    sql`drop index message_unread`,
    sql`create index message_unread on message (user_id) where read_at is null and deleted_at is null`,
    sql`create index message_deleted on message (deleted_at) where deleted_at is not null`,
  ];
  for (const statement of statements) await statement.execute(db);
}
