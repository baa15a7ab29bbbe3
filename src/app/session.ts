import { batch } from '@formily/reactive';
import type { AppDocument, MenuRow } from '../core/types.ts';
import type { SessionServices } from '../engine/index.ts';
import type { AppState, Client, Feedback } from '../engine/types.ts';
import type { SessionStore } from '../services/session-store.ts';
import type { TabHint, Tabs } from '../services/tabs.ts';
import { DelegateMode } from './delegation.ts';
import { GuestSession } from './guest-session.ts';
import { isSamePerson, Lapse } from './lapse.ts';
import { Preferences } from './preferences.ts';
import { loginAddress } from './routes.ts';
import { signOffAddress, signOnAddress } from './sign-on.ts';
import { menuRows, readAuthProperties, readConfig, readStats, rolesOf, type Stats, signedOut } from './stats.ts';
import type { Texts } from './texts.ts';

export interface SessionParts {
  app: AppDocument;
  client: Client;
  store: SessionStore;
  state: AppState;
  texts: Texts;
  feedback: Feedback;
  storage: Storage;
  sessionStorage: Storage;
  /** Tells other windows, and the frames of this one. */
  hints: Pick<Tabs, 'send'>;
  /** Tells the window around a sub-app that it should load its menus anew. */
  menusChanged: () => void;
  setMenus: (rows: MenuRow[]) => void;
  /** Forgets what was loaded for the user before. */
  forget: () => void;
  /** Goes to a path in place of the current one, without asking. */
  goTo: (path: string) => void;
  /** Path and query on show. */
  place: () => string;
  /** Asks while changes are unsaved. */
  mayLeave: () => Promise<boolean>;
  /** Whether something typed is sent nowhere yet. */
  hasEdits: () => boolean;
  /** The same person signed in again. */
  renewed: () => void;
  /** Another person takes over: nothing drawn for the one before stays. */
  newPerson: () => void;
  /** Loads the whole application anew at its root. */
  restart: () => void;
  /** Where a sign-in leads: the redirect parameter when it is a path of this application. */
  redirect: () => string;
  /** Leaves the application for an address of single sign-on. */
  leaveTo: (address: string) => void;
  /** Scheme, host and port of this application. */
  origin: string;
}

/** How the server says that a session ended -> what the dialog says. */
const END_TEXTS: Readonly<Record<string, string | undefined>> = {
  SESSION_EXPIRED: 'error.tokenExpired',
  SESSION_ENDED: 'error.duplicateLogin',
};

/** How long after its session was ended from outside a window waits for more of the same news (STATE-09). */
const DESTROYED = 1_000;

/** How long a page that is being left may still run. */
const LEAVING = 300;

/** Sign-in state: STATE-01 to STATE-06, start and end of sessions, language and theme. */
export class SessionControl implements SessionServices {
  private leaving: Promise<void> | undefined;
  /** The session ended, and the user stayed with unsaved changes. */
  private over = false;

  private readonly preferences: Preferences;
  readonly lapse: Lapse;
  private readonly delegation: DelegateMode;
  private destroying: ReturnType<typeof setTimeout> | undefined;
  private readonly guest: GuestSession;

  constructor(private readonly parts: SessionParts) {
    this.preferences = new Preferences(parts);
    this.delegation = new DelegateMode(parts);
    const { state, app, hasEdits } = parts;
    this.lapse = new Lapse({ state, page: app.pages.signInAgain, hasEdits });
    this.guest = new GuestSession(parts, {
      stats: async () => readStats(await this.call('stats', 'login.stats'), parts.app),
      take: (stats) => this.take(stats),
      refresh: () => this.refreshSession(),
      endOnServer: () => this.endOnServer(false),
    });
  }

  private call(role: string, fallback: string, args: Parameters<Client['call']>[1] = {}): Promise<unknown> {
    const { app, client } = this.parts;
    return client.call(app.calls[role] ?? fallback, { tolerant: true, ...args });
  }

  /** First load: takes the calls already under way. Never rejects: without stats nobody is signed in (STATE-02). */
  async begin(calls: { stats: Promise<unknown>; config: Promise<unknown>; site: Promise<unknown> }, handed?: string): Promise<void> {
    const [stats, config, site] = await Promise.allSettled([calls.stats, calls.config, calls.site]);
    const { state, app, sessionStorage, store } = this.parts;
    const held = store.token() !== undefined;
    const fulfilled = (result: PromiseSettledResult<unknown>): unknown => (result.status === 'fulfilled' ? result.value : undefined);
    const merged = readConfig(fulfilled(config), fulfilled(site));
    if (typeof merged.sysBackgroundIcon === 'string') sessionStorage.setItem('sysBackgroundIcon', merged.sysBackgroundIcon);
    batch(() => {
      state.config = merged;
      const variants = app.variants ?? {};
      const code = typeof merged.sysLogo === 'string' && Object.hasOwn(variants, merged.sysLogo) ? merged.sysLogo : 'default';
      state.variant = variants[code] ?? {};
    });
    if (stats.status === 'fulfilled') await this.take(await this.afterDelegation(readStats(stats.value, app)));
    else if (held && app.pages.unreachable !== undefined && isPassing(stats.reason)) {
      state.unreachable = stats.reason instanceof Error ? stats.reason.message : String(stats.reason);
      return;
    } else await this.withoutStats(stats.reason);
    // ERR-01: who was signed in a moment ago learns why the login page is shown.
    if (held && stats.status === 'fulfilled' && !state.session.login && handed === undefined) this.sayExpired();
    if (handed !== undefined) await this.takeOver(handed);
    state.ready = true;
  }

  /** Another try to load the state of the application. Rejects when it fails again. */
  async retry(): Promise<void> {
    const { state, app } = this.parts;
    if (state.unreachable === undefined) return;
    const stats = readStats(await this.call('stats', 'login.stats'), app);
    await this.take(stats);
    if (!stats.session.login) this.sayExpired();
    this.arrive();
  }

  private arrive(): void {
    const { state } = this.parts;
    batch(() => {
      state.unreachable = undefined;
      state.ready = true;
    });
  }

  /** A window that comes back after its delegation ended goes on in the user's own name. */
  private async afterDelegation(stats: Stats): Promise<Stats> {
    if (!stats.delegationEnded) return stats;
    const { store, feedback, texts, app } = this.parts;
    const token = await this.delegation.ownToken();
    if (token === undefined) return stats;
    store.start(token, store.protocol());
    feedback.message('info', texts.translate('error.DELEGATION_ENDED'));
    return readStats(await this.call('stats', 'login.stats', { quiet: true }), app);
  }

  /** Asks about unsaved changes; false: the user stays. */
  readonly mayLeave = (): Promise<boolean> => this.parts.mayLeave();

  /** Goes on under another name with another token of the same session (TOPBAR-08). */
  actAs(token: string): void {
    if (token === '') throw failure('SESSION_ENDED', this.parts.texts.translate('error.SESSION_ENDED'));
    this.delegation.goOn(token);
  }

  /** STATE-02: logged out, and only the ways to sign in are loaded. */
  private async withoutStats(reason: unknown): Promise<void> {
    const { state, app, store, setMenus } = this.parts;
    // Leaving a page cuts its calls off: a page that is going must not take the session with it, one that stays waits a moment.
    if ((reason as { status?: unknown } | undefined)?.status === undefined) await new Promise((done) => setTimeout(done, LEAVING));
    console.error('The state of the application could not be loaded:', reason);
    store.clear();
    const ways = await this.loadWays();
    batch(() => {
      state.session = signedOut(app, ways);
      state.user = null;
      setMenus([]);
    });
  }

  /** The ways to sign in; none when they cannot be loaded. */
  private async loadWays(): Promise<AppState['session']['authProperties']> {
    try {
      return readAuthProperties(await this.call('authProperties', 'login.authProperties', { quiet: true }));
    } catch (error) {
      console.error('The ways to sign in could not be loaded:', error);
      return { configs: [] };
    }
  }

  /** Stats -> user (STATE-03, STATE-04), menus, language, theme. */
  private async take(stats: Stats): Promise<void> {
    const { state, store, setMenus, app } = this.parts;
    if (!stats.session.login) {
      // What was entered has ended; the session it was begun in may still hold.
      if (store.comeBack() !== undefined) return await this.take(readStats(await this.call('stats', 'login.stats', { quiet: true }), app));
      store.clear();
      batch(() => {
        state.session = stats.session;
        state.user = null;
        setMenus([]);
      });
      return;
    }
    const [user, menus] = await Promise.all([
      rolesOf(stats.user).length > 0 ? stats.user : this.loadUser(stats.user),
      stats.menus ?? this.loadMenus(),
    ]);
    batch(() => {
      state.user = user;
      state.session = stats.session;
      setMenus(menus);
    });
    await this.preferences.takeSaved(stats.session.userConfig, user);
  }

  private async loadUser(known: Record<string, unknown> | null): Promise<Record<string, unknown> | null> {
    try {
      const user = await this.call('user', 'login.user', { quiet: true });
      return typeof user === 'object' && user !== null ? { ...known, ...user } : known;
    } catch (error) {
      console.error('The signed-in user could not be loaded:', error);
      return null;
    }
  }

  private async loadMenus(): Promise<MenuRow[]> {
    try {
      return menuRows(await this.call('menus', 'user.menus', { quiet: true }));
    } catch (error) {
      console.error('The menus could not be loaded:', error);
      return [];
    }
  }

  /** After the answer of a sign-in: keeps the token, loads who that is, goes on (LOGIN-21). Rejects when the session is not accepted. */
  async start(token: string, protocol?: string): Promise<void> {
    const { store, app, redirect, texts } = this.parts;
    if (token === '') throw failure('LOGIN_FAILED', texts.translate('error.loginFailed'));
    store.start(token, protocol);
    let stats: Stats;
    try {
      stats = readStats(await this.call('stats', 'login.stats'), app);
    } catch (error) {
      store.clear();
      throw error;
    }
    if (!stats.session.login) {
      store.clear();
      throw failure('LOGIN_FAILED', texts.translate('error.loginFailed'));
    }
    await this.goOn(stats, redirect());
  }

  /** Somebody signed in: what was loaded before is not theirs. */
  private async goOn(stats: Stats, target: string): Promise<void> {
    const { forget, goTo, state } = this.parts;
    forget();
    await this.take(stats);
    goTo(target);
    this.remind(state.user);
  }

  /** A sign-in over the page whose session ended. The same person keeps the page; anybody else starts at the root with nothing of it. */
  async renew(token: string, protocol?: string): Promise<void> {
    const { store, app, state, forget, goTo, texts, renewed, newPerson } = this.parts;
    if (!this.lapse.holds) return await this.start(token, protocol);
    if (token === '') throw failure('LOGIN_FAILED', texts.translate('error.loginFailed'));
    store.start(token, protocol);
    let stats: Stats;
    try {
      stats = readStats(await this.call('stats', 'login.stats'), app);
      if (!stats.session.login) throw failure('LOGIN_FAILED', texts.translate('error.loginFailed'));
    } catch (error) {
      store.clear();
      throw error;
    }
    const isSame = isSamePerson(state.user, stats.user);
    if (!isSame) forget();
    await this.take(stats);
    this.over = false;
    batch(() => {
      this.lapse.over();
      if (isSame) return;
      newPerson();
      goTo(app.routes.root);
    });
    if (isSame) renewed();
    this.remind(state.user);
  }

  later(): void {
    this.lapse.later();
    this.over = this.lapse.holds;
  }

  /** ROUTE-06: a token another system handed over. Never rejects. */
  async takeOver(token: string): Promise<void> {
    const { app, store, state, feedback, texts } = this.parts;
    // Its code comes with the rare address that needs it.
    const takeover = import('./take-over.ts').then(({ followHandedToken }) =>
      followHandedToken(token, {
        user: () => (state.session.login ? state.user : null),
        stats: async (handed) => readStats(await this.call('stats', 'login.stats', { token: handed, quiet: true }), app),
        adopt: async (handed, stats) => {
          store.start(handed, 'sso');
          await this.goOn(stats, app.routes.root);
        },
        refused: () => this.sayExpired(),
        agree: (now, then) =>
          feedback.dialog({
            level: 'confirm',
            text: texts.translate('engine.takeOver', { now, then }),
            okText: texts.translate('engine.takeOverAgree', { then }),
            cancelText: texts.translate('engine.stay'),
          }),
      }),
    );
    await takeover.catch((error: unknown) => {
      console.error('A token in the address could not be checked:', error);
      feedback.message('error', texts.translate('error.network'));
    });
  }

  /** Goes to a provider of single sign-on. @throws failure SSO_UNAVAILABLE when the way has no usable address */
  signOn(protocol: string): void {
    const { state, origin, leaveTo, texts } = this.parts;
    const address = signOnAddress(state.session.authProperties.configs, protocol, origin);
    if (address === undefined) throw failure('SSO_UNAVAILABLE', texts.translate('error.SSO_UNAVAILABLE'));
    leaveTo(address);
  }

  /** ERR-08: once per sign-in. */
  private remind(user: Record<string, unknown> | null): void {
    const { feedback, texts } = this.parts;
    if (typeof user?.remind !== 'string' || user.remind === '') return;
    void feedback.dialog({ level: 'warning', text: user.remind, okText: texts.translate('engine.ok') });
  }

  /** Signs out here and tells the other windows to look again. */
  async end(): Promise<void> {
    // Over a page whose session ended the document asks itself.
    if (!this.lapse.holds && !(await this.parts.mayLeave())) return;
    await this.signOutTo(this.parts.app.routes.login);
  }

  /** Signs out; without a path the place stays (ROUTE-05). A second call waits for the first. */
  signOutTo(path?: string): Promise<void> {
    this.leaving ??= this.signOut(path).finally(() => {
      this.leaving = undefined;
    });
    return this.leaving;
  }

  private async signOut(path: string | undefined): Promise<void> {
    const { store, hints, leaveTo } = this.parts;
    if (store.isGuest()) {
      await this.endOnServer(false);
      store.comeBack();
    }
    const isSso = path !== undefined && store.protocol() === 'sso';
    const provider = store.token() ? await this.endOnServer(isSso) : undefined;
    store.clear();
    hints.send({ type: 'logout' });
    // After a sign-out here the login page is shown, even where it would lead on to single sign-on by itself (LOGIN-15).
    await this.reset(isSso ? `${path}?protocol=INTERNAL` : path);
    if (provider !== undefined) leaveTo(provider);
  }

  /** Ends the session on the server. Where to go on for the sign-out at the provider, if anywhere. */
  private async endOnServer(isSso: boolean): Promise<string | undefined> {
    const { app, client } = this.parts;
    try {
      if (isSso) return await signOffAddress(client, app.calls.ssoLogout ?? 'sso.logout');
      await this.call('logout', 'login.logout', { quiet: true });
    } catch (error) {
      // Signed out here in any case; the server lets the session run out.
      console.warn('The server did not confirm the sign-out:', error);
    }
    return undefined;
  }

  enter(token: string): Promise<void> {
    return this.guest.enter(token);
  }

  comeBack(): Promise<void> {
    return this.guest.comeBack();
  }

  private async reset(path: string | undefined): Promise<void> {
    const { state, app, forget, setMenus, goTo } = this.parts;
    this.over = false;
    this.lapse.over();
    const known = state.session.authProperties;
    const ways = known.configs.length > 0 ? known : await this.loadWays();
    batch(() => {
      state.session = signedOut(app, ways);
      state.user = null;
      setMenus([]);
      if (path !== undefined) goTo(path);
    });
    forget();
    this.arrive();
  }

  /**
   * A call was refused with this token. One notice, however many calls fail: a dialog when the token ran out (ERR-03) or the server ended the
   * session (ERR-02), otherwise a message (ERR-01); then the sign-in: over the page when something typed would be lost, otherwise the login page.
   */
  async onRefused(token: string, code: string): Promise<void> {
    const { store, feedback, texts } = this.parts;
    if (store.token() !== token) return;
    if (store.isGuest()) {
      await this.guest.ended();
      return;
    }
    if (code === 'DELEGATION_ENDED' && (await this.delegation.ended())) return;
    store.clear();
    const text = END_TEXTS[code];
    if (text === undefined) this.sayExpired();
    else await feedback.dialog({ level: 'warning', text: texts.translate(text), okText: texts.translate('engine.confirm') });
    if (!this.lapse.begin()) await this.depart();
  }

  private sayExpired(): void {
    const { feedback, texts } = this.parts;
    feedback.message('warning', texts.translate('error.sessionExpired'));
  }

  /** To the login page. Who stays with unsaved changes keeps seeing them; the next page is the login page in any case. */
  private async depart(): Promise<void> {
    if (await this.parts.mayLeave()) await this.reset(loginAddress(this.parts.app));
    else this.over = true;
  }

  /** A call without a token was refused; true when the user is told why. */
  onStranger(quiet: boolean): boolean {
    return this.destroying !== undefined || this.lapse.onStranger(quiet);
  }

  /** The page was left. */
  onMoved(): void {
    if (this.over) void this.reset(loginAddress(this.parts.app));
  }

  /** Language and theme another window kept. */
  takeKept(): Promise<void> {
    return this.preferences.takeKept();
  }

  /** Another window signed out or changed a setting: look again. */
  async onHint(hint: TabHint): Promise<void> {
    try {
      if (hint.type === 'changeSetting') await this.preferences.takeKept();
      if (this.parts.store.token()) await this.refreshSession();
      // A frame has the storage of its window, where the token is gone already.
      else if (hint.type === 'logout' && this.parts.state.session.login) await this.reset(loginAddress(this.parts.app));
    } catch (error) {
      console.warn('The hint of another window could not be followed:', error);
    }
  }

  async refreshSession(): Promise<void> {
    const { app, state, store } = this.parts;
    const stats = readStats(await this.call('stats', 'login.stats', { quiet: true }), app);
    if (stats.delegationEnded && (await this.delegation.ended())) return;
    if (stats.session.login || this.parts.store.isGuest() || !state.session.login) {
      await this.take(stats);
      return;
    }
    store.clear();
    this.destroy();
  }

  /**
   * STATE-09: the session was ended from outside, such as in another window. However often that is told within a second, it is asked once
   * whether to leave the page - where something would be lost - and the login page follows.
   */
  destroy(): void {
    clearTimeout(this.destroying);
    this.destroying = setTimeout(() => {
      this.destroying = undefined;
      if (!this.lapse.begin()) void this.depart();
    }, DESTROYED);
  }

  /** The window around this sub-app signed out. */
  async leaveWithHost(): Promise<void> {
    if (this.parts.store.token()) await this.signOutTo(this.parts.app.routes.login);
    else await this.onHint({ type: 'logout' });
  }

  /** The window around this sub-app shows another language or theme. */
  async followHost(settings: { language: string; theme: string }): Promise<void> {
    await this.preferences.takeSaved({ language_config: settings.language, theme_config: settings.theme }, null);
  }

  async refreshMenus(): Promise<void> {
    this.parts.menusChanged();
    this.parts.setMenus(menuRows(await this.call('menus', 'user.menus', { quiet: true })));
  }

  setLanguage(code: string): Promise<void> {
    return this.preferences.chooseLanguage(code);
  }

  setTheme(code: string): void {
    this.preferences.chooseTheme(code);
  }
}

function failure(code: string, message: string): Error {
  return Object.assign(new Error(message), { code, call: 'session', status: undefined });
}

/** Whether a failure says nothing about the session: nothing answered, or the server could not. */
function isPassing(reason: unknown): boolean {
  const { code, status } = (reason ?? {}) as { code?: unknown; status?: unknown };
  return typeof status === 'number' ? status >= 500 : code === 'NETWORK_ERROR' || code === 'TIMEOUT';
}
