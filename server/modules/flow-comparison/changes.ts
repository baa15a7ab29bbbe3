import { sql } from 'kysely';
import type { Context } from '../../context.ts';
import type { Database } from '../../database/connection.ts';
import { ApiError } from '../../errors.ts';
import { record } from '../audit/record.ts';
import { type Author, authorOf, isBehind } from '../changes.ts';
import { type FlowReviewObject, holdOpenProject, requireReviewObject } from '../flow/rights.ts';
import { type ComparisonAnswer, type ComparisonRowAnswer, findComparison, findResults } from './comparisons.ts';
import { requireAlone } from './execute.ts';
import { type GivenVerdict, type JudgedRows, judgeRows } from './judging.ts';

/** A comparison that can be changed, held until the transaction ends. @throws ApiError NOT_FOUND, FLOW_CLIENT_DISABLED, FLOW_PROJECT_CLOSED */
export async function holdComparison(
  db: Database,
  { user }: Author,
  reviewObjectId: string,
): Promise<{ object: FlowReviewObject; comparison: ComparisonAnswer }> {
  const object = await requireReviewObject(db, user, reviewObjectId);
  await holdOpenProject(db, user, String(object.projectId));
  await db.selectFrom('flow_comparison').select('id').where('review_object_id', '=', object.id).forUpdate().execute();
  const comparison = await findComparison(db, object.id);
  if (!comparison) throw new ApiError('NOT_FOUND');
  return { object, comparison };
}

/**
 * Changes verdicts and remarks of results, all of them or none (API-136).
 * @throws ApiError NOT_FOUND, CONFLICT with the result as it is, FLOW_CLIENT_DISABLED, FLOW_PROJECT_CLOSED
 */
export async function judge(context: Context, reviewObjectId: string, given: readonly GivenVerdict[]): Promise<ComparisonRowAnswer[]> {
  const author = authorOf(context);
  return await context.db.transaction().execute(async (transaction) => {
    const { comparison } = await holdComparison(transaction, author, reviewObjectId);
    return await judgeWithin(transaction, comparison, given, author);
  });
}

/** `judge` as a part of a transaction that holds the comparison; one audit row for all. */
export async function judgeWithin(
  db: Database,
  comparison: ComparisonAnswer,
  given: readonly GivenVerdict[],
  author: Author,
): Promise<ComparisonRowAnswer[]> {
  const judged: JudgedRows<ComparisonRowAnswer> = {
    table: 'flow_comparison_row',
    of: { column: 'comparison_id', id: comparison.id },
    find: (ids) => findResults(db, Number(comparison.id), ids),
  };
  const { rows, before, after } = await judgeRows(db, judged, given, author);
  if (after.length === 0) return rows;
  const words = (some: readonly ComparisonRowAnswer[]) =>
    some.map(({ id, productCode, period, verdict, remark }) => ({ id, productCode, period, verdict, remark }));
  const target = { targetType: 'flow_comparison', targetId: comparison.id };
  const detail = { before: words(before), after: words(after) };
  await record(db, author.origin, { action: 'flow_comparison_update', ...target, actor: author.user, detail });
  return rows;
}

/** Deletes a comparison (API-146). @throws ApiError NOT_FOUND, CONFLICT with the comparison as it is, FLOW_COMPARISON_RUNNING, FLOW_CLIENT_DISABLED, FLOW_PROJECT_CLOSED */
export async function removeComparison(context: Context, reviewObjectId: string, version: number | undefined): Promise<number> {
  const author = authorOf(context);
  return await context.db.transaction().execute(async (transaction) => {
    const { id } = await requireReviewObject(transaction, author.user, reviewObjectId);
    await requireAlone(transaction, id);
    const { object, comparison } = await holdComparison(transaction, author, reviewObjectId);
    if (isBehind(version, comparison.version)) throw new ApiError('CONFLICT', { data: comparison });
    await transaction.deleteFrom('flow_comparison').where('id', '=', Number(comparison.id)).execute();
    await releaseProcesses(transaction, object);
    const target = { targetType: 'flow_comparison', targetId: comparison.id };
    const detail = { before: comparison, dealer: object.dealerName };
    await record(transaction, author.origin, { action: 'flow_comparison_delete', ...target, actor: author.user, detail });
    return 1;
  });
}

/** The files of a comparison that is gone are compared no more; those of the batch while no dealer of it has a comparison. */
async function releaseProcesses(db: Database, { id, projectId, reviewBatchNo }: FlowReviewObject): Promise<void> {
  await sql`update flow_data_process set status = case when unmatched > 0 then '2' else '3' end
    where status = '4' and (review_object_id = ${id} or (project_id = ${projectId} and review_batch_no = ${reviewBatchNo} and not exists (
      select 1 from flow_comparison comparison join flow_review_object object on object.id = comparison.review_object_id
      where object.project_id = ${projectId} and object.review_batch_no = ${reviewBatchNo})))`.execute(db);
}
