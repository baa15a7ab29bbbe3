import type { Context } from '../../context.ts';
import type { Database } from '../../database/connection.ts';
import { ApiError, wrong } from '../../errors.ts';
import { tellRoles } from '../accounts/telling-roles.ts';
import { type Author, authorOf, change, create, type Kind, signature, touched } from '../changes.ts';
import {
  holdsAll,
  lockAdministrators,
  requireAdministrator,
  requireNoRoleForSelf,
  requireOwnPermission,
  requireRightsOfRoles,
  requireRightsOfUser,
  splitPermissions,
} from '../identity/rights.ts';
import { followRenamedRole } from '../parameters/renamed-role.ts';
import { findRole, grantableMenus, insertRole, type RoleAnswer, type RoleValues, roleColumns, setMenus } from './repository.ts';

const kind: Kind<RoleAnswer> = { name: 'role', find: findRole, unique: { role_role_code_key: 'roleCode' } };

/** @throws ApiError DUPLICATE, BEYOND_RIGHTS, PARAMETER_ERROR at a menu row that does not exist */
export async function createRole(
  db: Database,
  { menuIds = [], ...values }: RoleValues & { menuIds?: string[] | undefined },
  author: Author,
): Promise<RoleAnswer> {
  return await create(db, kind, author, async (transaction) => {
    await requireRightsOfMenus(transaction, author, menuIds);
    const id = await insertRole(transaction, values, signature(author.user));
    await setMenus(transaction, id, [...new Set(menuIds)]);
    return id;
  });
}

/** @throws ApiError NOT_FOUND, CONFLICT, DUPLICATE, BUILT_IN, BEYOND_RIGHTS, OWN_ROLE */
export async function changeRole(
  db: Database,
  { id, version, menuIds, ...values }: Partial<RoleValues> & { id: string; version: number; menuIds?: string[] | undefined },
  author: Author,
): Promise<RoleAnswer> {
  return await change(db, kind, author, {
    id,
    verb: 'update',
    shown: 'all',
    async work(transaction) {
      await requireRightsOfRoles(transaction, author.user, [Number(id)]);
      const role = await findRole(transaction, id);
      if (role?.administrator && values.roleCode !== undefined && values.roleCode !== role.roleCode) throw new ApiError('BUILT_IN');
      const { numUpdatedRows } = await transaction
        .updateTable('role')
        .set({ ...roleColumns(values), ...touched(author.user) })
        .where('id', '=', Number(id))
        .where('version', '=', version)
        .executeTakeFirst();
      if (numUpdatedRows === 0n) return false;
      if (role && values.roleCode !== undefined && values.roleCode !== role.roleCode)
        await followRenamedRole(transaction, author, role.roleCode, values.roleCode);
      // The administrator sees everything without a grant.
      if (menuIds === undefined || role?.administrator) return true;
      await requireRightsOfMenus(transaction, author, menuIds);
      await setMenus(transaction, id, [...new Set(menuIds)]);
      await requireOwnPermission(transaction, author.user, 'sys:role:edit', 'menuIds');
      return true;
    },
  });
}

/** @throws ApiError NOT_FOUND, BUILT_IN, HAS_USERS, BEYOND_RIGHTS */
export async function removeRole(db: Database, id: string, author: Author): Promise<void> {
  await change(db, kind, author, {
    id,
    verb: 'delete',
    async work(transaction) {
      // Nobody may be given the role between the question and the deletion.
      const locked = await transaction.selectFrom('role').select('id').where('id', '=', Number(id)).forUpdate().executeTakeFirst();
      const role = locked && (await findRole(transaction, id));
      if (!role) return false;
      if (role.administrator) throw new ApiError('BUILT_IN');
      await requireRightsOfRoles(transaction, author.user, [Number(id)]);
      if (role.userCount > 0) throw new ApiError('HAS_USERS');
      const { numDeletedRows } = await transaction.deleteFrom('role').where('id', '=', Number(id)).executeTakeFirst();
      return numDeletedRows > 0n;
    },
  });
}

/** Gives the role to users and takes it from others. @throws ApiError NOT_FOUND, BEYOND_RIGHTS, LAST_ADMINISTRATOR, OWN_ROLE */
export async function changeMembers(
  context: Context,
  { id, add = [], remove = [] }: { id: string; add?: string[] | undefined; remove?: string[] | undefined },
): Promise<void> {
  const author = authorOf(context);
  await change(context.db, kind, author, {
    id,
    verb: 'members',
    detail: { add, remove },
    async work(transaction) {
      await lockAdministrators(transaction);
      await requireRightsOfRoles(transaction, author.user, [Number(id)]);
      if (add.includes(author.user.id)) await requireNoRoleForSelf(transaction, author.user, [Number(id)], '');
      for (const user of [...add, ...remove]) await requireRightsOfUser(transaction, author.user, Number(user));
      // Held in the order everybody takes them in: accounts before what counts their changes.
      const held = await transaction
        .selectFrom('app_user')
        .select('id')
        .where('id', 'in', [0, ...add.map(Number), ...remove.map(Number)])
        .orderBy('id')
        .forNoKeyUpdate()
        .execute();
      const known = held.filter(({ id: user }) => add.includes(String(user)));
      if (known.length !== new Set(add).size) throw new ApiError('NOT_FOUND');
      const changed: number[] = [];
      if (known.length > 0) {
        const given = await transaction
          .insertInto('user_role')
          .values(known.map((user) => ({ user_id: user.id, role_id: Number(id) })))
          .onConflict((conflict) => conflict.doNothing())
          .returning('user_id as id')
          .execute();
        changed.push(...given.map((user) => user.id));
      }
      if (remove.length > 0) {
        const taken = await transaction
          .deleteFrom('user_role')
          .where('role_id', '=', Number(id))
          .where('user_id', 'in', remove.map(Number))
          .returning('user_id as id')
          .execute();
        changed.push(...taken.map((user) => user.id));
      }
      // Whoever has an account open with the roles it had does not give them back by saving it.
      await transaction
        .updateTable('app_user')
        .set(touched(author.user))
        .where('id', 'in', [0, ...changed])
        .execute();
      await tellRoles(transaction, context, [...new Set(changed)]);
      if (remove.includes(author.user.id)) await requireOwnPermission(transaction, author.user, 'sys:role:edit', 'remove');
      await requireAdministrator(transaction);
      return true;
    },
  });
}

/** @throws ApiError BEYOND_RIGHTS when a row gives a right the user does not hold, PARAMETER_ERROR when one does not exist */
async function requireRightsOfMenus(db: Database, { user }: Author, menuIds: readonly string[]): Promise<void> {
  if (menuIds.length === 0) return;
  const rows = new Map((await grantableMenus(db)).map((row) => [row.id, row]));
  if (menuIds.some((id) => !rows.has(id))) {
    throw wrong('menuIds', 'A menu no longer exists', 'error.NOT_FOUND');
  }
  const permissions = menuIds.flatMap((id) => splitPermissions(rows.get(id)?.perms));
  if (!holdsAll(user, permissions)) throw new ApiError('BEYOND_RIGHTS');
}
