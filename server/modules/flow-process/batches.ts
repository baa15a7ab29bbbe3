import { sql } from 'kysely';
import type { Context } from '../../context.ts';
import { ApiError } from '../../errors.ts';
import { record } from '../audit/record.ts';
import { authorOf, changeWithin, signature } from '../changes.ts';
import { removeFilesOf } from '../files/stored.ts';
import { holdOpenProject } from '../flow/rights.ts';
import { fileTypes, flowFiles } from './kinds.ts';
import { holdProcess, kind } from './processes.ts';

/**
 * Makes what is missing of the processes of a batch: one for what the client shipped to all of its dealers, and of every review object one for each kind of
 * file of the dealer (API-143). Two at once make each once.
 * @throws ApiError NOT_FOUND where there is no such batch, FLOW_CLIENT_DISABLED, FLOW_PROJECT_CLOSED
 */
export async function initBatch(
  context: Context,
  { projectId, reviewBatchNo }: { projectId: string; reviewBatchNo: string },
): Promise<{ created: number; total: number }> {
  const author = authorOf(context);
  return await context.db.transaction().execute(async (transaction) => {
    const project = await holdOpenProject(transaction, author.user, projectId);
    // A review object that is deleted meanwhile is none of them, one that is added is made with the next call.
    const objects = await transaction
      .selectFrom('flow_review_object')
      .select('id')
      .where('project_id', '=', project.id)
      .where('review_batch_no', '=', reviewBatchNo)
      .orderBy('id')
      .forShare()
      .execute();
    if (objects.length === 0) throw new ApiError('NOT_FOUND');
    const ids = objects.map(({ id }) => id);
    const made = await sql<{ id: number }>`insert into flow_data_process (review_object_id, file_type, updated_by)
      select object, type, ${signature(author.user)} from unnest(${ids}::bigint[]) object cross join unnest(${dealerTypes}::text[]) type
      on conflict do nothing returning id`.execute(transaction);
    const shipment = await sql<{ id: number }>`insert into flow_data_process (project_id, review_batch_no, file_type, updated_by)
      values (${project.id}, ${reviewBatchNo}, 'client-shipment', ${signature(author.user)}) on conflict do nothing returning id`.execute(
      transaction,
    );
    const created = made.rows.length + shipment.rows.length;
    if (created > 0) {
      const detail = { reviewBatchNo, created };
      const target = { targetType: 'flow_project', targetId: projectId };
      await record(transaction, author.origin, { action: 'flow_data_process_create', ...target, actor: author.user, detail });
    }
    const { total } = await transaction
      .selectFrom('flow_data_process')
      .select((count) => count.fn.countAll<number>().as('total'))
      .where((where) =>
        where.or([
          where('review_object_id', 'in', ids),
          where.and([where('project_id', '=', project.id), where('review_batch_no', '=', reviewBatchNo)]),
        ]),
      )
      .executeTakeFirstOrThrow();
    return { created, total };
  });
}

const dealerTypes = fileTypes.filter((type) => type !== 'client-shipment');

/**
 * Deletes processes with their rows, and takes their files away: all of them or none (API-130).
 * @throws ApiError NOT_FOUND, FLOW_CLIENT_DISABLED, FLOW_PROJECT_CLOSED
 */
export async function removeProcesses(context: Context, ids: readonly string[]): Promise<number> {
  const author = authorOf(context);
  return await context.db.transaction().execute(async (transaction) => {
    for (const id of ids.toSorted((one, other) => Number(one) - Number(other))) {
      await holdProcess(transaction, author.user, id);
      await changeWithin(transaction, kind, author, {
        id,
        verb: 'delete',
        async work() {
          await removeFilesOf(transaction, { businessType: flowFiles, businessId: id });
          await transaction.deleteFrom('flow_data_process').where('id', '=', Number(id)).execute();
          return true;
        },
      });
    }
    return ids.length;
  });
}
