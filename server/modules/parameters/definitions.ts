import { isObject } from '../../../src/core/json-object.ts';
import type { AppDocument } from '../../../src/core/types.ts';
import { configuration } from '../../database/demo/configuration.ts';
import { initialMailWay, mailWays } from '../messages/mail-ways.ts';
import { factorModes } from '../second-factor/policy.ts';

/** What a parameter holds: a wording in several languages, a picture, yes or no, one of several, or codes of roles. */
export type ParameterKind = 'wording' | 'picture' | 'flag' | 'choice' | 'roles';

/** A setting of the installation that is data (STATE-06, LAYOUT-02). Secrets are settings of the server, never parameters. */
export interface Parameter {
  key: string;
  kind: ParameterKind;
  /** Where it is kept: the place in its configuration, or the menu style of the dictionary sys_property. */
  place: readonly string[] | 'menuStyle';
  /** The configuration it is part of. Default site, which visitors are told; of the others nobody is. */
  config?: 'site' | 'security' | 'messages';
  /** What a new installation has. */
  initial: unknown;
  /** Of a choice; of a picture the codes of what the product draws itself. */
  options?: readonly string[] | ((app: AppDocument) => string[]);
  /** Of a wording: most characters of each. */
  most?: number;
}

const site = isObject(configuration.site) ? configuration.site : {};
const account = isObject(site.sysHomeUserAccount) ? site.sysHomeUserAccount : {};
const ofAccount = (name: string): Parameter => ({
  ...{ key: name, kind: 'flag', place: ['sysHomeUserAccount', name], initial: account[name] ?? true },
});

/** Every parameter, in the order people read them; its name and explanation are the texts `parameter.<key>` and `parameter.<key>Hint`. */
export const parameters: readonly Parameter[] = [
  { key: 'sysTitle', kind: 'wording', place: ['sysTitle'], initial: site.sysTitle ?? null, most: 100 },
  { key: 'sysDescrition', kind: 'wording', place: ['sysDescrition'], initial: site.sysDescrition ?? null, most: 500 },
  {
    key: 'sysLogo',
    kind: 'picture',
    place: ['sysLogo'],
    initial: site.sysLogo ?? null,
    options: ({ variants = {} }) => Object.keys(variants),
  },
  {
    ...{ key: 'sysBackgroundIcon', kind: 'picture', place: ['sysBackgroundIcon'], initial: site.sysBackgroundIcon ?? null },
    options: ['default', 'custom-brand'],
  },
  { key: 'menuStyle', kind: 'choice', place: 'menuStyle', initial: '2', options: ['1', '2'] },
  { key: 'sysHomeLayoutUserInfo', kind: 'flag', place: ['sysHomeLayoutUserInfo'], initial: site.sysHomeLayoutUserInfo ?? true },
  ofAccount('showLogin'),
  ofAccount('showRegister'),
  ofAccount('showForget'),
  { key: 'sysAutoLoginSso', kind: 'flag', place: ['sysAutoLoginSso'], initial: site.sysAutoLoginSso ?? false },
  { key: 'passwordOwn', kind: 'flag', config: 'security', place: ['passwordOwn'], initial: false },
  { key: 'passwordDays', kind: 'choice', config: 'security', place: ['passwordDays'], initial: '0', options: ['0', '90', '180', '365'] },
  { key: 'messageMails', kind: 'choice', config: 'messages', place: ['mails'], initial: initialMailWay, options: mailWays },
  { key: 'secondFactor', kind: 'choice', config: 'security', place: ['secondFactor'], initial: 'optional', options: factorModes },
  { key: 'secondFactorRoles', kind: 'roles', config: 'security', place: ['secondFactorRoles'], initial: [] },
  { key: 'sysAgreementPage', kind: 'wording', place: ['sysAgreementPage'], initial: null, most: 300 },
];

/** The choices of a parameter. */
export function optionsOf({ options = [] }: Parameter, app: AppDocument): readonly string[] {
  return typeof options === 'function' ? options(app) : options;
}

export function parameterOf(key: string): Parameter | undefined {
  return parameters.find((parameter) => parameter.key === key);
}
