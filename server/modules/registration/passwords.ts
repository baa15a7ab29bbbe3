import { sql } from 'kysely';
import type { WordedContext } from '../../context.ts';
import { ApiError } from '../../errors.ts';
import { record } from '../audit/record.ts';
import { browserOf, knowOnly } from '../identity/devices.ts';
import { hashPassword, inPasswordQueue } from '../identity/password.ts';
import { requirePassword } from '../identity/password-rule.ts';
import { revokeSessionsOf } from '../identity/sessions.ts';
import { forgiveGuesses } from '../identity/throttle.ts';
import { sendNotice } from '../messages/notices.ts';
import { endChallenges } from '../second-factor/challenge.ts';
import { findCode, takeCode } from './codes.ts';

/**
 * Sets the password of the account a code was made for, ends its sessions and forgives its failed sign-ins: whoever guessed before has
 * nothing of it, and whoever goes on guessing does not keep out who chose it: this browser is one of the account. The code is used up.
 * @throws ApiError LINK_EXPIRED when the code is unknown, used, too old, or its account is disabled; PARAMETER_ERROR
 */
export async function setPasswordByCode(context: WordedContext, { code, password }: { code: string; password: string }): Promise<void> {
  const { db, ip, userAgent, requestId } = context;
  // Asked first, so that nobody can make the server hash for nothing; asked again when it is used up.
  const found = await findCode(db, code);
  if (found?.purpose !== 'password') throw new ApiError('LINK_EXPIRED');
  await requirePassword(db, context, found.userId, password);
  const passwordHash = await inPasswordQueue(() => hashPassword(password));
  const browser = browserOf(context);
  const device = await db.transaction().execute(async (transaction) => {
    const target = await takeCode(transaction, code);
    if (target?.purpose !== 'password') throw new ApiError('LINK_EXPIRED');
    const user = await transaction
      .updateTable('app_user')
      .set((row) => ({
        password_hash: passwordHash,
        password_set_at: sql<Date>`now()`,
        password_given: false,
        version: sql<number>`version + 1`,
        updated_at: sql<Date>`now()`,
        updated_by: row.ref('username'),
      }))
      .where('id', '=', target.userId)
      .where('status', '=', '0')
      .returning(['id', 'username'])
      .executeTakeFirst();
    if (!user) throw new ApiError('LINK_EXPIRED');
    const ended = await revokeSessionsOf(transaction, user.id);
    await endChallenges(transaction, user.id);
    await forgiveGuesses(transaction, user.username);
    const actor = { id: String(user.id), username: user.username };
    await record(
      transaction,
      { ip, userAgent, requestId },
      {
        action: 'password_set',
        targetType: 'user',
        targetId: actor.id,
        actor,
        detail: { endedSessions: ended },
      },
    );
    await sendNotice(transaction, {
      template: 'account/password-set',
      userIds: [user.id],
      parameters: { address: ip ?? '-' },
      letters: { documents: context.services.documents },
    });
    return await knowOnly(transaction, user.id, browser.secret);
  });
  browser.keep(device);
}
