import { isObject } from '../core/json-object.ts';
import type { Manifest } from '../core/types.ts';

type Fields = Record<string, unknown>;

/** What the application cannot start without, as paths of the manifest and the kind of value each must have. */
const NEEDED: readonly (readonly [path: string, kind: 'text' | 'list' | 'object'])[] = [
  ['app', 'object'],
  ['app.routes.root', 'text'],
  ['app.routes.login', 'text'],
  ['app.routes.home', 'text'],
  ['app.routes.external', 'text'],
  ['app.pages.notFound', 'text'],
  ['app.pages.noPermission', 'text'],
  ['app.pages.broken', 'text'],
  ['app.mainLayout', 'text'],
  ['app.languages', 'list'],
  ['app.defaultLanguage', 'text'],
  ['app.fallbackLanguage', 'text'],
  ['app.calls', 'object'],
  ['menus', 'list'],
  ['pages', 'object'],
  ['layouts', 'object'],
  ['themes', 'object'],
  ['locales', 'object'],
];

/** Why this is no manifest, as words for whoever operates the server; undefined when it is one. */
export function manifestFault(value: unknown): string | undefined {
  if (!isObject(value)) return 'it is no object';
  for (const [path, kind] of NEEDED) {
    const part = path
      .split('.')
      .reduce<unknown>((owner, key) => (isObject(owner) && Object.hasOwn(owner, key) ? owner[key] : undefined), value);
    const isRight = kind === 'text' ? typeof part === 'string' && part !== '' : kind === 'list' ? Array.isArray(part) : isObject(part);
    if (!isRight) return `"${path}" is missing or no ${kind}`;
  }
  if (Object.values(value.themes as Fields).every((theme) => !isTheme(theme))) return 'it has no theme';
  return undefined;
}

/** The manifest without entries nobody could use: each costs itself only. */
export function withoutOddEntries(manifest: Manifest): Manifest {
  const { app } = manifest;
  return {
    ...manifest,
    app: {
      ...app,
      languages: app.languages.filter(isObject),
      themes: Array.isArray(app.themes) ? app.themes : [],
      apps: Array.isArray(app.apps) ? app.apps : [],
    },
    menus: manifest.menus.filter((row) => isObject(row) && typeof row.menuId === 'string'),
    pages: entries(manifest.pages, isHashed),
    layouts: entries(manifest.layouts, isHashed),
    themes: entries(manifest.themes, isTheme),
    locales: entries(manifest.locales, (hash) => typeof hash === 'string'),
  };
}

function entries<Values extends object>(values: Values, isUsable: (value: unknown) => boolean): Values {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => isUsable(value))) as Values;
}
function isHashed(value: unknown): boolean {
  return isObject(value) && typeof value.hash === 'string';
}
function isTheme(value: unknown): boolean {
  return isObject(value) && isObject(value.tokens) && isObject(value.surfaces);
}
