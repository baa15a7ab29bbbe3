import { type Kysely, sql } from 'kysely';

/** Who applied for what happens to a schedule, in person and in whose name, so that neither decides it. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`alter table data_schedule add column applied_people bigint[] not null default '{}'`.execute(db);
  await sql`update data_schedule set applied_people = array(select id from app_user where username = applied_by)
    where applied_by is not null`.execute(db);
}
