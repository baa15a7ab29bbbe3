import { type Kysely, sql } from 'kysely';

/** Evaluations are closed for good, and papers remember when their people were reminded. */
export async function up(db: Kysely<never>): Promise<void> {
  const statements = [
    sql`alter table risk_evaluation add column closed_at timestamptz, add column closed_by text,
      add check ((closed_at is null) = (closed_by is null))`,
    sql`alter table risk_paper add column closed_at timestamptz, add column reminded_at timestamptz,
      add column reminders integer not null default 0`,
    // Reopen never, whatever the faults of the code.
    sql`create function refuse_reopening() returns trigger language plpgsql as $$
      begin
        raise exception 'What was closed stays closed' using errcode = 'insufficient_privilege';
      end $$`,
    sql`create trigger closed_for_good before update on risk_evaluation
      for each row when (old.closed_at is not null and new.closed_at is distinct from old.closed_at) execute function refuse_reopening()`,
    sql`create trigger closed_for_good before update on risk_paper
      for each row when (old.closed_at is not null and new.closed_at is distinct from old.closed_at) execute function refuse_reopening()`,
  ];
  for (const statement of statements) await statement.execute(db);
}
