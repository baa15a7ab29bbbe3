import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readSettings } from '../../../server/settings.ts';
import { projectRoot } from '../../support/project.ts';

const read = (providers: unknown, env: Record<string, string> = {}) =>
  readSettings({ SSO_PROVIDERS: typeof providers === 'string' ? providers : JSON.stringify(providers), ...env }, projectRoot).ssoProviders;
const right = { id: 'corporate', issuer: 'https://id.example', clientId: 'targus', clientSecret: 'geheim' };

it('reads providers from the setting or from a file', () => {
  expect(read([right])).toMatchObject([
    { kind: 'openid', id: 'corporate', title: 'corporate', scope: 'openid profile email', link: 'verified-email' },
  ]);
  const folder = mkdtempSync(join(tmpdir(), 'targus-sso-'));
  writeFileSync(join(folder, 'sso.json'), JSON.stringify([{ ...right, title: { 'zh-Hans': '集团' } }]));
  expect(read(join(folder, 'sso.json'))[0]?.title).toEqual({ en: '集团', 'zh-Hans': '集团' });
  rmSync(folder, { recursive: true });
  const plain = {
    id: 'p',
    clientId: 'c',
    authorizationEndpoint: 'https://a.b/1',
    tokenEndpoint: 'https://a.b/2',
    userinfoEndpoint: 'https://a.b/3',
  };
  expect(read([plain])).toMatchObject([{ kind: 'oauth2', fields: { subject: 'sub' } }]);
});

it.each<[string, unknown, RegExp]>([
  ['no JSON', '[{', /neither a list in JSON nor a file/],
  ['no file', '/nowhere/sso.json', /the file \/nowhere\/sso.json cannot be read/],
  ['a typo', [{ ...right, clientSecrets: 'x' }], /provider 1 \(corporate\) does not know "clientSecrets"/],
  ['a missing client', [{ ...right, clientId: undefined }], /needs "clientId"/],
  ['an address without TLS', [{ ...right, issuer: 'http://id.example' }], /"issuer" must be an https address/],
  ['a name that is no path', [{ ...right, id: 'Corp/1' }], /"id" takes lower-case letters/],
  ['a rule nobody knows', [{ ...right, link: 'email' }], /"link" must be one of/],
  ['no openid', [{ ...right, scope: 'email' }], /"scope" must hold openid/],
  ['the same name twice', [right, right], /two providers have the id "corporate"/],
])('says where a fault is, and no secret: %s', (_name, providers, fault) => {
  expect(() => read(providers)).toThrow(fault);
  try {
    read(providers);
  } catch (error) {
    expect(String(error)).not.toContain('geheim');
  }
});

it('asks for the public address in production', () => {
  const production = { PRODUCTION: '1', CLIENT_SECRET: 'a secret of more than sixteen' };
  expect(() => read([right], production)).toThrow(/PUBLIC_URL is missing/);
  expect(read([right], { ...production, PUBLIC_URL: 'https://risk.example' })).toHaveLength(1);
});
