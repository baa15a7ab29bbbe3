import { type Kysely, sql } from 'kysely';

/** The audit log: rows are added and never changed or taken away, whoever asks. */
export async function up(db: Kysely<never>): Promise<void> {
  const statements = [
    sql`create table audit_log (
      id bigint generated always as identity primary key,
      at timestamptz not null default clock_timestamp(),
      actor_id bigint,
      actor text,
      subject_user_id bigint,
      action text not null,
      target_type text not null,
      target_id text,
      detail jsonb not null default '{}',
      ip text,
      user_agent text,
      request_id text
    )`,
    sql`create index audit_log_at on audit_log (at)`,
    sql`create index audit_log_target on audit_log (target_type, target_id)`,
    sql`create index audit_log_actor on audit_log (actor_id)`,
    sql`create function refuse_audit_change() returns trigger language plpgsql as $$
      begin
        raise exception 'The audit log is append only' using errcode = 'insufficient_privilege';
      end $$`,
    sql`create trigger append_only before update or delete or truncate on audit_log
      for each statement execute function refuse_audit_change()`,
    // Also while triggers of ordinary sessions are off (session_replication_role = replica).
    sql`alter table audit_log enable always trigger append_only`,
  ];
  for (const statement of statements) await statement.execute(db);
}
