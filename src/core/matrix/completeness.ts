import type { Questionnaire } from './document.ts';
import type { Tallies } from './tallies.ts';
import type { CellAddress } from './types.ts';

/** What is missing in a matrix: of every cell, or of rows without any answer, as `completeness` of the document asks (RISK-16). */
export class Completeness {
  readonly #values: Int8Array;
  readonly #tallies: Tallies;
  readonly #columns: number;
  readonly #unanswered: number;
  readonly #isByRow: boolean;

  constructor({ unanswered, completeness }: Questionnaire<unknown>, columns: number, values: Int8Array, tallies: Tallies) {
    this.#values = values;
    this.#tallies = tallies;
    this.#columns = columns;
    this.#unanswered = unanswered.value;
    this.#isByRow = completeness?.require === 'rows';
  }

  get isReached(): boolean {
    const { answered, total } = this.progress;
    return answered === total;
  }

  /** Of what is asked for, cells or rows, how much there is. */
  get progress(): { answered: number; total: number } {
    const cells = this.#values.length;
    if (!this.#isByRow) return { answered: cells - this.#tallies.unanswered, total: cells };
    const total = cells === 0 ? 0 : cells / this.#columns;
    let answered = total;
    for (let cell = 0; cell < cells; cell += this.#columns) if (this.#lacks(cell)) answered -= 1;
    return { answered, total };
  }

  /** Whether the row of a cell has no answer at all. */
  #lacks(cell: number): boolean {
    return this.#tallies.unansweredIn(Math.floor(cell / this.#columns)) === this.#columns;
  }

  /** Whether an answer is missing in this cell. */
  isOpen(cell: number): boolean {
    return this.#values[cell] === this.#unanswered && (!this.#isByRow || this.#lacks(cell));
  }

  /** The first missing answer after a cell, row by row and round again; from the start when no cell is given. */
  next(after?: CellAddress): CellAddress | undefined {
    const from = after ? after.row * this.#columns + after.column + 1 : 0;
    const found = this.#openFrom(from, this.#values.length) ?? this.#openFrom(0, from);
    return found === undefined ? undefined : { row: Math.floor(found / this.#columns), column: found % this.#columns };
  }
  #openFrom(from: number, to: number): number | undefined {
    const nextOf = (start: number) => this.#values.indexOf(this.#unanswered, start);
    for (let cell = nextOf(from); cell >= 0 && cell < to; cell = nextOf(cell + 1)) if (this.isOpen(cell)) return cell;
    return undefined;
  }
}
