interface GateRules {
  /** Who may be in at the same time, and wait for it. */
  places: number;
  queue: number;
  /** Who of one caller may be in and wait together. Without it: as many as there are. */
  each?: number;
  /** Milliseconds anybody waits at most. Without it: as long as it takes. */
  patience?: number;
  /** What whoever is not let in is told. */
  refuse: () => Error;
}

export interface Passing {
  /** Says that nobody waits any more. */
  signal?: AbortSignal | undefined;
  /** Whose work it is (`callerOf`): callers take turns. Without it, the work of all who say nothing is that of one. */
  caller?: string | undefined;
  /** It goes on with what was let in before: it waits its turn, and is not refused for the length of the row. */
  isSequel?: boolean;
}

interface Waiting {
  caller: string;
  enter: () => void;
}

/**
 * Lets some in at a time; the rest wait their turn. Of those who wait, the one comes next whose caller had the fewest turns, and of one caller the
 * one that came first: whoever has much to do delays the others by one piece of it, not by all.
 */
export class Gate {
  readonly #rules: GateRules;
  #free: number;
  readonly #waiting = new Set<Waiting>();
  /** How many of each caller are here. */
  readonly #here = new Map<string, number>();
  /** Turns each caller had, where they are more than `#now`: those of whoever came in last. Nobody makes up for turns they did not need. */
  readonly #had = new Map<string, number>();
  #now = 0;

  constructor(rules: GateRules) {
    this.#rules = rules;
    this.#free = rules.places;
  }

  /** Does `work` when it is its turn. @throws what `refuse` makes, where too many wait or it waited too long; the reason of `signal` */
  async pass<T>(work: () => Promise<T>, { signal, caller = '', isSequel = false }: Passing = {}): Promise<T> {
    signal?.throwIfAborted();
    const { queue, each = Number.POSITIVE_INFINITY, refuse } = this.#rules;
    const here = this.#here.get(caller) ?? 0;
    if (!isSequel && (here >= each || (this.#free === 0 && this.#waiting.size >= queue))) throw refuse();
    this.#here.set(caller, here + 1);
    try {
      await this.#enter(caller, signal);
      try {
        return await work();
      } finally {
        this.#leave();
      }
    } finally {
      const left = (this.#here.get(caller) ?? 1) - 1;
      if (left > 0) this.#here.set(caller, left);
      else this.#here.delete(caller);
    }
  }

  async #enter(caller: string, signal: AbortSignal | undefined): Promise<void> {
    const { patience, refuse } = this.#rules;
    if (this.#free > 0) {
      this.#free -= 1;
      this.#count(caller);
      return;
    }
    await new Promise<void>((resolve, reject) => {
      const end = (settle: () => void) => {
        this.#waiting.delete(waiting);
        clearTimeout(late);
        signal?.removeEventListener('abort', stop);
        settle();
      };
      const waiting: Waiting = { caller, enter: () => end(resolve) };
      const stop = () => end(() => reject(signal?.reason));
      const late = patience === undefined ? undefined : setTimeout(() => end(() => reject(refuse())), patience).unref();
      signal?.addEventListener('abort', stop);
      this.#waiting.add(waiting);
    });
  }

  /** Whoever is due takes over the place. */
  #leave(): void {
    let due: Waiting | undefined;
    for (const one of this.#waiting) if (!due || this.#turnsOf(one.caller) < this.#turnsOf(due.caller)) due = one;
    if (!due) {
      this.#free += 1;
      return;
    }
    this.#count(due.caller);
    due.enter();
  }

  #turnsOf(caller: string): number {
    return this.#had.get(caller) ?? this.#now;
  }

  #count(caller: string): void {
    const turns = this.#turnsOf(caller);
    if (turns > this.#now) {
      this.#now = turns;
      for (const [one, had] of this.#had) if (had <= turns) this.#had.delete(one);
    }
    this.#had.set(caller, turns + 1);
  }
}
