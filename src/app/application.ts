import { batch, observable, reaction } from '@formily/reactive';
import { safeRedirect } from '../core/index.ts';
import type { CompiledMenu, MenuSource } from '../core/menu.ts';
import type { Manifest } from '../core/types.ts';
import { DictionaryStore, type Engine, LateFeedback, LeaveGuard } from '../engine/index.ts';
import type { AppState, Feedback } from '../engine/types.ts';
import type { OverlayCounter } from '../services/overlay.ts';
import { tokenKey } from '../services/session-store.ts';
import { createSharedPolls } from '../services/shared-polls.ts';
import { type TabHint, Tabs } from '../services/tabs.ts';
import { AskedPage } from './asked-page.ts';
import { type Base, baseOf, inner, outer } from './base.ts';
import type { Documents } from './documents.ts';
import type { Foundation } from './foundation.ts';
import { AppHistory, withQuery } from './history.ts';
import { createHost, rootScope } from './host.ts';
import { Menus } from './menus.ts';
import { rightsKey } from './person.ts';
import { RouteStore } from './route-store.ts';
import { needsNobody } from './routes.ts';
import { SessionControl } from './session.ts';
import { sharedWait } from './shared-wait.ts';
import { signedOut } from './stats.ts';
import { Texts } from './texts.ts';
import { chooseTheme } from './theme.ts';
import { watchInput } from './watch-input.ts';
import { WindowLinks, type WindowLinksParts } from './window-links.ts';

/** The running application: state, texts, session, routes and the engine on them. */
export class Application {
  readonly state: AppState;
  readonly texts: Texts;
  readonly engine: Engine;
  readonly history: AppHistory;
  readonly routes: RouteStore;
  readonly session: SessionControl;
  readonly feedback: LateFeedback;
  readonly documents: Documents;
  readonly overlay: OverlayCounter;
  readonly base: Base;
  readonly links: WindowLinks;
  private readonly forget = new Set<() => void>();
  private readonly stale = new Set<(calls: readonly string[]) => void>();
  private readonly renewed = new Set<() => void>();
  private readonly ownRoutes: ReadonlySet<string>;
  private readonly menus: Menus;

  constructor(
    readonly foundation: Foundation,
    readonly manifest: Manifest,
  ) {
    const { client, documents, overlay, store } = foundation;
    const { registry, window } = foundation.options;
    const { app } = manifest;
    this.documents = documents;
    this.overlay = overlay;
    this.ownRoutes = new Set(manifest.menus.map(({ menuId }) => menuId));
    this.texts = new Texts((language) => documents.loadTexts(language), foundation.language(app), app.fallbackLanguage);
    foundation.texts = this.texts;
    client.register(manifest.calls ?? {});
    this.menus = new Menus({
      manifest,
      documents,
      call: (...args) => client.call(...args),
      changed: (menu) => this.showMenu(menu),
      pageShown: sharedWait(this.showsPage),
    });
    this.state = this.initialState();
    this.feedback = new LateFeedback();
    const { translate } = this.texts;
    const dictionaries = new DictionaryStore(
      (types) => this.dictionaries(types),
      translate,
      () => this.texts.language,
    );
    const leave = new LeaveGuard();
    const host = createHost({ state: this.state, translate, dictionaries });
    this.base = baseOf(window.location.pathname, app);
    const asked = new AskedPage(foundation.keptHere, store.token() !== undefined);
    window.addEventListener('pagehide', () => asked.leaving());
    window.addEventListener('pageshow', () => asked.returned());
    const isSubApp = this.base.app !== undefined && window.parent !== window;
    this.history = new AppHistory(
      window,
      {
        get blocked() {
          return leave.blocked;
        },
        ask: () => leave.confirm({ feedback: this.feedback, translate }),
      },
      this.base,
    );
    this.links = new WindowLinks({
      window,
      app,
      isSubApp,
      leave,
      onFrame: (message) => this.onFrame(message),
      onHost: (message, origin) =>
        void (message.type === 'logout' ? this.session.leaveWithHost() : this.session.followHost(message, origin)),
    });
    const tabs = new Tabs((hint) => void this.session.onHint(hint));
    this.session = new SessionControl({
      app,
      client,
      store,
      state: this.state,
      texts: this.texts,
      feedback: this.feedback,
      storage: foundation.kept,
      hints: { send: (hint) => this.tellWindows(tabs, hint) },
      tellFrames: () => this.links.tell({ type: 'logout' }),
      menusChanged: () => this.links.tellHost({ type: 'refreshMenus' }),
      setMenus: (source) => this.setMenus(source),
      forget: () => {
        dictionaries.clear();
        for (const listener of this.forget) listener();
      },
      goTo: (path) => this.history.force(path),
      place: () => `${this.history.place.pathname}${this.history.place.search}`,
      needsNobody: () => needsNobody(this.history.place.pathname, { menu: this.state.menu, manifest, ownRoutes: this.ownRoutes }),
      leaveTo: (address) => window.location.assign(address),
      origin: window.location.origin,
      window,
      mayLeave: () => leave.confirm({ feedback: this.feedback, translate }),
      hasEdits: () => leave.edited,
      hasUnsaved: () => leave.blocked,
      mayFramesHoldInput: () => this.links.mayHoldInput(),
      isAskedAround: () => this.links.isInOwnWindow(),
      renewed: () => {
        dictionaries.wantMissing();
        for (const listener of this.renewed) listener();
      },
      newPerson: () => {
        this.state.person = (this.state.person ?? 0) + 1;
        asked.left();
      },
      restart: () => window.location.assign(outer(app.routes.root, this.base)),
      redirect: () => {
        const wanted = new URLSearchParams(window.location.search).get('redirect');
        const path = safeRedirect(wanted, window.location.origin, app.routes.root);
        // Back to the login page would sign out again.
        return path.split('?', 1)[0] === app.routes.login ? app.routes.root : path;
      },
      sessionStorage: foundation.keptHere,
    });
    foundation.onSessionEnd = (token, code) => void this.session.onRefused(token, code);
    foundation.onStranger = (quiet) => this.session.onStranger(quiet);
    foundation.onDue = () => void this.session.onDue();
    this.engine = {
      app: this.state,
      client,
      registry,
      translate,
      i18n: this.texts.i18n,
      feedback: this.feedback,
      session: this.session,
      dictionaries,
      navigate: (to, options) => this.navigate(to, options),
      addressOf: (path) => outer(path, this.base),
      frames: this.links,
      onStale: (listener) => {
        this.stale.add(listener);
        return () => this.stale.delete(listener);
      },
      leave,
      onForget: (listener) => {
        this.forget.add(listener);
        return () => this.forget.delete(listener);
      },
      onRenew: (listener) => {
        this.renewed.add(listener);
        return () => this.renewed.delete(listener);
      },
      host,
      polls: createSharedPolls({
        locks: window.navigator.locks,
        channel: window.navigator.locks && typeof BroadcastChannel !== 'undefined' ? new BroadcastChannel('targus-polls') : undefined,
        who: () => rightsKey(this.state),
        fits: client.fits,
      }),
      pages: { ready: (id) => documents.ready('page', id), load: (id) => documents.load('page', id) },
      root: rootScope(this.state, host),
    };
    // The hint of another window may be faster than what that window kept: the storage says when it is here.
    window.addEventListener('storage', ({ key, newValue }) => {
      if (key === 'language' || key === 'theme') void this.session.takeKept();
      if (key === tokenKey && newValue !== null) void this.session.followAround();
    });
    this.routes = new RouteStore(
      {
        app: this.state,
        history: this.history,
        ownRoutes: this.ownRoutes,
        root: this.engine.root,
        asked,
      },
      this.base,
      isSubApp,
    );
    // EMBED-02: the window around a sub-app covers it until there is something to see.
    reaction(this.showsPage, (isShown) => isShown && this.links.tellHost({ type: 'removeLoading' }));
    watchInput(leave, (typing) => this.links.tellHost({ type: 'unsaved', ...typing }));
    reaction(
      () => this.history.place.key,
      () => this.session.onMoved(),
    );
  }

  /** Entries of types. Nobody is signed in: nothing is asked that would be refused, as when a page goes with the session it was shown for. */
  private async dictionaries(types: string[]): Promise<unknown> {
    const { client, store, options } = this.foundation;
    const call = this.manifest.app.calls.dictionary ?? 'dictionary.type';
    if (options.contracts[call]?.access !== 'public' && store.token() === undefined) return undefined;
    return await client.call(call, { with: { type: types.join(',') } });
  }

  private initialState(): AppState {
    const { manifest, foundation } = this;
    const { app } = manifest;
    const menu = this.menus.take(undefined, undefined);
    const theme = chooseTheme(manifest, foundation.kept.getItem('theme'));
    return observable.shallow<AppState>({
      ready: false,
      lapsed: undefined,
      unreachable: undefined,
      person: 0,
      session: signedOut(app),
      user: null,
      config: {},
      language: this.texts.language,
      theme,
      tone: manifest.themes[theme]?.tone ?? 'light',
      variant: app.variants?.default ?? {},
      menu,
      permissions: menu.permissions,
      manifest,
    });
  }

  /** The user's menu rows: routes, navigation and permissions follow, then the entries that calls list. */
  private setMenus(source?: MenuSource): void {
    // A back end that does not say who somebody is gives each of their sessions a token of its own.
    const person = source && (rightsKey(this.state) ?? this.foundation.store.token());
    this.showMenu(this.menus.take(source, person));
  }

  private readonly showsPage = (): boolean => this.state.ready && this.routes.decision?.kind === 'page';

  private showMenu(menu: CompiledMenu): void {
    batch(() => {
      this.state.menu = menu;
      this.state.permissions = menu.permissions;
    });
  }

  /** A language or theme was chosen here, or somebody signed out: other tabs, the frames of this window and the window around it hear of it. */
  private tellWindows(tabs: Tabs, hint: TabHint): void {
    tabs.send(hint);
    if (hint.type === 'logout') return;
    const { language, theme } = this.state;
    this.links.tell({ type: 'changeSetting', language, theme });
    this.links.tellHost({ type: 'changeLanguage', language });
  }

  /** EMBED-02: what a sub-app asks for. */
  private onFrame(message: Parameters<WindowLinksParts['onFrame']>[0]): void {
    const work = (): Promise<void> => {
      if (message.type === 'changeLanguage') return this.session.setLanguage(message.language);
      return message.type === 'refreshApp' ? this.session.refreshSession() : this.session.refreshMenus();
    };
    const calls = this.manifest.app.embedding?.refresh?.[message.type] ?? [];
    for (const listener of this.stale) listener(calls);
    work().catch((error: unknown) => console.warn(`The message ${message.type} of a sub-app could not be followed:`, error));
  }

  private navigate(to: string | -1, options: Parameters<Engine['navigate']>[1] = {}): void {
    if (to === -1) {
      this.history.back();
      return;
    }
    const { window } = this.foundation.options;
    const path = safeRedirect(inner(withQuery(to, options.query), this.base), window.location.origin, '');
    if (path === '') {
      const message = this.texts.translate('engine.externalAddress');
      throw Object.assign(new Error(message), { code: 'EXTERNAL_ADDRESS', call: '' });
    }
    // HOME-08: without noopener, so that the browser copies session storage with the token to the new window.
    if (options.window === 'new') window.open(outer(path, this.base), '_blank');
    else if (options.reload) window.location.assign(outer(path, this.base));
    else if (options.replace) this.history.replace(path);
    else this.history.push(path);
  }

  useFeedback(feedback: Feedback): void {
    this.feedback.connect(feedback);
  }
}
