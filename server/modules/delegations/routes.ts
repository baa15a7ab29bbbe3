import { defineModule, type Principal, signedIn } from '../../contracts.ts';
import { ApiError } from '../../errors.ts';
import { authorOf } from '../changes.ts';
import { entriesOf } from '../dictionaries/repository.ts';
import { accessOfPrincipal } from '../identity/access.ts';
import { menuLabel } from '../menus/label.ts';
import { toTree } from '../tree.ts';
import { accountLabel, listUsers } from '../users/repository.ts';
import { delegableOf } from './delegable.ts';
import { type DelegationRow, findDelegation, listDelegations, listSources } from './repository.ts';
import { cancelDelegations, changeDelegation, createDelegation } from './service.ts';
import { enterDelegation, exitDelegation } from './switch.ts';

/** Delegation of authority: management, and entering, switching and leaving delegate mode (DELEG-01 to 05, API-30 to 41). */
export const delegateModule = defineModule({
  service: 'delegate',
  routes: {
    async list(request) {
      const { body } = request;
      const user = signedIn(request);
      const { timeZone } = request.services.settings;
      const page = { current: body.current ?? 1, size: body.size ?? 10 };
      const order = body.order === 'asc' ? ('asc' as const) : ('desc' as const);
      const filter = {
        view: body.view ?? ('given' as const),
        userId: Number(user.id),
        keyword: body.keyword?.trim() ?? '',
        authStatus: body.authStatus ?? '',
      };
      const { content, total } = await listDelegations(request.db, timeZone, filter, { sort: body.sort ?? '', order, ...page });
      return { content: content.map((row) => answerTo(user, row)), total, ...page };
    },

    async cancel(request) {
      return { count: await cancelDelegations(request.db, request.body.id, authorOf(request), request.services.settings.timeZone) };
    },

    async update(request) {
      const author = authorOf(request);
      const { id, version, agent, key, ...more } = request.body;
      // As answers have them, or by the id alone.
      const values = { ...more, ...(agent !== undefined && { agent: typeof agent === 'string' ? agent : agent.id }) };
      if (id === undefined) return answerTo(author.user, await createDelegation(request, { ...values, key }));
      return answerTo(author.user, await changeDelegation(request.db, { ...values, id, version }, author, request.services));
    },

    async detail(request) {
      const user = signedIn(request);
      const row = await findDelegation(request.db, request.services.settings.timeZone, request.query.id);
      if (row?.authorizer.id !== user.id && row?.agent.id !== user.id) throw new ApiError('NOT_FOUND');
      return answerTo(user, row);
    },

    async change(request) {
      return await enterDelegation(request.db, signedIn(request), { usercode: request.body.usercode }, circumstances(request));
    },

    async sources(request) {
      const self = await requireSelf(request, request.query.usercode);
      return await listSources(request.db, request.services.settings.timeZone, Number(self.id));
    },

    async targets(request) {
      const self = await requireSelf(request, request.query.usercode);
      const page = { current: request.query.current ?? 1, size: request.query.size ?? 50 };
      const { content, total } = await listUsers(request.db, {
        keyword: request.query.keyword?.trim() ?? '',
        except: [Number(self.id)],
        first: Number(request.query.agent || 0),
        ...page,
      });
      const people = content.map(({ userCode, ...row }) => ({ ...row, usercode: userCode, label: accountLabel(row) }));
      return { content: people, total, ...page };
    },

    async statuses({ db }) {
      const entries = await entriesOf(db, ['delegation-status']);
      return entries.map((entry) => ({ value: entry.dictValue, label: entry.dictLabel }));
    },

    async menuTree(request) {
      await requireSelf(request, request.query.usercode);
      const choices = delegableOf(accessOfPrincipal(signedIn(request)).menus, request.services.documents).map((menu) => ({
        id: menu.menuId,
        parentId: menu.parentId,
        label: menuLabel(menu),
      }));
      return toTree(choices, { id: (row) => row.id, parent: (row) => row.parentId });
    },

    async exists(request) {
      const user = signedIn(request);
      return (await listSources(request.db, request.services.settings.timeZone, Number((user.agent ?? user).id))).length > 0;
    },

    async enter(request) {
      return await enterDelegation(request.db, signedIn(request), { username: request.query.username }, circumstances(request));
    },

    // Public, so that the way back is open after the delegation ended.
    async exit(request) {
      return request.token === undefined ? {} : await exitDelegation(request.db, request.token, circumstances(request).origin);
    },
  },
});

/** A delegation as one of its sides sees it: the account of the other is what entering takes. */
function answerTo(user: Principal, row: DelegationRow) {
  const other = row.agent.id === user.id ? row.authorizer : row.agent;
  return { ...row, usercode: other.usercode, username: other.username, currentUser: user.username };
}

function circumstances(request: {
  ip: string;
  userAgent: string | undefined;
  requestId: string;
  services: { settings: { timeZone: string } };
}) {
  const { ip, userAgent, requestId, services } = request;
  return { origin: { ip, userAgent, requestId }, timeZone: services.settings.timeZone };
}

/**
 * The person who asks, in delegate mode the agent: nobody learns who acts for others.
 * @throws ApiError NOT_FOUND when the code is that of somebody else
 */
async function requireSelf(
  request: { db: Parameters<typeof listUsers>[0]; user: Principal | undefined },
  usercode: string | undefined,
): Promise<{ id: string }> {
  const user = signedIn(request);
  const self = user.agent ?? user;
  if (usercode === undefined || usercode === '') return self;
  const row = await request.db.selectFrom('app_user').select('user_code').where('id', '=', Number(self.id)).executeTakeFirst();
  if (row?.user_code !== usercode) throw new ApiError('NOT_FOUND');
  return self;
}
