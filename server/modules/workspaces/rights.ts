import type { Principal } from '../../contracts.ts';
import type { Database } from '../../database/connection.ts';
import { ApiError } from '../../errors.ts';
import type { Author } from '../changes.ts';
import { isAdministrator } from '../identity/rights.ts';
import { type Membership, membershipOf } from './people.ts';
import { findWorkspace, type LockedWorkspace, lockWorkspace, type WorkspaceRow } from './repository.ts';
import { enabled, inApproval, type RoleType, role, state } from './tables.ts';

/** A workspace as one person may see it. */
export interface SeenWorkspace extends WorkspaceRow {
  /** PERM-10: that of the membership, otherwise viewer. */
  roleType: RoleType;
  isMember: boolean;
}

/**
 * The workspace, for whoever may look into it: its members, and administrators (PERM-09). People who are only invited are not among them.
 * @throws ApiError NOT_FOUND also where there is one: outsiders learn nothing
 */
export async function requireSight(db: Database, user: Principal, bizId: string): Promise<SeenWorkspace> {
  const workspace = await findWorkspace(db, bizId);
  if (!workspace) throw new ApiError('NOT_FOUND');
  const membership = await membershipOf(db, Number(workspace.id), Number(user.id));
  const isMember = membership?.status === state.agreed;
  if (!isMember && !isAdministrator(user)) throw new ApiError('NOT_FOUND');
  return { ...workspace, roleType: isMember ? membership.roleType : role.viewer, isMember };
}

/** Who manages the people of a workspace: its owner alone (PERM-07). @throws ApiError NOT_FOUND to outsiders, FORBIDDEN */
export function requireOwner(user: Principal, membership: Membership | undefined): void {
  const isMember = membership?.status === state.agreed;
  if (isMember && membership.roleType === role.owner) return;
  throw new ApiError(isMember || isAdministrator(user) ? 'FORBIDDEN' : 'NOT_FOUND');
}

/** @throws ApiError WORKSPACE_DISABLED */
export function requireEnabled({ status }: { status: string }): void {
  if (status !== enabled) throw new ApiError('WORKSPACE_DISABLED');
}

/** Who works in a workspace: its owner and its collaborators (PERM-06, PERM-11 to PERM-13). @throws ApiError NOT_FOUND to outsiders, FORBIDDEN */
export function requireCollaborator(user: Principal, membership: Membership | undefined): void {
  const isMember = membership?.status === state.agreed;
  if (isMember && membership.roleType !== role.viewer) return;
  throw new ApiError(isMember || isAdministrator(user) ? 'FORBIDDEN' : 'NOT_FOUND');
}

/** WS-18, PERM-12. @throws ApiError WORKSPACE_IN_APPROVAL */
export function requireEditable({ approval }: Pick<LockedWorkspace, 'approval'>): void {
  if (approval === inApproval) throw new ApiError('WORKSPACE_IN_APPROVAL');
}

/**
 * The workspace for who works in it now: something is put into it, or changes there. Held as it is until the transaction ends.
 * @throws ApiError NOT_FOUND, FORBIDDEN, WORKSPACE_DISABLED, WORKSPACE_IN_APPROVAL
 */
export async function requireWork(db: Database, user: Principal, bizId: string): Promise<LockedWorkspace> {
  const workspace = await lockWorkspace(db, bizId, 'share');
  if (!workspace) throw new ApiError('NOT_FOUND');
  requireCollaborator(user, await membershipOf(db, workspace.id, Number(user.id)));
  requireEnabled(workspace);
  requireEditable(workspace);
  return workspace;
}

/** The workspace, held for a change by its owner until the transaction ends. @throws ApiError NOT_FOUND, FORBIDDEN */
export async function lockOwned(db: Database, user: Principal, bizId: string): Promise<LockedWorkspace> {
  const workspace = await lockWorkspace(db, bizId, 'update');
  if (!workspace) throw new ApiError('NOT_FOUND');
  requireOwner(user, await membershipOf(db, workspace.id, Number(user.id)));
  return workspace;
}

/** Runs a change of what stands in a workspace, by somebody who works there (PERM-06). @throws ApiError NOT_FOUND, FORBIDDEN, WORKSPACE_DISABLED */
export async function working<T>(
  db: Database,
  bizId: string,
  { user }: Author,
  work: (db: Database, workspace: LockedWorkspace) => Promise<T>,
): Promise<T> {
  return await db.transaction().execute(async (transaction) => {
    const workspace = await lockWorkspace(transaction, bizId, 'update');
    if (!workspace) throw new ApiError('NOT_FOUND');
    requireCollaborator(user, await membershipOf(transaction, workspace.id, Number(user.id)));
    requireEnabled(workspace);
    return await work(transaction, workspace);
  });
}
