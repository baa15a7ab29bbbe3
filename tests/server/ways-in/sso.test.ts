import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../../support/app.ts';
import { type OidcProvider, startOidcProvider } from '../../support/oidc-provider.ts';
import { call, tokenOf } from '../modules/client.ts';
import { type Forger, type Forgery, forgerClient, startForger } from './forger.ts';
import { Visitor } from './visitor.ts';

const publicUrl = 'https://risk.example.test';
let app: TestApp;
let provider: OidcProvider;
let forger: Forger;
beforeAll(async () => {
  [provider, forger] = await Promise.all([startOidcProvider({ redirectUri: `${publicUrl}/auth-redirect` }), startForger()]);
  const { issuer, clientId, clientSecret } = provider;
  const forged = { ...forgerClient, title: 'Forger' };
  const endpoints = { authorizationEndpoint: `${forger.issuer}/authorize`, tokenEndpoint: `${forger.issuer}/token` };
  const providers = [
    { id: 'corporate', title: { en: 'Corporate', 'zh-Hans': '集团' }, issuer, clientId, clientSecret },
    { id: 'forger', ...forged, issuer: forger.issuer },
    { id: 'directory', ...forged, issuer: forger.issuer, link: 'username' },
    { id: 'plain', ...forged, ...endpoints, userinfoEndpoint: `${forger.issuer}/userinfo`, fields: { subject: 'id' } },
    { id: 'tried', ...forged, issuer: forger.issuer },
    { id: 'gone', ...forged, issuer: 'http://127.0.0.1:9' },
  ];
  app = await startApp({ env: { PUBLIC_URL: publicUrl, SSO_PROVIDERS: JSON.stringify(providers) } });
  await app.db.updateTable('app_user').set({ email: 'Auditor@example.test' }).where('username', '=', 'auditor').execute();
});
afterAll(async () => await Promise.all([app.close(), provider.close(), forger.close()]));
beforeEach(async () => {
  await app.db.deleteFrom('user_identity').execute();
  await sql`delete from rate_limit`.execute(app.db);
  provider.verified = true;
  forger.next = {};
});

interface Begun {
  address: string;
  cookie: string;
  state: string;
  nonce: string;
}
async function begin(id: string): Promise<Begun> {
  const answer = await app.http.inject({ method: 'GET', url: `/api/login/oauth2/${id}` });
  expect(answer.statusCode).toBe(302);
  const address = String(answer.headers.location);
  const query = new URL(address, publicUrl).searchParams;
  const [cookie = ''] = String(answer.headers['set-cookie'] ?? '').split(';');
  return { address, cookie, state: query.get('state') ?? '', nonce: query.get('nonce') ?? '' };
}
const end = (body: Record<string, string>, cookie = '') =>
  call(app, '/api/login/oauth2/token', { method: 'POST', body, headers: cookie === '' ? {} : { cookie } });
/** What our page takes of the address a provider leads back to. */
const parts = (address: URL): Record<string, string> => {
  const taken = ['state', 'code', 'error', 'iss'];
  return Object.fromEntries([...address.searchParams].filter(([name]) => taken.includes(name)));
};
/** A whole sign-in at the real provider. */
async function signInAs(name: string, visitor = new Visitor()) {
  const { address, cookie } = await begin('corporate');
  return await end(parts(await visitor.authorize(address, name)), cookie);
}
/** A whole sign-in at the forger, which gives this id token. */
async function forge(forgery: Forgery, id = 'forger', code = 'any') {
  const { cookie, state, nonce } = await begin(id);
  forger.next = { ...forgery, claims: { nonce, ...forgery.claims } };
  forger.userinfo = { sub: forgery.claims?.sub ?? 'forged-auditor' };
  return await end({ state, code }, cookie);
}

describe('single sign-on with a real provider', () => {
  it('[LOGIN-01] [API-10] signs the account of a verified address in, links the identity, and writes who came how', async () => {
    const answer = await signInAs('auditor');
    expect(answer).toMatchObject({ status: 200, body: { token_type: 'Bearer', expires_in: 8 * 60 * 60 } });
    const token = answer.body.access_token ?? '';
    expect((await call(app, '/api/login/user_info', { token })).body.data).toMatchObject({ username: 'auditor' });
    const identities = await app.db.selectFrom('user_identity').select(['issuer', 'subject']).execute();
    expect(identities).toEqual([{ issuer: provider.issuer, subject: 'auditor' }]);
    const trail = await app.db.selectFrom('audit_log').select(['action', 'actor', 'detail']).orderBy('id', 'desc').limit(2).execute();
    expect(trail).toMatchObject([
      { action: 'login', actor: 'auditor', detail: { provider: 'corporate' } },
      { action: 'identity_link', actor: 'auditor', detail: { rule: 'verified-email' } },
    ]);
    // From now on the link counts, whatever becomes of the address.
    provider.verified = false;
    expect((await signInAs('auditor')).status).toBe(200);
  });

  it('takes the binding of no other host of the same domain: over https only under a name browsers keep from them', async () => {
    const { address, cookie } = await begin('corporate');
    const back = parts(await new Visitor().authorize(address, 'auditor'));
    expect((await end(back, cookie.replace('__Host-', ''))).body.code).toBe('SSO_STATE');
    expect((await end(back, cookie.replace('__Host-', '__Secure-'))).body.code).toBe('SSO_STATE');
  });

  it('sends state, nonce and a PKCE challenge, and binds the sign-in to the browser by a cookie scripts cannot read', async () => {
    const answer = await app.http.inject({ method: 'GET', url: '/api/login/oauth2/corporate' });
    const query = new URL(String(answer.headers.location)).searchParams;
    expect(query.get('redirect_uri')).toBe(`${publicUrl}/auth-redirect`);
    expect(query.get('code_challenge_method')).toBe('S256');
    for (const name of ['state', 'nonce', 'code_challenge']) expect(query.get(name), name).toMatch(/^[\w-]{43}$/);
    expect(answer.headers['set-cookie']).toMatch(
      /^__Host-targus_sso_\w{16}=[\w-]{43}; Path=\/; Max-Age=600; HttpOnly; SameSite=Lax; Secure$/,
    );
    const row = await sql`select sso_login::text as text from sso_login`.execute(app.db);
    expect(JSON.stringify(row.rows)).not.toContain(query.get('state'));
  });

  it('refused consent is told as such, and is no session', async () => {
    const { address, cookie } = await begin('corporate');
    const back = await new Visitor().authorize(address, 'auditor', false);
    expect(back.searchParams.get('error')).toBe('access_denied');
    expect((await end(parts(back), cookie)).body.code).toBe('SSO_REFUSED');
    const last = await app.db.selectFrom('audit_log').select(['action', 'detail']).orderBy('id', 'desc').executeTakeFirst();
    expect(last).toMatchObject({ action: 'login_failed', detail: { reason: 'sso-refused', provider: 'corporate' } });
  });

  it('a wrong state, another browser, a second time and too late end nothing but themselves', async () => {
    const { address, cookie } = await begin('corporate');
    const back = parts(await new Visitor().authorize(address, 'auditor'));
    const other = await begin('corporate');
    expect((await end({ ...back, state: 'x'.repeat(43) }, cookie)).body.code).toBe('SSO_STATE');
    expect((await end({ ...back, state: other.state }, other.cookie)).body.code, 'the code of another sign-in').toBe('SSO_FAILED');
    expect((await end(back, cookie)).status).toBe(200);
    expect((await end(back, cookie)).body.code, 'replayed').toBe('SSO_STATE');

    // No cookie, that of another sign-in, and one of the right name with another value.
    for (const kind of ['none', 'other', 'made up']) {
      const victim = await begin('corporate');
      const [name = ''] = victim.cookie.split('=');
      const stolen = { none: '', other: other.cookie, 'made up': `${name}=${'x'.repeat(43)}` }[kind];
      const answer = parts(await new Visitor().authorize(victim.address, 'auditor'));
      expect((await end(answer, stolen)).body.code, `the browser did not begin this: ${kind}`).toBe('SSO_STATE');
    }
    const late = await begin('corporate');
    await app.db
      .updateTable('sso_login')
      .set({ expires_at: new Date(Date.now() - 1) })
      .execute();
    expect((await end({ state: late.state, code: 'any' }, late.cookie)).body.code).toBe('SSO_STATE');
  });

  it('[API-10] a provider that came back with other keys is trusted again from the second try on', async () => {
    expect((await signInAs('auditor')).status).toBe(200);
    await provider.begin({ redirectUri: `${publicUrl}/auth-redirect` });
    expect((await signInAs('auditor')).body.code).toBe('SSO_FAILED');
    expect((await signInAs('auditor')).status).toBe(200);
  });

  it('of twenty answers at the same moment one becomes a session', async () => {
    const { address, cookie } = await begin('corporate');
    const back = parts(await new Visitor().authorize(address, 'auditor'));
    const answers = await Promise.all(Array.from({ length: 20 }, () => end(back, cookie)));
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1);
  });

  it('a code that was used is refused by the provider, and that is no session', async () => {
    const first = await begin('corporate');
    const visitor = new Visitor();
    const used = parts(await visitor.authorize(first.address, 'auditor'));
    expect((await end(used, first.cookie)).status).toBe(200);
    const second = await begin('corporate');
    expect((await end({ ...used, state: second.state }, second.cookie)).body.code).toBe('SSO_FAILED');
  });

  it('shows no secret to browsers and writes none into the log', async () => {
    const visitor = new Visitor();
    const { address, cookie } = await begin('corporate');
    const back = parts(await visitor.authorize(address, 'auditor'));
    const { body } = await end(back, cookie);
    const stats = JSON.stringify((await call(app, '/api/login/stats')).body);
    expect(stats).toContain('"protocol":"corporate"');
    expect(stats).toContain('"oauthAuthorizationUrl":"/api/login/oauth2/corporate"');
    for (const secret of [provider.clientSecret, provider.clientId, provider.issuer]) {
      if (secret !== 'targus') expect(stats).not.toContain(secret);
    }
    const log = JSON.stringify(app.log);
    for (const secret of [provider.clientSecret, back.code, body.access_token, back.state]) expect(log).not.toContain(secret);
  });

  it('[API-11] ends its session and says where to sign out at the provider', async () => {
    const token = (await signInAs('auditor')).body.access_token;
    const answer = await call(app, '/api/login/oauth2/logout', { method: 'POST', token });
    const { logoutUrl } = answer.body.data as { logoutUrl: string };
    expect(logoutUrl).toContain(`${provider.issuer}/session/end?`);
    expect(new URL(logoutUrl).searchParams.get('post_logout_redirect_uri')).toBe(`${publicUrl}/login?protocol=INTERNAL`);
    expect((await call(app, '/api/login/user_info', { token })).status).toBe(401);
    expect((await call(app, '/api/login/oauth2/logout', { method: 'POST', token })).body.data).toEqual({ logoutUrl: null });
  });
});

describe('a provider that is down', () => {
  it('leads back to our own page, whether it never answers or goes away in between', async () => {
    expect((await begin('gone')).address).toBe('/auth-redirect?error=unavailable');
    expect((await begin('nobody')).address).toBe('/auth-redirect?error=unknown');
    const temporary = await startOidcProvider({ redirectUri: `${publicUrl}/auth-redirect` });
    const { clientId, clientSecret, issuer } = temporary;
    const list = [{ id: 'shortly', issuer, clientId, clientSecret }];
    const other = await startApp({ demo: false, env: { PUBLIC_URL: publicUrl, SSO_PROVIDERS: JSON.stringify(list) } });
    const answer = await other.http.inject({ method: 'GET', url: '/api/login/oauth2/shortly' });
    const back = await new Visitor().authorize(String(answer.headers.location), 'auditor');
    await temporary.close();
    const ended = await call(other, '/api/login/oauth2/token', {
      method: 'POST',
      body: parts(back),
      headers: { cookie: String(answer.headers['set-cookie']).split(';')[0] ?? '' },
    });
    expect(ended).toMatchObject({ status: 503, body: { code: 'SSO_UNAVAILABLE' } });
    await other.close();
  }, 40_000);
});

describe('id tokens', () => {
  it('are believed when they are right (the control of the next test)', async () => {
    expect((await forge({})).status).toBe(200);
    expect(forger.asked.at(-1)?.get('code_verifier')).toMatch(/^[\w-]{43}$/);
  });

  it.each<[string, Forgery]>([
    ['expired', { expires: -120 }],
    ['for another client', { claims: { aud: 'somebody-else' } }],
    ['for several clients without saying for whom', { claims: { aud: ['forged', 'other'] } }],
    ['of another issuer', { claims: { iss: 'https://elsewhere.example' } }],
    ['with another nonce', { claims: { nonce: 'not-the-one' } }],
    ['without a subject', { claims: { sub: undefined } }],
    ['signed by an unpublished key', { signature: 'other' }],
    ['not signed', { signature: 'none' }],
    ['signed by the secret of the client', { signature: 'secret' }],
  ])('are refused: %s', async (_name, forgery) => {
    expect((await forge(forgery)).body.code).toBe('SSO_FAILED');
    expect(await app.db.selectFrom('user_identity').selectAll().execute()).toEqual([]);
  });

  it('of another provider than the one that was asked are refused (issuer of the answer)', async () => {
    const { cookie, state, nonce } = await begin('forger');
    forger.next = { claims: { nonce } };
    expect((await end({ state, code: 'any', iss: provider.issuer }, cookie)).body.code).toBe('SSO_FAILED');
  });
});

describe('accounts of identities', () => {
  const refused = async (forgery: Forgery, id?: string) => (await forge(forgery, id)).body.code;
  const user = (username: string) => app.db.updateTable('app_user').where('username', '=', username);

  it('are not found by an address nobody verified, and never made', async () => {
    expect(await refused({ claims: { email_verified: false } })).toBe('SSO_NOT_LINKED');
    expect(await refused({ claims: { email: 'stranger@example.test' } })).toBe('SSO_NOT_LINKED');
    expect(await refused({ claims: { email: undefined } })).toBe('SSO_NOT_LINKED');
  });

  it('are none when the address is that of two accounts, or the account is disabled', async () => {
    await user('riskmanager').set({ email: 'auditor@example.test' }).execute();
    expect(await refused({})).toBe('SSO_NOT_LINKED');
    await user('riskmanager').set({ email: null }).execute();
    await user('auditor').set({ status: '1' }).execute();
    expect(await refused({})).toBe('SSO_NOT_LINKED');
    await user('auditor').set({ status: '0' }).execute();
    expect((await forge({})).status).toBe(200);
    await user('auditor').set({ status: '1' }).execute();
    expect(await refused({}), 'linked, but disabled since').toBe('SSO_NOT_LINKED');
    await user('auditor').set({ status: '0' }).execute();
  });

  it('keep the first identity of a provider: a second one of the same address gets nothing', async () => {
    expect((await forge({})).status).toBe(200);
    expect(await refused({ claims: { sub: 'somebody-who-got-the-address' } })).toBe('SSO_NOT_LINKED');
  });

  it('that fail make a provider be read anew once a minute at most, and never for a wrong code, which anybody can send', async () => {
    await begin('tried');
    const before = forger.discovered;
    for (const forgery of [{ refused: true }, { refused: true }, {}] as const) {
      await forge(forgery, 'tried');
      expect(forger.discovered).toBe(before);
    }
    for (const _ of [1, 2, 3]) expect(await forge({ signature: 'other' }, 'tried')).toMatchObject({ body: { code: 'SSO_FAILED' } });
    await begin('tried');
    expect(forger.discovered).toBe(before + 1);
  });

  it('are found by name only where the provider is set so', async () => {
    const claims = { email: undefined, preferred_username: 'Auditor', sub: 'by-name' };
    expect(await refused({ claims })).toBe('SSO_NOT_LINKED');
    expect((await forge({ claims }, 'directory')).status).toBe(200);
  });

  it('come from the userinfo of a provider without OpenID, under the names the setting gives', async () => {
    const { cookie, state, address } = await begin('plain');
    expect(new URL(address).searchParams.has('nonce')).toBe(false);
    forger.userinfo = { id: 4711, email: 'auditor@example.test', email_verified: true };
    expect((await end({ state, code: 'any' }, cookie)).status).toBe(200);
    expect(await app.db.selectFrom('user_identity').select(['issuer', 'subject']).execute()).toEqual([
      { issuer: forger.issuer, subject: '4711' },
    ]);
    const nameless = await begin('plain');
    forger.userinfo = { email: 'auditor@example.test', email_verified: true };
    expect((await end({ state: nameless.state, code: 'any' }, nameless.cookie)).body.code).toBe('SSO_FAILED');
  });
});

describe('identities of one’s own account', () => {
  const identities = async (token: string) =>
    (await call(app, '/api/account/identities', { token })).body.data as { id: string; provider: string | null; issuer: string }[];
  const unlink = (token: string, id = '', password = 'targus-demo') =>
    call(app, '/api/account/identities/unlink', { method: 'POST', token, body: { id, password } });

  it('[LOGIN-01] are listed for their user only, with the provider as it is set up now', async () => {
    const token = (await signInAs('auditor')).body.access_token ?? '';
    expect(await identities(token)).toMatchObject([
      {
        provider: 'corporate',
        title: expect.arrayContaining([expect.objectContaining({ l: 'en', t: 'Corporate' })]),
        issuer: provider.issuer,
        subject: 'auditor',
      },
    ]);
    expect(await identities(await tokenOf(app, 'admin'))).toEqual([]);
    await app.db.updateTable('user_identity').set({ issuer: 'https://gone.example' }).execute();
    expect(await identities(token)).toMatchObject([{ provider: null, title: null, issuer: 'https://gone.example' }]);
    expect((await call(app, '/api/account/identities')).body.code).toBe('UNAUTHENTICATED');
  });

  it('[LOGIN-01] unlink after the password: other sessions of the provider end, the trail and the owner are told, and a way in remains', async () => {
    const mine = (await signInAs('auditor')).body.access_token ?? '';
    const other = (await signInAs('auditor')).body.access_token ?? '';
    const byPassword = await tokenOf(app, 'auditor');
    const [linked] = await identities(mine);
    expect((await unlink(await tokenOf(app, 'admin'), linked?.id)).body.code, 'of somebody else').toBe('NOT_FOUND');
    expect((await unlink(mine, linked?.id, 'wrong-one')).body).toMatchObject({ code: 'PARAMETER_ERROR', details: [{ field: 'password' }] });
    expect(await identities(mine)).toHaveLength(1);
    expect((await unlink(mine, linked?.id)).body.data).toEqual({ endedSessions: expect.any(Number) });
    expect(await identities(mine)).toEqual([]);
    expect((await call(app, '/api/login/user_info', { token: other })).status).toBe(401);
    expect((await call(app, '/api/login/user_info', { token: byPassword })).status).toBe(200);
    const last = await app.db.selectFrom('audit_log').select(['action', 'actor', 'detail']).orderBy('id', 'desc').executeTakeFirst();
    expect(last).toMatchObject({ action: 'identity_unlink', actor: 'auditor', detail: { issuer: provider.issuer, subject: 'auditor' } });
    const told = (await call(app, '/api/home-news/unReadNewsList', { token: mine })).body.data as { routeKey: string }[];
    expect(told[0]?.routeKey).toBe('account/identity-unlinked');
    expect((await unlink(mine, linked?.id)).body.code, 'twice').toBe('NOT_FOUND');
    // An address that is no longer confirmed links nothing anew.
    provider.verified = false;
    expect((await signInAs('auditor')).body.code).toBe('SSO_NOT_LINKED');
  });
});
