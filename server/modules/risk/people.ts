import { sql } from 'kysely';
import { localizedText } from '../../../src/core/index.ts';
import type { Database } from '../../database/connection.ts';
import type { LabelValue } from '../../database/values.ts';
import { BELOW } from './department-names.ts';

/** An active user by code. */
export async function internalUser(db: Database, userCode: string): Promise<{ userCode: string; name: string } | undefined> {
  return await db
    .selectFrom('app_user')
    .select(['user_code as userCode', 'name'])
    .where('user_code', '=', userCode)
    .where('status', '=', '0')
    // Nobody changes the code, or deletes the account, before what is sent to it stands there.
    .forKeyShare()
    .executeTakeFirst();
}

/**
 * Department of a user with those above it, `Headquarters / Finance` (API-71), in the default language of the product unless `say` says
 * otherwise. Papers keep it; departmentNames says it to readers.
 */
export async function fullDepartmentName(
  db: Database,
  userCode: string,
  say: (label: LabelValue) => string = (label) => localizedText(label, 'zh-Hans'),
): Promise<string | null> {
  const { rows } = await sql<{ name: LabelValue }>`
    with recursive above as (
      select department.*, 0 as step from app_user join department on department.id = app_user.department_id where user_code = ${userCode}
      union all
      select department.*, step + 1 from above join department on department.id = above.parent_id where step < 20
    ) select name from above order by step desc`.execute(db);
  return rows.length === 0 ? null : rows.map((row) => say(row.name)).join(BELOW);
}
