interface GateRules {
  /** Who may be in at the same time, and wait for it. */
  places: number;
  queue: number;
  /** Milliseconds anybody waits at most. Without it: as long as it takes. */
  patience?: number;
  /** What whoever is not let in is told. */
  refuse: () => Error;
}

/** Lets some in at a time; the rest wait their turn, in the order they came. */
export class Gate {
  readonly #rules: GateRules;
  #free: number;
  readonly #waiting = new Set<() => void>();

  constructor(rules: GateRules) {
    this.#rules = rules;
    this.#free = rules.places;
  }

  /** Does `work` when it is its turn. @throws what `refuse` makes, where too many wait or it waited too long; the reason of `signal`, once it says that nobody waits any more */
  async pass<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    signal?.throwIfAborted();
    await this.#enter(signal);
    try {
      return await work();
    } finally {
      this.#leave();
    }
  }

  async #enter(signal: AbortSignal | undefined): Promise<void> {
    const { queue, patience, refuse } = this.#rules;
    if (this.#free > 0) {
      this.#free -= 1;
      return;
    }
    if (this.#waiting.size >= queue) throw refuse();
    await new Promise<void>((resolve, reject) => {
      const end = (settle: () => void) => {
        this.#waiting.delete(enter);
        clearTimeout(late);
        signal?.removeEventListener('abort', stop);
        settle();
      };
      const enter = () => end(resolve);
      const stop = () => end(() => reject(signal?.reason));
      const late = patience === undefined ? undefined : setTimeout(() => end(() => reject(refuse())), patience).unref();
      signal?.addEventListener('abort', stop);
      this.#waiting.add(enter);
    });
  }

  /** Whoever waits takes over the place. */
  #leave(): void {
    const [next] = this.#waiting;
    if (next) next();
    else this.#free += 1;
  }
}
