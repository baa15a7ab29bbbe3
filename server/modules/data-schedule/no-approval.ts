import { sql } from 'kysely';
import type { Database } from '../../database/connection.ts';
import { requireEditable } from '../workspaces/rights.ts';
import { inApproval } from '../workspaces/tables.ts';

/**
 * PERM-12: nothing of a workspace is edited while an approval of a schedule is under way. Held until the end of the transaction, so that none begins meanwhile:
 * shared among edits, alone for what begins or ends an approval. @throws ApiError WORKSPACE_IN_APPROVAL
 */
export async function requireNoApproval(db: Database, workspaceId: number | null, lock: 'share' | 'update' = 'share'): Promise<void> {
  if (workspaceId === null) return;
  const found = await db
    .selectFrom('workspace')
    .select('schedule_approval_state as approval')
    .where('id', '=', workspaceId)
    .$if(lock === 'share', (query) => query.forShare())
    .$if(lock === 'update', (query) => query.forUpdate())
    .executeTakeFirst();
  requireEditable({ approval: found?.approval ?? null });
}

/**
 * The workspace a table stands in, where it stays until the end of the transaction: held before anything of the workspace or the schedule is, so that none waits
 * for another in a circle. Null also where there is no such table.
 */
export async function holdPlace(db: Database, bizId: string): Promise<number | null> {
  const table = db.selectFrom('data_table').select('workspace_id as workspaceId').where('biz_id', '=', bizId);
  return (await table.forNoKeyUpdate().executeTakeFirst())?.workspaceId ?? null;
}

/** Whether it is applied for that a table goes on line or off line. */
export async function isAppliedFor(db: Database, tableId: number): Promise<boolean> {
  const schedule = db.selectFrom('data_schedule').select('id').where('table_id', '=', tableId);
  return (await schedule.where('state', 'in', ['applyOnline', 'applyOffline']).executeTakeFirst()) !== undefined;
}

/** A workspace is in approval as long as a schedule of one of its tables is (WS-18, PERM-12). Call it where that may have changed, in the same transaction. */
export async function followApproval(db: Database, workspaceId: number | null): Promise<void> {
  if (workspaceId === null) return;
  await db.selectFrom('workspace').select('id').where('id', '=', workspaceId).forUpdate().executeTakeFirst();
  await sql`update workspace set schedule_approval_state = case when exists (
      select 1 from data_schedule schedule join data_table on data_table.id = schedule.table_id
      where data_table.workspace_id = workspace.id and schedule.state in ('applyOnline', 'applyOffline')) then ${inApproval} end
    where id = ${workspaceId}`.execute(db);
}
