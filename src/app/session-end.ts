import { batch } from '@formily/reactive';
import type { Lapse } from './lapse.ts';
import { LeaveQuestion } from './leave-question.ts';
import { loginAddress } from './routes.ts';
import type { SessionLoader } from './session-loader.ts';
import type { SessionParts } from './session-parts.ts';
import { signOffAddress } from './sign-on.ts';
import { signedOut } from './stats.ts';

type EndParts = Pick<
  SessionParts,
  | 'app'
  | 'client'
  | 'store'
  | 'state'
  | 'texts'
  | 'feedback'
  | 'hints'
  | 'tellFrames'
  | 'setMenus'
  | 'forget'
  | 'goTo'
  | 'needsNobody'
  | 'mayLeave'
  | 'hasUnsaved'
  | 'mayFramesHoldInput'
  | 'isAskedAround'
  | 'leaveTo'
>;

/** Ends that are not the end of the person's own session. */
export interface OtherEnds {
  /** The view of a role, or whatever else was entered, was ended. */
  guestEnded: () => Promise<void>;
  /** The delegation was ended; false when there is no way back to one's own name. */
  delegationEnded: () => Promise<boolean>;
}

/** How the server says that a session ended -> what the dialog says. */
const END_TEXTS: Readonly<Record<string, string | undefined>> = {
  SESSION_EXPIRED: 'error.tokenExpired',
  SESSION_SWITCHED: 'error.SESSION_SWITCHED',
  SESSION_ENDED: 'error.duplicateLogin',
};

/** How long after its session was ended from outside a window waits for more of the same news (STATE-09). */
const DESTROYED = 1_000;

/** How a session ends: signed out here, in another window, or by the server (ERR-01 to ERR-03, STATE-09). */
export class SessionEnd {
  private leaving: Promise<void> | undefined;
  private destroying: ReturnType<typeof setTimeout> | undefined;
  /** The session ended, and its page is still there: the user is asked whether to leave it, or stayed. */
  private over = false;
  /** Whether that is being asked. */
  private asking = false;
  private readonly question: LeaveQuestion;

  constructor(
    private readonly parts: EndParts,
    private readonly loader: SessionLoader,
    private readonly lapse: Lapse,
    private readonly ways: OtherEnds,
  ) {
    this.question = new LeaveQuestion(parts);
  }

  /** Signs out here and tells the other windows to look again. */
  async end(): Promise<void> {
    // Over a page whose session ended the document asks itself.
    if (!this.lapse.holds && !(await this.parts.mayLeave())) return;
    await this.signOutTo(this.parts.app.routes.login);
  }

  /** Signs out; without a path the place stays (ROUTE-05). A second call waits for the first. */
  signOutTo(path?: string): Promise<void> {
    return this.leaving ?? this.leaveOnce(this.signOut(path));
  }

  private leaveOnce(leaving: Promise<void>): Promise<void> {
    this.leaving = leaving.finally(() => {
      this.leaving = undefined;
    });
    return this.leaving;
  }

  /**
   * EMBED-03: ended in this window first, frames included, so that nothing of it is asked for once the server knows no session any more. The
   * server is told at the same time, other windows when it answered: they look again.
   */
  private async signOut(path: string | undefined): Promise<void> {
    const { store, tellFrames, leaveTo } = this.parts;
    const isSso = path !== undefined && store.protocol() === 'sso';
    const ended = this.endSessions(this.takeTokens(), isSso);
    tellFrames();
    if (!isSso) return await this.reset(path);
    const provider = await ended;
    // After a sign-out here the login page is shown, even where it would lead on to single sign-on by itself (LOGIN-15).
    await this.reset(`${path}?protocol=INTERNAL`);
    if (provider !== undefined) leaveTo(provider);
  }

  /** The tokens of this window, which has none from here on: that of a session begun in another one, and the own one. */
  private takeTokens(): { guest?: string; own?: string } {
    const { store } = this.parts;
    const guest = store.isGuest() ? store.token() : undefined;
    store.comeBack();
    const own = store.token();
    store.clear();
    return { guest, own };
  }

  /** Forgets the session in this window at once; on the server it ends where that can be reached. */
  abandon(): void {
    const tokens = this.takeTokens();
    if (tokens.own !== undefined || tokens.guest !== undefined) void this.endSessions(tokens, false);
  }

  /** Where to go on for the sign-out at the provider, if anywhere. Never rejects. Of both at once: whoever sees the login page may close the window. */
  private async endSessions({ guest, own }: { guest?: string; own?: string }, isSso: boolean): Promise<string | undefined> {
    const [, provider] = await Promise.all([
      guest === undefined ? undefined : this.endOnServer(false, guest),
      own === undefined ? undefined : this.endOnServer(isSso, own),
    ]);
    this.parts.hints.send({ type: 'logout' });
    return provider;
  }

  /** Ends the session of this token on the server. Where to go on for the sign-out at the provider, if anywhere. */
  async endOnServer(isSso: boolean, token: string | undefined): Promise<string | undefined> {
    const { app, client } = this.parts;
    try {
      if (isSso) return await signOffAddress(client, app.calls.ssoLogout ?? 'sso.logout', token);
      await this.loader.call('logout', 'login.logout', { quiet: true, token });
    } catch (error) {
      // Signed out here in any case; the server lets the session run out.
      console.warn('The server did not confirm the sign-out:', error);
    }
    return undefined;
  }

  later(): void {
    this.lapse.later();
    this.over = this.lapse.holds;
  }

  async reset(path: string | undefined): Promise<void> {
    const { state, app, forget, setMenus, goTo } = this.parts;
    this.over = false;
    const known = state.session.authProperties;
    const ways = known.configs.length > 0 ? known : await this.loader.ways();
    batch(() => {
      state.session = signedOut(app, ways);
      state.user = null;
      setMenus();
      if (path !== undefined) goTo(path);
    });
    forget();
    // What covers the page goes after it.
    this.undone();
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
      await this.ways.guestEnded();
      return;
    }
    if (code === 'DELEGATION_ENDED' && (await this.ways.delegationEnded())) return;
    store.clear();
    const text = END_TEXTS[code];
    if (text === undefined) this.sayExpired();
    else {
      const words = () => ({ text: texts.translate(text), okText: texts.translate('engine.confirm') });
      await feedback.dialog({ level: 'warning', words });
    }
    if (!this.lapse.begin()) await this.depart();
  }

  /** ERR-01: in words, also where the first call of all is refused before the texts are here. */
  sayExpired(text = 'error.sessionExpired'): void {
    const { feedback, texts } = this.parts;
    const say = () => feedback.message('warning', texts.translate(text));
    if (texts.find(text) === undefined) texts.load(texts.language).then(say, say);
    else say();
  }

  /** To the login page. Who stays with unsaved changes keeps seeing them; the next page is the login page in any case. */
  private depart(): Promise<void> {
    return this.leaveIf(this.parts.mayLeave);
  }

  /** One question at a time, and none about what is over already. */
  private async leaveIf(agreed: () => Promise<boolean>): Promise<void> {
    if (this.over) return;
    this.over = true;
    this.asking = true;
    const leaves = await agreed();
    this.asking = false;
    // Somebody may have left, or signed in again, meanwhile.
    if (leaves && this.over) await this.reset(loginAddress(this.parts.app));
    else if (leaves) this.question.withdraw();
  }

  /** A call without a token was refused; true when the user is told why. */
  onStranger(quiet: boolean): boolean {
    if (this.leaving !== undefined || this.destroying !== undefined || this.asking || this.lapse.onStranger(quiet)) return true;
    if (quiet) return false;
    return this.over ? this.onStayed() : this.onTokenTaken();
  }

  /** Who stayed starts something, which needs a new login: over what is typed, or in its place. What is unsaved is not taken away. */
  private onStayed(): boolean {
    if (this.lapse.begin()) return true;
    if (this.parts.hasUnsaved()) return false;
    void this.leaveOnce(this.reset(loginAddress(this.parts.app)));
    return true;
  }

  /**
   * The token is gone from the storage of the browser, such as by another program that cleans it, while somebody works here: for them the session
   * ended. What nobody started says nothing: a frame shares the storage of its window, where the sign-in may be asked for already.
   */
  private onTokenTaken(): boolean {
    const { state, store, needsNobody } = this.parts;
    if (!state.session.login || store.token() !== undefined || needsNobody()) return false;
    this.sayExpired();
    if (!this.lapse.begin()) void this.leaveOnce(this.depart());
    return true;
  }

  /** The page was left. */
  onMoved(): void {
    if (this.over) void this.reset(loginAddress(this.parts.app));
  }

  /**
   * STATE-09: the session was ended from outside, such as in another window. However often that is told within a second, it is asked once
   * whether to leave the page, and the login page follows; who stays sees the page, and whatever they open or start next is the login page. A
   * page that needs nobody stays as it is; where something typed would be lost and a page for it is there, the sign-in stands over it instead: that
   * of the window also for what is typed in its frames.
   */
  destroy(): void {
    clearTimeout(this.destroying);
    this.destroying = setTimeout(() => {
      this.destroying = undefined;
      if (this.over || this.lapse.holds) return;
      if (this.parts.needsNobody()) void this.reset(undefined);
      else if (this.parts.isAskedAround()) this.over = true;
      else if (!this.lapse.begin()) void this.leaveIf(() => this.question.ask());
    }, DESTROYED);
  }

  /** The state of the application is known: its pages may be shown. */
  arrive(): void {
    const { state } = this.parts;
    batch(() => {
      state.unreachable = undefined;
      state.ready = true;
    });
  }

  /** Whether the session ended, as far as is known here by now, and its page is still there. */
  get isOver(): boolean {
    return this.over || this.lapse.holds || this.destroying !== undefined;
  }

  /** Somebody is signed in again. */
  undone(): void {
    clearTimeout(this.destroying);
    this.destroying = undefined;
    this.over = false;
    this.question.withdraw();
    this.lapse.over();
  }
}
