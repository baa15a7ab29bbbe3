import type { AppDocument } from '../core/types.ts';
import type { Client, Feedback } from '../engine/types.ts';
import type { SessionStore } from '../services/session-store.ts';
import type { Texts } from './texts.ts';

export interface DelegateModeParts {
  app: AppDocument;
  client: Client;
  store: SessionStore;
  texts: Texts;
  feedback: Feedback;
  /** Asks while changes are unsaved. */
  mayLeave: () => Promise<boolean>;
  /** Loads the whole application anew at its root. */
  restart: () => void;
}

/** Entering, switching and leaving delegate mode in this window (DELEG-01, TOPBAR-08). */
export class DelegateMode {
  private returning: Promise<boolean> | undefined;

  constructor(private readonly parts: DelegateModeParts) {}

  /** The same session under another name has another token: nothing that was loaded before may stay. */
  goOn(token: string): void {
    const { store, restart } = this.parts;
    store.start(token, store.protocol());
    restart();
  }

  /** The token of one's own name; undefined when the session is over as a whole. */
  async ownToken(): Promise<string | undefined> {
    const { app, client } = this.parts;
    try {
      const answer = await client.call(app.calls.leaveDelegation ?? 'delegate.exit', { tolerant: true, quiet: true });
      const token = (answer as { access_token?: unknown } | null)?.access_token;
      return typeof token === 'string' && token !== '' ? token : undefined;
    } catch (error) {
      console.error('The way back from delegate mode failed:', error);
      return undefined;
    }
  }

  /**
   * The server refused a call because the delegation has ended: says so once, however many calls fail, and goes on in one's own name. Who
   * stays with unsaved changes keeps seeing them; the next call leads here again. False when there is no way back.
   */
  ended(): Promise<boolean> {
    this.returning ??= this.comeBack().finally(() => {
      this.returning = undefined;
    });
    return this.returning;
  }

  private async comeBack(): Promise<boolean> {
    const { feedback, texts, mayLeave } = this.parts;
    const { translate } = texts;
    const words = () => ({ text: translate('error.DELEGATION_ENDED'), okText: translate('engine.confirm') });
    await feedback.dialog({ level: 'warning', words });
    if (!(await mayLeave())) return true;
    const token = await this.ownToken();
    if (token !== undefined) this.goOn(token);
    return token !== undefined;
  }
}
