import { batch } from '@formily/reactive';
import type { MenuSource } from '../core/menu.ts';
import type { AppDocument, MenuRow } from '../core/types.ts';
import { isOutage } from '../engine/outage.ts';
import type { AppState, CallFailure, Client } from '../engine/types.ts';
import type { SessionStore } from '../services/session-store.ts';
import { hasSameRights } from './person.ts';
import type { Preferences } from './preferences.ts';
import { menuRows, readAuthProperties, readStats, rolesOf, type Stats } from './stats.ts';

export interface LoaderParts {
  app: AppDocument;
  client: Client;
  store: SessionStore;
  state: AppState;
  /** The rows of the user; none: nobody is signed in. */
  setMenus: (source?: MenuSource) => void;
}

/** Milliseconds before the ways to sign in are asked for again; the last one again and again. */
const PAUSES = [2_000, 5_000, 15_000, 60_000];

/** What the server tells of a session, brought into the state: stats -> user, menus, language, theme (STATE-01 to STATE-06). */
export class SessionLoader {
  private waysLater: ReturnType<typeof setTimeout> | undefined;
  /** The token of the session on show. */
  private shown: string | undefined;

  constructor(
    private readonly parts: LoaderParts,
    private readonly preferences: Preferences,
  ) {}

  /** A call of the application by its role in the app document. */
  call(role: string, fallback: string, args: Parameters<Client['call']>[1] = {}): Promise<unknown> {
    const { app, client } = this.parts;
    return client.call(app.calls[role] ?? fallback, { tolerant: true, ...args });
  }

  /** Who is signed in, as the server has it now. Rejects when it cannot be asked. */
  async stats(args: Parameters<Client['call']>[1] = {}): Promise<Stats> {
    const { app, store } = this.parts;
    const token = args.token ?? store.token();
    return readStats(await this.call('stats', 'login.stats', args), app, token);
  }

  /** The ways to sign in; none when they cannot be loaded: then they come later. */
  async ways(): Promise<AppState['session']['authProperties']> {
    try {
      return await this.askWays();
    } catch (error) {
      notLoaded('The ways to sign in', error);
      if (!isAbsent(error)) this.askWaysLater(0);
      return { configs: [] };
    }
  }

  private async askWays(): Promise<AppState['session']['authProperties']> {
    return readAuthProperties(await this.call('authProperties', 'login.authProperties', { quiet: true }));
  }

  /** Until they come, or somebody is signed in. */
  private askWaysLater(round: number): void {
    clearTimeout(this.waysLater);
    this.waysLater = setTimeout(() => void this.askWaysAgain(round), PAUSES[Math.min(round, PAUSES.length - 1)]);
  }

  private async askWaysAgain(round: number): Promise<void> {
    const { state } = this.parts;
    const areWanted = () => !state.session.login && state.session.authProperties.configs.length === 0;
    if (!areWanted()) return;
    try {
      const authProperties = await this.askWays();
      if (areWanted()) state.session = { ...state.session, authProperties };
    } catch (error) {
      console.info('The ways to sign in are still away:', error);
      this.askWaysLater(round + 1);
    }
  }

  /**
   * Stats -> user (STATE-03, STATE-04), menus, language, theme. `keepsSettings`: language and theme of the same person stay as they are shown.
   * What was asked with another token than the window has by now is dropped: somebody signed out, or in, meanwhile. Rejects, and leaves everything
   * as it is, when the menus of the same person cannot be asked for.
   */
  async take(stats: Stats, { keepsSettings = false } = {}): Promise<void> {
    const { state, store, setMenus } = this.parts;
    if (!this.holds(stats.token)) return;
    if (!stats.session.login) {
      // What was entered has ended; the session it was begun in may still hold.
      if (store.comeBack() !== undefined) return await this.take(await this.stats({ quiet: true }));
      store.clear();
      batch(() => {
        state.session = stats.session;
        state.user = null;
        setMenus();
      });
      return;
    }
    const [user, menus] = await Promise.all([
      rolesOf(stats.user).length > 0 ? stats.user : this.loadUser(stats.user),
      stats.menus ? this.menusOfStats(stats.menus) : this.menus(stats),
    ]);
    if (!this.holds(stats.token)) return;
    this.shown = stats.token;
    batch(() => {
      state.user = user;
      state.session = stats.session;
      setMenus(menus);
    });
    if (!keepsSettings || this.preferences.isOtherPerson) await this.preferences.takeSaved(stats.session.userConfig, user);
  }

  /** STATE-03, STATE-04: nobody when the call fails; a back end without it has said in the stats who it is. */
  private async loadUser(known: Record<string, unknown> | null): Promise<Record<string, unknown> | null> {
    try {
      const user = await this.call('user', 'login.user', { quiet: true });
      return typeof user === 'object' && user !== null ? { ...known, ...user } : known;
    } catch (error) {
      notLoaded('The signed-in user', error);
      return isAbsent(error) ? known : null;
    }
  }

  /**
   * None where the back end has no such call, or answers badly. Rejects when it cannot be asked, and those of before are the right ones still, or
   * another try can be offered.
   */
  private async menus(stats: Stats): Promise<MenuSource | undefined> {
    try {
      return await this.readMenus();
    } catch (error) {
      const { app, state } = this.parts;
      const isWaitedFor = state.session.login ? hasSameRights(state, stats) : app.pages.unreachable !== undefined;
      if (isPassing(error) && isWaitedFor) throw error;
      notLoaded('The menus', error);
      return undefined;
    }
  }

  /** Loads the menus anew. Rejects when they cannot be loaded. */
  async takeMenus(): Promise<void> {
    const { store, setMenus } = this.parts;
    const token = store.token();
    const menus = await this.readMenus();
    if (this.holds(token)) setMenus(menus);
  }

  /** Whether an answer that was asked for with this token is still one for this window. */
  holds(token: string | undefined): boolean {
    return this.parts.store.token() === token;
  }

  /** Whether who is on show was asked for with this token. */
  isShown(token: string | undefined): boolean {
    return token === this.shown;
  }

  private async readMenus(): Promise<MenuSource> {
    const document = this.sourceOf('menus', 'user.menus');
    const answer = (await this.call('menus', 'user.menus', { quiet: true })) ?? [];
    // Something else than menus, as the page of a proxy, is no word about what somebody may open.
    if (!Array.isArray(answer)) throw sessionFailure('CONTRACT_BROKEN', `${document} answered no list`);
    return { document, rows: menuRows(answer) };
  }

  private menusOfStats(rows: MenuRow[]): MenuSource {
    return { document: this.sourceOf('stats', 'login.stats'), rows, pointer: '/menus' };
  }

  /** What problems call the answer of a call. */
  private sourceOf(role: string, fallback: string): string {
    return `call ${this.parts.app.calls[role] ?? fallback}`;
  }
}

/** A back end need not offer every call: it answers 404 to those it does not know. */
function isAbsent(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'status' in error && error.status === 404;
}

/** What goes on without an answer says so; only a fault is one in the console. */
function notLoaded(what: string, error: unknown): void {
  if (!isAbsent(error)) console.error(`${what} could not be loaded:`, error);
  else console.info(`${what}: the back end has no such call (404).`);
}

/** Whether a failure says nothing about the session: nothing answered, the server could not, or it was another that did (a page of a proxy). */
export function isPassing(reason: unknown): boolean {
  const failure = (reason ?? {}) as Partial<CallFailure>;
  return failure.code === 'CONTRACT_BROKEN' || isOutage(failure);
}

/** A failure of the session itself, as a call would fail. */
export function sessionFailure(code: string, message: string): Error {
  return Object.assign(new Error(message), { code, call: 'session', status: undefined });
}
