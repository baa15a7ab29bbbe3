import { isObject } from '../../../src/core/json-object.ts';
import { labelOf } from '../../database/values.ts';
import type { Settings } from '../../settings.ts';

/** Password login, the single sign-on of SSO_PROVIDERS, and what else the table `config` names. The captcha flag is that of the settings. */
export function signInWays({ configs }: Record<string, unknown>, { captcha, ssoProviders }: Settings) {
  const own = ssoProviders.map(({ id, title }) => ({
    protocol: id,
    title: typeof title === 'string' ? title : labelOf(title),
    oauthAuthorizationUrl: `/api/login/oauth2/${id}`,
  }));
  const others = Array.isArray(configs) ? configs.filter(isObject) : [];
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
  return { configs: [{ protocol: 'INTERNAL', internalEnableCaptcha: captcha }, ...own, ...ways] };
}
