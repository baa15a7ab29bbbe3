import type { PlanBlock } from '../../core/types.ts';

/** What runs or waits of the actions of a page, so that it can be stopped. */
export class Stops {
  readonly #running = new Map<PlanBlock, Set<AbortController>>();

  /** A signal that ends when the action is stopped, or what it runs within is; `forget` once it is over. */
  begin(block: PlanBlock, around?: AbortSignal): { signal: AbortSignal; forget(): void } {
    const stopping = new AbortController();
    const stops = this.#running.get(block) ?? new Set();
    this.#running.set(block, stops.add(stopping));
    const stop = () => stopping.abort();
    if (around?.aborted) stop();
    around?.addEventListener('abort', stop, { once: true });
    const forget = () => {
      stops.delete(stopping);
      around?.removeEventListener('abort', stop);
    };
    return { signal: stopping.signal, forget };
  }

  /** Ends an action, however often it runs or waits. */
  stop(block: PlanBlock): void {
    for (const stopping of this.#running.get(block) ?? []) stopping.abort();
  }
}
