import { matchPath as matchPattern } from 'react-router-dom';
import { firstVisibleUrl, layoutChain, moduleEntry, safeRedirect } from '../core/index.ts';
import type { CompiledMenu, MenuRoute } from '../core/menu.ts';
import type { Access, AppDocument, Manifest, Problem } from '../core/types.ts';
import { type SubApp, subAppOf } from './sub-apps.ts';

/** What an address shows. */
export type Decision =
  | { kind: 'redirect'; to: string }
  /** ROUTE-05: the login page while logged in. */
  | { kind: 'logout' }
  | {
      kind: 'page';
      layouts: string[];
      page: string;
      params: Record<string, string>;
      route: MenuRoute | undefined;
      problem: Problem | undefined;
    };

export interface RouteFacts {
  menu: CompiledMenu;
  manifest: Pick<Manifest, 'app' | 'pages' | 'layouts'>;
  login: boolean;
  permissions: ReadonlySet<string>;
  /** Applications the server lists for the user. */
  applications?: readonly { menuId: string; entry?: string | null; full?: boolean }[];
  /** Delegate mode: pages that refuse it are not shown (DELEG-05). */
  acting?: boolean;
  /** An own password has to be set before anything else. */
  passwordDue?: boolean;
  /** A second factor has to be set up before anything else. */
  factorDue?: boolean;
  /** This window is the sub-app of this id: it shows no sub-apps itself. */
  inApp?: string | undefined;
  /** menuIds of the application's own rows: they win over the user's. */
  ownRoutes: ReadonlySet<string>;
}

/** Address -> redirect, page or explanation (ROUTE-03 to ROUTE-05, HOME-01). Pure. */
export function decide(pathname: string, facts: RouteFacts): Decision {
  const { app } = facts.manifest;
  const path = tidy(pathname);
  const found = matchRoute(path, facts.menu.routes, facts.ownRoutes);
  if (facts.login && path === app.routes.login) return { kind: 'logout' };
  const { route, params } = found ?? { route: undefined, params: {} };
  if ((route?.access ?? 'session') !== 'public' && !facts.login) return { kind: 'redirect', to: loginAddress(app) };
  const first = (facts.passwordDue && app.pages.passwordDue) || (facts.factorDue && app.pages.factorDue);
  if (facts.login && first && route?.access !== 'public') return due(first, facts);
  if (facts.inApp !== undefined && path === app.routes.root) return { kind: 'redirect', to: `/${facts.inApp}` };
  const subApp = facts.login && facts.inApp === undefined ? subAppOf(path, app.apps, facts.applications ?? []) : undefined;
  if (subApp?.always && !(route && facts.ownRoutes.has(route.menuId))) return framed(subApp, facts);
  if (facts.login && app.routes.userHome && path === app.routes.userHome) return { kind: 'redirect', to: userHome(facts) };
  if (!route) {
    const entry = moduleEntry(facts.menu, path);
    if (entry !== undefined) return { kind: 'redirect', to: entry };
    return subApp ? framed(subApp, facts) : explanation(app.pages.notFound, facts, params);
  }
  if (!allowed(route.access, facts)) return explanation(app.pages.noPermission, facts, params, route);
  if (route.redirect !== undefined && !route.problem) return { kind: 'redirect', to: safeRedirect(route.redirect, '') };
  if (route.problem) return explanation(app.pages.broken, facts, params, route, route.problem);
  const page = Object.hasOwn(facts.manifest.pages, route.page) ? facts.manifest.pages[route.page] : undefined;
  const { whileActing } = app.pages;
  if (facts.acting && page?.whileActing === 'refused' && whileActing) return explanation(whileActing, facts, params, route);
  // The route says who may come; the page may ask for a permission besides.
  if (typeof page?.access === 'object' && !allowed(page.access, facts)) return explanation(app.pages.noPermission, facts, params, route);
  return { kind: 'page', layouts: layoutChain(route.layouts, facts.manifest.layouts), page: route.page, params, route, problem: undefined };
}

/** Whether a path shows a page to whoever has no session, and not the one to get one on (ROUTE-03). */
export function needsNobody(pathname: string, { menu, manifest, ownRoutes }: Pick<RouteFacts, 'menu' | 'manifest' | 'ownRoutes'>): boolean {
  const path = tidy(pathname);
  return path !== manifest.app.routes.login && matchRoute(path, menu.routes, ownRoutes)?.route.access === 'public';
}

/** ROUTE-04: whatever was asked for, the way back is the root. */
export function loginAddress(app: AppDocument): string {
  return `${app.routes.login}?redirect=${app.routes.root}`;
}

function userHome({ menu, manifest }: RouteFacts): string {
  const { routes } = manifest.app;
  const first = firstVisibleUrl(menu);
  return first === undefined || tidy(first.split('?', 1)[0] ?? '') === routes.userHome ? routes.home : first;
}

function allowed(access: Access, { login, permissions }: RouteFacts): boolean {
  if (access === 'public') return true;
  if (access === 'session') return login;
  const wanted = Array.isArray(access.permission) ? access.permission : [access.permission];
  return login && wanted.some((permission) => permissions.has(permission));
}

/** The route `targus-{app}` (ROUTE-07): the app in a frame; without the frame of this application where it wants all of the window (EMBED-01). */
function framed({ id, src }: SubApp, facts: RouteFacts): Decision {
  const { app, layouts } = facts.manifest;
  const page = app.pages.subApp ?? app.pages.notFound;
  const isFull = facts.applications?.find(({ menuId }) => menuId === id)?.full === true;
  const layout = (isFull ? app.bareLayout : undefined) ?? app.mainLayout;
  return {
    kind: 'page',
    layouts: layoutChain(Object.hasOwn(layouts, layout) ? [layout] : [], layouts),
    page,
    params: { app: id, src },
    route: { menuId: `targus-${id}`, path: `/${id}`, layouts: [layout], page, access: 'session', title: { name: id }, meta: {} },
    problem: undefined,
  };
}

/** An explanation page stands in the layouts of its route where they exist, else in the main layout, for visitors in the bare one. */
function explanation(page: string, facts: RouteFacts, params: Record<string, string>, route?: MenuRoute, problem?: Problem): Decision {
  const { app, layouts } = facts.manifest;
  const known = (ids: string[]): boolean => ids.length > 0 && ids.every((id) => Object.hasOwn(layouts, id));
  const usual = facts.login ? [app.mainLayout] : app.bareLayout ? [app.bareLayout] : [];
  const chain = route && known(route.layouts) ? route.layouts : usual.filter((id) => Object.hasOwn(layouts, id));
  return { kind: 'page', layouts: layoutChain(chain, layouts), page, params, route, problem };
}

/** Nothing of the frames around pages is there: their calls are refused as well. */
function due(page: string, { manifest: { app, layouts } }: RouteFacts): Decision {
  const chain = layoutChain(app.bareLayout ? [app.bareLayout] : [], layouts);
  return { kind: 'page', layouts: chain, page, params: {}, route: undefined, problem: undefined };
}

/** In place of a redirect that never arrives. */
export function circle(path: string, to: string, facts: RouteFacts): Decision {
  const problem: Problem = {
    document: 'menus',
    pointer: '',
    code: 'MENU_REDIRECT',
    severity: 'error',
    message: `the redirect of ${path} leads to ${to} and from there never to a page`,
    hint: 'lead one of the redirects to a page',
  };
  return explanation(facts.manifest.app.pages.broken, facts, {}, undefined, problem);
}

/** The application's routes first; among them the most exact: a literal part beats a parameter, from left to right. */
export function matchRoute(
  path: string,
  routes: readonly MenuRoute[],
  ownRoutes: ReadonlySet<string>,
): { route: MenuRoute; params: Record<string, string> } | undefined {
  let best: { route: MenuRoute; params: Record<string, string>; rank: string } | undefined;
  for (const route of routes) {
    const params = matchPath(route.path, path);
    if (!params) continue;
    const rank = `${ownRoutes.has(route.menuId) ? '0' : '1'}${route.path.replace(/[^/]+/g, (part) => (part.startsWith(':') ? '1' : '0'))}`;
    if (!best || rank < best.rank) best = { route, params, rank };
  }
  return best && { route: best.route, params: best.params };
}

/** Parameters of a path that fits the pattern `/board/detail/:id`; undefined when it does not. */
export function matchPath(pattern: string, path: string): Record<string, string> | undefined {
  const wanted = tidy(pattern);
  const given = decoded(path);
  // Nearly all patterns are plain paths: of thousands of them none needs a regular expression.
  if (!/[:*]/.test(wanted)) return wanted === path || wanted === given ? {} : undefined;
  const match = given === undefined ? null : matchPattern({ path: wanted, caseSensitive: true }, given);
  return match ? (match.params as Record<string, string>) : undefined;
}

/** A path with its parts decoded as the router wants it: a slash inside a part stays escaped. undefined for a broken escape. */
function decoded(path: string): string | undefined {
  if (!path.includes('%')) return path;
  try {
    return path
      .split('/')
      .map((part) => decodeURIComponent(part).replaceAll('/', '%2F'))
      .join('/');
  } catch {
    // A broken escape stands for no value.
    return undefined;
  }
}

/** A path without slashes at its end. */
export function tidy(path: string): string {
  return path.length > 1 ? path.replace(/\/+$/, '') || '/' : path;
}
