export interface CellAddress {
  row: number;
  column: number;
}
/** An answer by the ids of its row and column. */
export interface Answer {
  row: string;
  column: string;
  value: number;
}
/** An answer changed here and elsewhere: `local` stands in the cell, `remote` is what was saved elsewhere. */
export interface Conflict extends CellAddress {
  local: number;
  remote: number;
}
/** What is not saved: row id, column id, value, and the saved value it was made from. */
export interface MatrixSnapshot {
  format: 1;
  answers: [row: string, column: string, value: number, base: number][];
}
export interface MatrixEvent {
  /** Cells whose value changed (row * columns + column). */
  cells: readonly number[];
  version: number;
  /** Who changed them: a person here, or what came from elsewhere. */
  by: 'user' | 'remote' | 'saved';
}
