import { defineModule, signedIn } from '../../contracts.ts';
import { ApiError } from '../../errors.ts';
import { type AccountAnswer, listAccounts } from '../accounts/repository.ts';
import { authorOf } from '../changes.ts';
import { accessOfRole } from '../identity/access.ts';
import { applicationsOf } from '../identity/applications.ts';
import { holdsAll, splitPermissions } from '../identity/rights.ts';
import { beginView } from '../identity/role-view.ts';
import { menuLabel } from '../menus/label.ts';
import { toTree } from '../tree.ts';
import { findRole, grantableMenus, listRoles } from './repository.ts';
import { changeMembers, changeRole, createRole, removeRole } from './service.ts';

/** Administration of roles (PERM-01, PERM-02). */
export const roleModule = defineModule({
  service: 'system-role',
  routes: {
    async list({ db, query }) {
      const page = { current: query.current ?? 1, size: query.size ?? 10 };
      const order = query.order === 'desc' ? ('desc' as const) : ('asc' as const);
      return { ...(await listRoles(db, { keyword: query.keyword?.trim() ?? '', sort: query.sort ?? '', order, ...page })), ...page };
    },

    async get({ db, params }) {
      const role = await findRole(db, params.id);
      if (!role) throw new ApiError('NOT_FOUND');
      return role;
    },

    async menus(request) {
      const user = signedIn(request);
      const rows = (await grantableMenus(request.db)).map((row) => ({
        id: row.id,
        parentId: row.parentId,
        type: row.type,
        label: menuLabel(row),
        perms: row.perms,
        disabled: !holdsAll(user, splitPermissions(row.perms)),
      }));
      return toTree(rows, { id: (row) => row.id, parent: (row) => row.parentId });
    },

    async users({ db, query }) {
      const page = { current: query.current ?? 1, size: query.size ?? 10 };
      const order = query.order === 'desc' ? ('desc' as const) : ('asc' as const);
      const filter = {
        keyword: query.keyword?.trim() ?? '',
        roleId: query.roleId,
        status: '',
        departmentId: '',
        secondFactor: '',
        sort: query.sort ?? '',
        isByName: true,
      };
      const { content, total } = await listAccounts(db, { ...filter, order, ...page });
      return { content: content.map(named), total, ...page };
    },

    async preview({ db, params }) {
      const role = await findRole(db, params.id);
      if (!role) throw new ApiError('NOT_FOUND');
      const access = await accessOfRole(db, { id: Number(role.id), code: role.roleCode });
      const rows = access.menus.map((row) => ({ ...row, label: menuLabel(row) }));
      return {
        menus: toTree(rows, { id: (row) => row.menuId, parent: (row) => row.parentId }),
        permissions: [...access.permissions].sort(),
        applications: applicationsOf(access.menus),
      };
    },

    async view(request) {
      const { user, origin } = authorOf(request);
      return { access_token: await beginView(request.db, user, request.params.id, origin) };
    },

    async create(request) {
      return await createRole(request.db, request.body, authorOf(request));
    },

    async update(request) {
      return await changeRole(request.db, request.body, authorOf(request));
    },

    async members(request) {
      await changeMembers(request, request.body);
      return {};
    },

    async remove(request) {
      await removeRole(request.db, request.params.id, authorOf(request));
      return {};
    },
  },
});

/** Who looks at roles learns names, not addresses. */
function named({ id, username, name, nameEn, userCode, departmentName, status }: AccountAnswer) {
  return { id, username, name, nameEn, userCode, departmentName, status };
}
