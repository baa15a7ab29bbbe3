import { type Kysely, sql } from 'kysely';

/** Schedules whose precedent tasks were all deleted never start: they are set up and approved anew, instead of being on line for nothing. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    update data_schedule set state = 'configured', live_at = null, next_at = null, version = version + 1
    where type = '0' and state in ('live', 'applyOffline') and not exists (select 1 from data_schedule_precedent where schedule_id = data_schedule.id)`.execute(
    db,
  );
  // What was applied for of them holds no workspace any more.
  await sql`
    update workspace set schedule_approval_state = null
    where schedule_approval_state is not null and not exists (
      select 1 from data_schedule schedule join data_table on data_table.id = schedule.table_id
      where data_table.workspace_id = workspace.id and schedule.state in ('applyOnline', 'applyOffline'))`.execute(db);
}
