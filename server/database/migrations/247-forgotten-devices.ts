import { type Kysely, sql } from 'kysely';

/** Browsers an account of before no longer knew, by the age of its password or because it is disabled, are no longer kept: a row is known. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`delete from known_device using app_user where app_user.id = known_device.user_id
    and (app_user.status <> '0' or (known_device.made_at < app_user.password_set_at and not app_user.password_given))`.execute(db);
}
