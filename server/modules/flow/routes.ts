import { defineModule, signedIn } from '../../contracts.ts';
import { ApiError } from '../../errors.ts';
import { authorOf } from '../changes.ts';
import { accountLabel, listUsers } from '../users/repository.ts';
import { removeClients, saveClient } from './client-changes.ts';
import { findClient, listClients, pageOfClients } from './clients.ts';
import { activeMembers, toPerson } from './people.ts';
import { findProject, pageOfProjects, removeProjects, saveProject } from './projects.ts';
import { requireClient } from './rights.ts';

/** Clients of the flow audit and who works for them (API-113, FLOW-01). */
export const flowClientModule = defineModule({
  service: 'flow-client',
  routes: {
    async detail(request) {
      const user = signedIn(request);
      const { clientCode } = request.query;
      if (clientCode === undefined) return await listClients(request.db, user);
      const client = await requireClient(request.db, user, clientCode);
      const answer = await findClient(request.db, String(client.id));
      if (!answer) throw new ApiError('NOT_FOUND');
      return answer;
    },

    async members(request) {
      const client = await requireClient(request.db, signedIn(request), request.query.clientCode);
      return (await activeMembers(request.db, client.id)).map(toPerson);
    },

    async candidates({ db, query }) {
      const page = { current: query.current ?? 1, size: query.size ?? 50 };
      const { content, total } = await listUsers(db, { keyword: query.keyword?.trim() ?? '', ...page });
      return { content: content.map((row) => ({ userId: row.id, label: accountLabel(row), active: true })), total, ...page };
    },

    async page({ db, body }) {
      const { keyword = '', status = '', pageNo = 1, pageSize = 10 } = body;
      return await pageOfClients(db, { keyword: keyword.trim(), status, pageNo, pageSize });
    },

    async save(request) {
      return await saveClient(request, request.body);
    },

    async remove(request) {
      return { removed: await removeClients(request.db, request.body.ids, authorOf(request)) };
    },
  },
});

/** Audit projects of clients (API-114 to API-117). */
export const flowProjectModule = defineModule({
  service: 'flow-project',
  routes: {
    async page(request) {
      const { clientCode = '', keyword = '', status = '', pageNo = 1, pageSize = 10 } = request.body;
      const filter = { clientCode, keyword: keyword.trim(), status, pageNo, pageSize };
      return await pageOfProjects(request.db, signedIn(request), filter);
    },

    async save(request) {
      return await saveProject(request, request.body);
    },

    async remove(request) {
      return { removed: await removeProjects(request, request.body.ids) };
    },

    async get(request) {
      const project = await findProject(request.db, request.params.id, signedIn(request));
      if (!project) throw new ApiError('NOT_FOUND');
      return project;
    },
  },
});
