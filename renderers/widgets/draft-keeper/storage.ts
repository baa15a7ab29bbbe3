const prefix = 'targus-draft:';

/** Where a window keeps its draft of one thing. Every window has a place of its own, so that two never overwrite each other. */
export class DraftStorage {
  readonly #base: string;
  readonly #own: string;
  readonly #storage: Storage | undefined;

  constructor(key: string, storage: Storage | undefined = browserStorage()) {
    this.#base = `${prefix}${key}:`;
    this.#own = `${this.#base}${crypto.getRandomValues(new Uint32Array(2)).join('-')}`;
    this.#storage = storage;
  }

  /** False when there is no room: the draft then lives in this window only. */
  write(text: string | undefined): boolean {
    try {
      if (text === undefined) this.#storage?.removeItem(this.#own);
      else this.#storage?.setItem(this.#own, text);
      return this.#storage !== undefined;
    } catch (error) {
      if (error instanceof DOMException) return false;
      throw error;
    }
  }

  /**
   * Takes over what windows before this one left. A window that is still open keeps its own copy and sends it too; the
   * server takes the second for a retry.
   */
  adopt(): string[] {
    const storage = this.#storage;
    if (!storage) return [];
    const keys = Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '');
    const left = keys.filter((key) => key.startsWith(this.#base) && key !== this.#own);
    return left.map((key) => storage.getItem(key) ?? '');
  }

  /** Removes what was adopted, once it stands in the place of this window or at the server. */
  release(): void {
    const storage = this.#storage;
    if (!storage) return;
    const keys = Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '');
    for (const key of keys) if (key.startsWith(this.#base) && key !== this.#own) storage.removeItem(key);
  }
}

function browserStorage(): Storage | undefined {
  try {
    return window.localStorage;
  } catch (error) {
    // Storage may be forbidden altogether.
    if (error instanceof DOMException) return undefined;
    throw error;
  }
}
