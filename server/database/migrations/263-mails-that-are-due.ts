import { type Kysely, sql } from 'kysely';

/** Mails say since when they could have gone out, which a mail server that is away does not move, and when what they lead to ends. */
export async function up(db: Kysely<never>): Promise<void> {
  const statements = [
    sql`alter table mail add column due_at timestamptz not null default now(), add column ends_at timestamptz`,
    sql`update mail set due_at = case when attempts = 0 then created_at else next_try_at end where state = 'queued'`,
    sql`drop index mail_due`,
    sql`create index mail_due on mail (next_try_at, due_at) where state = 'queued'`,
  ];
  for (const statement of statements) await statement.execute(db);
}
