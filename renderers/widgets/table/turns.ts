/** An action of a table runs for one row after the other: what somebody asked for another row meanwhile waits for its turn. */
export class Turns {
  readonly #last = new Map<number, Promise<unknown>>();

  /** `at`: which action it is. `start` never rejects. */
  take<Result>(at: number, start: () => Promise<Result>): Promise<Result> {
    const before = this.#last.get(at);
    const run = (before ? before.then(start) : start()).finally(() => {
      if (this.#last.get(at) === run) this.#last.delete(at);
    });
    this.#last.set(at, run);
    return run;
  }
}
