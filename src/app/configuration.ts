import { batch } from '@formily/reactive';
import { siteValues } from '../core/site-values.ts';
import type { AppDocument } from '../core/types.ts';
import type { TextStorage } from '../engine/browser-storage.ts';
import type { AppState, Client } from '../engine/types.ts';
import { randomUuid } from './random-uuid.ts';
import { record } from './stats.ts';

export interface ConfigurationCalls {
  /** API-06 */
  config: Promise<unknown>;
  /** API-04 */
  site: Promise<unknown>;
}

/** Asks for the configuration and the file of the site. A failure is nobody's until they are awaited. */
export function askConfiguration(client: Client): ConfigurationCalls {
  const quiet = { quiet: true, tolerant: true };
  const calls = {
    config: client.call('login.config', quiet),
    site: client.call('site.config', { ...quiet, with: { t: randomUuid() } }),
  };
  for (const call of Object.values(calls)) call.catch(() => undefined);
  return calls;
}

/** The configuration with the three values of the file of the site over it, and the variant it names. What did not load stays as it is known. */
export async function takeConfiguration(calls: ConfigurationCalls, state: AppState, app: AppDocument, storage: TextStorage): Promise<void> {
  const [config, site] = await Promise.allSettled([calls.config, calls.site]);
  const merged = {
    ...(config.status === 'fulfilled' ? record(config.value) : state.config),
    ...(site.status === 'fulfilled' && siteValues(record(site.value))),
  };
  if (typeof merged.sysBackgroundIcon === 'string') storage.setItem('sysBackgroundIcon', merged.sysBackgroundIcon);
  batch(() => {
    state.config = merged;
    const variants = app.variants ?? {};
    const code = typeof merged.sysLogo === 'string' && Object.hasOwn(variants, merged.sysLogo) ? merged.sysLogo : 'default';
    state.variant = variants[code] ?? {};
  });
}
