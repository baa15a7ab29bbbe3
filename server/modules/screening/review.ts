import { sql } from 'kysely';
import type { Context } from '../../context.ts';
import { ApiError } from '../../errors.ts';
import { record } from '../audit/record.ts';
import { actorId, authorOf, signature } from '../changes.ts';
import { type DecisionAnswer, findDecision } from './decisions.ts';

/**
 * Approves or blocks what waits for a reviewer. Of two at once the first one decides: one row a decision, and rows are only added.
 * @throws ApiError NOT_FOUND, SCREENING_REVIEWED with the decision as it is, also where nobody ever had to look at it
 */
export async function review(
  context: Context,
  { id, outcome, reason }: { id: string; outcome: 'approve' | 'block'; reason: string },
): Promise<DecisionAnswer> {
  const { user, origin } = authorOf(context);
  return await context.db.transaction().execute(async (db) => {
    const { numAffectedRows } = await sql`
      insert into screening_review (decision_id, outcome, reason, reviewer_id, reviewer)
      select id, ${outcome}, ${reason.trim()}, ${actorId(user)}, ${signature(user)}
      from screening_decision where id = ${Number(id)} and decision = 'review'
      on conflict do nothing`.execute(db);
    const decision = await findDecision(db, id);
    if (!decision) throw new ApiError('NOT_FOUND');
    if (numAffectedRows !== 1n) throw new ApiError('SCREENING_REVIEWED', { data: decision });
    const { setCode, subject, score } = decision;
    const detail = { outcome, reason: reason.trim(), setCode, subject, score };
    await record(db, origin, { action: 'screening_review', targetType: 'screening_decision', targetId: id, actor: user, detail });
    return decision;
  });
}
