import type { Calls } from '../../../src/generated/calls.ts';
import { defineModule, signedIn } from '../../contracts.ts';
import { ApiError } from '../../errors.ts';
import { authorOf } from '../changes.ts';
import { rolesBeyond } from '../identity/rights.ts';
import { createKey, keysOf, removeKey } from './access-keys.ts';
import { exportAccounts } from './exporting.ts';
import { handOver } from './hand-over.ts';
import { openWorkOf } from './open-work.ts';
import { findAccount, listAccounts, listRoleChoices } from './repository.ts';
import { changeAccount, createAccount, removeAccount, resetPassword, resetSecondFactor, setStatus } from './service.ts';

/** Administration of users. */
export const accountModule = defineModule({
  service: 'system-user',
  routes: {
    async list(request) {
      const { query } = request;
      const page = { current: query.current ?? 1, size: query.size ?? 10 };
      const { content, total } = await listAccounts(request.db, { ...filterOf(query), ...page });
      const own = signedIn(request).id;
      return { content: content.map((row) => ({ ...row, self: row.id === own })), total, ...page };
    },

    async export(request) {
      return await exportAccounts(request, filterOf(request.query));
    },

    async get({ db, params }) {
      const account = await findAccount(db, params.id);
      if (!account) throw new ApiError('NOT_FOUND');
      return account;
    },

    async roles(request) {
      const roles = await listRoleChoices(request.db);
      const ids = roles.map((role) => role.id);
      const beyond = await rolesBeyond(request.db, signedIn(request), ids);
      return roles.map((role) => ({ ...role, id: String(role.id), disabled: beyond.includes(role.id) }));
    },

    async openWork(request) {
      return await openWorkOf(request, request.query.id);
    },

    async handOver(request) {
      return await handOver(request, request.body);
    },

    async create(request) {
      return await createAccount(request.db, request.body, authorOf(request));
    },

    async update(request) {
      return await changeAccount(request, request.body);
    },

    async status(request) {
      return await setStatus(request.db, request.body, authorOf(request));
    },

    async password(request) {
      await resetPassword(request, request.body);
      return {};
    },

    async secondFactor(request) {
      return await resetSecondFactor(request, request.body);
    },

    async keys(request) {
      if (!(await findAccount(request.db, request.query.id))) throw new ApiError('NOT_FOUND');
      return await keysOf(request, request.query.id);
    },

    async createKey(request) {
      return await createKey(request, request.body);
    },

    async removeKey(request) {
      await removeKey(request, request.params.id);
      return {};
    },

    async remove(request) {
      await removeAccount(request.db, request.params.id, authorOf(request));
      return {};
    },
  },
});

function filterOf({ keyword, status, departmentId, roleId, secondFactor, sort, order }: Calls['system-user.export']['query']) {
  return {
    keyword: keyword?.trim() ?? '',
    status: status ?? '',
    departmentId: departmentId ?? '',
    roleId: roleId ?? '',
    secondFactor: secondFactor ?? '',
    sort: sort ?? '',
    order: order === 'desc' ? ('desc' as const) : ('asc' as const),
  };
}
