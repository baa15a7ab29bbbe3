/** Counts requests that cover the screen (STATE-07): shown on the first, hidden when none remain. */
export class OverlayCounter {
  private pending = 0;
  private readonly listeners = new Set<() => void>();

  /** Notes a request; call the answer once when it ended. */
  begin(): () => void {
    this.change(1);
    let ended = false;
    return () => {
      if (ended) return;
      ended = true;
      this.change(-1);
    };
  }

  readonly shown = (): boolean => this.pending > 0;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  private change(by: 1 | -1): void {
    const before = this.shown();
    this.pending += by;
    if (this.shown() !== before) for (const listener of this.listeners) listener();
  }
}
