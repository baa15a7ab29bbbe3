import { sql } from 'kysely';
import type { WordedContext } from '../../context.ts';
import type { Database } from '../../database/connection.ts';
import { ApiError, errorList } from '../../errors.ts';
import { record } from '../audit/record.ts';
import { browserOf, knowDevice } from '../identity/devices.ts';
import type { TokenAnswer } from '../identity/login.ts';
import { hashSecret, newSecret } from '../identity/secrets.ts';
import { lifetimes, startSession } from '../identity/sessions.ts';
import { sendNotice } from '../messages/notices.ts';
import { type CodeParts, type Owner, withCode, wrongCodes } from './checking.ts';
import { codesLeft, fewCodes } from './recovery-codes.ts';
import './tables.ts';

/** How long a sign-in waits for its code, and how many it may try. */
export const challengeSeconds = 5 * 60;
const mostTries = 5;
/** So many wrong codes in a day, and the owner is told, once a day: whoever types them has the password. */
const toldAfter = 5;

/** What a sign-in whose password was right goes on with. It exists only in what this returns. */
export async function newChallenge(db: Database, userId: number, scope: string): Promise<string> {
  const challenge = newSecret();
  await db
    .insertInto('sign_in_challenge')
    .values({
      token_hash: hashSecret(challenge),
      user_id: userId,
      scope,
      expires_at: sql<Date>`now() + make_interval(secs => ${challengeSeconds})`,
    })
    .execute();
  return challenge;
}

/** Ends the sign-ins of an account that wait for a code. */
export async function endChallenges(db: Database, userId: number): Promise<void> {
  await db.deleteFrom('sign_in_challenge').where('user_id', '=', userId).execute();
}

/**
 * Ends a sign-in with a code, and answers what API-08 does:
 *
 *   one of the tries of the challenge -> place among the guesses -> code -> challenge used up -> new session, browser known
 *
 * Wrong, used and locked are told apart in the audit log only; a challenge that is unknown, used, too old, or of an account that was changed
 * since, not at all.
 * @throws ApiError CHALLENGE_EXPIRED, CODE_WRONG
 */
export async function answerChallenge(
  context: WordedContext & Pick<CodeParts, 'log'>,
  { challenge, code }: { challenge: string; code: string },
): Promise<TokenAnswer> {
  const { db, services, log, ip, userAgent, requestId } = context;
  const origin = { ip, userAgent, requestId };
  const browser = browserOf(context);
  const hash = hashSecret(challenge);
  const taken = await takeTry(db, hash);
  if (!taken) throw new ApiError('CHALLENGE_EXPIRED');
  const { owner, scope, tries } = taken;
  const actor = { id: String(owner.id), username: owner.username };
  const done = await withCode(
    { db, seals: services.seals, log },
    owner,
    { code, origin, hold: 'signing in' },
    async (transaction, means) => {
      const { numDeletedRows } = await transaction
        .deleteFrom('sign_in_challenge')
        .using('app_user')
        .where('token_hash', '=', hash)
        .whereRef('app_user.id', '=', 'sign_in_challenge.user_id')
        .where(isGood)
        .executeTakeFirst();
      // Another call ended it a moment ago, or the account was changed: the code stays unused.
      if (numDeletedRows === 0n) throw new ApiError('CHALLENGE_EXPIRED');
      const token = await startSession(transaction, owner.id, origin);
      await record(transaction, origin, { action: 'login', targetType: 'session', actor, detail: { factor: means } });
      if (means === 'recovery') await tellUsed(transaction, context, owner);
      return { token, device: await knowDevice(transaction, owner.id, browser.secret) };
    },
  );
  if (done) {
    browser.keep(done.result.device);
    return { access_token: done.result.token, token_type: 'Bearer', expires_in: lifetimes.absoluteSeconds, scope };
  }
  await record(db, origin, { action: 'login_failed', targetType: 'session', actor, detail: { reason: 'code' } });
  const count = await wrongCodes(db, owner);
  if (count >= toldAfter) await tellGuesses(context, owner, count);
  if (tries < mostTries) throw wrongCode();
  await db.deleteFrom('sign_in_challenge').where('token_hash', '=', hash).execute();
  throw new ApiError('CHALLENGE_EXPIRED');
}

/** The code on its own, and at its field. */
function wrongCode(): ApiError {
  const detail = { field: 'code', message: errorList.CODE_WRONG.msg, key: 'error.CODE_WRONG' };
  return new ApiError('CODE_WRONG', { details: [detail] });
}

/** The account may still sign in with the password the challenge was made for. */
const isGood = sql<boolean>`(app_user.status = '0' and app_user.password_set_at <= sign_in_challenge.created_at)`;

/** A try is taken before the code is looked at: of a burst no more are checked than it has. */
async function takeTry(db: Database, hash: Buffer): Promise<{ owner: Owner; scope: string; tries: number } | undefined> {
  const row = await db
    .updateTable('sign_in_challenge')
    .from('app_user')
    .set({ tries: sql<number>`tries + 1` })
    .where('sign_in_challenge.token_hash', '=', hash)
    .where('sign_in_challenge.expires_at', '>', sql<Date>`now()`)
    .where('sign_in_challenge.tries', '<', mostTries)
    .whereRef('app_user.id', '=', 'sign_in_challenge.user_id')
    .where(isGood)
    .returning(['app_user.id', 'app_user.username', 'sign_in_challenge.scope', 'sign_in_challenge.tries'])
    .executeTakeFirst();
  return row && { owner: { id: row.id, username: row.username }, scope: row.scope, tries: row.tries };
}

async function tellUsed(db: Database, context: WordedContext, owner: Owner): Promise<void> {
  const { ip, userAgent, requestId } = context;
  const left = await codesLeft(db, owner.id);
  const actor = { id: String(owner.id), username: owner.username };
  await record(
    db,
    { ip, userAgent, requestId },
    { action: 'second_factor_recovery', targetType: 'user', targetId: actor.id, actor, detail: { left } },
  );
  const template = left <= fewCodes ? 'account/second-factor-few-codes' : 'account/second-factor-code-used';
  const { documents } = context.services;
  await sendNotice(db, { template, userIds: [owner.id], parameters: { address: ip ?? '-', left }, letters: { documents } });
}

/** Of several wrong codes at the same moment the one that changes the row tells. */
async function tellGuesses({ db, ...context }: WordedContext, owner: Owner, count: number): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const { numUpdatedRows } = await transaction
      .updateTable('second_factor')
      .set({ guesses_told_at: sql<Date>`now()` })
      .where('user_id', '=', owner.id)
      .where((row) => row.or([row('guesses_told_at', 'is', null), row('guesses_told_at', '<', sql<Date>`now() - interval '1 day'`)]))
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return;
    await sendNotice(transaction, {
      template: 'account/second-factor-guessed',
      userIds: [owner.id],
      parameters: { address: context.ip ?? '-', count },
      letters: { documents: context.services.documents },
    });
  });
}
