import { type Kysely, sql } from 'kysely';

/** Indexes of what is asked for all day where a company has tens of thousands of people and years of decisions; figures stand in docs/benchmarks.md. */
export async function up(db: Kysely<never>): Promise<void> {
  const statements = [
    // Every list says who made its rows: accounts as they are written there. The index that keeps them unique holds them in small letters.
    sql`create index app_user_account on app_user (username)`,
    // The queue, whose oldest come first, and how many wait: found without reading the decisions, which are large.
    sql`create index screening_decision_queue on screening_decision (decided_at, id) include (rule_set_id) where decision = 'review'`,
    // The outbox, the latest first, which was sorted as a whole for every page.
    sql`create index mail_latest on mail (created_at desc, id desc)`,
    sql`drop index screening_decision_to_review`,
  ];
  for (const statement of statements) await statement.execute(db);
}
