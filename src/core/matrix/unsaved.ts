/** Answers changed here and not saved: cells with what they held when they were taken. */
export interface Batch {
  version: number;
  cells: readonly number[];
  values: readonly number[];
}
/** An answer changed here and elsewhere. */
interface Clash {
  local: number;
  remote: number;
}

/** Which cells differ from what is known to be saved, and where that was changed elsewhere meanwhile. */
export class Unsaved {
  readonly #values: Int8Array;
  readonly #saved: Int8Array;
  /** Version in which a person last changed a cell. */
  readonly #touched: Int32Array;
  readonly clashes = new Map<number, Clash>();
  count = 0;

  constructor(values: Int8Array) {
    this.#values = values;
    this.#saved = values.slice();
    this.#touched = new Int32Array(values.length);
  }

  has(cell: number): boolean {
    return this.#values[cell] !== this.#saved[cell];
  }
  saved(cell: number): number {
    return this.#saved[cell] ?? 0;
  }

  /** A person changed a cell, whose value stands already. */
  changed(cell: number, before: number, after: number, version: number): void {
    this.#touched[cell] = version;
    if (before === this.#saved[cell]) this.count += 1;
    else if (after === this.#saved[cell]) this.count -= 1;
    const clash = this.clashes.get(cell);
    if (clash && after !== clash.local) this.clashes.delete(cell);
  }

  /** It is chosen here once more, to be saved although nothing changed. */
  touch(cell: number, version: number): void {
    this.#touched[cell] = version;
  }

  /** This value of a cell is saved, by whomever; `before` is what the cell held when it was not told of before it took it. */
  confirm(cell: number, value: number, before = this.#values[cell]): void {
    if (before !== this.#saved[cell]) this.count -= 1;
    this.#saved[cell] = value;
    if (this.#values[cell] !== value) this.count += 1;
    const clash = this.clashes.get(cell);
    if (clash && clash.remote !== value) this.clashes.delete(cell);
  }

  clash(cell: number, remote: number): void {
    this.clashes.set(cell, { local: this.#values[cell] ?? 0, remote });
  }

  /** What a person changed after a version and is not saved, row by row. */
  since(version: number, now: number): Batch {
    const cells: number[] = [];
    if (this.count > 0) {
      for (let cell = 0; cell < this.#values.length; cell += 1) {
        if (this.#values[cell] !== this.#saved[cell] && (this.#touched[cell] ?? 0) > version) cells.push(cell);
      }
    }
    return { version: now, cells, values: cells.map((cell) => this.#values[cell] ?? 0) };
  }
}
