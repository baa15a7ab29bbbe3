import type { Database } from '../../database/connection.ts';
import { ApiError, wrong } from '../../errors.ts';
import { record } from '../audit/record.ts';
import type { Author } from '../changes.ts';
import { markNoticesRead, sendNotice } from '../messages/notices.ts';
import { nameOfUser } from '../messages/people.ts';
import { passFiles } from './files.ts';
import { template } from './invitations.ts';
import { findAclEntry, type Membership, membershipOf, roleName } from './people.ts';
import { passTasks } from './plan.ts';
import { type LockedWorkspace, lockWorkspace } from './repository.ts';
import { lockOwned, requireOwner } from './rights.ts';
import { type InvitedRole, role, state } from './tables.ts';

/**
 * Takes somebody out of a workspace, or withdraws their invitation; with the own id one leaves (API-51).
 * @throws ApiError NOT_FOUND also for somebody who is not in it, FORBIDDEN, OWNER_STAYS
 */
export async function removeMember(db: Database, bizId: string, userId: number, author: Author): Promise<void> {
  const { user } = author;
  const isLeaving = userId === Number(user.id);
  await db.transaction().execute(async (transaction) => {
    const workspace = await lockWorkspace(transaction, bizId, 'update');
    if (!workspace) throw new ApiError('NOT_FOUND');
    const own = await membershipOf(transaction, workspace.id, Number(user.id));
    if (!isLeaving) requireOwner(user, own);
    const membership = isLeaving ? own : await membershipOf(transaction, workspace.id, userId);
    if (!membership || (isLeaving && membership.status !== state.agreed)) throw new ApiError('NOT_FOUND');
    if (membership.roleType === role.owner) throw new ApiError('OWNER_STAYS');
    await takeOut(transaction, workspace, userId);
    await note(transaction, author, isLeaving ? 'workspace_leave' : 'workspace_member_remove', bizId, {
      userId: String(userId),
      before: membership,
    });
    if (isLeaving) await tellOwner(transaction, workspace, userId);
    else await tellTakenOut(transaction, workspace, userId, membership);
  });
}

/** Makes a member collaborator or viewer (API-53). @throws ApiError NOT_FOUND also for somebody who is no member, FORBIDDEN, OWNER_STAYS */
export async function changeRole(db: Database, bizId: string, userId: number, roleType: InvitedRole, author: Author) {
  return await db.transaction().execute(async (transaction) => {
    const workspace = await lockOwned(transaction, author.user, bizId);
    const membership = await membershipOf(transaction, workspace.id, userId);
    if (membership?.status !== state.agreed) throw new ApiError('NOT_FOUND');
    if (membership.roleType === role.owner) throw new ApiError('OWNER_STAYS');
    if (membership.roleType !== roleType) {
      await setRole(transaction, workspace.id, userId, roleType);
      await note(transaction, author, 'workspace_role', bizId, { userId: String(userId), before: membership.roleType, after: roleType });
      const parameters = { role: await roleName(transaction, roleType), workspace: workspace.name, id: bizId };
      await sendNotice(transaction, {
        template: 'workspace/role-changed',
        userIds: [userId],
        parameters,
        sourceId: bizId,
        workspaceId: bizId,
      });
    }
    const entry = await findAclEntry(transaction, workspace, userId);
    if (!entry) throw new Error(`The member ${userId} of the workspace ${bizId} cannot be read`);
    return entry;
  });
}

/**
 * Hands a workspace to one of its members (WS-20). Who owned it stays as a collaborator (`transfer`, API-52) or leaves (`replace`, API-54).
 * @throws ApiError NOT_FOUND, FORBIDDEN, PARAMETER_ERROR at `userId` when that is no active member
 */
export async function handOver(db: Database, bizId: string, userId: number, how: 'transfer' | 'replace', author: Author): Promise<void> {
  const former = Number(author.user.id);
  await db.transaction().execute(async (transaction) => {
    const workspace = await lockOwned(transaction, author.user, bizId);
    await requireSuccessor(transaction, workspace, userId, former);
    if (how === 'replace') await takeOut(transaction, workspace, former, userId);
    else await setRole(transaction, workspace.id, former, role.collaborator);
    await setRole(transaction, workspace.id, userId, role.owner);
    await note(transaction, author, `workspace_${how}`, bizId, { from: String(former), to: String(userId) });
    const parameters = { person: await nameOfUser(transaction, author.user.id), workspace: workspace.name, id: bizId };
    await sendNotice(transaction, {
      template: 'workspace/owner-changed',
      userIds: [userId],
      parameters,
      sourceId: bizId,
      workspaceId: bizId,
    });
  });
}

async function requireSuccessor(db: Database, workspace: LockedWorkspace, userId: number, former: number): Promise<void> {
  const member = await db
    .selectFrom('workspace_member')
    .innerJoin('app_user', 'app_user.id', 'workspace_member.user_id')
    .select('user_id')
    .where('workspace_id', '=', workspace.id)
    .where('user_id', '=', userId)
    .where('workspace_member.status', '=', state.agreed)
    .where('app_user.status', '=', '0')
    .forShare()
    .executeTakeFirst();
  if (!member || userId === former) {
    throw wrong('userId', 'must be another active member of the workspace', 'workspace.noSuccessor');
  }
}

async function setRole(db: Database, workspaceId: number, userId: number, roleType: string): Promise<void> {
  await db
    .updateTable('workspace_member')
    .set({ role_type: roleType as InvitedRole })
    .where('workspace_id', '=', workspaceId)
    .where('user_id', '=', userId)
    .execute();
}

/** Deletes the membership; files and tasks go to the owner, or to who becomes it. */
async function takeOut(db: Database, workspace: LockedWorkspace, userId: number, heir?: number): Promise<void> {
  const { id } = workspace;
  const next = heir ?? (await ownerOf(db, id));
  await passFiles(db, workspace, userId, next);
  await passTasks(db, id, userId, next);
  await db.deleteFrom('workspace_member').where('workspace_id', '=', id).where('user_id', '=', userId).execute();
}

async function ownerOf(db: Database, workspaceId: number): Promise<number> {
  const owner = db
    .selectFrom('workspace_member')
    .select('user_id')
    .where('workspace_id', '=', workspaceId)
    .where('role_type', '=', role.owner);
  return (await owner.executeTakeFirstOrThrow()).user_id;
}

async function tellOwner(db: Database, { id, bizId, name }: LockedWorkspace, leaver: number): Promise<void> {
  const parameters = { person: await nameOfUser(db, String(leaver)), workspace: name, id: bizId };
  await sendNotice(db, { template: 'workspace/left', userIds: [await ownerOf(db, id)], parameters, sourceId: bizId, workspaceId: bizId });
}

/** Who only was invited finds the invitation gone; who was a member is told. */
async function tellTakenOut(db: Database, { bizId, name }: LockedWorkspace, userId: number, { status }: Membership): Promise<void> {
  await markNoticesRead(db, { template, workspaceId: bizId, userIds: [String(userId)] });
  if (status !== state.agreed) return;
  await sendNotice(db, { template: 'workspace/removed', userIds: [userId], parameters: { workspace: name }, sourceId: bizId });
}

async function note(db: Database, { user, origin }: Author, action: string, bizId: string, detail: Record<string, unknown>): Promise<void> {
  await record(db, origin, { action, targetType: 'workspace', targetId: bizId, detail, actor: user });
}
