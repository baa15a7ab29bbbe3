import { type Kysely, sql } from 'kysely';

/**
 * Since when a password holds, and whether somebody other than its owner chose it. Passwords of before count from now: none is too old at once.
 * What warns of an expiring one follows from that day and is kept nowhere.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`alter table app_user add column password_set_at timestamptz not null default now(),
    add column password_given boolean not null default false, drop column remind`.execute(db);
}
