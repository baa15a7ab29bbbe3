import { sql } from 'kysely';
import type { Principal } from '../../contracts.ts';
import type { Database } from '../../database/connection.ts';
import { ApiError } from '../../errors.ts';
import { administrator } from './access.ts';
import { receivedPermissions } from './received-rights.ts';

/**
 * Nobody gives, changes or takes rights beyond their own: otherwise the right to edit users would be the right to everything.
 * An administrator holds every right.
 */
export function isAdministrator(user: Principal): boolean {
  return user.roles.includes(administrator);
}

/** Whether the text is a list of permissions the user holds. */
export function holdsAll(user: Principal, permissions: Iterable<string>): boolean {
  return isAdministrator(user) || [...permissions].every((permission) => user.permissions.has(permission));
}

/** The comma-separated `perms` of a menu row (PERM-02). */
export function splitPermissions(text: string | null | undefined): string[] {
  return (text ?? '')
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
}

/** Which of the roles hold a right the user does not hold. */
export async function rolesBeyond(db: Database, user: Principal, roleIds: readonly number[]): Promise<number[]> {
  if (isAdministrator(user) || roleIds.length === 0) return [];
  const { rows } = await sql<{ id: number; code: string; perms: string | null }>`
    select role.id, role.role_code as code, string_agg(menu.perms, ',') as perms
    from role left join role_menu on role_menu.role_id = role.id left join menu on menu.menu_id = role_menu.menu_id
    where role.id in (${sql.join(roleIds)}) group by role.id`.execute(db);
  return rows.filter(({ code, perms }) => code === administrator || !holdsAll(user, splitPermissions(perms))).map((row) => row.id);
}

/** @throws ApiError BEYOND_RIGHTS when one of the roles holds a right the user does not hold. */
export async function requireRightsOfRoles(db: Database, user: Principal, roleIds: readonly number[]): Promise<void> {
  if ((await rolesBeyond(db, user, roleIds)).length > 0) throw new ApiError('BEYOND_RIGHTS');
}

/**
 * Nobody gives themselves a role, also one without rights of its own: what is shared with its members would open to them. An administrator has all of it.
 * @throws ApiError BEYOND_RIGHTS at the field, or, where it is empty, with words for the whole
 */
export async function requireNoRoleForSelf(db: Database, user: Principal, roleIds: readonly number[], field: string): Promise<void> {
  if (isAdministrator(user)) return;
  const held = await db.selectFrom('user_role').select('role_id as id').where('user_id', '=', Number(user.id)).execute();
  if (roleIds.every((id) => held.some((role) => role.id === id))) return;
  throw new ApiError('BEYOND_RIGHTS', { details: [{ field, message: 'Nobody gives themselves a role', key: 'account.ownRoleGiven' }] });
}

/** @throws ApiError BEYOND_RIGHTS when the account holds a right the user does not hold, also one that was delegated to it. */
export async function requireRightsOfUser(db: Database, user: Principal, userId: number): Promise<void> {
  if (isAdministrator(user)) return;
  const roles = await db.selectFrom('user_role').select('role_id as id').where('user_id', '=', userId).execute();
  await requireRightsOfRoles(
    db,
    user,
    roles.map((role) => role.id),
  );
  if (!holdsAll(user, await receivedPermissions(db, userId))) throw new ApiError('BEYOND_RIGHTS');
}

/**
 * Who takes the right from themselves that lets them manage this could not give it back. Call it after the change.
 * @throws ApiError OWN_ROLE at the field
 */
export async function requireOwnPermission(db: Database, user: Principal, permission: string, field: string): Promise<void> {
  const { rows } = await sql<{ code: string; perms: string | null }>`
    select role.role_code as code, menu.perms from user_role join role on role.id = user_role.role_id
      left join role_menu on role_menu.role_id = role.id left join menu on menu.menu_id = role_menu.menu_id
    where user_role.user_id = ${Number(user.id)}`.execute(db);
  if (rows.some(({ code, perms }) => code === administrator || splitPermissions(perms).includes(permission))) return;
  throw new ApiError('OWN_ROLE', { details: [{ field, message: 'You would lose this right yourself', key: 'error.OWN_ROLE' }] });
}

/**
 * Lets one change after the other that could take away an administrator: two who disable each other must not both succeed.
 * Call it first in the transaction, `requireAdministrator` last.
 */
export async function lockAdministrators(db: Database): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('administrators', 0))`.execute(db);
}

/** @throws ApiError LAST_ADMINISTRATOR when no active user holds the role any more. */
export async function requireAdministrator(db: Database): Promise<void> {
  const left = await db
    .selectFrom('app_user')
    .innerJoin('user_role', 'user_role.user_id', 'app_user.id')
    .innerJoin('role', 'role.id', 'user_role.role_id')
    .select('app_user.id')
    .where('role.role_code', '=', administrator)
    .where('app_user.status', '=', '0')
    .limit(1)
    .executeTakeFirst();
  if (!left) throw new ApiError('LAST_ADMINISTRATOR');
}
