import type { AppState } from '../engine/types.ts';

export interface LapseParts {
  state: AppState;
  /** The page that stands over the one on show; undefined: there is none. */
  page: string | undefined;
  hasEdits: () => boolean;
}

/**
 * A session that ended while something typed is on the page. The page stays, the sign-in stands over it: who signs in again as the same
 * person goes on where they were, anybody else starts anew (ERR-02, ERR-03).
 */
export class Lapse {
  constructor(private readonly parts: LapseParts) {}

  get holds(): boolean {
    return this.parts.state.lapsed !== undefined;
  }

  /** Takes the ended session over; false when nothing would be lost by leaving. */
  begin(): boolean {
    const { state, page, hasEdits } = this.parts;
    if (page === undefined || !state.session.login || !hasEdits()) return false;
    state.lapsed = 'asking';
    return true;
  }

  /** Stays without a session. What the user starts next asks again. */
  later(): void {
    if (this.holds) this.parts.state.lapsed = 'waiting';
  }

  over(): void {
    this.parts.state.lapsed = undefined;
  }

  /** A call without a token was refused. */
  onStranger(quiet: boolean): boolean {
    const { state } = this.parts;
    if (!this.holds) return false;
    if (!quiet) state.lapsed = 'asking';
    return true;
  }
}
