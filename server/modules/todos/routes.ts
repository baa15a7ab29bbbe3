import { defineModule, type Principal, signedIn } from '../../contracts.ts';
import { accessOfPrincipal } from '../identity/access.ts';
import { applicationsOf } from '../identity/applications.ts';
import { countTodos, listTodos, type TodoOwner } from './repository.ts';
import { everythingWaiting } from './waiting.ts';

const open = '0';

/** Open tasks of the home page and the counts of its badges (API-28, 29), and all that waits for somebody. Everybody sees their own. */
export const todoModule = defineModule({
  service: 'todo',
  routes: {
    async page(request) {
      const user = ownerOf(signedIn(request));
      const { pageNo = 1, pageSize = 200, taskStatus = open, ...filter } = request.body;
      const page = { current: pageNo, size: pageSize };
      const [content, total] = await Promise.all([
        listTodos(request.db, user, { ...filter, taskStatus }, page),
        countTodos(request.db, user, { ...filter, taskStatus }),
      ]);
      return { content, total, ...page };
    },

    async waiting(request) {
      return await everythingWaiting(request);
    },

    async count(request) {
      const filter = { mainSource: request.query.mainSource, taskStatus: open };
      return { total: await countTodos(request.db, ownerOf(signedIn(request)), filter) };
    },
  },
});

/** In delegate mode tasks of the delegated applications only, and as old as the delegation allows (DELEG-02, DELEG-05). */
function ownerOf(user: Principal): TodoOwner {
  if (!user.agent) return { id: Number(user.id) };
  const applications = applicationsOf(accessOfPrincipal(user).menus).map((application) => application.menuId);
  return { id: Number(user.id), applications, since: user.agent.since };
}
