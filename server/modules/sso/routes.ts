import { defineModule, signedIn } from '../../contracts.ts';
import { publicOrigin } from '../../public-origin.ts';
import { record } from '../audit/record.ts';
import { revokeSession, ssoProviderOf } from '../identity/sessions.ts';
import { endSessionAddress } from './client.ts';
import { bind, bound, unbind } from './cookie.ts';
import { begin, finish, landing, providerOf } from './flow.ts';
import { identitiesOf, unlink } from './identities.ts';

/** Single sign-on by the authorization code flow with PKCE (API-10, API-11). Secrets and tokens of providers stay on the server. */
export const ssoModule = defineModule({
  service: 'sso',
  routes: {
    // A browser comes here by itself: whatever goes wrong must be a page.
    async start({ db, params, services, reply, log }) {
      const provider = providerOf(services, params.provider);
      if (!provider) return { location: `${landing}?error=unknown` };
      const origin = publicOrigin(services.settings, reply.request);
      try {
        const { address, state, browser } = await begin(db, provider, origin);
        bind(reply, { state, browser, origin });
        return { location: address };
      } catch (error) {
        log.warn({ provider: provider.id, reason: error instanceof Error ? error.message : String(error) }, 'single sign-on cannot begin');
        return { location: `${landing}?error=unavailable` };
      }
    },

    async token({ db, body, services, reply, ip, userAgent, requestId, log }) {
      const binding = { state: body.state, origin: publicOrigin(services.settings, reply.request) };
      const browser = bound(reply.request, binding);
      unbind(reply, binding);
      const { token, seconds } = await finish(db, services, { callback: body, browser, origin: { ip, userAgent, requestId } }, log);
      return { access_token: token, token_type: 'Bearer', expires_in: seconds };
    },

    async logout({ db, token, user, services, reply, ip, userAgent, requestId }) {
      if (token === undefined) return { logoutUrl: null };
      const id = await ssoProviderOf(db, token);
      const ended = await revokeSession(db, token);
      if (!ended) return { logoutUrl: null };
      const actor = user ?? { id: String(ended.userId), username: ended.username };
      const entry = { action: 'logout', targetType: 'session', targetId: String(ended.sessionId), actor };
      await record(db, { ip, userAgent, requestId }, entry);
      const provider = id === undefined ? undefined : providerOf(services, id);
      const origin = publicOrigin(services.settings, reply.request);
      return { logoutUrl: (provider && (await endSessionAddress(provider, `${origin}/login?protocol=INTERNAL`))) ?? null };
    },

    async identities(request) {
      return await identitiesOf(request.db, Number(signedIn(request).id), request.services.settings.ssoProviders);
    },

    async unlink(request) {
      return { endedSessions: await unlink(request, request.body) };
    },
  },
});
