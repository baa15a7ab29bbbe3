/** Cells that changed together, each once: what it was before the first write and after the last. */
export interface ChangeSet {
  readonly cells: readonly number[];
  readonly before: readonly number[];
  readonly after: readonly number[];
}

/** Collects writes into one change set; each write costs the same however many went before. */
export class Recorder {
  readonly #values: Int8Array;
  /** Place of a cell in the lists, plus one. */
  readonly #slots: Int32Array;
  #cells: number[] = [];
  #before: number[] = [];

  constructor(values: Int8Array) {
    this.#values = values;
    this.#slots = new Int32Array(values.length);
  }

  write(cell: number, value: number): void {
    const before = this.#values[cell] ?? 0;
    if (before === value) return;
    if (this.#slots[cell] === 0) {
      this.#cells.push(cell);
      this.#before.push(before);
      this.#slots[cell] = this.#cells.length;
    }
    this.#values[cell] = value;
  }

  /** The changes since the last call, or undefined when nothing is different in the end. */
  take(): ChangeSet | undefined {
    const cells: number[] = [];
    const before: number[] = [];
    const after: number[] = [];
    this.#cells.forEach((cell, index) => {
      this.#slots[cell] = 0;
      const was = this.#before[index] ?? 0;
      const is = this.#values[cell] ?? 0;
      if (was === is) return;
      cells.push(cell);
      before.push(was);
      after.push(is);
    });
    this.#cells = [];
    this.#before = [];
    return cells.length > 0 ? { cells, before, after } : undefined;
  }
}

/** Steps back and forward. At most `limit` steps are kept. */
export class History {
  readonly #limit: number;
  #done: ChangeSet[] = [];
  #undone: ChangeSet[] = [];

  constructor(limit: number) {
    this.#limit = limit;
  }

  get canUndo(): boolean {
    return this.#done.length > 0;
  }
  get canRedo(): boolean {
    return this.#undone.length > 0;
  }

  /** A new step; what was undone cannot be done again. */
  push(change: ChangeSet): void {
    this.#done.push(change);
    if (this.#done.length > this.#limit) this.#done.shift();
    this.#undone = [];
  }

  back(): ChangeSet | undefined {
    const change = this.#done.pop();
    if (change) this.#undone.push(change);
    return change;
  }

  forward(): ChangeSet | undefined {
    const change = this.#undone.pop();
    if (change) this.#done.push(change);
    return change;
  }
}
