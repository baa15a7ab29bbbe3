import { defineModule, signedIn } from '../../contracts.ts';
import { requireProject } from '../flow/rights.ts';
import { fileOf, filesOf, zipOf } from './archive.ts';
import { initBatch, removeProcesses } from './batches.ts';
import { proposeMapping, updateProcess } from './mappings.ts';
import { assignName, pageOfNames, rematch, targetsOf } from './names.ts';
import { pageOfClient } from './of-client.ts';
import { pageOfProcesses, requireProcess, statusOf } from './processes.ts';
import { dataFile, pageOfRows } from './rows.ts';
import { uploadFile } from './uploads.ts';

/** What review objects deliver, from the file to matched rows (API-127 to API-133, API-143). */
export const flowProcessModule = defineModule({
  service: 'flow-process',
  routes: {
    async init(request) {
      return await initBatch(request, request.query);
    },

    async page(request) {
      const { projectId, reviewBatchNo, keyword = '', fileType = '', status = '', pageNo = 1, pageSize = 10 } = request.body;
      const project = await requireProject(request.db, signedIn(request), projectId);
      const filter = { projectId: project.id, reviewBatchNo, keyword: keyword.trim(), fileType, status, pageNo, pageSize };
      return await pageOfProcesses(request.db, filter);
    },

    async ofClient(request) {
      const { clientCode, keyword = '', fileType = '', status = '', pageNo = 1, pageSize = 10 } = request.body;
      const filter = { clientCode, keyword: keyword.trim(), fileType, status, pageNo, pageSize };
      return await pageOfClient(request.db, signedIn(request), filter);
    },

    async status(request) {
      const { projectId, reviewBatchNo } = request.body;
      const project = await requireProject(request.db, signedIn(request), projectId);
      return await statusOf(request.db, { projectId: project.id, reviewBatchNo });
    },

    async get(request) {
      return (await requireProcess(request.db, signedIn(request), request.query.id)).process;
    },

    async update(request) {
      return await updateProcess(request, request.body);
    },

    async remove(request) {
      return { removed: await removeProcesses(request, request.body.ids) };
    },

    async files(request) {
      return await filesOf(request, request.body.id);
    },

    async file(request) {
      return await fileOf(request, request.query.id, request.query.bid);
    },

    async zip(request) {
      return await zipOf(request, request.body);
    },

    async mapping(request) {
      return await proposeMapping(request, request.body.id);
    },

    async upload(request) {
      return await uploadFile(request, request.query, request.files.file);
    },

    async rows(request) {
      const { id, part = '', pageNo = 1, pageSize = 10 } = request.body;
      return await pageOfRows(request, { id, part, pageNo, pageSize });
    },

    async data(request) {
      return await dataFile(request, request.query.id, request.query.part ?? 'all');
    },

    async names(request) {
      const { id, part = '', kind = '', keyword = '', pageNo = 1, pageSize = 10 } = request.body;
      return await pageOfNames(request, { id, part, kind, keyword: keyword.trim(), pageNo, pageSize });
    },

    async targets(request) {
      const { id, kind, keyword = '' } = request.query;
      return await targetsOf(request, { id, kind, keyword: keyword.trim() });
    },

    async assign(request) {
      return await assignName(request, request.body);
    },

    async rematch(request) {
      return await rematch(request, request.body.id);
    },
  },
});
