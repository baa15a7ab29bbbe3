import { labelOf } from '../values.ts';

/** Configuration of a new installation, by key of the table `config` (STATE-06, API-04). */
export const configuration: Readonly<Record<'site' | 'site-file' | 'sign-in', unknown>> = {
  site: {
    sysTitle: labelOf({
      en: 'Targus risk and compliance platform',
      'zh-Hans': 'Targus 风险与合规平台',
      'zh-Hant': 'Targus 風險與合規平台',
    }),
    sysLogo: 'default',
    sysDescrition: labelOf({
      en: 'Risk, compliance and audit in one place\nEvidence you can rely on\nData that answers questions',
      'zh-Hans': '风险、合规、审计，一站协同\n每一份证据，皆可追溯\n让数据回答问题',
      'zh-Hant': '風險、合規、稽核，一站協同\n每一份證據，皆可追溯\n讓資料回答問題',
    }),
    sysBackgroundIcon: 'default',
    sysHomeLayoutUserInfo: true,
    sysHomeUserAccount: { showRegister: true, showForget: true, showLogin: true },
    sysAutoLoginSso: false,
  },
  // Values of this file win over the rest (API-04): a new installation puts nothing in their place.
  'site-file': {},
  'sign-in': { configs: [] },
};
