import { defineModule, signedIn } from '../../contracts.ts';
import { requireReviewObject } from '../flow/rights.ts';
import { judge, removeComparison } from './changes.ts';
import { pageOfComments, saveComment } from './comments.ts';
import { findComparison, pageOfResults } from './comparisons.ts';
import { executeComparison } from './execute.ts';
import { exportComparison, uploadComparison } from './files.ts';
import { pageOfMovement } from './movement.ts';
import { remindExecutors } from './reminders.ts';

/** What clients shipped beside what dealers bought, and what is said about it (API-134 to API-139, API-144, API-146). */
export const flowComparisonModule = defineModule({
  service: 'flow-comparison',
  routes: {
    async execute(request) {
      const { reviewObjectId, grain = 'month', quantityTolerance = 0, priceTolerance = 0 } = request.body;
      return await executeComparison(request, reviewObjectId, { grain, quantityTolerance, priceTolerance });
    },

    async find(request) {
      const { reviewObjectId, kind = '', verdict = '', keyword = '', pageNo = 1, pageSize = 10 } = request.query;
      const object = await requireReviewObject(request.db, signedIn(request), reviewObjectId);
      const comparison = await findComparison(request.db, object.id);
      if (!comparison) return { comparison: null, content: [], total: 0, current: pageNo, size: pageSize };
      const filter = { kind, verdict, keyword: keyword.trim(), pageNo, pageSize };
      return { comparison, ...(await pageOfResults(request.db, Number(comparison.id), filter)) };
    },

    async movement(request) {
      const { reviewObjectId, kind = '', keyword = '', pageNo = 1, pageSize = 10 } = request.query;
      const object = await requireReviewObject(request.db, signedIn(request), reviewObjectId);
      const comparison = await findComparison(request.db, object.id);
      if (!comparison) return { comparison: null, content: [], total: 0, current: pageNo, size: pageSize };
      const filter = { kind, keyword: keyword.trim(), pageNo, pageSize };
      return { comparison, ...(await pageOfMovement(request.db, Number(comparison.id), filter)) };
    },

    async export(request) {
      return await exportComparison(request, request.query.reviewObjectId);
    },

    async upload(request) {
      return await uploadComparison(request, request.query.reviewObjectId, request.files.file);
    },

    async online(request) {
      return await judge(request, request.body.reviewObjectId, request.body.rows);
    },

    async remove(request) {
      return { removed: await removeComparison(request, request.body.reviewObjectId, request.body.version) };
    },

    async comments(request) {
      const { reviewObjectId, pageNo = 1, pageSize = 10, order = 'asc' } = request.body;
      return await pageOfComments(request, { reviewObjectId, pageNo, pageSize, order });
    },

    async saveComment(request) {
      return await saveComment(request, request.body);
    },

    async remind(request) {
      return await remindExecutors(request, request.body.reviewObjectIds);
    },
  },
});
