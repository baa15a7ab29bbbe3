import { batch } from '@formily/reactive';
import { personName } from '../core/language.ts';
import type { AppDocument } from '../core/types.ts';
import type { AppState, Client, Feedback } from '../engine/types.ts';
import type { SessionStore } from '../services/session-store.ts';
import type { Lapse } from './lapse.ts';
import { hasSameRights, personAt } from './person.ts';
import type { SessionEnd } from './session-end.ts';
import { type SessionLoader, sessionFailure } from './session-loader.ts';
import { signOnAddress } from './sign-on.ts';
import type { SignOnAnswer } from './sign-over.ts';
import type { Stats } from './stats.ts';
import type { Texts } from './texts.ts';

export interface SignInParts {
  app: AppDocument;
  store: SessionStore;
  state: AppState;
  texts: Texts;
  feedback: Feedback;
  forget: () => void;
  goTo: (path: string) => void;
  renewed: () => void;
  newPerson: () => void;
  redirect: () => string;
  leaveTo: (address: string) => void;
  origin: string;
  client: Client;
  window: Window;
}

/** How a session begins: by a sign-in, by one over the page of the session before, by a token handed over, by single sign-on. */
export class SignIn {
  private stopListening: (() => void) | undefined;

  constructor(
    private readonly parts: SignInParts,
    private readonly loader: SessionLoader,
    private readonly lapse: Lapse,
    private readonly ending: SessionEnd,
  ) {}

  /** After the answer of a sign-in: keeps the token, loads who that is, goes on (LOGIN-21). Rejects when the session is not accepted. */
  async start(token: string, protocol?: string): Promise<void> {
    const stats = await this.accept(token, protocol);
    await this.goOn(stats, this.parts.redirect());
  }

  /** Keeps a token whose session the server confirms, and no other. */
  private async accept(token: string, protocol: string | undefined): Promise<Stats> {
    const { store, texts } = this.parts;
    const refusal = () => sessionFailure('LOGIN_FAILED', texts.translate('error.loginFailed'));
    if (token === '') throw refusal();
    store.start(token, protocol);
    try {
      const stats = await this.loader.stats();
      if (!stats.session.login) throw refusal();
      return stats;
    } catch (error) {
      store.clear();
      throw error;
    }
  }

  /** Somebody signed in: what was loaded before is not theirs. */
  private async goOn(stats: Stats, target: string): Promise<void> {
    const { forget, goTo, state } = this.parts;
    forget();
    await this.take(stats);
    goTo(target);
    this.remind(state.user);
  }

  /** Nobody is half signed in: without the rest of the session the token goes, too. */
  private async take(stats: Stats): Promise<void> {
    try {
      await this.loader.take(stats);
    } catch (error) {
      this.parts.store.clear();
      throw error;
    }
  }

  /** A sign-in over the page whose session ended. The same person keeps the page; anybody else starts at the root with nothing of it. */
  async renew(token: string, protocol?: string): Promise<void> {
    const { state } = this.parts;
    if (!this.lapse.holds) return await this.start(token, protocol);
    const stats = await this.accept(token, protocol);
    if (hasSameRights(state, stats)) {
      await this.take(stats);
      this.goOnHere();
    } else await this.beginAnew(stats);
    this.remind(state.user);
  }

  /**
   * A frame and the window around it have one session, and the other one has another token now. Whether the end of the session was noticed here or
   * not: the same person, with the same rights, keeps the page; for anybody else this window begins anew. Rejects while the server cannot be asked.
   */
  async followAround(): Promise<void> {
    const { state, store } = this.parts;
    const isNews = this.ending.isOver || !this.loader.isShown(store.token());
    if (!state.session.login || store.token() === undefined || !isNews) return;
    const stats = await this.loader.stats({ quiet: true });
    if (!stats.session.login || !this.loader.holds(stats.token) || !state.session.login) return;
    if (!hasSameRights(state, stats)) return await this.beginAnew(stats);
    if (!this.ending.isOver) return;
    await this.loader.take(stats);
    this.goOnHere();
  }

  /** The same person goes on where they were. */
  private goOnHere(): void {
    this.ending.undone();
    this.parts.renewed();
  }

  /** Somebody else is signed in: at the root, and without a question, with nothing of what was there before. */
  private async beginAnew(stats: Stats): Promise<void> {
    const { app, forget, goTo, newPerson } = this.parts;
    forget();
    await this.take(stats);
    if (!this.loader.holds(stats.token)) return;
    batch(() => {
      this.ending.undone();
      newPerson();
      goTo(app.routes.root);
    });
  }

  /** ROUTE-06: a token another system handed over. Never rejects. */
  async takeOver(token: string): Promise<void> {
    const { app, store, state, feedback, texts } = this.parts;
    // Its code comes with the rare address that needs it.
    const takeover = import('./take-over.ts').then(({ followHandedToken }) =>
      followHandedToken(token, {
        user: () => (state.session.login ? (personAt(state) ?? {}) : undefined),
        // A back end may not say who it is.
        nameOf: (person) => personName(person, texts.language) || texts.translate('engine.unknownUser'),
        stats: (handed) => this.loader.stats({ token: handed, quiet: true }),
        adopt: async (handed, stats) => {
          const [own, protocol] = [store.token(), store.protocol()];
          store.start(handed, 'sso');
          try {
            await this.goOn(stats, app.routes.root);
          } catch (error) {
            if (own !== undefined) store.start(own, protocol);
            throw error;
          }
        },
        refused: (now) => {
          if (now === undefined) this.ending.sayExpired();
          else feedback.message('warning', texts.translate('engine.takeOverRefused', { now }));
        },
        agree: (now, then) => {
          const words = () => ({
            text: texts.translate('engine.takeOver', { now, then }),
            okText: texts.translate('engine.takeOverAgree', { then }),
            cancelText: texts.translate('engine.takeOverStay', { now }),
          });
          return feedback.dialog({ level: 'confirm', words });
        },
      }),
    );
    await takeover.catch((error: unknown) => {
      console.error('A token in the address could not be checked:', error);
      feedback.message('error', texts.translate('error.network'));
    });
  }

  /** Goes to a provider of single sign-on. @throws failure SSO_UNAVAILABLE when the way has no usable address */
  signOn(protocol: string): void {
    this.parts.leaveTo(this.addressOf(protocol));
  }

  private addressOf(protocol: string): string {
    const { state, origin, texts } = this.parts;
    const address = signOnAddress(state.session.authProperties.configs, protocol, origin);
    if (address === undefined) throw sessionFailure('SSO_UNAVAILABLE', texts.translate('error.SSO_UNAVAILABLE'));
    return address;
  }

  /**
   * Single sign-on in a window of its own, over the page whose session ended: what is typed there stays.
   * @throws failure SSO_UNAVAILABLE, POPUP_BLOCKED
   */
  async signOnOver(protocol: string): Promise<void> {
    const { window, texts } = this.parts;
    const address = this.addressOf(protocol);
    // Its code comes with the rare session that needs it.
    const { openSignOn } = await import('./sign-over.ts');
    this.stopListening?.();
    this.stopListening = openSignOn(window, address, (answer) => void this.finishOver(answer));
    if (!this.stopListening) throw sessionFailure('POPUP_BLOCKED', texts.translate('error.popupBlocked'));
  }

  private async finishOver(answer: SignOnAnswer): Promise<void> {
    const { app, client, feedback, texts } = this.parts;
    try {
      const { state, code, error, iss } = answer;
      const given: unknown = await client.call(app.calls.ssoToken ?? 'sso.token', { body: { state, code, error, iss }, tolerant: true });
      const token = (given as { access_token?: unknown } | null)?.access_token;
      await this.renew(typeof token === 'string' ? token : '', 'sso');
      feedback.message('success', texts.translate('login.againDone'));
    } catch (error) {
      feedback.message('error', error instanceof Error ? error.message : String(error));
    }
  }

  /** In the window of such a sign-in: what the provider sent goes to the window that waits for it. */
  async handOver(sent: Record<string, unknown>): Promise<void> {
    const { handOver } = await import('./sign-over.ts');
    handOver(this.parts.window, sent);
  }

  /** ERR-08: once per sign-in. */
  private remind(user: Record<string, unknown> | null): void {
    const { feedback, texts } = this.parts;
    if (typeof user?.remind !== 'string' || user.remind === '') return;
    const text = user.remind;
    const words = () => ({ text, okText: texts.translate('engine.ok') });
    void feedback.dialog({ level: 'warning', words });
  }
}
