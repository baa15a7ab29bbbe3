import type { CellAddress } from '../../../../src/core/index.ts';
import type { Command } from './keys.ts';

export interface Area {
  top: number;
  left: number;
  bottom: number;
  right: number;
}

export function contains(area: Area | undefined, row: number, column: number): boolean {
  return area !== undefined && row >= area.top && row <= area.bottom && column >= area.left && column <= area.right;
}

/** The active cell and what is selected around it. */
export class Selection {
  readonly #rows: number;
  readonly #columns: number;
  active: CellAddress = { row: 0, column: 0 };
  #anchor: CellAddress = this.active;
  /** Selected as a whole: the active cell stays the upper left one, and what extends the block moves the corner across from it. */
  #isBlock = false;

  constructor(rows: number, columns: number) {
    this.#rows = rows;
    this.#columns = columns;
  }

  get area(): Area {
    return {
      top: Math.min(this.active.row, this.#anchor.row),
      left: Math.min(this.active.column, this.#anchor.column),
      bottom: Math.max(this.active.row, this.#anchor.row),
      right: Math.max(this.active.column, this.#anchor.column),
    };
  }
  get size(): number {
    const { top, left, bottom, right } = this.area;
    return (bottom - top + 1) * (right - left + 1);
  }
  /** The area when it is more than the active cell. */
  get wide(): Area | undefined {
    return this.active.row !== this.#anchor.row || this.active.column !== this.#anchor.column ? this.area : undefined;
  }

  /** Goes to a cell, cut to the matrix; `extend` keeps the other corner of the selection. */
  go(row: number, column: number, extend = false): void {
    const held = this.#isBlock ? this.active : this.#anchor;
    this.active = this.#inside(row, column);
    this.#anchor = extend ? held : this.active;
    this.#isBlock = false;
  }
  /** Selects a block, cut to the matrix, whose upper left cell is the active one, as spreadsheets do. */
  selectBlock({ top, left, bottom, right }: Area): void {
    this.active = this.#inside(top, left);
    this.#anchor = this.#inside(bottom, right);
    this.#isBlock = true;
  }
  #inside(row: number, column: number): CellAddress {
    return { row: Math.max(0, Math.min(row, this.#rows - 1)), column: Math.max(0, Math.min(column, this.#columns - 1)) };
  }
  selectAll(): void {
    this.#isBlock = false;
    this.#anchor = { row: 0, column: 0 };
    this.active = { row: this.#rows - 1, column: this.#columns - 1 };
  }

  /** Moves as a command says; `page` is the number of rows in sight. False when Tab leaves the matrix. */
  run(command: Command, page: number): boolean {
    const { row, column } = this.#isBlock && 'extend' in command && command.extend ? this.#anchor : this.active;
    switch (command.kind) {
      case 'move':
        this.go(row + command.rows, column + command.columns, command.extend);
        return true;
      case 'edge': {
        const end = (word: 'first' | 'last' | undefined, count: number, now: number): number =>
          word === undefined ? now : word === 'first' ? 0 : count - 1;
        this.go(end(command.row, this.#rows, row), end(command.column, this.#columns, column), command.extend);
        return true;
      }
      case 'page':
        this.go(row + command.direction * page, column, command.extend);
        return true;
      case 'tab': {
        const next = row * this.#columns + column + command.direction;
        if (next < 0 || next >= this.#rows * this.#columns) return false;
        this.go(Math.floor(next / this.#columns), next % this.#columns);
        return true;
      }
      case 'all':
        this.selectAll();
        return true;
      default:
        return true;
    }
  }
}
