const prefix = 'targus-draft:';

/**
 * Where a window keeps its draft of one thing. Every window has a place of its own, so that two never overwrite each other, and holds a lock of
 * that name while it is open, so that nobody takes its draft over before it is gone. Without locks (they need a secure context) every other
 * window counts as gone.
 */
export class DraftStorage {
  readonly #base: string;
  readonly #own: string;
  readonly #storage: Storage | undefined;
  readonly #locks: LockManager | undefined;
  #adopted: string[] = [];
  #isClosed = false;
  #letGo = (): void => {};

  constructor(key: string, storage: Storage | undefined = browserStorage(), locks: LockManager | undefined = navigator.locks) {
    this.#base = `${prefix}${key}:`;
    this.#own = `${this.#base}${crypto.getRandomValues(new Uint32Array(2)).join('-')}`;
    this.#storage = storage;
    this.#locks = locks;
    const gone = new Promise<void>((resolve) => {
      this.#letGo = resolve;
    });
    locks?.request(this.#own, () => gone).catch((error: unknown) => console.warn('The draft of this window is not locked', error));
  }

  /** False when there is no room: the draft then lives in this window only. What comes after `close` counts as long as nobody took the draft over. */
  write(text: string | undefined): boolean {
    if (this.#isClosed && this.#storage?.getItem(this.#own) === null) return true;
    try {
      if (text === undefined) this.#storage?.removeItem(this.#own);
      else this.#storage?.setItem(this.#own, text);
      return this.#storage !== undefined;
    } catch (error) {
      if (error instanceof DOMException) return false;
      throw error;
    }
  }

  /** Whether some window left, or keeps, a draft besides this one's. */
  get hasOthers(): boolean {
    return this.#others().length > 0;
  }

  /** Takes over what windows that are gone left. */
  async adopt(): Promise<string[]> {
    const held = await this.#locks?.query().catch((error: unknown) => console.warn('Open windows are not known', error));
    const open = new Set(held?.held?.map(({ name }) => name));
    this.#adopted = this.#others().filter((key) => !open.has(key));
    return this.#adopted.map((key) => this.#storage?.getItem(key) ?? '');
  }

  /** Removes what was adopted, once it stands in the place of this window or at the server. */
  release(): void {
    for (const key of this.#adopted.splice(0)) this.#storage?.removeItem(key);
  }

  /** This window has no more to do with it: the next one may take over what is left. */
  close(): void {
    this.#isClosed = true;
    this.#letGo();
  }

  #others(): string[] {
    const storage = this.#storage;
    if (!storage) return [];
    const keys = Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '');
    return keys.filter((key) => key.startsWith(this.#base) && key !== this.#own);
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
