import { defineModule, signedIn } from '../../contracts.ts';
import { countTodos, listTodos } from './repository.ts';

const open = '0';

/** Open tasks of the home page and the counts of its badges (API-28, 29). Everybody sees their own. */
export const todoModule = defineModule({
  service: 'todo',
  routes: {
    async page(request) {
      const user = Number(signedIn(request).id);
      const { pageNo = 1, pageSize = 200, taskStatus = open, ...filter } = request.body;
      const page = { current: pageNo, size: pageSize };
      const [content, total] = await Promise.all([
        listTodos(request.db, user, { ...filter, taskStatus }, page),
        countTodos(request.db, user, { ...filter, taskStatus }),
      ]);
      return { content, total, ...page };
    },

    async count(request) {
      const filter = { mainSource: request.query.mainSource, taskStatus: open };
      return { total: await countTodos(request.db, Number(signedIn(request).id), filter) };
    },
  },
});
