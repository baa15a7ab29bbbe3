import type { Documents } from '../documents.ts';
import { record } from '../modules/audit/record.ts';
import { revokeSessionsOf } from '../modules/identity/sessions.ts';
import { sendNotice } from '../modules/messages/notices.ts';
import { forgetFactor } from '../modules/second-factor/enrolment.ts';
import { StartError } from '../settings.ts';
import type { Database } from './connection.ts';

/**
 * Takes the second factor of an account away where nobody can reset it any more, and ends its sessions. Resolves with what to tell the terminal.
 * @throws StartError when there is no such account.
 */
export async function noSecondFactorFor(db: Database, documents: Documents, username: string): Promise<string> {
  return await db.transaction().execute(async (transaction) => {
    const user = await transaction
      .selectFrom('app_user')
      .select(['id', 'username'])
      .where((row) => row(row.fn<string>('lower', ['username']), '=', username.toLowerCase()))
      .forUpdate()
      .executeTakeFirst();
    if (!user) throw new StartError(`NO_SECOND_FACTOR_FOR is ${JSON.stringify(username)}: there is no such account.`);
    const wasSet = await forgetFactor(transaction, user);
    if (!wasSet) return `${user.username} has no second factor; take NO_SECOND_FACTOR_FOR away again`;
    const endedSessions = await revokeSessionsOf(transaction, user.id);
    const origin = { ip: '', userAgent: undefined, requestId: 'start' };
    const detail = { reason: 'NO_SECOND_FACTOR_FOR', endedSessions };
    await record(transaction, origin, { action: 'user_reset_second_factor', targetType: 'user', targetId: String(user.id), detail });
    await sendNotice(transaction, { template: 'account/second-factor-at-start', userIds: [user.id], letters: { documents } });
    return `the second factor of ${user.username} is gone; take NO_SECOND_FACTOR_FOR away again`;
  });
}
