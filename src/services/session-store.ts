const TOKEN = 'access_token';
const PROTOCOL = 'login_protocol';

/** What this window remembers of a sign-in: token and protocol marker, in session storage (LOGIN-13, LOGIN-21). */
export class SessionStore {
  constructor(private readonly storage: Storage) {}

  readonly token = (): string | undefined => this.storage.getItem(TOKEN) || undefined;

  readonly protocol = (): string | undefined => this.storage.getItem(PROTOCOL) || undefined;

  start(token: string, protocol = 'INTERNAL'): void {
    this.storage.setItem(TOKEN, token);
    this.storage.setItem(PROTOCOL, protocol);
  }

  /** Forgets the token; the protocol marker stays, it steers the next sign-in (LOGIN-14). */
  clear(): void {
    this.storage.removeItem(TOKEN);
  }
}
