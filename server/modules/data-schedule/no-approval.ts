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

/** A workspace is in approval as long as a schedule of one of its tables is (WS-18, PERM-12). Call it where that may have changed, in the same transaction. */
export async function followApproval(db: Database, workspaceId: number | null): Promise<void> {
  if (workspaceId === null) return;
  await db.selectFrom('workspace').select('id').where('id', '=', workspaceId).forUpdate().executeTakeFirst();
  await sql`update workspace set schedule_approval_state = case when exists (
      select 1 from data_schedule schedule join data_table on data_table.id = schedule.table_id
      where data_table.workspace_id = workspace.id and schedule.state in ('applyOnline', 'applyOffline')) then ${inApproval} end
    where id = ${workspaceId}`.execute(db);
}
