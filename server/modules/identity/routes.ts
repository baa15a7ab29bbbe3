import { defineModule, signedIn } from '../../contracts.ts';
import { record } from '../audit/record.ts';
import { delegateOf } from '../delegations/delegate.ts';
import { answerChallenge } from '../second-factor/challenge.ts';
import { readConfig, readShared } from '../site/repository.ts';
import { accessOfPrincipal } from './access.ts';
import { applicationsOf } from './applications.ts';
import { newCaptcha } from './captcha/service.ts';
import { browserOf } from './devices.ts';
import { sweep } from './housekeeping.ts';
import { login } from './login.ts';
import { dueKey, withPassword } from './password-due.ts';
import { principalOf, settingsOf } from './principal.ts';
import { asViewed, noteView } from './role-view.ts';
import { revokeSession } from './sessions.ts';
import { signInWays } from './sign-in-ways.ts';

/** Sign-in, sign-out and the state of the application (API-05 to 09, 12, 13). */
export const loginModule = defineModule({
  service: 'login',
  routes: {
    async stats(request) {
      const { db, user, ended, ip, services, keep } = request;
      if (!user) {
        const authProperties = signInWays((await readShared(db)).signIn, services.settings);
        const how = {
          ...(ended === 'DELEGATION_ENDED' && { delegationEnded: true }),
          ...(ended === 'SESSION_SWITCHED' && { switched: true }),
        };
        return { login: false, authProperties, ip, ...how };
      }
      return await keep(['access', 'people', 'dictionary', 'config'], `${user.id} ${ip} ${dueKey(user, request)}`, async () => {
        const [person, { signIn, menuStyle }, delegate] = await Promise.all([principalOf(db, user), readShared(db), delegateOf(db, user)]);
        const principal = withPassword(request, asViewed(person, user.viewedRole), user);
        const { menus } = accessOfPrincipal(user);
        return {
          login: true,
          principal: { ...principal, msgNum: null },
          menus: [...menus],
          menuStyle,
          userConfig: settingsOf(principal),
          applications: applicationsOf(menus),
          delegate,
          viewing: user.viewedRole ? { ...user.viewedRole, inspects: user.viewerPermissions?.has('sys:inspect') ?? false } : null,
          authProperties: signInWays(signIn, services.settings),
          ip,
        };
      });
    },

    async config({ db, services }) {
      const site = await readConfig(db, 'site');
      const { captcha, timeZone } = services.settings;
      return { ...site, internalEnableCaptcha: captcha, timeZone };
    },

    async authProperties({ db, services }) {
      return signInWays((await readShared(db)).signIn, services.settings);
    },

    async captcha({ db, query }) {
      await sweep(db);
      return await newCaptcha(db, { width: query.width ?? 120, height: query.height ?? 40, type: query.type ?? 'gif' });
    },

    async token(request) {
      const { db, body, ip, userAgent, requestId, services } = request;
      return await login(db, body, { ip, userAgent, requestId }, { captcha: services.settings.captcha, browser: browserOf(request) });
    },

    async code(request) {
      return await answerChallenge(request, request.body);
    },

    // Public, so that signing out twice or too late is no error.
    async logout({ db, token, user, ip, userAgent, requestId }) {
      if (token === undefined) return {};
      const ended = await revokeSession(db, token);
      if (ended && user?.viewedRole) await noteView(db, 'end', user, { ip, userAgent, requestId });
      else if (ended) {
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
      const user = signedIn(request);
      return withPassword(request, asViewed(await principalOf(request.db, user), user.viewedRole), user);
    },
  },
});
