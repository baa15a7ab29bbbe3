import { type Kysely, sql } from 'kysely';

/** Each of the two logs is counted and paged along an index of its own, however long the other is. */
export async function up(db: Kysely<never>): Promise<void> {
  const signIns = sql`action in ('login', 'login_failed', 'logout')`;
  await sql`create index audit_log_sign_in on audit_log (id) where ${signIns}`.execute(db);
  await sql`create index audit_log_operation on audit_log (id) where not (${signIns})`.execute(db);
}
