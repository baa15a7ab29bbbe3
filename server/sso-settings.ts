import { readFileSync } from 'node:fs';
import { isAbsolute, resolve } from 'node:path';
import type { Wording } from './database/values.ts';

/** How an identity of a provider finds its account at the first sign-in: see docs/decisions/020-accounts-and-single-sign-on.md. */
export type LinkRule = 'verified-email' | 'username' | 'none';

interface Common {
  /** Short name in addresses and logs: lower-case letters, digits, hyphens. Also the protocol of the way to sign in. */
  id: string;
  /** What people read: one text, or one a language. */
  title: string | Wording;
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
const local = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;
const shared = ['id', 'title', 'clientId', 'clientSecret', 'scope', 'link'];
const own = {
  openid: ['issuer'],
  oauth2: ['authorizationEndpoint', 'tokenEndpoint', 'userinfoEndpoint', 'fields'],
} as const;

/**
 * Reads SSO_PROVIDERS: a list in JSON, or the path of a file that holds it. Faults go to `complain`, each with its place, never with a secret.
 */
export function readSsoProviders(text: string, root: string, complain: (fault: string) => void): SsoProvider[] {
  let list: unknown;
  try {
    list = JSON.parse(text.startsWith('[') ? text : readFileSync(isAbsolute(text) ? text : resolve(root, text), 'utf8'));
  } catch (error) {
    const isFile = error instanceof Error && 'code' in error;
    complain(isFile ? `the file ${text} cannot be read` : 'it is neither a list in JSON nor a file that holds one');
    return [];
  }
  if (!Array.isArray(list)) {
    complain('expected a list of providers: [{"id": "corporate", "issuer": "https://...", ...}]');
    return [];
  }
  const providers = list.flatMap((item: unknown, index) => readProvider(item, `provider ${index + 1}`, complain));
  const ids = providers.map((provider) => provider.id);
  for (const id of new Set(ids.filter((name, index) => ids.indexOf(name) !== index))) complain(`two providers have the id "${id}"`);
  return providers;
}

function readProvider(item: unknown, place: string, complain: (fault: string) => void): SsoProvider[] {
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
  if (id !== '' && !/^[a-z][a-z0-9-]{0,30}$/.test(id)) faults.push('"id" takes lower-case letters, digits and hyphens');
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

function readTitle(title: unknown, id: string): Common['title'] {
  if (typeof title === 'string' && title !== '') return title;
  if (typeof title !== 'object' || title === null) return id;
  const texts = Object.fromEntries(
    Object.entries(title).flatMap(([language, text]) => (typeof text === 'string' ? [[language, text]] : [])),
  );
  return { en: Object.values(texts)[0] ?? id, ...texts };
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

function isSafeAddress(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, username, password } = new URL(text);
  return `${username}${password}` === '' && (protocol === 'https:' || (protocol === 'http:' && local.test(hostname)));
}

/** Whether an address of this machine may be spoken to without TLS. */
export function isLocalAddress(text: string): boolean {
  return local.test(new URL(text).hostname);
}
