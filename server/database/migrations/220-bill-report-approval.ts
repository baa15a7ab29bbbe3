import { type Kysely, sql } from 'kysely';

/** Bill reports find what was rejected and what nobody approved yet. Those that were made before did not look: they are out of date. */
export async function up(db: Kysely<never>): Promise<void> {
  const statements = [
    sql`alter table flow_bill_report_row drop constraint flow_bill_report_row_findings_check`,
    sql`alter table flow_bill_report_row add constraint flow_bill_report_row_findings_check
      check (findings <@ array['missing', 'not-real', 'rejected', 'twice', 'not-passed', 'differs', 'not-approved'])`,
    sql`update flow_bill_report set evidence = ''`,
  ];
  for (const statement of statements) await statement.execute(db);
}
