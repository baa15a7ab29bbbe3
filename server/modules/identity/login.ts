import type { Database } from '../../database/connection.ts';
import { ApiError } from '../../errors.ts';
import { type Origin, record } from '../audit/record.ts';
import { challengeSeconds, newChallenge } from '../second-factor/challenge.ts';
import { factorState, holdAccount } from '../second-factor/policy.ts';
import { keyGrant, signInByKey } from './access-key.ts';
import { captchaWrong, humanHere } from './captcha/service.ts';
import { checkTime } from './check-time.ts';
import { type Browser, deviceOf, knowDevice } from './devices.ts';
import { sweep } from './housekeeping.ts';
import { inPasswordQueue, verifyPassword } from './password.ts';
import { lifetimes, startSession } from './sessions.ts';
import { knownDevice, reserve, settle, strangerAt } from './throttle.ts';

export interface Credentials {
  grant_type: string;
  scope?: string;
  username: string;
  password: string;
  captchaCode?: string;
  captchaKey?: string;
}

export interface TokenAnswer {
  access_token: string;
  token_type: string;
  expires_in: number;
  scope: string;
}

/** An account whose password was right, and the hash it was checked against. */
interface Verified {
  id: number;
  username: string;
  hash: string;
}

type Outcome = { user: Verified } | { reason: 'unknown' | 'wrong' | 'disabled' | 'account-locked' | 'address-locked' };

/**
 * Signs in with account and password (API-08), or with an access key in place of the password:
 *
 *   captcha (used up in any case) -> place among the guesses of this browser -> password -> new session, browser known | challenge for the second factor
 *
 * Unknown, wrong, disabled and locked are told apart in the audit log only: the answer and its duration are the same.
 * @throws ApiError GRANT_UNSUPPORTED, CAPTCHA_WRONG, LOGIN_FAILED, TOO_MANY_REQUESTS; SECOND_FACTOR_NEEDED with what `answerChallenge` takes
 */
export async function login(
  db: Database,
  credentials: Credentials,
  origin: Origin,
  options: { captcha: boolean; browser: Browser },
): Promise<TokenAnswer> {
  if (credentials.grant_type === keyGrant) return await signInByKey(db, credentials, origin);
  const isHuman = await humanHere(db, credentials, options.captcha);
  if (credentials.grant_type !== 'password') throw new ApiError('GRANT_UNSUPPORTED');
  if (!isHuman) throw captchaWrong();
  const outcome = await check(db, credentials, { ip: origin.ip, browser: options.browser });
  if ('reason' in outcome) {
    const actor = { username: credentials.username };
    // An address that goes on after its limit stands in the server's log; here it could fill the database.
    if (outcome.reason !== 'address-locked')
      await record(db, origin, { action: 'login_failed', targetType: 'session', actor, detail: { reason: outcome.reason } });
    throw new ApiError('LOGIN_FAILED');
  }
  const scope = credentials.scope ?? 'server';
  const begun = await begin(db, outcome.user, { scope, origin, browser: options.browser });
  await sweep(db);
  if (!begun) {
    const actor = { username: credentials.username };
    await record(db, origin, { action: 'login_failed', targetType: 'session', actor, detail: { reason: 'wrong' } });
    throw new ApiError('LOGIN_FAILED');
  }
  const { token, device, challenge } = begun;
  if (challenge !== undefined) throw new ApiError('SECOND_FACTOR_NEEDED', { data: { challenge, seconds: challengeSeconds } });
  options.browser.keep(device);
  return { access_token: token, token_type: 'Bearer', expires_in: lifetimes.absoluteSeconds, scope };
}

type Begun = { token: string; device: string; challenge?: undefined } | { token?: undefined; device?: undefined; challenge: string };

/**
 * The session of somebody whose password was right; with a second factor the challenge for it in its place. undefined: the password was changed
 * or the account disabled since the check.
 */
async function begin(
  db: Database,
  user: Verified,
  { scope, origin, browser }: { scope: string; origin: Origin; browser: Browser },
): Promise<Begun | undefined> {
  return await db.transaction().execute(async (transaction) => {
    await holdAccount(transaction, user.id, 'signing in');
    const now = await transaction.selectFrom('app_user').select(['password_hash', 'status']).where('id', '=', user.id).executeTakeFirst();
    if (now?.password_hash !== user.hash || now.status !== '0') return undefined;
    const { mode, isSet, isRequired } = await factorState(transaction, user.id);
    if (isSet && mode !== 'off') return { challenge: await newChallenge(transaction, user.id, scope) };
    const token = await startSession(transaction, user.id, { ...origin, factorDue: isRequired });
    const actor = { id: String(user.id), username: user.username };
    await record(transaction, origin, { action: 'login', targetType: 'session', actor });
    return { token, device: await knowDevice(transaction, user.id, browser.secret) };
  });
}

/** Where a guess comes from. */
interface Place {
  ip: string;
  browser: Browser;
}

async function check(db: Database, credentials: Credentials, place: Place): Promise<Outcome> {
  const start = performance.now();
  const outcome = await inPasswordQueue(() => verify(db, credentials, place));
  if (!isRefused(outcome)) checkTime.note(performance.now() - start);
  else await checkTime.waitSince(start);
  return outcome;
}

/** Refusing without a check costs nothing, so that a burst of guesses does not keep the others from signing in. */
function isRefused(outcome: Outcome): boolean {
  return 'reason' in outcome && outcome.reason.endsWith('-locked');
}

async function verify(db: Database, { username, password }: Credentials, { ip, browser }: Place): Promise<Outcome> {
  const account = username.toLowerCase();
  const device = await deviceOf(db, account, browser.secret);
  const guesser = device === undefined ? strangerAt(account, ip) : knownDevice(device);
  const reservation = await reserve(db, guesser);
  if (reservation.kind !== 'granted') return { reason: reservation.kind };
  const user = await db
    .selectFrom('app_user')
    .select(['id', 'username', 'password_hash', 'status'])
    .where((row) => row(row.fn<string>('lower', ['username']), '=', account))
    .executeTakeFirst();
  const isRight = await verifyPassword(password, user?.password_hash);
  const accepted = isRight && user?.status === '0' ? user : undefined;
  await settle(db, reservation.id, guesser, accepted !== undefined);
  if (accepted) return { user: { id: accepted.id, username: accepted.username, hash: accepted.password_hash } };
  return { reason: user === undefined ? 'unknown' : isRight ? 'disabled' : 'wrong' };
}
