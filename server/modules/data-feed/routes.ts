import { defineModule } from '../../contracts.ts';
import { filledBy } from '../data-runs/filled-table.ts';
import { registerExecutable, registerRunKind } from '../data-runs/kinds.ts';
import { registerLineage } from '../lineage/kinds.ts';
import { createFeed, feedOf, listRelations, listSources, lookAt } from './feeds.ts';
import { feedLineage } from './lineage.ts';
import { feedRun } from './run.ts';

registerRunKind('feed', feedRun);
registerLineage('feed', feedLineage);
registerExecutable(filledBy('feed', 'data_feed'));

/** Data tables that are filled from databases and addresses of the installation (DATA-14). */
export const dataFeedModule = defineModule({
  service: 'data-feed',
  routes: {
    async sources(request) {
      return listSources(request);
    },
    async relations(request) {
      const { source, keyword = '' } = request.query;
      return await listRelations(request, { source, keyword: keyword.trim() });
    },
    async look(request) {
      return await lookAt(request, request.body);
    },
    async create(request) {
      return await createFeed(request, request.body);
    },
    async get(request) {
      return await feedOf(request, request.query.bizId);
    },
  },
});
