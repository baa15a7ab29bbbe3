import { type Kysely, sql } from 'kysely';

/** When somebody changed the mail address of their own account: it leads to no new password before they sign in again. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`alter table app_user add column own_email_at timestamptz`.execute(db);
}
