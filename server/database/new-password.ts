import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Documents } from '../documents.ts';
import { record } from '../modules/audit/record.ts';
import { forgetDevices } from '../modules/identity/devices.ts';
import { hashPassword } from '../modules/identity/password.ts';
import { revokeSessionsOf } from '../modules/identity/sessions.ts';
import { forgiveGuesses } from '../modules/identity/throttle.ts';
import { sendNotice } from '../modules/messages/notices.ts';
import { endCodes } from '../modules/registration/codes.ts';
import { StartError } from '../settings.ts';
import type { Database } from './connection.ts';
import type { Account } from './seed.ts';

/**
 * Gives an account a random password where nobody knows the old one, and ends its sessions.
 * @throws StartError when there is no such account that may sign in.
 */
export async function newPasswordFor(db: Database, documents: Documents, username: string): Promise<Account> {
  const password = randomBytes(18).toString('base64url');
  const passwordHash = await hashPassword(password);
  return await db.transaction().execute(async (transaction) => {
    const user = await transaction
      .updateTable('app_user')
      .set({
        password_hash: passwordHash,
        password_set_at: sql<Date>`now()`,
        password_given: true,
        version: sql<number>`version + 1`,
        updated_at: sql<Date>`now()`,
      })
      .where(sql`lower(username)`, '=', username.toLowerCase())
      .where('status', '=', '0')
      .returning(['id', 'username'])
      .executeTakeFirst();
    if (!user) throw new StartError(`NEW_PASSWORD_FOR is ${JSON.stringify(username)}: there is no such account, or it is disabled.`);
    const endedSessions = await revokeSessionsOf(transaction, user.id);
    await endCodes(transaction, { purpose: 'password', userId: user.id });
    await forgiveGuesses(transaction, user.username);
    await forgetDevices(transaction, user.id);
    const origin = { ip: '', userAgent: undefined, requestId: 'start' };
    await record(transaction, origin, { action: 'password_set', targetType: 'user', targetId: String(user.id), detail: { endedSessions } });
    await sendNotice(transaction, { template: 'account/password-at-start', userIds: [user.id], letters: { documents } });
    return { username: user.username, password, note: 'new password, shown once; take NEW_PASSWORD_FOR away again' };
  });
}
