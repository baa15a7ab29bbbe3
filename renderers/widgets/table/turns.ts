import type { ActionOutcome } from '../../../src/core/types.ts';
import type { Row } from './model.ts';

/** An action of a table runs for one row after the other: for another row it waits for its turn, for the same one it is not started again. */
export class Turns {
  /** By action the rows it runs or is to run for, in their order. */
  readonly #turns = new Map<number, Map<Row, Promise<ActionOutcome>>>();

  /** `at`: which action it is. `start` never rejects. */
  take(at: number, row: Row, start: () => Promise<ActionOutcome>): Promise<ActionOutcome> {
    const turns = this.#turns.get(at) ?? new Map<Row, Promise<ActionOutcome>>();
    this.#turns.set(at, turns);
    if (turns.has(row)) return Promise.resolve({ status: 'ignored' });
    const before = [...turns.values()].at(-1);
    const run = (before ? before.then(start) : start()).finally(() => turns.delete(row));
    turns.set(row, run);
    return run;
  }
}
