import { defineModule, signedIn } from '../../contracts.ts';
import type { Database } from '../../database/connection.ts';
import { isRecord } from '../../database/values.ts';
import type { Settings } from '../../settings.ts';
import { record } from '../audit/record.ts';
import { readConfig, readMenuStyle } from '../site/repository.ts';
import { accessOf } from './access.ts';
import { applicationsOf } from './applications.ts';
import { newCaptcha } from './captcha/service.ts';
import { sweep } from './housekeeping.ts';
import { login } from './login.ts';
import { readPrincipal, settingsOf } from './principal.ts';
import { currentRevision, revokeSession } from './sessions.ts';

/** Sign-in, sign-out and the state of the application (API-05 to 09, 12, 13). */
export const loginModule = defineModule({
  service: 'login',
  routes: {
    async stats({ db, user, ip, services }) {
      const authProperties = await signInWays(db, services.settings);
      if (!user) return { login: false, authProperties, ip };
      const [principal, menuStyle, revision] = await Promise.all([readPrincipal(db, user.id), readMenuStyle(db), currentRevision(db)]);
      const access = await accessOf(db, Number(user.id), revision);
      return {
        login: true,
        principal,
        menus: [...access.menus],
        menuStyle,
        userConfig: settingsOf(principal),
        applications: applicationsOf(access.menus),
        delegate: null,
        authProperties,
        ip,
      };
    },

    async config({ db, services }) {
      const site = await readConfig(db, 'site');
      return { ...site, internalEnableCaptcha: services.settings.captcha };
    },

    async authProperties({ db, services }) {
      return await signInWays(db, services.settings);
    },

    async captcha({ db, query }) {
      await sweep(db);
      return await newCaptcha(db, { width: query.width ?? 120, height: query.height ?? 40, type: query.type ?? 'gif' });
    },

    async token({ db, body, ip, userAgent, requestId, services }) {
      return await login(db, body, { ip, userAgent, requestId }, { captcha: services.settings.captcha });
    },

    // Public, so that signing out twice or too late is no error.
    async logout({ db, token, user, ip, userAgent, requestId }) {
      if (token === undefined) return {};
      const ended = await revokeSession(db, token);
      if (ended) {
        const actor = user ?? { id: String(ended.userId), username: ended.username };
        await record(
          db,
          { ip, userAgent, requestId },
          { action: 'logout', targetType: 'session', targetId: String(ended.sessionId), actor },
        );
      }
      return {};
    },

    async user(request) {
      return await readPrincipal(request.db, signedIn(request).id);
    },
  },
});

/** Password login and whatever else is configured. The captcha flag is that of the settings. */
async function signInWays(db: Database, settings: Settings) {
  const { configs } = await readConfig(db, 'sign-in');
  const others = Array.isArray(configs) ? configs.filter(isRecord) : [];
  const ways = others.flatMap(({ protocol, title, oauthAuthorizationUrl }) => {
    if (typeof protocol !== 'string' || protocol === 'INTERNAL') return [];
    return [
      {
        protocol,
        title: typeof title === 'string' ? title : protocol,
        oauthAuthorizationUrl: typeof oauthAuthorizationUrl === 'string' ? oauthAuthorizationUrl : null,
      },
    ];
  });
  return { configs: [{ protocol: 'INTERNAL', internalEnableCaptcha: settings.captcha }, ...ways] };
}
