import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../database/connection.ts';
import { administrator } from './access.ts';

/** More than are asked to decide one thing anywhere. */
const usualMost = 500;

/** Active users who hold all of these permissions, administrators among them: at most 500 unless said. */
export async function holdersOf(db: Database, permissions: readonly string[], most = usualMost): Promise<number[]> {
  const wanted = [...new Set(permissions)];
  // Roles are few and people many: the roles first.
  const { rows } = await sql<{ id: number }>`
    with holding as (
      select role.id, wanted.permission from role cross join unnest(${wanted}::text[]) as wanted (permission)
      where role.role_code = ${administrator} or exists (
        select 1 from role_menu join menu on menu.menu_id = role_menu.menu_id
        where role_menu.role_id = role.id and wanted.permission = any (string_to_array(replace(coalesce(menu.perms, ''), ' ', ''), ','))))
    select app_user.id from app_user
      join user_role on user_role.user_id = app_user.id join holding on holding.id = user_role.role_id
    where app_user.status = '0' group by app_user.id
    having count(distinct holding.permission) = ${wanted.length} order by app_user.id limit ${most}`.execute(db);
  return rows.map(({ id }) => id);
}

/** Who may everything, and may sign in. */
export async function administratorsOf(db: Database): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select app_user.id from app_user join user_role on user_role.user_id = app_user.id join role on role.id = user_role.role_id
    where app_user.status = '0' and role.role_code = ${administrator}`.execute(db);
  return rows.map(({ id }) => id);
}

/** Whether an `app_user` of the query holds one of these permissions, whoever may sign in: of those the query is about alone, however many hold it. */
export function holdsAny(permissions: readonly string[]): RawBuilder<boolean> {
  const wanted = sql`${[...new Set(permissions)]}::text[]`;
  return sql<boolean>`exists (
    select 1 from user_role where user_role.user_id = app_user.id and user_role.role_id = any(array(
      select role.id from role where role.role_code = ${administrator} or exists (
        select 1 from role_menu join menu on menu.menu_id = role_menu.menu_id
        where role_menu.role_id = role.id and string_to_array(replace(coalesce(menu.perms, ''), ' ', ''), ',') && ${wanted}))))`;
}
