import type { CellAddress, MatrixStore } from '../../../src/core/index.ts';

/** A cell and what stands in it, for those who hear it. */
export function nameOfCell({ layout: { rows, columns } }: MatrixStore, { row, column }: CellAddress, label = ''): string {
  return `${rows[row]?.levels.join(', ')}; ${columns[column]?.name}: ${label}`;
}

/** What a change did: the cell, and how many when it is more than that one. */
export function changeText(name: string, count: number, filled: (count: number) => string): string {
  return count < 2 ? name : `${name}. ${filled(count)}`;
}
