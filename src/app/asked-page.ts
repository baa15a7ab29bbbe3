import { isSafePath } from '../core/index.ts';
import { isObject } from '../core/json-object.ts';
import type { TextStorage } from '../engine/browser-storage.ts';

const ASKED = 'asked_page';
const OFFERED = 'offered_page';

/**
 * What this window was opened for while nobody was signed in. The sign-in leads to the root whatever was asked for (ROUTE-04): there it is offered,
 * until another page is opened. Single sign-on leaves the application and comes back, so the window keeps it on the way; a reload keeps what is offered
 * for the person it is offered to.
 */
export class AskedPage {
  private asked: string | undefined;
  /** Where the sign-in led. */
  private landed: string | undefined;
  /** Whom it is offered to. */
  private owner = '';

  /** `wasSignedIn`: somebody was in this window. Where they were, the next person at it does not read. */
  constructor(
    private readonly storage: TextStorage,
    private wasSignedIn: boolean,
  ) {
    const kept = storage.getItem(ASKED);
    if (kept !== null && isSafePath(kept)) this.asked = kept;
    const offered = readOffered(storage.getItem(OFFERED));
    this.returned();
    if (offered) Object.assign(this, offered);
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

  /** Somebody who is signed in, as themselves, sees the page of a path, which is none on the way to one, such as the landing page of single sign-on. */
  arrived(path: string, person: string): void {
    this.wasSignedIn = true;
    if (this.asked === undefined) return;
    if (person !== this.owner) this.left();
    this.landed ??= path;
    this.owner = person;
    // A window opened from this one takes along what is stored, and was not opened for that.
    this.storage.removeItem(ASKED);
    if (path !== this.landed) this.asked = undefined;
  }

  /** The page goes, as with a reload: only from now on is it stored, as a window that is opened from this one takes along what is. */
  leaving(): void {
    const { asked, landed, owner } = this;
    if (asked !== undefined && landed !== undefined && owner !== '')
      this.storage.setItem(OFFERED, JSON.stringify({ asked, landed, owner }));
  }

  /** The page is there again. */
  returned(): void {
    this.storage.removeItem(OFFERED);
  }

  /** Whoever it was offered to signed out, or somebody else took their place: it is not for the next one. */
  left(): void {
    if (this.landed !== undefined) this.asked = undefined;
  }
}

/** What a page that went has stored: nothing of anybody else's making is taken for it. */
function readOffered(stored: string | null): { asked: string; landed: string; owner: string } | undefined {
  if (stored === null) return undefined;
  try {
    const value: unknown = JSON.parse(stored);
    const { asked, landed, owner } = isObject(value) ? value : {};
    const isKnown = typeof asked === 'string' && isSafePath(asked) && typeof landed === 'string' && typeof owner === 'string';
    return isKnown ? { asked, landed, owner } : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
