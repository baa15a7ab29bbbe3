import { sql } from 'kysely';
import type { Database } from '../../database/connection.ts';
import type { LabelValue } from '../../database/values.ts';
import { ApiError, wrong } from '../../errors.ts';
import { record } from '../audit/record.ts';
import type { Author } from '../changes.ts';
import { markNoticesRead, sendNotice } from '../messages/notices.ts';
import { nameOfUser } from '../messages/people.ts';
import { membershipOf, pendingInvitations, roleName } from './people.ts';
import { lockWorkspace } from './repository.ts';
import { lockOwned, requireEnabled } from './rights.ts';
import { type Answer, type InvitedRole, role, state } from './tables.ts';

export interface Invitee {
  userId: string;
  roleType: InvitedRole;
}
/** An answer, and which invitation it is to as far as who answers says so: an invitation sent again may name another role. */
export interface InvitationAnswer {
  status: Answer;
  roleType?: InvitedRole | undefined;
  inviteTime?: string | undefined;
}
/** Of the message that leads to an invitation. */
export const template = 'workspace/invitation';

/**
 * Invites people, or again those who have not answered or rejected (INVITE-03); each gets a message. All or nobody. Resolves with how many.
 * `field` is where the body names them: errors stand there.
 * @throws ApiError NOT_FOUND, FORBIDDEN, WORKSPACE_DISABLED, PARAMETER_ERROR
 */
export async function invite(
  db: Database,
  bizId: string,
  invitees: readonly Invitee[],
  { user, origin }: Author,
  field: string,
): Promise<number> {
  const wanted = [...new Map(invitees.map((invitee) => [Number(invitee.userId), invitee])).values()];
  return await db.transaction().execute(async (transaction) => {
    const workspace = await lockOwned(transaction, user, bizId);
    requireEnabled(workspace);
    const people = await requireActive(transaction, wanted, field);
    const before = await statesOf(transaction, workspace.id, wanted);
    if ([...before.values()].includes(state.agreed))
      throw wrong(field, 'Somebody of them is a member of this workspace already', 'workspace.alreadyMember');
    await insertInvitations(transaction, workspace.id, wanted, Number(user.id));
    // Of several messages about one invitation only the newest is news.
    const userIds = wanted.map(({ userId }) => userId);
    await markNoticesRead(transaction, { template, workspaceId: bizId, userIds });
    await tellInvited(transaction, workspace, wanted, await nameOfUser(transaction, user.id));
    const invited = wanted.map(({ userId, roleType }) => {
      const username = people.get(Number(userId));
      return { userId, username, roleType, again: before.has(Number(userId)) };
    });
    await record(transaction, origin, {
      action: 'workspace_invite',
      targetType: 'workspace',
      targetId: bizId,
      detail: { invited },
      actor: user,
    });
    return wanted.length;
  });
}

/**
 * Agrees to the user's own pending invitation, or rejects it. One update decides: of two answers at once one finds it pending.
 * @throws ApiError NOT_FOUND when there is none, INVITATION_ANSWERED with the answer that counts, INVITATION_CHANGED with the invitation there is now, WORKSPACE_DISABLED when agreeing, PARAMETER_ERROR
 */
export async function answerInvitation(
  db: Database,
  bizId: string,
  { status, roleType, inviteTime }: InvitationAnswer,
  { user, origin }: Author,
): Promise<{ bizId: string; status: Answer; roleType: InvitedRole }> {
  const sentAt = inviteTime === undefined ? undefined : momentOf(inviteTime);
  return await db.transaction().execute(async (transaction) => {
    const workspace = await lockWorkspace(transaction, bizId, 'share');
    if (!workspace) throw new ApiError('NOT_FOUND');
    const changed = await transaction
      .updateTable('workspace_member')
      .set({ status, answered_at: sql<Date>`now()` })
      .where('workspace_id', '=', workspace.id)
      .where('user_id', '=', Number(user.id))
      .where('status', '=', state.pending)
      .$if(roleType !== undefined, (query) => query.where('role_type', '=', roleType as InvitedRole))
      // Answers carry milliseconds.
      .$if(sentAt !== undefined, (query) => query.where(sql`date_trunc('milliseconds', invited_at)`, '=', sentAt))
      .returning('role_type as roleType')
      .executeTakeFirst();
    if (!changed) throw await reasonOfNone(transaction, workspace, Number(user.id));
    if (status === state.agreed) requireEnabled(workspace);
    await markNoticesRead(transaction, { template, workspaceId: bizId, userIds: [user.id] });
    await tellOwner(transaction, workspace, status, await nameOfUser(transaction, user.id));
    const action = status === state.agreed ? 'workspace_agree' : 'workspace_reject';
    await record(transaction, origin, {
      action,
      targetType: 'workspace',
      targetId: bizId,
      detail: { roleType: changed.roleType },
      actor: user,
    });
    return { bizId, status, roleType: changed.roleType as InvitedRole };
  });
}

/** Contracts take leap seconds, calendars here do not. @throws ApiError PARAMETER_ERROR */
function momentOf(inviteTime: string): Date {
  const moment = new Date(inviteTime);
  if (Number.isNaN(moment.getTime())) throw wrong('inviteTime', 'is no moment');
  return moment;
}

/** The accounts of the active users among these. @throws ApiError PARAMETER_ERROR when one is not */
async function requireActive(db: Database, wanted: readonly Invitee[], field: string): Promise<Map<number, string>> {
  const rows = await db
    .selectFrom('app_user')
    .select(['id', 'username'])
    .where(
      'id',
      'in',
      wanted.map(({ userId }) => Number(userId)),
    )
    .where('status', '=', '0')
    .forShare()
    .execute();
  if (rows.length < wanted.length) throw wrong(field, 'Somebody of them does not exist or is not active any more', 'workspace.noSuchUser');
  return new Map(rows.map((row) => [row.id, row.username]));
}

async function statesOf(db: Database, workspaceId: number, wanted: readonly Invitee[]): Promise<Map<number, string>> {
  const rows = await db
    .selectFrom('workspace_member')
    .select(['user_id', 'status'])
    .where('workspace_id', '=', workspaceId)
    .where(
      'user_id',
      'in',
      wanted.map(({ userId }) => Number(userId)),
    )
    .execute();
  return new Map(rows.map((row) => [row.user_id, row.status]));
}

async function insertInvitations(db: Database, workspaceId: number, wanted: readonly Invitee[], inviter: number): Promise<void> {
  await db
    .insertInto('workspace_member')
    .values(
      wanted.map(({ userId, roleType }) => ({
        workspace_id: workspaceId,
        user_id: Number(userId),
        role_type: roleType,
        invited_by: inviter,
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(['workspace_id', 'user_id']).doUpdateSet((row) => ({
        role_type: row.ref('excluded.role_type'),
        status: state.pending,
        invited_by: row.ref('excluded.invited_by'),
        invited_at: sql<Date>`now()`,
        answered_at: null,
      })),
    )
    .execute();
}

/** One notice a role: its name is part of the text. */
export async function tellInvited(
  db: Database,
  workspace: { bizId: string; name: string },
  invitees: readonly Invitee[],
  by: LabelValue,
  at?: Date,
): Promise<void> {
  for (const roleType of new Set(invitees.map((invitee) => invitee.roleType))) {
    await sendNotice(db, {
      template,
      userIds: invitees.filter((invitee) => invitee.roleType === roleType).map(({ userId }) => userId),
      parameters: { by, workspace: workspace.name, role: await roleName(db, roleType) },
      sourceId: workspace.bizId,
      workspaceId: workspace.bizId,
      ...(at && { at }),
    });
  }
}

async function tellOwner(
  db: Database,
  { id, bizId, name }: { id: number; bizId: string; name: string },
  status: Answer,
  person: LabelValue,
): Promise<void> {
  const owners = await db
    .selectFrom('workspace_member')
    .select('user_id')
    .where('workspace_id', '=', id)
    .where('role_type', '=', role.owner)
    .execute();
  await sendNotice(db, {
    template: status === state.agreed ? 'workspace/agreed' : 'workspace/rejected',
    userIds: owners.map((owner) => owner.user_id),
    parameters: { person, workspace: name, id: bizId },
    sourceId: bizId,
    workspaceId: bizId,
  });
}

/** Why there was nothing to answer. */
async function reasonOfNone(db: Database, { id, bizId }: { id: number; bizId: string }, userId: number): Promise<ApiError> {
  const membership = await membershipOf(db, id, userId);
  if (!membership) return new ApiError('NOT_FOUND');
  if (membership.status !== state.pending) return new ApiError('INVITATION_ANSWERED', { data: membership });
  return new ApiError('INVITATION_CHANGED', { data: (await pendingInvitations(db, userId, bizId))[0] });
}
