import { sql } from 'kysely';
import { isLanguage } from '../../../src/core/language.ts';
import type { Database } from '../../database/connection.ts';
import type { Documents } from '../../documents.ts';
import { ApiError } from '../../errors.ts';
import { sendMail } from '../../mail/send.ts';
import { type AccountValues, insertAccount, setRoles } from '../accounts/repository.ts';
import { requireKnownDepartment, requireKnownRoles } from '../accounts/service.ts';
import { type Origin, record } from '../audit/record.ts';
import { type Author, change, type Kind, signature, touched } from '../changes.ts';
import { requirePlacing } from '../departments/placing.ts';
import { holdersOf } from '../identity/holders.ts';
import { hashPassword, inPasswordQueue } from '../identity/password.ts';
import { requireRightsOfRoles } from '../identity/rights.ts';
import { newSecret } from '../identity/secrets.ts';
import { sendNotice } from '../messages/notices.ts';
import { codeMinutes, endCodes, issueCode, takeCode } from './codes.ts';
import { letter, linesIn } from './letters.ts';
import { findRegistration, type RegistrationAnswer } from './repository.ts';

const kind: Kind<RegistrationAnswer> = {
  name: 'registration',
  find: findRegistration,
  unique: { app_user_username: 'username', app_user_user_code_key: 'userCode' },
};

export interface Approval extends Omit<AccountValues, 'email' | 'phone'> {
  id: string;
  version: number;
  username: string;
  roleIds?: string[] | undefined;
}

/** The address of a registration is that of the visitor: its link was opened. Administrators get a notice. @throws ApiError LINK_EXPIRED */
export async function confirmRegistration(db: Database, code: string, origin: Origin): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const target = await takeCode(transaction, code);
    if (target?.purpose !== 'confirm') throw new ApiError('LINK_EXPIRED');
    const registration = await transaction
      .updateTable('registration')
      .set({ state: 'confirmed', confirmed_at: sql<Date>`now()`, version: sql<number>`version + 1` })
      .where('id', '=', target.registrationId)
      .where('state', '=', 'mailed')
      .returning(['id', 'name', 'company_name as company', 'email'])
      .executeTakeFirst();
    if (!registration) throw new ApiError('LINK_EXPIRED');
    const { id, name, company, email } = registration;
    await record(transaction, origin, {
      action: 'registration_confirm',
      targetType: 'registration',
      targetId: String(id),
      actor: { username: email },
    });
    const userIds = await holdersOf(transaction, ['sys:registration:decide']);
    await sendNotice(transaction, { template: 'account/registration', userIds, parameters: { name, company }, sourceId: String(id) });
  });
}

/**
 * Makes the account of a confirmed registration and mails a link to its first password.
 * @throws ApiError NOT_FOUND, CONFLICT, DUPLICATE, BEYOND_RIGHTS, PARAMETER_ERROR at a department or role that does not exist
 */
export async function approve(
  db: Database,
  documents: Documents,
  { id, version, username, roleIds = [], ...values }: Approval,
  author: Author,
): Promise<RegistrationAnswer> {
  // Nobody knows this password: the link sets the first one.
  const passwordHash = await inPasswordQueue(() => hashPassword(newSecret()));
  return await change(db, kind, author, {
    id,
    verb: 'approve',
    detail: { username, roleIds },
    async work(transaction) {
      const decided = await decide(transaction, { id, version }, author, 'approved');
      if (!decided) return false;
      const roles = await requireKnownRoles(transaction, roleIds);
      await requireRightsOfRoles(transaction, author.user, roles);
      await requireKnownDepartment(transaction, values.departmentId);
      await requirePlacing(transaction, author.user, { departmentId: values.departmentId });
      const { email, mobile: phone } = decided;
      const userId = await insertAccount(
        transaction,
        { ...values, username, email, phone, passwordHash, passwordGiven: false },
        signature(author.user),
      );
      await setRoles(transaction, userId, roles);
      await transaction
        .updateTable('registration')
        .set({ user_id: Number(userId) })
        .where('id', '=', Number(id))
        .execute();
      const code = await issueCode(transaction, { purpose: 'password', userId: Number(userId) }, codeMinutes.welcome);
      const link = `${decided.origin}/account/password?code=${code}`;
      const text = letter(documents, chosenLanguage(decided), 'approved', {
        name: decided.name,
        username,
        link,
        hours: codeMinutes.welcome / 60,
      });
      await sendMail(transaction, { to: email, userId: Number(userId), minutes: codeMinutes.welcome, ...text });
      return true;
    },
  });
}

/** Refuses a registration and mails why. @throws ApiError NOT_FOUND, CONFLICT */
export async function reject(
  db: Database,
  documents: Documents,
  { id, version, reason }: { id: string; version: number; reason: string },
  author: Author,
): Promise<RegistrationAnswer> {
  return await change(db, kind, author, {
    id,
    verb: 'reject',
    async work(transaction) {
      const decided = await decide(transaction, { id, version }, author, 'rejected');
      if (!decided) return false;
      await transaction.updateTable('registration').set({ reason }).where('id', '=', Number(id)).execute();
      const text = letter(documents, chosenLanguage(decided), 'rejected', { name: decided.name, reason: linesIn(reason) });
      await sendMail(transaction, { to: decided.email, ...text });
      return true;
    },
  });
}

async function decide(
  db: Database,
  { id, version }: { id: string; version: number },
  { user }: Author,
  state: 'approved' | 'rejected',
): Promise<{ name: string; email: string; mobile: string | null; language: string; origin: string } | undefined> {
  const decided = await db
    .updateTable('registration')
    .set({ state, ...touched(user) })
    .where('id', '=', Number(id))
    .where('version', '=', version)
    .where('state', '=', 'confirmed')
    .returning(['name', 'email', 'mobile', 'language', 'origin'])
    .executeTakeFirst();
  if (decided) await endCodes(db, { purpose: 'confirm', registrationId: Number(id) });
  return decided;
}

/** The language somebody registered in. */
function chosenLanguage({ language }: { language: string }) {
  return isLanguage(language) ? language : 'zh-Hans';
}
