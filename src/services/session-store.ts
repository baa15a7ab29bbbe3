import type { TextStorage } from '../engine/browser-storage.ts';

/** Where the session storage has the token. */
export const tokenKey = 'access_token';
const OWN_TOKEN = 'own_access_token';
const OWN_PLACE = 'own_place';
const PROTOCOL = 'login_protocol';

/** What this window remembers of a sign-in: token and protocol marker, in session storage (LOGIN-13, LOGIN-21). */
export class SessionStore {
  /** The token that was forgotten here last. */
  private forgotten: string | undefined;

  constructor(private readonly storage: TextStorage) {}

  readonly token = (): string | undefined => this.storage.getItem(tokenKey) || undefined;

  readonly protocol = (): string | undefined => this.storage.getItem(PROTOCOL) || undefined;

  start(token: string, protocol = 'INTERNAL'): void {
    this.clear();
    this.storage.setItem(tokenKey, token);
    this.storage.setItem(PROTOCOL, protocol);
  }

  /** Whether this window is in a session begun from another one, such as the view of a role. */
  readonly isGuest = (): boolean => this.storage.getItem(OWN_TOKEN) !== null;

  /** Goes on with another session of the same person and keeps the own one, with the path to come back to. */
  enter(token: string, place: string): void {
    const own = this.token();
    if (own === undefined || this.isGuest()) return;
    this.storage.setItem(OWN_TOKEN, own);
    this.storage.setItem(OWN_PLACE, place);
    this.storage.setItem(tokenKey, token);
  }

  /** Back to the own session. Tells the path it was left at; undefined when this is the own session. */
  comeBack(): string | undefined {
    const own = this.storage.getItem(OWN_TOKEN);
    if (own === null) return undefined;
    const place = this.storage.getItem(OWN_PLACE) ?? '/';
    this.clear();
    this.storage.setItem(tokenKey, own);
    return place;
  }

  /** Whether the token went without being forgotten here: a frame and the window around it share what is stored, and the other one heard first. */
  readonly hasLost = (token: string | undefined): boolean => token !== undefined && token !== this.forgotten && this.token() === undefined;

  /** Forgets the tokens; the protocol marker stays, it steers the next sign-in (LOGIN-14). */
  clear(): void {
    this.forgotten = this.token() ?? this.forgotten;
    for (const key of [tokenKey, OWN_TOKEN, OWN_PLACE]) this.storage.removeItem(key);
  }
}
