import type { Context } from '../../context.ts';
import type { Database } from '../../database/connection.ts';
import { record } from '../audit/record.ts';
import { authorOf, touched } from '../changes.ts';
import { sendNotice } from '../messages/notices.ts';
import { nameOfUser } from '../messages/people.ts';
import { requireNoApproval } from './no-approval.ts';
import type {} from './tables.ts';

/**
 * What fills these tables has changed: what was approved, or applied for, is something else now (DATA-12). The schedules stay configured and are applied for anew, and who
 * made them is told. Call it in the transaction of the change. Tells how many there were.
 * @throws ApiError WORKSPACE_IN_APPROVAL where the workspace of such a table decides on its schedules
 */
export async function takeOffLine(context: Context, db: Database, tableIds: readonly number[]): Promise<number> {
  if (tableIds.length === 0) return 0;
  const { user, origin } = authorOf(context);
  const tables = await db.selectFrom('data_table').select('workspace_id as workspaceId').where('id', 'in', tableIds).execute();
  // They may stand in other workspaces than what fills them.
  for (const workspaceId of new Set(tables.map((table) => table.workspaceId))) await requireNoApproval(db, workspaceId);
  const changed = await db
    .updateTable('data_schedule')
    .set({ ...touched(user), state: 'configured', live_at: null, next_at: null })
    .where('table_id', 'in', tableIds)
    .where('state', '<>', 'configured')
    .returning(['table_id as id', 'owner_id as ownerId'])
    .execute();
  for (const { id, ownerId } of changed) {
    const table = await db.selectFrom('data_table').select(['biz_id as bizId', 'title']).where('id', '=', id).executeTakeFirstOrThrow();
    await record(db, origin, {
      ...{ action: 'data_schedule_update', targetType: 'data_schedule', targetId: table.bizId, actor: user },
      detail: { state: 'configured' },
    });
    if (ownerId === null || ownerId === Number(user.id)) continue;
    await sendNotice(db, {
      ...{ template: 'data/schedule-off-line', userIds: [ownerId], sourceId: table.bizId },
      parameters: { person: await nameOfUser(db, user.agent?.id ?? user.id), table: table.title },
    });
  }
  return changed.length;
}
