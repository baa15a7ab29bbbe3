import { type Complain, complainOfTwins, isId, isSafeAddress, readListed, readTitle, type Title } from './listed-settings.ts';

/** How an identity of a provider finds its account at the first sign-in: see docs/decisions/020-accounts-and-single-sign-on.md. */
export type LinkRule = 'verified-email' | 'username' | 'none';

interface Common {
  /** Short name in addresses and logs: lower-case letters, digits, hyphens. Also the protocol of the way to sign in. */
  id: string;
  /** What people read: one text, or one a language. */
  title: Title;
  clientId: string;
  /** Stays on the server. Without it the client is public. */
  clientSecret: string | undefined;
  scope: string;
  link: LinkRule;
}
/** OpenID Connect: everything else is read from `<issuer>/.well-known/openid-configuration`. */
export interface OpenIdProvider extends Common {
  kind: 'openid';
  issuer: string;
}
/** Plain OAuth 2: who somebody is stands in the answer of `userinfoEndpoint`, under these names. */
export interface OAuthProvider extends Common {
  kind: 'oauth2';
  authorizationEndpoint: string;
  tokenEndpoint: string;
  userinfoEndpoint: string;
  fields: { subject: string; username: string; email: string; emailVerified: string };
}
export type SsoProvider = OpenIdProvider | OAuthProvider;

const rules: readonly LinkRule[] = ['verified-email', 'username', 'none'];
const shared = ['id', 'title', 'clientId', 'clientSecret', 'scope', 'link'];
const own = {
  openid: ['issuer'],
  oauth2: ['authorizationEndpoint', 'tokenEndpoint', 'userinfoEndpoint', 'fields'],
} as const;

/**
 * Reads SSO_PROVIDERS: a list in JSON, or the path of a file that holds it. Faults go to `complain`, each with its place, never with a secret.
 */
export function readSsoProviders(text: string, root: string, complain: Complain): SsoProvider[] {
  const list = readListed(text, root, complain, '{"id": "corporate", "issuer": "https://...", ...}');
  const providers = list.flatMap((item, index) => readProvider(item, `provider ${index + 1}`, complain));
  complainOfTwins(
    providers.map(({ id }) => id),
    'providers',
    complain,
  );
  return providers;
}

function readProvider(item: unknown, place: string, complain: Complain): SsoProvider[] {
  if (typeof item !== 'object' || item === null || Array.isArray(item)) {
    complain(`${place} is no object`);
    return [];
  }
  const values = item as Record<string, unknown>;
  const kind = 'issuer' in values ? 'openid' : 'oauth2';
  const faults: string[] = [];
  for (const key of Object.keys(values)) {
    if (![...shared, ...own[kind]].includes(key)) faults.push(`does not know "${key}"`);
  }
  const word = (key: string, fallback?: string): string => {
    const value = values[key] ?? fallback;
    if (typeof value === 'string' && value !== '') return value;
    faults.push(`needs "${key}"`);
    return '';
  };
  const address = (key: string): string => {
    const value = word(key);
    if (value !== '' && !isSafeAddress(value)) faults.push(`"${key}" must be an https address (http only for this machine)`);
    return value;
  };
  const id = word('id');
  if (id !== '' && !isId(id)) faults.push('"id" takes lower-case letters, digits and hyphens');
  const link = rules.find((rule) => rule === (values.link ?? 'verified-email'));
  if (link === undefined) faults.push(`"link" must be one of ${rules.join(', ')}`);
  const common: Common = {
    id,
    title: readTitle(values.title, id),
    clientId: word('clientId'),
    clientSecret: typeof values.clientSecret === 'string' ? values.clientSecret : undefined,
    scope: word('scope', kind === 'openid' ? 'openid profile email' : 'profile'),
    link: link ?? 'none',
  };
  const provider: SsoProvider =
    kind === 'openid'
      ? { ...common, kind, issuer: address('issuer') }
      : {
          ...common,
          kind,
          authorizationEndpoint: address('authorizationEndpoint'),
          tokenEndpoint: address('tokenEndpoint'),
          userinfoEndpoint: address('userinfoEndpoint'),
          fields: readFields(values.fields),
        };
  if (kind === 'openid' && !common.scope.split(' ').includes('openid')) faults.push('"scope" must hold openid');
  for (const fault of faults) complain(`${place}${id === '' ? '' : ` (${id})`} ${fault}`);
  return faults.length > 0 ? [] : [provider];
}

function readFields(fields: unknown): OAuthProvider['fields'] {
  const given = typeof fields === 'object' && fields !== null ? (fields as Record<string, unknown>) : {};
  const name = (key: string, fallback: string) => (typeof given[key] === 'string' ? given[key] : fallback);
  return {
    subject: name('subject', 'sub'),
    username: name('username', 'preferred_username'),
    email: name('email', 'email'),
    emailVerified: name('emailVerified', 'email_verified'),
  };
}
