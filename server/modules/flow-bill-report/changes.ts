import type { Context } from '../../context.ts';
import type { Database } from '../../database/connection.ts';
import { ApiError } from '../../errors.ts';
import { record } from '../audit/record.ts';
import { type Author, authorOf } from '../changes.ts';
import { holdOpenProject, requireReviewObject } from '../flow/rights.ts';
import { type GivenVerdict, type JudgedRows, judgeRows } from '../flow-comparison/judging.ts';
import { findReport, findRows, type ReportAnswer, type ReportRowAnswer } from './reports.ts';

/** A report that can be changed, held until the transaction ends. @throws ApiError NOT_FOUND, FLOW_CLIENT_DISABLED, FLOW_PROJECT_CLOSED */
export async function holdReport(db: Database, { user }: Author, reviewObjectId: string): Promise<ReportAnswer> {
  const object = await requireReviewObject(db, user, reviewObjectId);
  await holdOpenProject(db, user, String(object.projectId));
  await db.selectFrom('flow_bill_report').select('id').where('review_object_id', '=', object.id).forUpdate().execute();
  const report = await findReport(db, object.id);
  if (!report) throw new ApiError('NOT_FOUND');
  return report;
}

/**
 * Changes verdicts and remarks of rows, all of them or none (API-142).
 * @throws ApiError NOT_FOUND, CONFLICT with the row as it is, FLOW_CLIENT_DISABLED, FLOW_PROJECT_CLOSED
 */
export async function judgeReport(context: Context, reviewObjectId: string, given: readonly GivenVerdict[]): Promise<ReportRowAnswer[]> {
  const author = authorOf(context);
  return await context.db.transaction().execute(async (transaction) => {
    const report = await holdReport(transaction, author, reviewObjectId);
    return await judgeReportWithin(transaction, report, given, author);
  });
}

/** `judgeReport` as a part of a transaction that holds the report; one audit row for all. */
export async function judgeReportWithin(
  db: Database,
  report: ReportAnswer,
  given: readonly GivenVerdict[],
  author: Author,
): Promise<ReportRowAnswer[]> {
  const judged: JudgedRows<ReportRowAnswer> = {
    table: 'flow_bill_report_row',
    of: { column: 'report_id', id: report.id },
    find: (ids) => findRows(db, Number(report.id), ids),
  };
  const { rows, before, after } = await judgeRows(db, judged, given, author);
  if (after.length === 0) return rows;
  const words = (some: readonly ReportRowAnswer[]) =>
    some.map(({ id, taskName, ticketTypeCode, verdict, remark }) => ({ id, taskName, ticketTypeCode, verdict, remark }));
  await record(db, author.origin, {
    action: 'flow_bill_report_update',
    targetType: 'flow_bill_report',
    targetId: report.id,
    actor: author.user,
    detail: { before: words(before), after: words(after) },
  });
  return rows;
}
