import { type Kysely, sql } from 'kysely';

/** Schedules whose precedent tasks were all deleted never start: they are set up and approved anew, instead of being on line for nothing. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    update data_schedule set state = 'configured', live_at = null, version = version + 1
    where type = '0' and state = 'live' and not exists (select 1 from data_schedule_precedent where schedule_id = data_schedule.id)`.execute(
    db,
  );
}
