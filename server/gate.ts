/** Lets `places` in at a time and the rest wait their turn, at most `queue` of them. */
export class Gate {
  #free: number;
  readonly #queue: number;
  readonly #waiting: (() => void)[] = [];

  constructor(places: number, queue: number) {
    this.#free = places;
    this.#queue = queue;
  }

  /** Resolves when it is this caller's turn; undefined when too many wait already. Everybody who entered must leave. */
  enter(): Promise<void> | undefined {
    if (this.#free > 0) {
      this.#free -= 1;
      return Promise.resolve();
    }
    if (this.#waiting.length >= this.#queue) return undefined;
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  /** Does `work` when it is its turn; undefined when too many wait already. */
  pass<T>(work: () => Promise<T>): Promise<T> | undefined {
    return this.enter()
      ?.then(work)
      .finally(() => this.leave());
  }

  leave(): void {
    const next = this.#waiting.shift();
    if (next) next();
    else this.#free += 1;
  }
}
