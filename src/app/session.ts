import { batch } from '@formily/reactive';
import type { SessionServices } from '../engine/index.ts';
import type { TabHint } from '../services/tabs.ts';
import { askConfiguration, type ConfigurationCalls, takeConfiguration } from './configuration.ts';
import { DelegateMode } from './delegation.ts';
import { GuestSession } from './guest-session.ts';
import { Lapse } from './lapse.ts';
import { Preferences } from './preferences.ts';
import { loginAddress } from './routes.ts';
import { SessionEnd } from './session-end.ts';
import { isPassing, SessionLoader, sessionFailure } from './session-loader.ts';
import type { SessionParts } from './session-parts.ts';
import { SignIn } from './sign-in.ts';
import { readStats, type Stats, signedOut } from './stats.ts';

/** How long a page that is being left may still run. */
const LEAVING = 300;
/** How long until a server that could not say whose the token of the window is by now is asked again, in milliseconds. */
const FOLLOWING = 3_000;

/** Sign-in state: STATE-01 to STATE-06, start and end of sessions, language and theme. */
export class SessionControl implements SessionServices {
  private readonly preferences: Preferences;
  readonly lapse: Lapse;
  private readonly delegation: DelegateMode;
  private readonly loader: SessionLoader;
  private readonly ending: SessionEnd;
  private readonly signIn: SignIn;
  private readonly guest: GuestSession;
  /** A token from the address, until the state is known. */
  private handed: string | undefined;
  private following: ReturnType<typeof setTimeout> | undefined;
  private askingDue = false;

  constructor(private readonly parts: SessionParts) {
    this.preferences = new Preferences(parts);
    this.loader = new SessionLoader(parts, this.preferences);
    this.delegation = new DelegateMode(parts);
    const { state, app, hasEdits } = parts;
    this.lapse = new Lapse({ state, page: app.pages.signInAgain, hasEdits });
    this.guest = new GuestSession(parts, {
      stats: () => this.loader.stats(),
      take: (stats) => this.loader.take(stats),
      refresh: () => this.refreshSession(),
      endOnServer: (token) => this.ending.endOnServer(false, token),
    });
    this.ending = new SessionEnd(parts, this.loader, this.lapse, {
      guestEnded: () => this.guest.ended(),
      delegationEnded: () => this.delegation.ended(),
    });
    this.signIn = new SignIn(parts, this.loader, this.lapse, this.ending);
  }

  /** First load: takes the calls already under way. Never rejects: without stats nobody is signed in (STATE-02). */
  async begin({ stats, ...calls }: { stats: Promise<unknown> } & ConfigurationCalls, handed?: string): Promise<void> {
    const { app, store, state } = this.parts;
    const token = store.token();
    this.handed = handed;
    try {
      await this.load({ stats: stats.then((answer) => readStats(answer, app, token)), ...calls });
    } catch (error) {
      state.unreachable = error instanceof Error ? error.message : String(error);
    }
  }

  /** Another try to load the state of the application where its menus did not come. Rejects, and leaves everything as it is, while the server is away. */
  async retry(): Promise<void> {
    if (this.parts.state.unreachable === undefined) return;
    const stats = this.loader.stats();
    await stats.catch((reason: unknown) => {
      if (isPassing(reason)) throw reason;
    });
    await this.load({ stats, ...askConfiguration(this.parts.client) });
  }

  /** The state of the application, then the token that was handed over. Rejects while what a held session may open cannot be asked for. */
  private async load(calls: { stats: Promise<Stats> } & ConfigurationCalls): Promise<void> {
    const { state, app, sessionStorage, store } = this.parts;
    const [stats] = await Promise.allSettled([calls.stats, takeConfiguration(calls, state, app, sessionStorage)]);
    const held = store.token() !== undefined;
    if (stats.status === 'rejected') await this.withoutStats(stats.reason);
    else await this.withStats(stats.value, held);
    const { handed } = this;
    this.handed = undefined;
    if (handed !== undefined) await this.signIn.takeOver(handed);
    this.ending.arrive();
  }

  /** The menus of a held session can be asked for again where a page offers it. */
  private async withStats(stats: Stats, held: boolean): Promise<void> {
    const { app, state, needsNobody } = this.parts;
    try {
      await this.loader.take(await this.afterDelegation(stats));
    } catch (reason) {
      if (held && app.pages.unreachable !== undefined && isPassing(reason)) throw reason;
      await this.withoutStats(reason);
      return;
    }
    // ERR-01: who was signed in a moment ago learns why the login page is shown; a page that needs nobody goes on without a word.
    if (held && !state.session.login && this.handed === undefined && !needsNobody())
      this.ending.sayExpired(stats.switched ? 'error.SESSION_SWITCHED' : undefined);
  }

  /** A window that comes back after its delegation ended goes on in the user's own name. */
  private async afterDelegation(stats: Stats): Promise<Stats> {
    if (!stats.delegationEnded) return stats;
    const { store, feedback, texts } = this.parts;
    const token = await this.delegation.ownToken();
    if (token === undefined) return stats;
    store.start(token, store.protocol());
    feedback.message('info', texts.translate('error.DELEGATION_ENDED'));
    return this.loader.stats({ quiet: true });
  }

  /** Asks about unsaved changes; false: the user stays. */
  readonly mayLeave = (): Promise<boolean> => this.parts.mayLeave();

  /** Goes on under another name with another token of the same session (TOPBAR-08). */
  actAs(token: string): void {
    if (token === '') throw sessionFailure('SESSION_ENDED', this.parts.texts.translate('error.SESSION_ENDED'));
    this.delegation.goOn(token);
  }

  /** STATE-02: logged out, and only the ways to sign in are loaded. Who was signed in learns why. */
  private async withoutStats(reason: unknown): Promise<void> {
    const { state, app, store, setMenus, feedback, texts, needsNobody } = this.parts;
    const held = store.token() !== undefined;
    // Leaving a page cuts its calls off: a page that is going must not take the session with it, one that stays waits a moment.
    if ((reason as { status?: unknown } | undefined)?.status === undefined) await new Promise((done) => setTimeout(done, LEAVING));
    console.error('The state of the application could not be loaded:', reason);
    // A server that cannot be asked ends nothing either: other windows of the session may go on once it can.
    if (isPassing(reason)) store.clear();
    else this.ending.abandon();
    const ways = await this.loader.ways();
    batch(() => {
      state.session = signedOut(app, ways);
      state.user = null;
      setMenus();
    });
    if (held && this.handed === undefined && !needsNobody()) feedback.message('error', texts.translate('error.stateNotLoaded'));
  }

  /** After the answer of a sign-in (LOGIN-21). Rejects when the session is not accepted. */
  start(token: string, protocol?: string): Promise<void> {
    return this.signIn.start(token, protocol);
  }

  /** A sign-in over the page whose session ended. */
  renew(token: string, protocol?: string): Promise<void> {
    return this.signIn.renew(token, protocol);
  }

  /** The window around this frame, or a frame in it, has another token now: asks whose it is, until the server can tell. Never rejects. */
  async followAround(): Promise<void> {
    clearTimeout(this.following);
    await this.signIn.followAround().catch((error: unknown) => {
      console.warn('The sign-in of another window could not be followed:', error);
      clearTimeout(this.following);
      if (isPassing(error)) this.following = setTimeout(() => void this.followAround(), FOLLOWING);
    });
  }

  /** ROUTE-06: a token another system handed over. Never rejects. */
  takeOver(token: string): Promise<void> {
    return this.signIn.takeOver(token);
  }

  /** Goes to a provider of single sign-on. @throws failure SSO_UNAVAILABLE when the way has no usable address */
  signOn(protocol: string): void {
    this.signIn.signOn(protocol);
  }

  /** The same in a window of its own, over the page whose session ended. Rejects with SSO_UNAVAILABLE, POPUP_BLOCKED. */
  signOnOver(protocol: string): Promise<void> {
    return this.signIn.signOnOver(protocol);
  }

  /** In that window: what the provider sent goes to the window that waits for it. */
  handOver(sent: Record<string, unknown>): Promise<void> {
    return this.signIn.handOver(sent);
  }

  /** Asks about unsaved changes, signs out and goes to the login page. */
  end(): Promise<void> {
    return this.ending.end();
  }

  /** Signs out; without a path the place stays (ROUTE-05). */
  signOutTo(path?: string): Promise<void> {
    return this.ending.signOutTo(path);
  }

  later(): void {
    this.ending.later();
  }

  /** A call was refused with this token. */
  onRefused(token: string, code: string): Promise<void> {
    return this.ending.onRefused(token, code);
  }

  /** A call without a token was refused; true when the user is told why. */
  onStranger(quiet: boolean): boolean {
    return this.ending.onStranger(quiet);
  }

  /**
   * A call was refused because a password or a second factor is due, as when a password runs out in the midst of work: the page that sets one comes, unless
   * something typed would go with the page on show. Who stays is told what to do by each refusal.
   */
  async onDue(): Promise<void> {
    const { user } = this.parts.state;
    if (this.askingDue || this.parts.hasUnsaved() || user?.passwordDue === true || user?.factorDue === true) return;
    this.askingDue = true;
    try {
      await this.refreshSession();
    } catch (error) {
      console.warn('What is due could not be asked for:', error);
    } finally {
      this.askingDue = false;
    }
  }

  /** The page was left. */
  onMoved(): void {
    this.ending.onMoved();
  }

  /** STATE-09: the session was ended from outside. */
  destroy(): void {
    this.ending.destroy();
  }

  enter(token: string): Promise<void> {
    return this.guest.enter(token);
  }

  comeBack(): Promise<void> {
    return this.guest.comeBack();
  }

  /** Language and theme another window kept. */
  takeKept(): Promise<void> {
    return this.preferences.takeKept();
  }

  /** Another window signed out or changed a setting: look again. */
  async onHint(hint: TabHint): Promise<void> {
    try {
      if (hint.type === 'changeSetting') await this.preferences.takeKept();
      // What was chosen there is newer than what is saved: it may be on its way to the server still.
      if (this.parts.store.token()) await this.refreshSession({ keepsSettings: hint.type === 'changeSetting' });
      // A frame has the storage of its window, where the token is gone already.
      else if (hint.type === 'logout' && this.parts.state.session.login) this.ending.destroy();
    } catch (error) {
      console.warn('The hint of another window could not be followed:', error);
    }
  }

  /** Looks again at who is signed in and what they may. `keepsSettings`: language and theme stay as they are shown. */
  async refreshSession({ keepsSettings = false } = {}): Promise<void> {
    const { state, store } = this.parts;
    const stats = await this.loader.stats({ quiet: true });
    if (!this.loader.holds(stats.token) && !store.hasLost(stats.token)) return;
    if (stats.delegationEnded && (await this.delegation.ended())) return;
    if (stats.session.login || this.parts.store.isGuest() || !state.session.login) {
      await this.loader.take(stats, { keepsSettings });
      return;
    }
    store.clear();
    this.ending.destroy();
  }

  /** The window around this sub-app signed out. */
  async leaveWithHost(): Promise<void> {
    const { app, state, store, needsNobody } = this.parts;
    if (store.token()) await this.ending.signOutTo(app.routes.login);
    else if (state.session.login) await this.ending.reset(needsNobody() ? undefined : loginAddress(app));
  }

  /** The window around this sub-app shows another language or theme. Where both share a storage, what stands there may be newer. */
  async followHost(settings: { language: string; theme: string }, origin: string): Promise<void> {
    if (origin === window.location.origin) await this.takeKept();
    else await this.preferences.takeSaved({ language_config: settings.language, theme_config: settings.theme }, null);
  }

  async refreshMenus(): Promise<void> {
    this.parts.menusChanged();
    await this.loader.takeMenus();
  }

  setLanguage(code: string): Promise<void> {
    return this.preferences.chooseLanguage(code);
  }

  setTheme(code: string): void {
    this.preferences.chooseTheme(code);
  }
}
