import { type Kysely, sql } from 'kysely';
import type { MigrationSetting } from '../migrate.ts';

/** Audit reports that were issued before they kept the day have it from the operation log, by the clocks of the installation; of others nobody knows it. */
export async function up(db: Kysely<never>, { timeZone }: MigrationSetting): Promise<void> {
  await sql`
    update register_row set data = data || jsonb_build_object('issuedOn', to_char(issue.at at time zone ${timeZone}, 'YYYY-MM-DD'))
    from (
      select distinct on (target_id) target_id, at from audit_log
      where action = 'register_row_move' and target_type = 'register_row' and detail ->> 'register' = 'audit-report' and detail ->> 'to' = 'issued'
      order by target_id, id desc
    ) as issue
    where register_row.id::text = issue.target_id and register = 'audit-report' and state = 'issued' and not data ? 'issuedOn'`.execute(db);
}
