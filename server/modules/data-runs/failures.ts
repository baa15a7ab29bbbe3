import { sql } from 'kysely';
import type { Database } from '../../database/connection.ts';
import type {} from '../data-schedule/tables.ts';
import { holdersOf } from '../identity/holders.ts';
import { sendNotice } from '../messages/notices.ts';
import { role } from '../workspaces/tables.ts';

/** The permission to decide on schedules. */
const approving = 'data:schedule:approve';

/**
 * Tells who made a schedule that a run of it failed, unless they have not yet read that an earlier one did; where they are disabled or gone, or may no more, the owners of
 * the table and of its workspace, too, who have to see to it, or, where these are gone as well, who approves schedules. Whoever started a run by hand sees it. Call it once they ended, in the same transaction where
 * there is one.
 */
export async function tellFailed(db: Database, runIds: readonly number[]): Promise<void> {
  if (runIds.length === 0) return;
  const runs = await db
    .selectFrom('data_run')
    .innerJoin('data_schedule', 'data_schedule.id', 'data_run.schedule_id')
    .innerJoin('data_table', 'data_table.id', 'data_schedule.table_id')
    .select((row) => [
      'data_table.biz_id as bizId',
      'data_table.title',
      'data_schedule.owner_id as makerId',
      sql<boolean>`exists (select 1 from app_user where id = ${row.ref('data_schedule.owner_id')} and status = '0')
        and (data_run.failure ->> 'lacks') is null`.as('isWithinMaker'),
      sql<number[]>`array(select id from app_user where status = '0' and (id = ${row.ref('data_table.owner_id')} or id in (
        select user_id from workspace_member where workspace_id = ${row.ref('data_table.workspace_id')} and role_type = ${role.owner}))
        order by id)`.as('ownerIds'),
    ])
    .where('data_run.id', 'in', [...runIds])
    .where('data_run.status', 'in', ['failed', 'unknown'])
    .execute();
  for (const { makerId, isWithinMaker, ownerIds, bizId, title } of runs) {
    const others = isWithinMaker ? [] : ownerIds.length > 0 ? ownerIds : await holdersOf(db, [approving]);
    const userIds = [...new Set([...(makerId === null ? [] : [makerId]), ...others])];
    await sendNotice(db, {
      ...{ template: 'data/schedule-failed', userIds, sourceId: bizId, unlessUnread: true },
      parameters: { table: title },
    });
  }
}
