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
  /** Group of a row or column, or nothing when there is one group only. */
  ofRow?: Int32Array;
  ofColumn?: Int32Array;
  /** Cells by group and value: counts[group * values + index of the value]. */
  counts: Int32Array;
}

/**
 * How many cells hold each value, by column, by level ... : one addition and one subtraction a changed cell, and every total is read off
 * the counts.
 */
export class Tallies {
  /** Every value a cell can hold: the choices, then unanswered. */
  readonly #values: readonly number[];
  readonly #index = new Int8Array(256).fill(-1);
  readonly #groupings = new Map<string, Grouping>();
  readonly #totals: Readonly<Record<string, TotalDeclaration>>;
  readonly #all: Grouping;
  readonly #rows: Grouping;

  constructor(questionnaire: Questionnaire<unknown>, layout: MatrixLayout) {
    this.#values = [...questionnaire.choices.map(({ value }) => value), questionnaire.unanswered.value];
    this.#values.forEach((value, index) => {
      this.#index[value + 128] = index;
    });
    this.#totals = questionnaire.totals ?? {};
    const levels = questionnaire.rows.levels.map(({ field }) => field);
    const bys = new Set(['all', 'row', ...Object.values(this.#totals).map(({ by }) => by)]);
    for (const by of bys) this.#groupings.set(by, this.#group(by, layout, levels.indexOf(by)));
    this.#all = this.#groupings.get('all') as Grouping;
    this.#rows = this.#groupings.get('row') as Grouping;
  }

  #group(by: string, layout: MatrixLayout, level: number): Grouping {
    const width = this.#values.length;
    const of = (names: Grouping['names'], rest: Pick<Grouping, 'ofRow' | 'ofColumn'>): Grouping => ({
      names,
      ...rest,
      counts: new Int32Array(names.length * width),
    });
    if (by === 'column') return of(layout.columns, { ofColumn: Int32Array.from(layout.columns, (_, index) => index) });
    if (by === 'row') return of(layout.rows, { ofRow: Int32Array.from(layout.rows, (_, index) => index) });
    if (level < 0) return of([{ id: 'all', name: '' }], {});
    const names: { id: string; name: string }[] = [];
    const known = new Map<string, number>();
    const ofRow = Int32Array.from(layout.rows, (row) => {
      const name = row.levels[level] ?? '';
      const group = known.get(name) ?? known.set(name, names.length).size - 1;
      if (group === names.length) names.push({ id: name, name });
      return group;
    });
    return of(names, { ofRow });
  }

  /** Whether a cell can hold this value. */
  knows(value: number): boolean {
    return Number.isInteger(value) && value >= -128 && value <= 127 && (this.#index[value + 128] ?? -1) >= 0;
  }

  /** Counts a whole matrix from nothing. `values` row by row. Each cell is looked at once: groups of rows are sums of their rows. */
  count(values: Int8Array, columns: number): void {
    const groupings = [...this.#groupings.values()];
    for (const { counts } of groupings) counts.fill(0);
    const width = this.#values.length;
    const index = this.#index;
    const ofColumns = groupings.find(({ ofColumn }) => ofColumn)?.counts;
    const ofRows = groupings.filter(({ ofColumn }) => !ofColumn);
    const line = new Int32Array(width);
    const rows = columns === 0 ? 0 : values.length / columns;
    for (let row = 0, cell = 0; row < rows; row += 1) {
      line.fill(0);
      for (let column = 0; column < columns; column += 1, cell += 1) {
        const at = index[(values[cell] as number) + 128] as number;
        line[at] = (line[at] as number) + 1;
        if (ofColumns) ofColumns[column * width + at] = (ofColumns[column * width + at] as number) + 1;
      }
      for (const { ofRow, counts } of ofRows) {
        const base = (ofRow ? (ofRow[row] ?? 0) : 0) * width;
        for (let at = 0; at < width; at += 1) counts[base + at] = (counts[base + at] ?? 0) + (line[at] ?? 0);
      }
    }
  }

  /** A cell went from one value to another. */
  move(row: number, column: number, before: number, after: number): void {
    const width = this.#values.length;
    const from = this.#index[before + 128] ?? 0;
    const to = this.#index[after + 128] ?? 0;
    for (const { ofRow, ofColumn, counts } of this.#groupings.values()) {
      const base = (ofColumn ? (ofColumn[column] ?? 0) : ofRow ? (ofRow[row] ?? 0) : 0) * width;
      counts[base + from] = (counts[base + from] ?? 0) - 1;
      counts[base + to] = (counts[base + to] ?? 0) + 1;
    }
  }

  /** Cells without an answer. */
  get unanswered(): number {
    return this.#all.counts[this.#values.length - 1] ?? 0;
  }

  /** Cells of a row without an answer. */
  unansweredIn(row: number): number {
    const width = this.#values.length;
    return this.#rows.counts[row * width + width - 1] ?? 0;
  }

  /** The totals of a declared name (RISK-09); [] for an unknown one. */
  totals(name: string): TotalRow[] {
    const total = Object.hasOwn(this.#totals, name) ? this.#totals[name] : undefined;
    const grouping = total && this.#groupings.get(total.by);
    if (!total || !grouping) return [];
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
