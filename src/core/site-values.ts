import { isEmpty } from './expression/functions/list.ts';

/** Parts of the configuration that the file of the site holds (API-04). */
const parts: readonly string[] = ['sysTitle', 'sysAgreementPage', 'sysBackgroundIcon'];

/** [API-04] What of some values belongs to the file of the site: its three parts, those that are not empty. */
export function siteValues(values: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(values).filter(([name, value]) => parts.includes(name) && !isEmpty(value)));
}
