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
  const changed = await configuredAgain(context, db, tableIds);
  const { user } = authorOf(context);
  for (const { ownerId, bizId, title } of changed) {
    if (ownerId === null || ownerId === Number(user.id)) continue;
    await sendNotice(db, {
      ...{ template: 'data/schedule-off-line', userIds: [ownerId], sourceId: bizId },
      parameters: { person: await nameOfUser(db, user.agent?.id ?? user.id), table: title },
    });
  }
  return changed.length;
}

/**
 * A table goes: what is scheduled after it would wait for less than was approved, or for nothing, and never start. Who made such a schedule is told, also where it is them.
 * Call it before it goes, in the same transaction. @throws ApiError WORKSPACE_IN_APPROVAL
 */
export async function takeOffLineAfter(context: Context, db: Database, { id, title: gone }: { id: number; title: string }): Promise<void> {
  const waiting = await db
    .selectFrom('data_schedule_precedent')
    .innerJoin('data_schedule', 'data_schedule.id', 'data_schedule_precedent.schedule_id')
    .select('data_schedule.table_id as tableId')
    .where('data_schedule_precedent.table_id', '=', id)
    .execute();
  const changed = await configuredAgain(
    context,
    db,
    waiting.map(({ tableId }) => tableId),
  );
  const { user } = authorOf(context);
  for (const { ownerId, bizId, title } of changed)
    if (ownerId !== null)
      await sendNotice(db, {
        ...{ template: 'data/schedule-precedent-gone', userIds: [ownerId], sourceId: bizId },
        parameters: { person: await nameOfUser(db, user.agent?.id ?? user.id), table: title, gone },
      });
}

/** The schedules of these tables that were live or applied for, which are configured by now, with their tables. */
async function configuredAgain(context: Context, db: Database, tableIds: readonly number[]) {
  if (tableIds.length === 0) return [];
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
  const rows = await Promise.all(
    changed.map(async ({ id, ownerId }) => {
      const table = await db.selectFrom('data_table').select(['biz_id as bizId', 'title']).where('id', '=', id).executeTakeFirstOrThrow();
      return { ...table, ownerId };
    }),
  );
  for (const { bizId } of rows)
    await record(db, origin, {
      ...{ action: 'data_schedule_update', targetType: 'data_schedule', targetId: bizId, actor: user },
      detail: { state: 'configured' },
    });
  return rows;
}
