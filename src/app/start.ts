import { layoutChain } from '../core/index.ts';
import type { Manifest } from '../core/types.ts';
import { Application } from './application.ts';
import { askConfiguration } from './configuration.ts';
import { type ApplicationOptions, Foundation } from './foundation.ts';
import { takeHandedToken } from './handed-token.ts';
import { matchRoute } from './routes.ts';

/**
 * manifest + texts + stats + configuration at the same moment -> application; the documents of the address follow at once.
 * Resolves as soon as something can be shown; `state.ready` tells when the session is known (STATE-01).
 * Rejects when the manifest or the texts cannot be loaded.
 */
export async function startApplication(options: ApplicationOptions): Promise<Application> {
  const handed = takeHandedToken(options.window);
  const foundation = new Foundation(options);
  const { client, documents } = foundation;
  const calls = { stats: client.call('login.stats', { quiet: true, tolerant: true }), ...askConfiguration(client) };
  // They are awaited later; until then a failure is nobody's.
  calls.stats.catch(() => undefined);
  const guess = foundation.storedLanguage;
  if (guess === 'zh-Hans' || guess === 'zh-Hant' || guess === 'en') documents.expectTexts(guess);

  const manifest = await documents.loadManifest();
  const application = new Application(foundation, manifest);
  expectDocuments(application, manifest, application.history.place.pathname);
  await application.texts.show(application.texts.language);
  void application.session.begin(calls, handed);
  return application;
}

/** Loads the documents of the address before it is known who is asking. */
function expectDocuments({ documents, state }: Application, manifest: Manifest, pathname: string): void {
  const own = new Set(manifest.menus.map(({ menuId }) => menuId));
  const route = matchRoute(pathname, state.menu.routes, own)?.route;
  if (!route || route.problem || route.redirect !== undefined) return;
  documents.expect({ layouts: layoutChain(route.layouts, manifest.layouts), page: route.page });
}
