import { sql } from 'kysely';
import type { Database } from '../../database/connection.ts';
import { keptDays } from './devices.ts';

/** Takes away what has run out, a few rows at a time, skipping rows another server is at. */
export async function sweep(db: Database): Promise<void> {
  const gone = [
    sql`delete from captcha where key_hash in
      (select key_hash from captcha where expires_at < now() limit 500 for update skip locked)`,
    sql`delete from login_attempt where id in
      (select id from login_attempt where at < now() - interval '1 day' limit 500 for update skip locked)`,
    sql`delete from known_device where id in
      (select id from known_device where used_at < now() - make_interval(days => ${keptDays}) limit 500 for update skip locked)`,
    sql`delete from session where id in
      (select id from session where expires_at < now() - interval '7 days' limit 500 for update skip locked)`,
    sql`delete from sso_login where state_hash in
      (select state_hash from sso_login where expires_at < now() limit 500 for update skip locked)`,
    sql`delete from sign_in_challenge where token_hash in
      (select token_hash from sign_in_challenge where expires_at < now() limit 500 for update skip locked)`,
    sql`delete from second_factor_setup where user_id in
      (select user_id from second_factor_setup where expires_at < now() limit 500 for update skip locked)`,
    sql`delete from one_time_code where code_hash in
      (select code_hash from one_time_code where expires_at < now() limit 500 for update skip locked)`,
    sql`delete from message where id in
      (select id from message where deleted_at < now() - interval '1 day' limit 500 for update skip locked)`,
  ];
  for (const statement of gone) await statement.execute(db);
}
