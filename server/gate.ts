interface GateRules {
  /** Who may be in at the same time, and wait for it. */
  places: number;
  queue: number;
  /** Milliseconds anybody waits at most. Without it: as long as it takes. */
  patience?: number;
  /** What whoever is not let in is told. */
  refuse: () => Error;
}

interface Waiting {
  enter: () => void;
  late: NodeJS.Timeout | undefined;
}

/** Lets some in at a time; the rest wait their turn, in the order they came. */
export class Gate {
  readonly #rules: GateRules;
  #free: number;
  readonly #waiting = new Set<Waiting>();

  constructor(rules: GateRules) {
    this.#rules = rules;
    this.#free = rules.places;
  }

  /** Does `work` when it is its turn. @throws what `refuse` makes, where too many wait or it waited too long */
  async pass<T>(work: () => Promise<T>): Promise<T> {
    await this.#enter();
    try {
      return await work();
    } finally {
      this.#leave();
    }
  }

  async #enter(): Promise<void> {
    const { queue, patience, refuse } = this.#rules;
    if (this.#free > 0) {
      this.#free -= 1;
      return;
    }
    if (this.#waiting.size >= queue) throw refuse();
    await new Promise<void>((enter, reject) => {
      const waiting: Waiting = { enter, late: undefined };
      const giveUp = () => {
        this.#waiting.delete(waiting);
        reject(refuse());
      };
      if (patience !== undefined) waiting.late = setTimeout(giveUp, patience).unref();
      this.#waiting.add(waiting);
    });
  }

  /** Whoever waits takes over the place. */
  #leave(): void {
    const [next] = this.#waiting;
    if (!next) {
      this.#free += 1;
      return;
    }
    this.#waiting.delete(next);
    clearTimeout(next.late);
    next.enter();
  }
}
