import type { AppDocument } from '../core/types.ts';
import type { Feedback } from '../engine/types.ts';
import type { SessionStore } from '../services/session-store.ts';
import type { Stats } from './stats.ts';
import type { Texts } from './texts.ts';

export interface GuestSessionParts {
  app: AppDocument;
  store: SessionStore;
  texts: Texts;
  feedback: Feedback;
  /** Path and query on show. */
  place: () => string;
  /** Forgets what was loaded for the rights before. */
  forget: () => void;
  goTo: (path: string) => void;
  mayLeave: () => Promise<boolean>;
}

/** What the session control does for it. */
export interface GuestSessionSteps {
  /** Asks the server who the token of the window is. */
  stats: () => Promise<Stats>;
  take: (stats: Stats) => Promise<void>;
  refresh: () => Promise<void>;
  /** Signs this token out. */
  endOnServer: (token: string | undefined) => Promise<unknown>;
}

/** This window in another session of the same person, such as the view of a role, with the own session kept to come back to. */
export class GuestSession {
  constructor(
    private readonly parts: GuestSessionParts,
    private readonly steps: GuestSessionSteps,
  ) {}

  /** Goes on with the rights of that session, at the root: what is open may not be theirs to see. Rejects when it does not hold. */
  async enter(token: string): Promise<void> {
    const { store, app, forget, goTo, mayLeave, place, texts } = this.parts;
    if (token === '' || store.isGuest() || !(await mayLeave())) return;
    store.enter(token, place());
    try {
      const stats = await this.steps.stats();
      if (!stats.session.login) {
        throw Object.assign(new Error(texts.translate('error.SESSION_ENDED')), {
          code: 'SESSION_ENDED',
          call: 'session',
          status: undefined,
        });
      }
      forget();
      await this.steps.take(stats);
    } catch (error) {
      store.comeBack();
      throw error;
    }
    goTo(app.routes.root);
  }

  /** Ends it and goes back to the own session and its place: at once, so that nothing is asked for with what has ended. */
  async comeBack(): Promise<void> {
    const { store, mayLeave } = this.parts;
    if (!store.isGuest() || !(await mayLeave())) return;
    const ended = this.steps.endOnServer(store.token());
    await this.goBack();
    await ended;
  }

  /** The server ended it: says so and goes back to the own session. */
  async ended(): Promise<void> {
    const { feedback, texts } = this.parts;
    feedback.message('warning', texts.translate('role.viewEnded'));
    await this.goBack();
  }

  private async goBack(): Promise<void> {
    const { store, forget, goTo } = this.parts;
    const place = store.comeBack();
    if (place === undefined) return;
    forget();
    await this.steps.refresh();
    if (store.token() !== undefined) goTo(place);
  }
}
