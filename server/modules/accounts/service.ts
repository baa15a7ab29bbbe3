import { type RawBuilder, sql } from 'kysely';
import type { WordedContext } from '../../context.ts';
import type { Database } from '../../database/connection.ts';
import { personName } from '../../database/values.ts';
import { ApiError, wrong } from '../../errors.ts';
import { type Author, authorOf, change, create, type Kind, signature, touched } from '../changes.ts';
import { requirePlacing } from '../departments/placing.ts';
import { forgetDevices } from '../identity/devices.ts';
import { requireOwnPassword } from '../identity/own-password.ts';
import { requireOwnSession } from '../identity/own-session.ts';
import { hashPassword, inPasswordQueue } from '../identity/password.ts';
import { requirePassword } from '../identity/password-rule.ts';
import {
  lockAdministrators,
  requireAdministrator,
  requireNoRoleForSelf,
  requireOwnPermission,
  requireRightsOfRoles,
  requireRightsOfUser,
} from '../identity/rights.ts';
import { revokeSessionsOf } from '../identity/sessions.ts';
import { forgiveGuesses } from '../identity/throttle.ts';
import { sendNotice } from '../messages/notices.ts';
import { nameOfUser } from '../messages/people.ts';
import { endCodes } from '../registration/codes.ts';
import { passOpenPapers } from '../risk/holders.ts';
import { endChallenges } from '../second-factor/challenge.ts';
import { forgetFactor } from '../second-factor/enrolment.ts';
import { holdAccount } from '../second-factor/policy.ts';
import { ownsWorkspaces } from '../workspaces/people.ts';
import { type AccountAnswer, type AccountValues, accountColumns, findAccount, insertAccount, setRoles } from './repository.ts';
import { tellRoles } from './telling-roles.ts';

export const kind: Kind<AccountAnswer> = {
  name: 'user',
  find: findAccount,
  unique: { app_user_username: 'username', app_user_user_code_key: 'userCode' },
};

/** @throws ApiError DUPLICATE, BEYOND_RIGHTS, PARAMETER_ERROR at a department or role that does not exist */
export async function createAccount(
  db: Database,
  { password, roleIds = [], ...values }: AccountValues & { username: string; password: string; roleIds?: string[] | undefined },
  author: Author,
): Promise<AccountAnswer> {
  // Outside of the transaction: the work of a hash would hold its locks.
  const passwordHash = await inPasswordQueue(() => hashPassword(password));
  return await create(db, kind, author, async (transaction) => {
    const roles = await requireKnownRoles(transaction, roleIds);
    await requireRightsOfRoles(transaction, author.user, roles);
    await requireKnownDepartment(transaction, values.departmentId);
    await requirePlacing(transaction, author.user, { departmentId: values.departmentId });
    const id = await insertAccount(transaction, { ...values, passwordHash, passwordGiven: true }, signature(author.user));
    await setRoles(transaction, id, roles);
    await sendNotice(transaction, { template: 'account/welcome', userIds: [id], parameters: { name: personName(values) } });
    return id;
  });
}

/**
 * Another mail address of one's own needs `ownPassword`: whoever found an open session must not be able to keep the account by way of it.
 * @throws ApiError NOT_FOUND, CONFLICT, DUPLICATE, BEYOND_RIGHTS, LAST_ADMINISTRATOR, OWN_ROLE, PARAMETER_ERROR, TOO_MANY_REQUESTS
 */
export async function changeAccount(
  context: WordedContext,
  {
    id,
    version,
    roleIds,
    ownPassword,
    ...values
  }: Partial<AccountValues> & { id: string; version: number; roleIds?: string[] | undefined; ownPassword?: string | null | undefined },
): Promise<AccountAnswer> {
  const author = authorOf(context);
  if (isOwn(id, author)) await requireForAddress(context.db, author, accountColumns(values).email, ownPassword ?? '');
  return await change(context.db, kind, author, {
    id,
    verb: 'update',
    shown: 'all',
    async work(transaction) {
      await lockAdministrators(transaction);
      await requireRightsOfUser(transaction, author.user, Number(id));
      await requireKnownDepartment(transaction, values.departmentId);
      await requirePlacing(transaction, author.user, { accountId: id, departmentId: values.departmentId });
      const columns = accountColumns(values);
      const before = await findAccount(transaction, id);
      const isMoved = columns.email !== undefined && columns.email !== before?.email;
      const owned = isMoved && { own_email_at: isOwn(id, author) ? sql<Date>`now()` : null };
      const isChanged = await touch(transaction, id, version, author, { ...columns, ...owned });
      if (isChanged && before && columns.user_code !== undefined && columns.user_code !== before.userCode)
        await passOpenPapers(transaction, before.userCode, columns.user_code);
      if (isChanged && isMoved && isOwn(id, author)) await requireOwnSession(transaction, author.user);
      // Links to a new password went to the address before.
      if (isChanged && isMoved) {
        await endCodes(transaction, { purpose: 'password', userId: Number(id) });
        const by = await nameOfUser(transaction, author.user.id);
        // Whoever took an account over sees its messages and no mail of the address it had: both addresses are told, and neither of the other.
        const letters = { documents: context.services.documents, alsoTo: [before?.email, columns.email] };
        await sendNotice(transaction, { template: 'account/address-changed', userIds: [id], parameters: { by }, sourceId: id, letters });
      }
      if (!isChanged || roleIds === undefined) return isChanged;
      const roles = await requireKnownRoles(transaction, roleIds);
      await requireRightsOfRoles(transaction, author.user, roles);
      if (isOwn(id, author)) await requireNoRoleForSelf(transaction, author.user, roles, 'roleIds');
      if (await setRoles(transaction, id, roles)) await tellRoles(transaction, context, [Number(id)]);
      if (isOwn(id, author)) await requireOwnPermission(transaction, author.user, 'sys:user:edit', 'roleIds');
      await requireAdministrator(transaction);
      return true;
    },
  });
}

const addressNeedsPassword = {
  field: 'ownPassword',
  message: 'Another address of your own needs your password',
  key: 'account.ownPasswordNeeded',
};

/** @throws ApiError PARAMETER_ERROR at `ownPassword` where the address is another one and the password is not theirs */
async function requireForAddress(db: Database, author: Author, email: string | null | undefined, password: string): Promise<void> {
  if (email === undefined) return;
  const kept = await findAccount(db, author.user.id);
  if (!kept || (kept.email ?? '') === (email ?? '')) return;
  await requireOwnPassword(db, author, password, addressNeedsPassword);
}

/** Enables (0) or disables (1) an account; disabling ends its sessions. @throws ApiError OWN_ACCOUNT and those of `changeAccount` */
export async function setStatus(
  db: Database,
  { id, version, status }: { id: string; version: number; status: string },
  author: Author,
): Promise<AccountAnswer> {
  if (status !== '0' && isOwn(id, author)) throw new ApiError('OWN_ACCOUNT');
  return await change(db, kind, author, {
    id,
    verb: status === '0' ? 'enable' : 'disable',
    async work(transaction) {
      await lockAdministrators(transaction);
      await requireRightsOfUser(transaction, author.user, Number(id));
      if (!(await touch(transaction, id, version, author, { status }))) return false;
      if (status !== '0') {
        await revokeSessionsOf(transaction, Number(id));
        await forgetDevices(transaction, Number(id));
      }
      await requireAdministrator(transaction);
      return true;
    },
  });
}

/**
 * Sets another password of somebody else and ends the sessions of the account. One's own is changed where the old one is asked for: who found
 * an open session must not be able to keep the account.
 * @throws ApiError NOT_FOUND, OWN_PASSWORD, BEYOND_RIGHTS, PARAMETER_ERROR at a password made of the words of the account
 */
export async function resetPassword(context: WordedContext, { id, password }: { id: string; password: string }): Promise<void> {
  const { db } = context;
  const author = authorOf(context);
  if (isOwn(id, author)) throw new ApiError('OWN_PASSWORD');
  await requirePassword(db, context, Number(id), password);
  const passwordHash = await inPasswordQueue(() => hashPassword(password));
  await change(db, kind, author, {
    id,
    verb: 'reset_password',
    async work(transaction) {
      await requireRightsOfUser(transaction, author.user, Number(id));
      await transaction
        .updateTable('app_user')
        .set({ password_hash: passwordHash, password_set_at: sql<Date>`now()`, password_given: true, ...touched(author.user) })
        .where('id', '=', Number(id))
        .execute();
      const { username } = await transaction
        .selectFrom('app_user')
        .select('username')
        .where('id', '=', Number(id))
        .executeTakeFirstOrThrow();
      await forgiveGuesses(transaction, username);
      await revokeSessionsOf(transaction, Number(id));
      await endChallenges(transaction, Number(id));
      await endCodes(transaction, { purpose: 'password', userId: Number(id) });
      await sendNotice(transaction, {
        template: 'account/password-reset',
        userIds: [id],
        parameters: { by: await nameOfUser(transaction, author.user.id) },
        sourceId: id,
        letters: { documents: context.services.documents },
      });
      return true;
    },
  });
}

/**
 * Takes the second factor of somebody else away who lost it, and ends the sessions of the account. The reason stands in the operation log.
 * @throws ApiError NOT_FOUND, OWN_SECOND_FACTOR, SECOND_FACTOR_NONE, BEYOND_RIGHTS
 */
export async function resetSecondFactor(context: WordedContext, { id, reason }: { id: string; reason: string }): Promise<AccountAnswer> {
  const author = authorOf(context);
  if (isOwn(id, author)) throw new ApiError('OWN_SECOND_FACTOR');
  return await change(context.db, kind, author, {
    id,
    verb: 'reset_second_factor',
    detail: { reason },
    async work(transaction) {
      const userId = Number(id);
      await requireRightsOfUser(transaction, author.user, userId);
      await holdAccount(transaction, userId, 'changing');
      const owner = await transaction.selectFrom('app_user').select(['id', 'username']).where('id', '=', userId).executeTakeFirst();
      if (!owner) return false;
      if (!(await forgetFactor(transaction, owner))) throw new ApiError('SECOND_FACTOR_NONE');
      await revokeSessionsOf(transaction, userId);
      const by = await nameOfUser(transaction, author.user.id);
      await sendNotice(transaction, {
        template: 'account/second-factor-reset',
        userIds: [userId],
        parameters: { by, reason },
        sourceId: id,
        letters: { documents: context.services.documents },
      });
      return true;
    },
  });
}

/** @throws ApiError NOT_FOUND, OWN_ACCOUNT, BEYOND_RIGHTS, LAST_ADMINISTRATOR, OWNS_WORKSPACES */
export async function removeAccount(db: Database, id: string, author: Author): Promise<void> {
  if (isOwn(id, author)) throw new ApiError('OWN_ACCOUNT');
  await change(db, kind, author, {
    id,
    verb: 'delete',
    async work(transaction) {
      await lockAdministrators(transaction);
      await requireRightsOfUser(transaction, author.user, Number(id));
      // Nobody hands a workspace over to the account meanwhile.
      await holdAccount(transaction, Number(id), 'changing');
      if (await ownsWorkspaces(transaction, Number(id))) throw new ApiError('OWNS_WORKSPACES');
      const removed = await findAccount(transaction, id);
      // Whoever is given the code later has nothing of theirs to answer.
      if (removed) await passOpenPapers(transaction, removed.userCode, null);
      const { numDeletedRows } = await transaction.deleteFrom('app_user').where('id', '=', Number(id)).executeTakeFirst();
      await requireAdministrator(transaction);
      return numDeletedRows > 0n;
    },
  });
}

/** Whether it is the account of whoever asks. */
function isOwn(id: string, { user }: Author): boolean {
  return id === user.id;
}

async function touch(
  db: Database,
  id: string,
  version: number,
  { user }: Author,
  values: ReturnType<typeof accountColumns> & { status?: string; own_email_at?: RawBuilder<Date> | null },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('app_user')
    .set({ ...values, ...touched(user) })
    .where('id', '=', Number(id))
    .where('version', '=', version)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** The ids as numbers. @throws ApiError PARAMETER_ERROR when a role does not exist */
export async function requireKnownRoles(db: Database, roleIds: readonly string[]): Promise<number[]> {
  const wanted = [...new Set(roleIds.map(Number))];
  if (wanted.length === 0) return [];
  const known = await db.selectFrom('role').select('id').where('id', 'in', wanted).execute();
  if (known.length === wanted.length) return wanted;
  throw wrong('roleIds', 'A role no longer exists', 'error.NOT_FOUND');
}

/** @throws ApiError PARAMETER_ERROR when the department does not exist */
export async function requireKnownDepartment(db: Database, id: string | null | undefined): Promise<void> {
  if (id === undefined || id === null || id === '') return;
  const found = await db.selectFrom('department').select('id').where('id', '=', Number(id)).executeTakeFirst();
  if (!found) {
    throw new ApiError('PARAMETER_ERROR', {
      details: [{ field: 'departmentId', message: 'The department no longer exists', key: 'error.NOT_FOUND' }],
    });
  }
}
