import { defineModule, signedIn } from '../../contracts.ts';
import { requireReviewObject } from '../flow/rights.ts';
import { judgeReport } from './changes.ts';
import { executeReport } from './execute.ts';
import { exportReport, uploadReport } from './files.ts';
import { findReport, pageOfRows } from './reports.ts';

/** What the tickets of a dealer prove and lack, and what is said about it (API-140 to API-142, API-145). */
export const flowBillReportModule = defineModule({
  service: 'flow-bill-report',
  routes: {
    async execute(request) {
      return await executeReport(request, request.body.reviewObjectId);
    },

    async find(request) {
      const { reviewObjectId, finding = '', verdict = '', keyword = '', pageNo = 1, pageSize = 10 } = request.query;
      const object = await requireReviewObject(request.db, signedIn(request), reviewObjectId);
      const report = await findReport(request.db, object.id);
      if (!report) return { report: null, content: [], total: 0, current: pageNo, size: pageSize };
      const filter = { finding, verdict, keyword: keyword.trim(), pageNo, pageSize };
      return { report, ...(await pageOfRows(request.db, Number(report.id), filter)) };
    },

    async export(request) {
      return await exportReport(request, request.query.reviewObjectId);
    },

    async upload(request) {
      return await uploadReport(request, request.query.reviewObjectId, request.files.file);
    },

    async online(request) {
      return await judgeReport(request, request.body.reviewObjectId, request.body.rows);
    },
  },
});
