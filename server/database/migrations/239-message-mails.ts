import { type Kysely, sql } from 'kysely';

/** What people choose of their messages by mail, and which were mailed. */
export async function up(db: Kysely<never>): Promise<void> {
  const statements = [
    // '' is the choice for every topic that has none of its own.
    sql`create table message_mail_choice (
      user_id bigint not null references app_user (id) on delete cascade,
      topic text not null,
      way text not null check (way in ('none', 'daily', 'urgent', 'once')),
      primary key (user_id, topic)
    )`,
    sql`alter table message add column mailed_at timestamptz`,
    // Nobody is mailed what was there before mails were.
    sql`update message set mailed_at = created_at where read_at is null`,
    sql`create index message_to_mail on message (created_at) where mailed_at is null and read_at is null and deleted_at is null`,
  ];
  for (const statement of statements) await statement.execute(db);
}
