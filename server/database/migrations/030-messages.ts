import { type Kysely, sql } from 'kysely';

/**
 * Messages of the users: template and parameters of the notice they were sent, read or not. Their text is made when they are read.
 * The message centre takes the place of its announcement in the menu.
 */
export async function up(db: Kysely<never>): Promise<void> {
  const statements = [
    sql`create table message (
      id bigint generated always as identity primary key,
      user_id bigint not null references app_user (id) on delete cascade,
      template text not null,
      parameters jsonb not null default '{}',
      notice_type text not null,
      level smallint not null check (level between 1 and 3),
      link text,
      source_id text,
      workspace_id text,
      created_at timestamptz not null default now(),
      read_at timestamptz
    )`,
    sql`create index message_of_user on message (user_id, created_at desc, id desc)`,
    // An installation whose menu announced the message centre gets it; one that gave the row another component keeps it.
    sql`update menu set component = 'main#message/centre' where component = 'main#later' and url = '/portal/messages'`,
    sql`create index message_unread on message (user_id) where read_at is null`,
  ];
  for (const statement of statements) await statement.execute(db);
}
