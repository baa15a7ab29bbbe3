import * as openid from 'openid-client';
import { isLocalAddress } from '../../listed-settings.ts';
import type { SsoProvider } from '../../sso-settings.ts';

/** Who somebody is, as the provider says. */
export interface Identity {
  issuer: string;
  subject: string;
  username: string | undefined;
  email: string | undefined;
  emailVerified: boolean;
}
export interface Attempt {
  redirectUri: string;
  state: string;
  nonce: string;
  verifier: string;
}

/** Seconds a provider may think. */
const patience = 8;
/** Seconds its clock may differ from ours. */
const clockTolerance = 30;
const keepMilliseconds = 600_000;
/** So long after a provider was forgotten it is not forgotten again. */
const restMilliseconds = 60_000;

const known = new WeakMap<SsoProvider, { until: number; configuration: Promise<openid.Configuration> }>();

/** The provider's addresses and keys, read anew every ten minutes. Rejects when it does not answer; that is not kept. */
async function configurationOf(provider: SsoProvider): Promise<openid.Configuration> {
  const kept = known.get(provider);
  if (kept && kept.until > Date.now()) return await kept.configuration;
  const configuration = provider.kind === 'openid' ? discover(provider) : Promise.resolve(described(provider));
  known.set(provider, { until: Date.now() + keepMilliseconds, configuration });
  configuration.catch(() => known.delete(provider));
  return await configuration;
}

const forgotten = new WeakMap<SsoProvider, number>();

/**
 * What was read of the provider is read anew after a failure that its having other keys or addresses by now may explain, once a minute at most:
 * everybody can make a sign-in fail.
 */
export function forgetAfter(error: unknown, provider: SsoProvider): void {
  // It understood the question, and refused the code.
  if (error instanceof openid.ResponseBodyError) return;
  const last = forgotten.get(provider);
  if (last !== undefined && Date.now() - last < restMilliseconds) return;
  forgotten.set(provider, Date.now());
  known.delete(provider);
}

function metadataOf({ clientSecret }: SsoProvider) {
  return { ...(clientSecret !== undefined && { client_secret: clientSecret }), [openid.clockTolerance]: clockTolerance };
}
function authenticationOf({ clientSecret }: SsoProvider): openid.ClientAuth {
  return clientSecret === undefined ? openid.None() : openid.ClientSecretBasic(clientSecret);
}

function discover(provider: SsoProvider & { kind: 'openid' }): Promise<openid.Configuration> {
  // The signature of the id token is checked too, although it comes straight from the provider.
  const execute = [openid.enableNonRepudiationChecks, ...(isLocalAddress(provider.issuer) ? [openid.allowInsecureRequests] : [])];
  return openid.discovery(new URL(provider.issuer), provider.clientId, metadataOf(provider), authenticationOf(provider), {
    execute,
    timeout: patience,
  });
}

function described(provider: SsoProvider & { kind: 'oauth2' }): openid.Configuration {
  const server = {
    issuer: issuerOf(provider),
    authorization_endpoint: provider.authorizationEndpoint,
    token_endpoint: provider.tokenEndpoint,
    userinfo_endpoint: provider.userinfoEndpoint,
  };
  const configuration = new openid.Configuration(server, provider.clientId, metadataOf(provider), authenticationOf(provider));
  configuration.timeout = patience;
  if (isLocalAddress(provider.tokenEndpoint)) openid.allowInsecureRequests(configuration);
  return configuration;
}

/** Name of a provider among the issuers; one without OpenID has that of the site it gives tokens at. */
export function issuerOf(provider: SsoProvider): string {
  return provider.kind === 'openid' ? provider.issuer : new URL(provider.tokenEndpoint).origin;
}

/** Fresh secrets of a sign-in, and the address at the provider it goes to. Rejects when the provider does not answer. */
export async function authorization(provider: SsoProvider, redirectUri: string): Promise<{ attempt: Attempt; address: URL }> {
  const configuration = await configurationOf(provider);
  const attempt = {
    redirectUri,
    state: openid.randomState(),
    nonce: openid.randomNonce(),
    verifier: openid.randomPKCECodeVerifier(),
  };
  const address = openid.buildAuthorizationUrl(configuration, {
    redirect_uri: redirectUri,
    scope: provider.scope,
    state: attempt.state,
    code_challenge: await openid.calculatePKCECodeChallenge(attempt.verifier),
    code_challenge_method: 'S256',
    ...(provider.kind === 'openid' && { nonce: attempt.nonce }),
  });
  return { attempt, address };
}

/**
 * Exchanges the code for who somebody is: state, issuer, PKCE; signature, issuer, audience, times and nonce of the id token.
 * Rejects with the error of the library when anything is wrong.
 */
export async function identityOf(provider: SsoProvider, attempt: Attempt, answer: Readonly<Record<string, string>>): Promise<Identity> {
  const configuration = await configurationOf(provider);
  const address = new URL(attempt.redirectUri);
  for (const [name, value] of Object.entries(answer)) address.searchParams.set(name, value);
  const isOpenId = provider.kind === 'openid';
  const tokens = await openid.authorizationCodeGrant(configuration, address, {
    pkceCodeVerifier: attempt.verifier,
    expectedState: attempt.state,
    ...(isOpenId && { expectedNonce: attempt.nonce, idTokenExpected: true }),
  });
  if (!isOpenId) return await identityFromUserinfo(provider, configuration, tokens.access_token);
  const claims = tokens.claims();
  if (!claims) throw new Error('The provider gave no id token');
  // Some providers keep e-mail and name out of the id token.
  const more =
    claims.email === undefined && configuration.serverMetadata().userinfo_endpoint !== undefined
      ? await openid.fetchUserInfo(configuration, tokens.access_token, claims.sub)
      : {};
  const all: Readonly<Record<string, unknown>> = { ...more, ...claims };
  const { email, email_verified: verified, preferred_username: username } = all;
  return {
    issuer: claims.iss,
    subject: claims.sub,
    username: textOf(username),
    email: textOf(email),
    emailVerified: verified === true || verified === 'true',
  };
}

async function identityFromUserinfo(
  provider: SsoProvider & { kind: 'oauth2' },
  configuration: openid.Configuration,
  accessToken: string,
): Promise<Identity> {
  const response = await openid.fetchProtectedResource(configuration, accessToken, new URL(provider.userinfoEndpoint), 'GET');
  if (!response.ok) throw new Error(`The provider answered ${response.status} to the question who this is`);
  const answer: unknown = await response.json();
  const values = typeof answer === 'object' && answer !== null ? (answer as Record<string, unknown>) : {};
  const { fields } = provider;
  const subject = textOf(values[fields.subject]);
  if (subject === undefined) throw new Error(`The provider did not say who this is: no "${fields.subject}"`);
  return {
    issuer: issuerOf(provider),
    subject,
    username: textOf(values[fields.username]),
    email: textOf(values[fields.email]),
    emailVerified: values[fields.emailVerified] === true,
  };
}

function textOf(value: unknown): string | undefined {
  if (typeof value === 'number' && Number.isSafeInteger(value)) return String(value);
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** Where a sign-out at the provider begins; nothing when it has no such place or does not answer. */
export async function endSessionAddress(provider: SsoProvider, returnTo: string): Promise<string | undefined> {
  const configuration = await configurationOf(provider).catch(() => undefined);
  if (configuration?.serverMetadata().end_session_endpoint === undefined) return undefined;
  return openid.buildEndSessionUrl(configuration, { post_logout_redirect_uri: returnTo }).href;
}

/** Whether the provider could not be reached, in contrast to an answer of it that is wrong. */
export function isUnreachable(error: unknown): boolean {
  for (let cause = error, depth = 0; cause instanceof Error && depth < 5; cause = cause.cause, depth += 1) {
    if (cause.name === 'TimeoutError' || cause.name === 'AbortError' || cause.message === 'fetch failed') return true;
    if ('code' in cause && typeof cause.code === 'string' && /^(ECONN|ENOTFOUND|EHOST|ETIMEDOUT|EAI_|OAUTH_TIMEOUT)/.test(cause.code))
      return true;
  }
  return false;
}
