import { observable } from '@formily/reactive';

/** An address inside the application. */
export interface Place {
  pathname: string;
  search: string;
  hash: string;
  /** Changes with every navigation, also to the same address. */
  key: string;
}
/** Asked before a place with unsaved changes is left. */
export interface LeaveQuestion {
  readonly blocked: boolean;
  ask: () => Promise<boolean>;
}

interface EntryState {
  targusIndex: number;
}

/**
 * History mode without hashes (ROUTE-01). Every way out of the current place, the browser's back button too, first asks while changes are
 * unsaved: the browser moves before it tells us, so a refused step back is undone by the opposite step.
 */
export class AppHistory {
  /** Observable `place`. */
  readonly current: { place: Place };
  private index: number;
  private count = 0;
  private undoing = false;

  constructor(
    private readonly window: Window,
    private readonly leave: LeaveQuestion,
  ) {
    this.index = indexOf(window.history.state) ?? 0;
    if (indexOf(window.history.state) === undefined) window.history.replaceState({ targusIndex: this.index }, '');
    this.current = observable.shallow({ place: this.read() });
    window.addEventListener('popstate', this.onPop);
  }

  get place(): Place {
    return this.current.place;
  }

  push(to: string): void {
    this.leaving(() => {
      this.index += 1;
      this.window.history.pushState({ targusIndex: this.index } satisfies EntryState, '', to);
      this.arrive();
    });
  }

  replace(to: string): void {
    this.leaving(() => this.force(to));
  }

  /** Goes without asking: the session ended, or the user agreed already. */
  force(to: string): void {
    this.window.history.replaceState({ targusIndex: this.index } satisfies EntryState, '', to);
    this.arrive();
  }

  back(): void {
    this.window.history.back();
  }

  dispose(): void {
    this.window.removeEventListener('popstate', this.onPop);
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

  private readonly onPop = (event: PopStateEvent): void => {
    const next = indexOf(event.state) ?? 0;
    if (this.undoing) {
      this.undoing = false;
      return;
    }
    const step = next - this.index;
    if (!this.leave.blocked || step === 0) {
      this.index = next;
      this.arrive();
      return;
    }
    this.undoing = true;
    this.window.history.go(-step);
    void this.leave.ask().then((agreed) => {
      if (agreed) this.window.history.go(step);
    });
  };

  private arrive(): void {
    this.current.place = this.read();
  }

  private read(): Place {
    const { pathname, search, hash } = this.window.location;
    this.count += 1;
    return { pathname, search, hash, key: String(this.count) };
  }
}

function indexOf(state: unknown): number | undefined {
  if (typeof state !== 'object' || state === null || !('targusIndex' in state)) return undefined;
  return typeof state.targusIndex === 'number' ? state.targusIndex : undefined;
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
