import { statSync } from 'node:fs';
import { demoSecrets } from './demo-secrets.ts';
import { isLocalAddress } from './listed-settings.ts';
import { plainServices } from './plain-services.ts';
import type { Settings } from './settings.ts';

/** What PRODUCTION=1 refuses of settings that are fine elsewhere. */
export function productionProblems(settings: Settings, env: Readonly<Record<string, string | undefined>>): string[] {
  const problems: string[] = [];
  if ((env.SCHEMAS_DIR ?? '').trim() !== '' && !isFolder(settings.schemasDir))
    problems.push(`SCHEMAS_DIR is ${JSON.stringify(settings.schemasDir)}, where there is no folder: its screens would be missing`);
  if (!settings.captcha) problems.push('CAPTCHA=off is for trying and tests; PRODUCTION=1 refuses it');
  if (!settings.schemasCheck) problems.push('SCHEMAS_CHECK=off is for trying and tests; PRODUCTION=1 refuses it');
  if (settings.clientSecret === demoSecrets.clientSecret)
    problems.push('CLIENT_SECRET is the published default; PRODUCTION=1 needs your own');
  if (settings.clientSecret.length < 16 && settings.clientSecret !== demoSecrets.clientSecret) {
    problems.push('CLIENT_SECRET is shorter than 16 characters; PRODUCTION=1 refuses it');
  }
  if (settings.publicUrl?.startsWith('http:') && !isLocalAddress(settings.publicUrl))
    problems.push(
      'PUBLIC_URL is an http address: links to new passwords and what people type would be open on the way; PRODUCTION=1 needs https',
    );
  const needsAddress = settings.smtpUrl !== undefined || settings.wopiUrl !== undefined || settings.ssoProviders.length > 0;
  if (settings.publicUrl === undefined && needsAddress) {
    problems.push('PUBLIC_URL is missing: with SMTP_URL, WOPI_URL or SSO_PROVIDERS, PRODUCTION=1 needs the address people open');
  }
  return [...problems, ...plainServices(settings)];
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}
