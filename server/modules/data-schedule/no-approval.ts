import type { Database } from '../../database/connection.ts';
import { requireEditable } from '../workspaces/rights.ts';

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
