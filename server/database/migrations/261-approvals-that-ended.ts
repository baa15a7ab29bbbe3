import { type Kysely, sql } from 'kysely';

/** A workspace out of which a table was taken, or deleted, while its schedule waited for an approval stayed in approval for good. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    update workspace set schedule_approval_state = null
    where schedule_approval_state is not null and not exists (
      select 1 from data_schedule schedule join data_table on data_table.id = schedule.table_id
      where data_table.workspace_id = workspace.id and schedule.state in ('applyOnline', 'applyOffline'))`.execute(db);
}
