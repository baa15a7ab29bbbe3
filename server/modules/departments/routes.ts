import { defineModule } from '../../contracts.ts';
import type { Database } from '../../database/connection.ts';
import { ApiError } from '../../errors.ts';
import { authorOf, change, create, type Kind, signature, touched } from '../changes.ts';
import { requireUnused } from '../registers/in-use.ts';
import { namingDepartments } from '../registers/registers.ts';
import { searchTree, toTree } from '../tree.ts';
import { requireMoving } from './placing.ts';
import {
  type DepartmentAnswer,
  type DepartmentValues,
  deleteDepartment,
  findDepartment,
  holdDepartment,
  insertDepartment,
  isWithin,
  listDepartments,
  lockTree,
  updateDepartment,
} from './repository.ts';

const kind: Kind<DepartmentAnswer> = { name: 'department', find: findDepartment, unique: { department_code_key: 'code' } };

/** Departments: a tree with the users in it. */
export const departmentModule = defineModule({
  service: 'department',
  routes: {
    async tree({ db, query }) {
      const roots = toTree(await listDepartments(db), { id: (row) => row.id, parent: (row) => row.parentId });
      const keyword = query.keyword?.trim().toLowerCase() ?? '';
      const textsOf = ({ code, name }: DepartmentAnswer) => [code, ...(typeof name === 'string' ? [name] : name.map(({ t }) => t))];
      return searchTree(roots, (row) => textsOf(row).some((text) => text.toLowerCase().includes(keyword)));
    },

    async create(request) {
      const author = authorOf(request);
      return await create(request.db, kind, author, async (db) => {
        await requireParent(db, undefined, request.body);
        return await insertDepartment(db, request.body, signature(author.user));
      });
    },

    async update(request) {
      const { id, version, ...values } = request.body;
      const author = authorOf(request);
      return await change(request.db, kind, author, {
        id,
        verb: 'update',
        shown: 'all',
        async work(db) {
          await requireParent(db, id, values);
          const before = await findDepartment(db, id);
          if (before) requireMoving(author.user, before, values.parentId);
          return await updateDepartment(db, id, version, values, touched(author.user));
        },
      });
    },

    async remove(request) {
      const { id } = request.params;
      const author = authorOf(request);
      await change(request.db, kind, author, {
        id,
        verb: 'delete',
        async work(db) {
          await lockTree(db);
          await holdDepartment(db, id);
          const department = await findDepartment(db, id);
          if (department && department.childCount > 0) throw new ApiError('HAS_CHILDREN');
          if (department && department.userCount > 0) throw new ApiError('HAS_USERS');
          await requireUnused(db, author.user, namingDepartments(request.services.documents), id);
          return await deleteDepartment(db, id);
        },
      });
      return {};
    },
  },
});

/** @throws ApiError WRONG_PARENT at the field when the place does not exist or lies below the department itself. */
async function requireParent(db: Database, id: string | undefined, { parentId }: Partial<DepartmentValues>): Promise<void> {
  if (parentId === undefined || parentId === null || parentId === '') return;
  await lockTree(db);
  const isPossible = (await findDepartment(db, parentId)) !== undefined && (id === undefined || !(await isWithin(db, parentId, id)));
  if (isPossible) return;
  throw new ApiError('WRONG_PARENT', { details: [{ field: 'parentId', message: 'It cannot stand there', key: 'error.WRONG_PARENT' }] });
}
