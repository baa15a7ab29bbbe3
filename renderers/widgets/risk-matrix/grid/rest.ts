/** Calls back once nothing has happened for a while; its timer runs on while things happen, which costs less than one for each of them. */
export class Rest {
  readonly #after: number;
  readonly #rested: () => void;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #since = 0;

  /** @param after milliseconds */
  constructor(after: number, rested: () => void) {
    this.#after = after;
    this.#rested = rested;
  }

  /** Something happened. */
  disturb(): void {
    this.#since = performance.now();
    this.#timer ??= setTimeout(this.#look, this.#after);
  }
  readonly #look = (): void => {
    const left = this.#since + this.#after - performance.now();
    this.#timer = left > 1 ? setTimeout(this.#look, left) : undefined;
    if (this.#timer === undefined) this.#rested();
  };

  stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }
}
