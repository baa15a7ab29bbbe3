import { isSafePath } from '../core/index.ts';
import type { TextStorage } from '../engine/browser-storage.ts';

const ASKED = 'asked_page';

/**
 * What this window was opened for while nobody was signed in. The sign-in leads to the root whatever was asked for (ROUTE-04): there it is offered,
 * until another page is opened. Single sign-on leaves the application and comes back, so the window keeps it on the way.
 */
export class AskedPage {
  private asked: string | undefined;
  /** Where the sign-in led. */
  private landed: string | undefined;

  /** `wasSignedIn`: somebody was in this window. Where they were, the next person at it does not read. */
  constructor(
    private readonly storage: TextStorage,
    private wasSignedIn: boolean,
  ) {
    const kept = storage.getItem(ASKED);
    if (kept !== null && isSafePath(kept)) this.asked = kept;
  }

  /** Path and query; undefined when there is none, or none any more. */
  get address(): string | undefined {
    return this.asked;
  }

  /** Somebody who is not signed in asked for it. */
  keep(address: string): void {
    if (this.wasSignedIn || !isSafePath(address)) return;
    this.asked = address;
    this.landed = undefined;
    this.storage.setItem(ASKED, address);
  }

  /** Somebody who is signed in sees the page of a path, which is none on the way to one, such as the landing page of single sign-on. */
  arrived(path: string): void {
    this.wasSignedIn = true;
    if (this.asked === undefined) return;
    this.landed ??= path;
    // A window opened from this one takes along what is stored, and was not opened for that.
    this.storage.removeItem(ASKED);
    if (path !== this.landed) this.asked = undefined;
  }

  /** Whoever it was offered to signed out, or somebody else took their place: it is not for the next one. */
  left(): void {
    if (this.landed !== undefined) this.asked = undefined;
  }
}
