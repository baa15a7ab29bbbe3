import type { Database } from '../../database/connection.ts';
import type {} from '../data-schedule/tables.ts';
import { sendNotice } from '../messages/notices.ts';

/**
 * Tells who made a schedule that a run of it failed, unless they have not yet read that an earlier one did. Whoever started a run by hand sees it. Call it
 * once they ended, in the same transaction where there is one.
 */
export async function tellFailed(db: Database, runIds: readonly number[]): Promise<void> {
  if (runIds.length === 0) return;
  const runs = await db
    .selectFrom('data_run')
    .innerJoin('data_schedule', 'data_schedule.id', 'data_run.schedule_id')
    .innerJoin('data_table', 'data_table.id', 'data_schedule.table_id')
    .select(['data_schedule.owner_id as ownerId', 'data_table.biz_id as bizId', 'data_table.title'])
    .where('data_run.id', 'in', [...runIds])
    .where('data_run.status', 'in', ['failed', 'unknown'])
    .execute();
  for (const { ownerId, bizId, title } of runs)
    if (ownerId !== null)
      await sendNotice(db, {
        ...{ template: 'data/schedule-failed', userIds: [ownerId], sourceId: bizId, unlessUnread: true },
        parameters: { table: title },
      });
}
