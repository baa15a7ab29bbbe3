import { sql } from 'kysely';
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

/**
 * What waits for the client's file of a batch goes with the last review object of it; a file that was given keeps it. Use the transaction that deletes it.
 * @throws ApiError IN_USE
 */
export async function leaveBatch(db: Database, projectId: number, reviewBatchNo: string, name: string): Promise<void> {
  const { rows } = await sql<{
    status: string;
  }>`select status from flow_data_process where project_id = ${projectId} and review_batch_no = ${reviewBatchNo}
    and not exists (select 1 from flow_review_object where project_id = ${projectId} and review_batch_no = ${reviewBatchNo}) for update`.execute(
    db,
  );
  if (rows.some(({ status }) => status !== '0')) throw inUse('flow.hasEvidence', `Evidence or data of ${name} is kept`, { name });
  if (rows.length > 0)
    await sql`delete from flow_data_process where project_id = ${projectId} and review_batch_no = ${reviewBatchNo}`.execute(db);
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
