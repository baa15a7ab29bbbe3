import { defineModule } from '../../contracts.ts';
import { countTodos, filterOf, open, pageOfTodos } from './home.ts';
import { everythingWaiting } from './waiting.ts';

/** Open tasks of the home page and the counts of its badges (API-28, 29), and all that waits for somebody. Everybody sees their own. */
export const todoModule = defineModule({
  service: 'todo',
  routes: {
    async page(request) {
      const { pageNo = 1, pageSize = 200, taskStatus = open, ...asked } = request.body;
      const page = { current: pageNo, size: pageSize };
      if (taskStatus !== open) return { content: [], total: 0, ...page };
      return await pageOfTodos(request, filterOf(request, asked), page);
    },

    async waiting(request) {
      return await everythingWaiting(request);
    },

    async count(request) {
      return { total: await countTodos(request, filterOf(request, { mainSource: request.query.mainSource })) };
    },
  },
});
