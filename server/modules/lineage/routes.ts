import { defineModule } from '../../contracts.ts';
import { boardLineage } from './boards.ts';
import { impactOf } from './impact.ts';
import { registerLineage } from './kinds.ts';
import { lineageOf } from './lineage.ts';

registerLineage('board', boardLineage);

/** What data tables come from and what is made of them (DATA-01). */
export const lineageModule = defineModule({
  service: 'lineage',
  routes: {
    async get(request) {
      const { bizId, steps = 3, column } = request.query;
      return await lineageOf(request, { bizId, steps, column });
    },
    async impact(request) {
      return await impactOf(request, request.query.bizId);
    },
  },
});
