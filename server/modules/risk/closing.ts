import { sql } from 'kysely';
import type { WordedContext } from '../../context.ts';
import { signedIn } from '../../contracts.ts';
import { ApiError } from '../../errors.ts';
import { readerOf } from '../../reader.ts';
import { record } from '../audit/record.ts';
import { signature } from '../changes.ts';
import type { EvaluationAnswer } from './evaluation-rows.ts';
import { evaluationOf } from './evaluations.ts';

/**
 * Closes an evaluation for good: nobody answers, adds or changes a paper of it from then on. Whatever was saved stays.
 * @throws ApiError NOT_FOUND, EVALUATION_CLOSED, CONFLICT with the current one as `data`
 */
export async function closeEvaluation(context: WordedContext, id: number, version: number): Promise<EvaluationAnswer> {
  const actor = signedIn(context);
  const reader = readerOf(context);
  return await context.db.transaction().execute(async (transaction) => {
    const before = await evaluationOf(transaction, reader, id);
    if (before.state === 'closed') throw new ApiError('EVALUATION_CLOSED');
    const closed = await transaction
      .updateTable('risk_evaluation')
      .set({ closed_at: sql<Date>`now()`, closed_by: signature(actor), version: version + 1, updated_at: sql<Date>`now()` })
      .where('id', '=', id)
      .where('version', '=', version)
      .where('closed_at', 'is', null)
      .executeTakeFirst();
    if (closed.numUpdatedRows === 0n) throw new ApiError('CONFLICT', { data: await evaluationOf(transaction, reader, id) });
    // Waits for submits under way: whoever was first wins. People read the day of the closing as their deadline.
    const open = await sql`update risk_paper set closed_at = now(), updated_at = now(), version = version + 1,
        end_on = least(end_on, (now() at time zone ${reader.timeZone})::date)
      where evaluation_id = ${id} and state = 0 and removed_at is null`.execute(transaction);
    const after = await evaluationOf(transaction, reader, id);
    const detail = { name: after.name, papers: after.papers, submitted: after.submitted, stopped: Number(open.numAffectedRows ?? 0) };
    await record(transaction, context, {
      action: 'risk_evaluation_close',
      targetType: 'risk_evaluation',
      targetId: String(id),
      actor,
      detail,
    });
    return after;
  });
}
