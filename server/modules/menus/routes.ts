import { defineModule } from '../../contracts.ts';
import { authorOf } from '../changes.ts';
import { searchTree, toTree } from '../tree.ts';
import { checkComponent } from './component.ts';
import { adoptMenus, compareMenus } from './documented.ts';
import { listMenus } from './repository.ts';
import { changeMenu, createMenu, moveMenu, removeMenu } from './service.ts';

/** Administration of the menu (MENU-01, PERM-02, PERM-03). */
export const menuModule = defineModule({
  service: 'system-menu',
  routes: {
    async tree({ db, query, services }) {
      const rows = (await listMenus(db)).map((row) => {
        const problem = row.component ? checkComponent(row.component, services.documents).problem : null;
        return { ...row, problem: problem && `${problem.code}: ${problem.name}` };
      });
      const keyword = query.keyword?.trim().toLowerCase() ?? '';
      const roots = toTree(rows, { id: (row) => row.menuId, parent: (row) => row.parentId });
      return searchTree(roots, (row) => {
        const texts = [row.menuId, row.name, row.nameHans, row.nameHant, row.nameEn, row.url, row.component, row.perms];
        const fits = texts.some((text) => text?.toLowerCase().includes(keyword));
        return fits && (!query.type || row.type === query.type) && (query.problems !== true || row.problem !== null);
      });
    },

    async differences({ db, services }) {
      return await compareMenus(db, services.documents);
    },

    async adopt(request) {
      return await adoptMenus(request.db, request.body.menuIds, authorOf(request), request.services.documents);
    },

    async create(request) {
      return await createMenu(request.db, request.body, authorOf(request), request.services.documents);
    },

    async update(request) {
      return await changeMenu(request.db, request.body, authorOf(request), request.services.documents);
    },

    async move(request) {
      return await moveMenu(request.db, request.body, authorOf(request));
    },

    async remove(request) {
      await removeMenu(request.db, request.params.id, authorOf(request));
      return {};
    },
  },
});
