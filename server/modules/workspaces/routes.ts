import { defineModule, type Principal, signedIn } from '../../contracts.ts';
import { ApiError } from '../../errors.ts';
import { authorOf } from '../changes.ts';
import { accountLabel, listUsers } from '../users/repository.ts';
import { answerInvitation, invite } from './invitations.ts';
import { findWorkspace, listAcl, listWorkspaces, membershipOf, pendingInvitations, peopleOf } from './repository.ts';
import { requireOwner, requireSight } from './rights.ts';

/** Workspaces: who is in them, and how people come in (API-42, API-43, API-48 to API-50, API-59). */
export const workspaceModule = defineModule({
  service: 'workspace',
  routes: {
    async list(request) {
      const user = signedIn(request);
      // The menu asks for these whoever one acts for (MENU-03).
      if (user.agent && !user.agent.modules.has('workspace-list')) return [];
      const rows = await listWorkspaces(request.db, Number(user.id));
      return rows.map(({ workspace, roleType }) => ({ ...workspace, roleType, isMember: true }));
    },

    async one(request) {
      return await requireSight(request.db, signedIn(request), request.body.bizId);
    },

    async acl(request) {
      return await listAcl(request.db, await requireSight(request.db, signedIn(request), request.params.bizId));
    },

    async candidates(request) {
      const { db, params, query } = request;
      const page = { current: query.current ?? 1, size: query.size ?? 50 };
      const except = await peopleOf(db, await ownWorkspace(request.db, signedIn(request), params.bizId));
      const { content, total } = await listUsers(db, { keyword: query.keyword?.trim() ?? '', except, ...page });
      return { content: content.map((row) => ({ userId: row.id, label: accountLabel(row) })), total, ...page };
    },

    async invite(request) {
      const { body } = request;
      const several = Array.isArray(body) ? undefined : body;
      const invitees = Array.isArray(body) ? body : body.userIds.map((userId) => ({ userId, roleType: body.roleType }));
      const count = await invite(request.db, request.params.bizId, invitees, authorOf(request), several ? 'userIds' : '');
      return { count };
    },

    async answer(request) {
      return await answerInvitation(request.db, request.params.bizId, request.body, authorOf(request));
    },

    async invitation(request) {
      const [pending] = await pendingInvitations(request.db, Number(signedIn(request).id), request.body.bizId);
      return pending ?? null;
    },

    async invitations(request) {
      return await pendingInvitations(request.db, Number(signedIn(request).id));
    },
  },
});

/** Id of a workspace the user owns. @throws ApiError NOT_FOUND to outsiders, FORBIDDEN */
async function ownWorkspace(db: Parameters<typeof findWorkspace>[0], user: Principal, bizId: string): Promise<number> {
  const workspace = await findWorkspace(db, bizId);
  if (!workspace) throw new ApiError('NOT_FOUND');
  const id = Number(workspace.id);
  requireOwner(user, await membershipOf(db, id, Number(user.id)));
  return id;
}
