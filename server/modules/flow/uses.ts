import type { Database } from '../../database/connection.ts';
import { inUse } from '../../errors.ts';

const foreignKeyViolation = '23503';

/**
 * Deletes something of the flow audit on which other parts hang what they keep (evidence, data): their foreign keys decide, so that nothing is added
 * between the question and the deletion. @throws ApiError IN_USE
 */
export async function refuseWhereUsed<T>(name: string, remove: () => Promise<T>): Promise<T> {
  try {
    return await remove();
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === foreignKeyViolation)) throw error;
    throw inUse('flow.hasEvidence', `Evidence or data of ${name} is kept`, { name });
  }
}

/** @throws ApiError IN_USE when a review object of the project was begun */
export async function begunIn(db: Database, projectId: number, name: string): Promise<void> {
  const { begun } = await db
    .selectFrom('flow_review_object')
    .select((count) => count.fn.countAll<number>().as('begun'))
    .where('project_id', '=', projectId)
    .where('status', '<>', '0')
    .executeTakeFirstOrThrow();
  if (begun > 0) throw inUse('flow.projectBegun', `The review of ${begun} dealers of ${name} was begun`, { name, count: String(begun) });
}
