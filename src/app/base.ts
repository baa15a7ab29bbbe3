import type { AppDocument } from '../core/types.ts';

/** Where in the address this window's application begins. */
export interface Base {
  /** Prefix of every address, without a slash at its end; empty at the root of the site. */
  path: string;
  /** The app whose entry it is: this window is a sub-app (ROUTE-08). */
  app: string | undefined;
}

/** The same build serves at the root, as a micro-frontend (ROUTE-02) and at the entry of every app (ROUTE-08): the address decides. */
export function baseOf(pathname: string, { apps, embedding }: Pick<AppDocument, 'apps' | 'embedding'>): Base {
  const places = [...apps.map(({ id, entry }) => ({ entry, app: id })), { entry: embedding?.base ?? '', app: undefined }];
  for (const { entry, app } of places) {
    const path = entry.replace(/\/+$/, '');
    if (path.startsWith('/') && isBelow(pathname, path)) return { path, app };
  }
  return { path: '', app: undefined };
}

/** An address of the browser as the application sees it. */
export function inner(pathname: string, base: Base): string {
  return base.path !== '' && isBelow(pathname, base.path) ? pathname.slice(base.path.length) || '/' : pathname;
}

/** A path of the application as the browser sees it. */
export function outer(path: string, base: Base): string {
  return base.path === '' || !path.startsWith('/') || isBelow(path.split(/[?#]/, 1)[0] ?? '', base.path) ? path : `${base.path}${path}`;
}

function isBelow(pathname: string, path: string): boolean {
  return pathname === path || pathname.startsWith(`${path}/`);
}
