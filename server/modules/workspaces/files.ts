import type { Database } from '../../database/connection.ts';
import { ApiError } from '../../errors.ts';
import type { FileOwner } from '../files/owners.ts';
import { passFilesOf } from '../files/stored.ts';
import { membershipOf } from './people.ts';
import { lockWorkspace } from './repository.ts';
import { requireCollaborator, requireEnabled, requireSight } from './rights.ts';

/** The business type of the files of a workspace; their business id is its bizId. */
export const workspaceFiles = 'workspace';

/** Who may do what with the files of a workspace: whoever sees it sees them, its owner and collaborators add and delete them (PERM-09, PERM-11). */
export const workspaceFileOwner: FileOwner = {
  menu: 'workspace-list',
  async requireSight({ db }, user, bizId) {
    await requireSight(db, user, bizId);
  },
  async requireChange({ db }, user, bizId) {
    // Held until the end, so that nobody is taken out meanwhile whose file would stay theirs.
    const workspace = await lockWorkspace(db, bizId, 'share');
    if (!workspace) throw new ApiError('NOT_FOUND');
    requireCollaborator(user, await membershipOf(db, workspace.id, Number(user.id)));
    requireEnabled(workspace);
  },
};

/** Files and pictures of somebody who goes are the owner's then (WS-19). */
export async function passFiles(db: Database, { id, bizId }: { id: number; bizId: string }, from: number, to: number): Promise<void> {
  await db.updateTable('workspace_picture').set({ user_id: to }).where('workspace_id', '=', id).where('user_id', '=', from).execute();
  await passFilesOf(db, { businessType: workspaceFiles, businessId: bizId }, from, to);
}
