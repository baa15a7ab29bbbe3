import { autorun, batch, observable } from '@formily/reactive';
import { menuName } from '../core/index.ts';
import type { Scope } from '../core/types.ts';
import type { AppState, RouteState } from '../engine/types.ts';
import type { Base } from './base.ts';
import type { AppHistory } from './history.ts';
import { queryOf } from './history.ts';
import { menuScope, navigationOf } from './navigation.ts';
import { circle, type Decision, decide, type RouteFacts } from './routes.ts';

/** Redirects one after the other until a page. */
const MOST_REDIRECTS = 10;

/** The route on show: follows the address, the menus and the session. */
export class RouteStore {
  /** For layouts: lives as long as the application. */
  readonly state: RouteState;
  readonly scope: Scope;
  private lastKey = '';
  private known = false;
  private redirects = 0;
  private ownTitle = false;
  private readonly shown: { decision: Decision | undefined };

  constructor(
    private readonly app: AppState,
    private readonly history: AppHistory,
    private readonly ownRoutes: ReadonlySet<string>,
    root: Scope,
    private readonly base: Base = { path: '', app: undefined },
    isFramed = false,
  ) {
    this.shown = observable.shallow<{ decision: Decision | undefined }>({ decision: undefined });
    this.state = observable.shallow<RouteState>({
      path: history.place.pathname,
      query: queryOf(history.place.search),
      params: {},
      title: '',
      framed: isFramed,
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

  /** Title of the page document: used where the menu gives none. */
  readonly named = (title: string): void => {
    if (this.ownTitle) return;
    this.state.title = title;
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

  private follow(): void {
    const { app, history } = this;
    if (!app.ready) return;
    const { place } = history;
    const { menu, manifest, session, permissions, language } = app;
    const { applications, login } = session;
    const acting = session.delegate != null;
    const facts = { menu, manifest, permissions, login, acting, applications, inApp: this.base.app, ownRoutes: this.ownRoutes };
    const decision = this.withoutCircles(decide(place.pathname, facts), place.pathname, facts);
    const isArrival = place.key !== this.lastKey;
    this.lastKey = place.key;
    // ROUTE-05 is about arriving at the login page: a sign-in that just succeeded on it goes on by itself.
    if (decision.kind === 'logout' && !isArrival && this.known) return;
    this.known = true;
    batch(() => {
      this.shown.decision = decision;
      if (decision.kind !== 'page') return;
      const { route, params, problem } = decision;
      // An explanation page has its own title.
      this.ownTitle = route !== undefined && decision.page === route.page;
      Object.assign(this.state, {
        path: place.pathname,
        query: queryOf(place.search),
        params,
        ...(this.ownTitle && route ? { title: menuName(route.title, language) } : isArrival ? { title: '' } : {}),
        menu: route && (menuScope(menu.byId.get(route.menuId), language) ?? { menuId: route.menuId, meta: route.meta }),
        navigation: navigationOf(menu, place.pathname),
        problem,
      });
    });
  }
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
    get framed() {
      return state.framed === true;
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
