/** Keeps texts by name, as the storages of a browser do. */
export type TextStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/**
 * A storage of the browser that never fails: what it does not take, as it is full or forbidden to this page, is kept in this window as long as it
 * is open. Nobody is kept from working by what only the next visit needs.
 */
export class BrowserStorage implements TextStorage {
  /** What the browser did not take; null where it did not take away. */
  private readonly held = new Map<string, string | null>();
  private isTold = false;

  constructor(private readonly find: () => Storage | null | undefined) {}

  getItem(key: string): string | null {
    const held = this.held.get(key);
    if (held !== undefined) return held;
    return this.attempt((storage) => storage.getItem(key)) ?? null;
  }

  /** Whether the browser keeps it, for the next visit and for its other windows. */
  setItem(key: string, value: string): boolean {
    return this.hold(key, value, (storage) => storage.setItem(key, value));
  }

  removeItem(key: string): void {
    this.hold(key, null, (storage) => storage.removeItem(key));
  }

  private hold(key: string, value: string | null, change: (storage: Storage) => void): boolean {
    this.held.set(key, value);
    return (
      this.attempt((storage) => {
        change(storage);
        this.held.delete(key);
        return true;
      }) ?? false
    );
  }

  private attempt<Result>(act: (storage: Storage) => Result): Result | undefined {
    try {
      const storage = this.find();
      if (!storage) throw new NoStorage('There is none');
      return act(storage);
    } catch (error) {
      if (!(error instanceof DOMException) && !(error instanceof NoStorage)) throw error;
      if (!this.isTold)
        console.warn('The browser keeps nothing more for this address; what it does not take is kept in this window:', error);
      this.isTold = true;
      return undefined;
    }
  }
}

/** Some windows of applications for telephones have no storage. */
class NoStorage extends Error {}

/** The storages of a window, by how long they keep. */
interface BrowserStorages {
  /** For the next visit, and for all windows. */
  readonly local: BrowserStorage;
  /** As long as the window is open. */
  readonly session: BrowserStorage;
}
const known = new WeakMap<Window, BrowserStorages>();

/** One of each for a window: what its browser does not take is known to all who ask. */
export function storagesOf(owner: Window): BrowserStorages {
  const storages = known.get(owner) ?? {
    local: new BrowserStorage(() => owner.localStorage),
    session: new BrowserStorage(() => owner.sessionStorage),
  };
  known.set(owner, storages);
  return storages;
}

/** The same of this window. */
export const browserStorage: BrowserStorages = {
  get local() {
    return storagesOf(window).local;
  },
  get session() {
    return storagesOf(window).session;
  },
};
