import type { Questionnaire, TotalDeclaration } from './document.ts';
import type { MatrixLayout } from './layout.ts';

/** One total. `cells` are those it is over, `answered` those of them with an answer. */
export interface TotalRow {
  id: string;
  name: string;
  value: number;
  answered: number;
  cells: number;
}

interface Grouping {
  names: readonly { id: string; name: string }[];
  /** Group of a row. Without: one group of all rows, or the columns are the groups. */
  ofRow?: Int32Array;
  isByColumn?: true;
}
interface Counted extends Grouping {
  /** Cells by group and value: counts[group * values + index of the value]. */
  counts: Int32Array;
}

/**
 * How many cells hold each value, by row, by column, by level ... : one addition and one subtraction a changed cell, and every total is read
 * off the counts. Rows are counted at once, their sums and the columns when somebody first asks for them.
 */
export class Tallies {
  /** Every value a cell can hold: the choices, then unanswered. */
  readonly #values: readonly number[];
  readonly #index = new Int8Array(256).fill(-1);
  readonly #counted = new Map<string, Counted>();
  readonly #totals: Readonly<Record<string, TotalDeclaration>>;
  readonly #levels: readonly string[];
  readonly #layout: MatrixLayout;
  #cells: Int8Array | undefined;
  #rows = new Int32Array(0);

  constructor(questionnaire: Questionnaire<unknown>, layout: MatrixLayout) {
    this.#layout = layout;
    this.#levels = questionnaire.rows.levels.map(({ field }) => field);
    this.#values = [...questionnaire.choices.map(({ value }) => value), questionnaire.unanswered.value];
    this.#values.forEach((value, index) => {
      this.#index[value + 128] = index;
    });
    this.#totals = questionnaire.totals ?? {};
  }

  /** Counts a whole matrix from nothing. `cells` row by row; they stay the caller's, who tells of every change by `move`. */
  count(cells: Int8Array): void {
    this.#cells = cells;
    this.#counted.clear();
    const width = this.#values.length;
    const columns = this.#layout.columns.length;
    const counts = new Int32Array(this.#layout.rows.length * width);
    const index = this.#index;
    for (let cell = 0, base = 0; cell < cells.length; base += width) {
      for (const end = cell + columns; cell < end; cell += 1) {
        const at = base + (index[(cells[cell] as number) + 128] as number);
        counts[at] = (counts[at] as number) + 1;
      }
    }
    this.#rows = counts;
  }

  /** The counts by one of: column, row, all, a level of the rows. */
  #countedBy(by: string): Counted {
    const before = this.#counted.get(by);
    if (before) return before;
    const grouping = this.#group(by);
    const counted = { ...grouping, counts: this.#countGroups(grouping) };
    this.#counted.set(by, counted);
    return counted;
  }

  #group(by: string): Grouping {
    const { columns, rows } = this.#layout;
    if (by === 'column') return { names: columns, isByColumn: true };
    if (by === 'row') return { names: rows, ofRow: Int32Array.from(rows.keys()) };
    const level = this.#levels.indexOf(by);
    if (level < 0) return { names: [{ id: 'all', name: '' }] };
    const names: { id: string; name: string }[] = [];
    const known = new Map<string, number>();
    const ofRow = new Int32Array(rows.length);
    rows.forEach(({ levels }, row) => {
      const name = levels[level] ?? '';
      const group = known.get(name) ?? names.length;
      if (group === names.length) {
        known.set(name, group);
        names.push({ id: name, name });
      }
      ofRow[row] = group;
    });
    return { names, ofRow };
  }

  /** Groups of rows are sums of their rows; of columns every cell is looked at. */
  #countGroups({ names, ofRow, isByColumn }: Grouping): Int32Array {
    const width = this.#values.length;
    const counts = new Int32Array(names.length * width);
    if (isByColumn) {
      this.#cells?.forEach((value, cell) => {
        const at = (cell % names.length) * width + (this.#index[value + 128] ?? 0);
        counts[at] = (counts[at] ?? 0) + 1;
      });
      return counts;
    }
    for (let row = 0, from = 0; from < this.#rows.length; row += 1, from += width) {
      const to = (ofRow?.[row] ?? 0) * width;
      for (let index = 0; index < width; index += 1) counts[to + index] = (counts[to + index] ?? 0) + (this.#rows[from + index] ?? 0);
    }
    return counts;
  }

  /** Place of a value among those a cell can hold, by the value plus 128; -1 for what no cell can hold. */
  get places(): Int8Array {
    return this.#index;
  }

  /** Whether a cell can hold this value. */
  knows(value: number): boolean {
    return Number.isInteger(value) && value >= -128 && value <= 127 && (this.#index[value + 128] ?? -1) >= 0;
  }

  /** A cell went from one value to another. */
  move(row: number, column: number, before: number, after: number): void {
    const width = this.#values.length;
    const from = this.#index[before + 128] ?? 0;
    const to = this.#index[after + 128] ?? 0;
    shift(this.#rows, row * width, from, to);
    for (const { ofRow, isByColumn, counts } of this.#counted.values()) {
      shift(counts, (isByColumn ? column : (ofRow?.[row] ?? 0)) * width, from, to);
    }
  }

  /** Cells without an answer. */
  get unanswered(): number {
    return this.#countedBy('all').counts[this.#values.length - 1] ?? 0;
  }

  /** Cells of a row without an answer. */
  unansweredIn(row: number): number {
    const width = this.#values.length;
    return this.#rows[row * width + width - 1] ?? 0;
  }

  /** The totals of a declared name (RISK-09); [] for an unknown one. */
  totals(name: string): TotalRow[] {
    const total = Object.hasOwn(this.#totals, name) ? this.#totals[name] : undefined;
    if (!total) return [];
    const grouping = this.#countedBy(total.by);
    const width = this.#values.length;
    const counted = this.#values.map((value, index) => index < width - 1 && (total.of?.includes(value) ?? true));
    return grouping.names.map(({ id, name: label }, group) => {
      let value = 0;
      let answered = 0;
      let largest: number | undefined;
      for (let index = 0; index < width - 1; index += 1) {
        const count = grouping.counts[group * width + index] ?? 0;
        answered += count;
        if (count === 0 || !counted[index]) continue;
        const choice = this.#values[index] ?? 0;
        value += total.how === 'sum' ? choice * count : count;
        largest = largest === undefined ? choice : Math.max(largest, choice);
      }
      const cells = answered + (grouping.counts[group * width + width - 1] ?? 0);
      return { id, name: label, value: total.how === 'max' ? (largest ?? 0) : value, answered, cells };
    });
  }

  get names(): string[] {
    return Object.keys(this.#totals);
  }
}

/** One cell of a group less with one value, one more with another. */
function shift(counts: Int32Array, base: number, from: number, to: number): void {
  counts[base + from] = (counts[base + from] ?? 0) - 1;
  counts[base + to] = (counts[base + to] ?? 0) + 1;
}
