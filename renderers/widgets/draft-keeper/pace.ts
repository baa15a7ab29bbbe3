const firstWait = 1_000;
const longestWait = 30_000;
/** Who never pauses is saved all the same, in milliseconds after the first change. */
const longestDebounce = 4_000;

/** When to send next, in milliseconds from now. */
export class Pace {
  #wait = firstWait;
  /** When the first change came that is not on its way yet. */
  #changedAt: number | undefined;

  afterChange(debounce: number): number {
    this.#changedAt ??= Date.now();
    return Math.max(0, Math.min(debounce, this.#changedAt + Math.max(debounce, longestDebounce) - Date.now()));
  }
  afterFailure(): number {
    const wait = this.#wait;
    this.#wait = Math.min(wait * 2, longestWait);
    return wait;
  }
  /** Nothing is left that is not on its way. */
  caughtUp(): void {
    this.#changedAt = undefined;
  }
  arrived(): void {
    this.#wait = firstWait;
  }
}
