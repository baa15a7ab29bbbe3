import { sql } from 'kysely';
import type { Services } from '../../contracts.ts';
import type { Database } from '../../database/connection.ts';
import { ApiError } from '../../errors.ts';
import type { SsoProvider } from '../../sso-settings.ts';
import { type Origin, record } from '../audit/record.ts';
import { hashSecret, newSecret } from '../identity/secrets.ts';
import { lifetimes, startSession } from '../identity/sessions.ts';
import { type Attempt, authorization, forgetAfter, type Identity, identityOf, isUnreachable } from './client.ts';
import { accountOfIdentity } from './link.ts';
import './tables.ts';

/** The page that a provider leads back to (ROUTE-03). */
export const landing = '/auth-redirect';
const minutes = 10;

export interface Callback {
  state: string;
  code?: string | undefined;
  error?: string | undefined;
  iss?: string | undefined;
}

export function providerOf({ settings }: Services, id: string): SsoProvider | undefined {
  return settings.ssoProviders.find((provider) => provider.id === id);
}

/**
 * Begins a sign-in: secrets of its own in the database, one half of the binding for a cookie of this browser. Rejects when the provider
 * does not answer.
 */
export async function begin(
  db: Database,
  provider: SsoProvider,
  origin: string,
): Promise<{ address: string; state: string; browser: string }> {
  const { attempt, address } = await authorization(provider, `${origin}${landing}`);
  const browser = newSecret();
  await db
    .insertInto('sso_login')
    .values({
      state_hash: hashSecret(attempt.state),
      browser_hash: hashSecret(browser),
      provider: provider.id,
      nonce: attempt.nonce,
      verifier: attempt.verifier,
      origin,
      expires_at: sql<Date>`now() + make_interval(mins => ${minutes})`,
    })
    .execute();
  return { address: address.href, state: attempt.state, browser };
}

/**
 * Ends a sign-in (API-10): what was begun is used up -> same browser -> provider agreed -> code for identity -> account -> session.
 * @throws ApiError SSO_STATE, SSO_REFUSED, SSO_UNAVAILABLE, SSO_FAILED, SSO_NOT_LINKED
 */
export async function finish(
  db: Database,
  services: Services,
  { callback, browser, origin }: { callback: Callback; browser: string | undefined; origin: Origin },
  log: { warn(details: object, message: string): void },
): Promise<{ token: string; seconds: number }> {
  const { provider, attempt } = await take(db, services, callback.state, browser);
  const refuse = async (code: 'SSO_REFUSED' | 'SSO_UNAVAILABLE' | 'SSO_FAILED' | 'SSO_NOT_LINKED', more: Record<string, unknown>) => {
    const reason = code === 'SSO_REFUSED' ? 'sso-refused' : code === 'SSO_NOT_LINKED' ? 'sso-not-linked' : 'sso-failed';
    const actor = { username: typeof more.account === 'string' ? more.account.slice(0, 100) : provider.id };
    await record(db, origin, { action: 'login_failed', targetType: 'session', actor, detail: { reason, provider: provider.id } });
    return new ApiError(code);
  };
  if (callback.error !== undefined || callback.code === undefined) throw await refuse('SSO_REFUSED', {});
  const { code, state, iss } = callback;
  const answer = { code, state, ...(iss !== undefined && { iss }) };
  let identity: Identity;
  try {
    identity = await identityOf(provider, attempt, answer);
  } catch (error) {
    // The reason helps the administrator; to whoever sent a forged answer it would help too.
    log.warn({ provider: provider.id, reason: reasonOf(error) }, 'single sign-on failed');
    forgetAfter(error, provider);
    throw await refuse(isUnreachable(error) ? 'SSO_UNAVAILABLE' : 'SSO_FAILED', {});
  }
  const token = await db.transaction().execute(async (transaction) => {
    const account = await accountOfIdentity(transaction, identity, provider.link, origin);
    if (!account) return undefined;
    const fresh = await startSession(transaction, account.id, { ...origin, provider: provider.id });
    const actor = { id: String(account.id), username: account.username };
    await record(transaction, origin, { action: 'login', targetType: 'session', actor, detail: { provider: provider.id } });
    return fresh;
  });
  if (token === undefined) throw await refuse('SSO_NOT_LINKED', { account: identity.email ?? identity.username ?? identity.subject });
  return { token, seconds: lifetimes.absoluteSeconds };
}

/** Uses up what was begun. Another browser, a second time, too late: all the same to the caller. */
async function take(
  db: Database,
  services: Services,
  state: string,
  browser: string | undefined,
): Promise<{ provider: SsoProvider; attempt: Attempt }> {
  const row = await db
    .deleteFrom('sso_login')
    .where('state_hash', '=', hashSecret(state))
    .returning(['browser_hash as browserHash', 'provider', 'nonce', 'verifier', 'origin', sql<boolean>`expires_at > now()`.as('isFresh')])
    .executeTakeFirst();
  const provider = row && providerOf(services, row.provider);
  if (!provider || !row.isFresh || browser === undefined || !row.browserHash.equals(hashSecret(browser))) throw new ApiError('SSO_STATE');
  const { nonce, verifier, origin } = row;
  return { provider, attempt: { redirectUri: `${origin}${landing}`, state, nonce, verifier } };
}

function reasonOf(error: unknown): string {
  const parts: string[] = [];
  for (let cause = error; cause instanceof Error && parts.length < 4; cause = cause.cause) parts.push(cause.message);
  return parts.join(': ').slice(0, 500);
}
