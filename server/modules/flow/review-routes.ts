import { defineModule, signedIn } from '../../contracts.ts';
import { ApiError } from '../../errors.ts';
import { requiredFile } from '../spreadsheets/required-file.ts';
import { emptyFile } from './files.ts';
import { pageOfRows } from './master-data.ts';
import { dealerKind } from './master-kinds.ts';
import { removeObjects, saveObjects } from './review-changes.ts';
import { exportObjects, importObjects } from './review-files.ts';
import { batchesOf, findObjects, pageOfObjects } from './review-objects.ts';
import { requireClient, requireProject } from './rights.ts';

/** The dealers a project reviews (API-118 to API-126). */
export const flowReviewModule = defineModule({
  service: 'flow-review',
  routes: {
    async page(request) {
      const { projectId, reviewBatchNo = '', keyword = '', status = '', pageNo = 1, pageSize = 10 } = request.body;
      const project = await requireProject(request.db, signedIn(request), projectId);
      return await pageOfObjects(request.db, project.id, { reviewBatchNo, keyword: keyword.trim(), status, pageNo, pageSize });
    },

    async save(request) {
      return await saveObjects(request, request.body);
    },

    async remove(request) {
      return { removed: await removeObjects(request, request.body.ids) };
    },

    async export(request) {
      const { projectId, reviewBatchNo = '', keyword = '', status = '' } = request.body;
      const project = await requireProject(request.db, signedIn(request), projectId);
      return await exportObjects(request, project, { reviewBatchNo, keyword: keyword.trim(), status });
    },

    async import(request) {
      const file = requiredFile(request.files.file);
      return await importObjects(request, request.params.param, file, request.query.check === '1');
    },

    template(request) {
      return emptyFile(request, 'object');
    },

    async batches(request) {
      const project = await requireProject(request.db, signedIn(request), request.params.id);
      return await batchesOf(request.db, project.id);
    },

    async get(request) {
      const [object] = await findObjects(request.db, [Number(request.params.id)], signedIn(request));
      if (!object) throw new ApiError('NOT_FOUND');
      return object;
    },

    async dealers(request) {
      const { clientCode, keyword = '', pageNo = 1, pageSize = 10 } = request.body;
      const client = await requireClient(request.db, signedIn(request), clientCode);
      return await pageOfRows(request.db, dealerKind, client, { keyword: keyword.trim(), kind: '', pageNo, pageSize });
    },
  },
});
