import { autorun, batch, observable, untracked } from '@formily/reactive';
import { menuName } from '../core/index.ts';
import type { Scope } from '../core/types.ts';
import { shownTitle } from '../engine/page-title.ts';
import type { AppState, PageTitle, RouteState } from '../engine/types.ts';
import type { AskedPage } from './asked-page.ts';
import type { Base } from './base.ts';
import type { AppHistory, Place } from './history.ts';
import { queryOf } from './history.ts';
import { menuScope, navigationOf } from './navigation.ts';
import { settingsOwner } from './person.ts';
import { circle, type Decision, decide, loginAddress, matchRoute, type RouteFacts, tidy } from './routes.ts';

/** Redirects one after the other until a page. */
const MOST_REDIRECTS = 10;

export interface RouteParts {
  app: AppState;
  history: AppHistory;
  /** menuIds of the application's own rows. */
  ownRoutes: ReadonlySet<string>;
  root: Scope;
  asked: AskedPage;
}

/** The route on show: follows the address, the menus and the session. */
export class RouteStore {
  /** For layouts: lives as long as the application. */
  readonly state: RouteState;
  readonly scope: Scope;
  private lastKey = '';
  /** Document and path on show: another one has not said its title yet. */
  private page = '';
  private known = false;
  private redirects = 0;
  private ownTitle = false;
  private readonly shown: { decision: Decision | undefined; title: PageTitle | undefined };

  constructor(
    private readonly parts: RouteParts,
    private readonly base: Base = { path: '', app: undefined },
    isFramed = false,
  ) {
    const { history, root } = parts;
    this.shown = observable.shallow<RouteStore['shown']>({ decision: undefined, title: undefined });
    this.state = observable.shallow<RouteState>({
      path: history.place.pathname,
      query: queryOf(history.place.search),
      hash: history.place.hash,
      params: {},
      title: '',
      framed: isFramed,
      asked: null,
      menu: undefined,
      navigation: {},
      problem: undefined,
    });
    this.scope = routeScope(this.state, root);
    autorun(() => this.follow());
  }

  /** What the address shows; undefined until the session is known. */
  get decision(): Decision | undefined {
    return this.shown.decision;
  }

  get windowTitle(): string {
    return shownTitle(this.shown.title, this.state.title);
  }

  /** Takes the title of the page document. `page.title` is that of the menu where there is one. */
  readonly named = (page: string, title: PageTitle): void => {
    // One that is on its way out.
    if (page !== this.page) return;
    this.shown.title = title;
    if (!this.ownTitle) this.state.title = title.text;
  };

  /** Redirects that lead to each other, or to themselves, end on a page that says so. */
  private withoutCircles(decision: Decision, path: string, facts: RouteFacts): Decision {
    if (decision.kind !== 'redirect') {
      this.redirects = 0;
      return decision;
    }
    this.redirects += 1;
    const isHere = decision.to.split(/[?#]/, 1)[0] === path;
    if (!isHere && this.redirects <= MOST_REDIRECTS) return decision;
    this.redirects = 0;
    return circle(path, decision.to, facts);
  }

  /**
   * A second factor that was due is set up, and its page still shows what is shown once: it stays until that is kept, though another window told that
   * nothing is due any more.
   */
  private holdsFactorDue(): boolean {
    const decision = untracked(() => this.shown.decision);
    const isShown = decision?.kind === 'page' && decision.page === this.parts.app.manifest.app.pages.factorDue;
    return isShown && this.parts.history.isBlocked;
  }

  private follow(): void {
    const { app, history, ownRoutes } = this.parts;
    if (!app.ready) return;
    const { place } = history;
    const { menu, manifest, session, permissions, language } = app;
    const { applications, login } = session;
    const acting = session.delegate != null;
    const passwordDue = app.user?.passwordDue === true;
    const factorDue = app.user?.factorDue === true || this.holdsFactorDue();
    const own = { inApp: this.base.app, ownRoutes };
    const facts = { menu, manifest, permissions, login, acting, passwordDue, factorDue, applications, ...own };
    const decision = this.withoutCircles(decide(place.pathname, facts), place.pathname, facts);
    const isArrival = place.key !== this.lastKey;
    this.lastKey = place.key;
    // ROUTE-05 is about arriving at the login page: a sign-in that just succeeded on it goes on by itself.
    if (decision.kind === 'logout' && !isArrival && this.known) return;
    this.known = true;
    this.followAsked(decision, place, facts, isArrival);
    batch(() => {
      this.shown.decision = decision;
      this.state.asked = this.asked(facts);
      if (decision.kind !== 'page') return;
      const { route, params, problem } = decision;
      // An explanation page has its own title.
      this.ownTitle = route !== undefined && decision.page === route.page;
      const page = pageKey(decision.page, place.pathname);
      if (page !== this.page) this.shown.title = undefined;
      this.page = page;
      Object.assign(this.state, {
        path: place.pathname,
        query: queryOf(place.search),
        hash: place.hash,
        params,
        title: this.ownTitle && route ? menuName(route.title, language) : untracked(() => this.shown.title?.text ?? ''),
        menu: route && (menuScope(menu.byId.get(route.menuId), language) ?? { menuId: route.menuId, meta: route.meta }),
        navigation: navigationOf(menu, place.pathname),
        problem,
      });
    });
  }

  /** Sent to the login page on arrival: what was asked for is offered after the sign-in. */
  private followAsked(decision: Decision, { pathname, search }: Place, { login, manifest }: RouteFacts, isArrival: boolean): void {
    const { asked } = this.parts;
    const { routes } = manifest.app;
    if (this.isThemselves() && decision.kind === 'page' && decision.route?.access !== 'public')
      asked.arrived(pathname, settingsOwner(this.parts.app));
    if (login) return;
    asked.left();
    const isSent = isArrival && decision.kind === 'redirect' && decision.to === loginAddress(manifest.app);
    const isEntrance = [routes.root, routes.home, routes.userHome].includes(pathname);
    if (isSent && !isEntrance && !this.state.framed) asked.keep(`${pathname}${search}`);
  }

  /** Signed in, for nobody else and in no other role: what was asked for waits for that. */
  private isThemselves(): boolean {
    const { login, delegate, viewing } = this.parts.app.session;
    return login && delegate == null && viewing == null;
  }

  private asked({ menu, ownRoutes }: RouteFacts): RouteState['asked'] {
    const { address } = this.parts.asked;
    if (!this.isThemselves() || address === undefined) return null;
    const found = matchRoute(tidy(address.split('?', 1)[0] ?? ''), menu.routes, ownRoutes);
    return { address, title: found ? menuName(found.route.title, this.parts.app.language) : '' };
  }
}

/** Tells the pages that follow each other apart. */
export function pageKey(page: string, path: string): string {
  return `${page} ${path}`;
}

/** Names of a route: menu, navigation, page, problem. */
export function routeScope(state: RouteState, root: Scope): Scope {
  const page = {
    get title() {
      return state.title;
    },
    get path() {
      return state.path;
    },
    get address() {
      const query = String(new URLSearchParams(state.query));
      return query === '' ? state.path : `${state.path}?${query}`;
    },
    get hash() {
      return state.hash ?? '';
    },
    get framed() {
      return state.framed === true;
    },
    get asked() {
      return state.asked ?? null;
    },
  };
  return {
    names: {
      get menu() {
        return state.menu;
      },
      get navigation() {
        return state.navigation;
      },
      get problem() {
        return state.problem;
      },
      page,
    },
    parent: root,
  };
}
