import type { Row } from '../model.ts';

/** What the call of a table answers for one page. */
export interface PageOfRows {
  rows: readonly Row[];
  /** Rows of all pages, as the answer says. */
  total: number;
}

interface GatheringOptions {
  /** Reads a page, counted from 1. */
  read: (page: number, signal: AbortSignal) => Promise<PageOfRows>;
  /** Reads one row by its place in the list, counted from 1; undefined where that cannot be told. */
  look?: (place: number, signal: AbortSignal) => Promise<Row | undefined>;
  /** What identifies a row; undefined for one without a key. */
  keyOf: (row: Row) => string | undefined;
  /** More rows are not gathered. */
  most: number;
}

/** Looks on their way at once. */
const TOGETHER = 4;

/**
 * Rows of all pages of a list, page by page in their order. A row that is seen on two pages, because others came before it meanwhile, counts once.
 * What failed goes on with the page that failed when it is finished again. At the end the last row of each page is looked at once more: where it stands
 * elsewhere by now, rows left or came between two pages, though there are as many as before.
 */
export class Gathering {
  readonly rows: Row[] = [];
  /** Rows of the list, as the last page says. */
  total = 0;
  readonly #options: GatheringOptions;
  readonly #keys = new Set<string>();
  #pages = 0;
  #seen = 0;
  #largest = 0;
  #hasFallen = false;
  #isWhole = false;
  /** The last row of each page that was followed by another: its key by its place. */
  #ends: { place: number; key: string }[] = [];
  #hasMoved = false;

  constructor(options: GatheringOptions) {
    this.#options = options;
  }

  /** Rows that are wanted: all, or as many as may be. */
  get wanted(): number {
    return Math.min(this.total, this.#options.most);
  }

  /** Whether some of them may not be here: where a row leaves the list between two pages, the first of the next page moves to the one before. */
  get mayLack(): boolean {
    return this.#hasFallen || this.#hasMoved || this.rows.length < this.wanted;
  }

  /** Reads what is missing. `onPage` hears of every page that came. Rejects as `read` does, and once `signal` says so. */
  async finish(signal: AbortSignal, onPage: () => void): Promise<void> {
    // A list that was empty may have rows by now.
    if (this.rows.length === 0) [this.#pages, this.#isWhole] = [0, false];
    while (!this.#isWhole) {
      signal.throwIfAborted();
      const { rows, total } = await this.#options.read(this.#pages + 1, signal);
      signal.throwIfAborted();
      this.#pages += 1;
      this.#seen += rows.length;
      this.total = total;
      this.#largest = Math.max(this.#largest, total);
      this.#hasFallen ||= total < this.#largest;
      this.#add(rows);
      // Servers may give smaller pages than they are asked for: only an empty one is the last before the total is reached.
      this.#isWhole = rows.length === 0 || this.#seen >= total || this.rows.length >= this.#options.most;
      this.#noteEnd(rows);
      onPage();
    }
    await this.#lookAgain(signal);
  }

  #noteEnd(rows: readonly Row[]): void {
    const last = rows.at(-1);
    const key = last && this.#options.keyOf(last);
    if (key !== undefined && !this.#isWhole) this.#ends.push({ place: this.#seen, key });
  }

  /** What was looked at is not looked at again where it fails in between. */
  async #lookAgain(signal: AbortSignal): Promise<void> {
    const { look, keyOf } = this.#options;
    while (look && !this.mayLack && this.#ends.length > 0) {
      signal.throwIfAborted();
      const ends = this.#ends.slice(0, TOGETHER);
      const rows = await Promise.all(ends.map(({ place }) => look(place, signal)));
      signal.throwIfAborted();
      this.#ends = this.#ends.slice(TOGETHER);
      this.#hasMoved = ends.some(({ key }, at) => rows[at] !== undefined && keyOf(rows[at]) !== key);
    }
  }

  #add(rows: readonly Row[]): void {
    // Rows of one page are all of the list at one moment, whatever keys they have.
    const keys = rows.map(this.#options.keyOf);
    for (const [at, row] of rows.entries()) {
      const key = keys[at];
      if (this.rows.length < this.#options.most && (key === undefined || !this.#keys.has(key))) this.rows.push(row);
    }
    for (const key of keys) if (key !== undefined) this.#keys.add(key);
  }
}
