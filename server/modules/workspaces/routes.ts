import { defineModule, type Principal, signedIn } from '../../contracts.ts';
import { ApiError } from '../../errors.ts';
import { authorOf } from '../changes.ts';
import { kept, shown } from '../users/pictures.ts';
import { accountLabel, listUsers } from '../users/repository.ts';
import { answerInvitation, invite } from './invitations.ts';
import { changeRole, handOver, removeMember } from './members.ts';
import { addNotice, changeNotice, listNotices, removeNotice } from './notices.ts';
import { listAcl, membershipOf, pendingInvitations, peopleOf } from './people.ts';
import { keepWorkspacePicture, readWorkspacePicture } from './pictures.ts';
import { addTask, changeTask, listTasks, removeTask } from './plan.ts';
import { countWorkspaces, findWorkspace, listAllWorkspaces, listWorkspaces } from './repository.ts';
import { requireOwner, requireSight } from './rights.ts';
import { removeWorkspace, saveWorkspace, switchWorkspace } from './settings.ts';
import { role } from './tables.ts';

/** Workspaces: their settings, who is in them, how people come in and go, and their notices (API-42 to API-63). */
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

    async save(request) {
      return await requireSight(request.db, signedIn(request), await saveWorkspace(request, request.body));
    },

    async toggle(request) {
      await switchWorkspace(request.db, request.params.bizId, request.body.status, authorOf(request));
      return await requireSight(request.db, signedIn(request), request.params.bizId);
    },

    async remove(request) {
      await removeWorkspace(request.db, request.params.bizId, authorOf(request));
      return {};
    },

    async upload(request) {
      const { file } = request.files;
      const path = await keepWorkspacePicture(request.db, signedIn(request).id, file, request.services.documents);
      return kept(path, file);
    },

    async picture({ db, params, reply }) {
      return shown(reply, params.name, await readWorkspacePicture(db, params.name));
    },

    async removeMember(request) {
      await removeMember(request.db, request.params.bizId, Number(request.body.userId), authorOf(request));
      return {};
    },

    async changeRole(request) {
      const { userId, roleType } = request.body;
      return await changeRole(request.db, request.params.bizId, Number(userId), roleType, authorOf(request));
    },

    async transfer(request) {
      const { bizId } = request.params;
      await handOver(request.db, bizId, Number(request.body.userId), 'transfer', authorOf(request));
      return { bizId, userId: request.body.userId };
    },

    async replace(request) {
      const { bizId } = request.params;
      await handOver(request.db, bizId, Number(request.body.userId), 'replace', authorOf(request));
      return { bizId, userId: request.body.userId };
    },

    async all(request) {
      const { db, query } = request;
      const user = signedIn(request);
      const page = { current: query.current ?? 1, size: query.size ?? 10 };
      const filter = {
        keyword: query.keyword?.trim() ?? '',
        status: query.status ?? '',
        sort: query.sort ?? '',
        order: query.order ?? 'asc',
      };
      const { content, total } = await listAllWorkspaces(db, { ...filter, ...page });
      const own = new Map((await listWorkspaces(db, Number(user.id))).map(({ workspace, roleType }) => [workspace.bizId, roleType]));
      const seen = content.map((row) => ({ ...row, roleType: own.get(row.bizId) ?? role.viewer, isMember: own.has(row.bizId) }));
      return { content: seen, total, ...page };
    },

    async count(request) {
      return await countWorkspaces(request.db, Number(signedIn(request).id));
    },

    async owners(request) {
      const rows = await listWorkspaces(request.db, Number(signedIn(request).id));
      return rows.map(({ workspace: { bizId, name, owner } }) => ({ bizId, name, owner }));
    },

    async owner(request) {
      const { bizId, name, owner } = await requireSight(request.db, signedIn(request), request.query.bizId);
      return { bizId, name, owner };
    },

    async tasks(request) {
      const { id } = await requireSight(request.db, signedIn(request), request.params.bizId);
      return await listTasks(request.db, Number(id));
    },

    async addTask(request) {
      return await addTask(request, request.params.bizId, request.body);
    },

    async changeTask(request) {
      return await changeTask(request.db, request.params.bizId, request.body, authorOf(request));
    },

    async removeTask(request) {
      await removeTask(request.db, request.params.bizId, request.query, authorOf(request));
      return {};
    },

    async notices(request) {
      const { id } = await requireSight(request.db, signedIn(request), request.params.bizId);
      return await listNotices(request.db, Number(id));
    },

    async addNotice(request) {
      return await addNotice(request, request.params.bizId, request.body);
    },

    async changeNotice(request) {
      return await changeNotice(request.db, request.params.bizId, request.body, authorOf(request));
    },

    async removeNotice(request) {
      await removeNotice(request.db, request.params.bizId, request.query, authorOf(request));
      return {};
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
