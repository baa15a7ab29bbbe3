import { observable } from '@formily/reactive';
import { type Location, type Navigator, type To, UNSAFE_createBrowserHistory } from 'react-router-dom';
import { type Base, inner, outer } from './base.ts';

/** An address inside the application. `key` changes with every navigation, also to the same address. */
export type Place = Location;

/** Asked before a place with unsaved changes is left. */
export interface LeaveQuestion {
  readonly blocked: boolean;
  ask: () => Promise<boolean>;
}

type BrowserHistory = ReturnType<typeof UNSAFE_createBrowserHistory>;

/**
 * The router's browser history without hashes (ROUTE-01), with a guard: every way out of the current place, the browser's back button too,
 * first asks while changes are unsaved. The router's own blocking exists only in its data mode; the history that BrowserRouter stands on
 * has none. The browser moves before it tells us, so a refused step back is undone by the opposite step.
 */
export class AppHistory implements Navigator {
  /** Observable `place`. */
  readonly current: { place: Place };
  readonly dispose: () => void;
  private readonly browser: BrowserHistory;
  private undoing = false;

  constructor(
    window: Window,
    private readonly leave: LeaveQuestion,
    /** Where the application begins in the address; places and paths are those inside it. */
    private readonly base: Base = { path: '', app: undefined },
  ) {
    this.browser = UNSAFE_createBrowserHistory({ window, v5Compat: true });
    this.current = observable.shallow({ place: this.here() });
    this.dispose = this.browser.listen(({ action, delta }) => this.onMove(action === 'POP' ? (delta ?? 0) : 0));
  }

  get place(): Place {
    return this.current.place;
  }

  /** Whether leaving the place would lose something. Observable. */
  get isBlocked(): boolean {
    return this.leave.blocked;
  }

  // The router takes these two from their object.
  readonly push = (to: To, state?: unknown): void => this.leaving(() => this.browser.push(this.outside(to), state));
  readonly replace = (to: To, state?: unknown): void => this.leaving(() => this.browser.replace(this.outside(to), state));

  /** Goes without asking: the session ended, or the user agreed already. */
  force(to: To): void {
    this.browser.replace(this.outside(to));
  }

  back(): void {
    this.go(-1);
  }

  go(step: number): void {
    this.browser.go(step);
  }

  createHref(to: To): string {
    return this.browser.createHref(this.outside(to));
  }

  private here(): Place {
    const { location } = this.browser;
    return { ...location, pathname: inner(location.pathname, this.base) };
  }

  private outside(to: To): To {
    if (typeof to === 'string') return outer(to, this.base);
    return to.pathname === undefined ? to : { ...to, pathname: outer(to.pathname, this.base) };
  }

  private leaving(go: () => void): void {
    if (!this.leave.blocked) {
      go();
      return;
    }
    void this.leave.ask().then((agreed) => {
      if (agreed) go();
    });
  }

  /** `step`: how far the back or forward button went; 0 when the application itself moved. */
  private onMove(step: number): void {
    if (this.undoing) {
      this.undoing = false;
      return;
    }
    if (!this.leave.blocked || step === 0) {
      this.current.place = this.here();
      return;
    }
    this.undoing = true;
    this.go(-step);
    void this.leave.ask().then((agreed) => {
      if (agreed) this.go(step);
    });
  }
}

/** Query of an address; of a repeated parameter the last counts. */
export function queryOf(search: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(search));
}

/** Adds parameters to a path; those that are undefined or null are left out. */
export function withQuery(path: string, query: Record<string, unknown> | undefined): string {
  const entries = Object.entries(query ?? {}).filter(([, value]) => value !== undefined && value !== null);
  if (entries.length === 0) return path;
  const [address = '', hash] = path.split('#', 2);
  const [pathname = '', search = ''] = address.split('?', 2);
  const parameters = new URLSearchParams(search);
  for (const [name, value] of entries) parameters.set(name, typeof value === 'object' ? JSON.stringify(value) : String(value));
  return `${pathname}?${parameters}${hash === undefined ? '' : `#${hash}`}`;
}
