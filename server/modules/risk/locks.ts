import { sql } from 'kysely';
import type { Database } from '../../database/connection.ts';
import { ApiError } from '../../errors.ts';

// Whoever holds more than one row takes the evaluation first and its papers after it: two who did it the other way round would wait for
// each other until the database ends one of them.

export interface OpenEvaluation {
  id: number;
  name: string;
  templateId: number;
  endOn: string;
}

/**
 * An evaluation, open or closed, that nobody else changes, closes, removes or makes papers for until the transaction ends.
 * @throws ApiError NOT_FOUND
 */
export async function holdEvaluation(db: Database, id: number): Promise<OpenEvaluation & { isClosed: boolean }> {
  const evaluation = await db
    .selectFrom('risk_evaluation')
    .select(['id', 'name', 'template_id as templateId', sql<string>`to_char(end_on, 'YYYY-MM-DD')`.as('endOn'), 'closed_at'])
    .where('id', '=', id)
    .where('removed_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  if (!evaluation) throw new ApiError('NOT_FOUND');
  const { closed_at: closedAt, ...rest } = evaluation;
  return { ...rest, isClosed: closedAt !== null };
}

/**
 * The evaluation papers are made for. Two papers for one person at the same moment: the second waits and is refused.
 * @throws ApiError NOT_FOUND, EVALUATION_CLOSED
 */
export async function lockEvaluation(db: Database, id: number): Promise<OpenEvaluation> {
  const evaluation = await holdEvaluation(db, id);
  if (evaluation.isClosed) throw new ApiError('EVALUATION_CLOSED');
  return evaluation;
}
