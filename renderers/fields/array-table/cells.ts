import type { Column } from './CellEditor.tsx';
import { type CellProblem, cellProblem, isBlank, type Row, rowWithSame } from './rows.ts';

/** What the conditions of a column say of one row. A cell nobody can change is not asked for. */
export function cellFacts(column: Column, row: Row, index: number): { readOnly: boolean; required: boolean } {
  const readOnly = Boolean(column.readOnly?.({ row, index }));
  return { readOnly, required: !readOnly && Boolean(column.required?.({ row, index })) };
}

/** Whether every row must have it; without rows, whether a new one must. */
export function isRequired(column: Column, rows: readonly Row[], fresh: Row): boolean {
  const asked = rows.length > 0 ? rows : [fresh];
  return asked.every((row, index) => cellFacts(column, row, index).required);
}

/** What is wrong with a cell, as a text key with its values or in the words of its column; undefined when nothing is. */
export function wrongIn(
  column: Column,
  rows: readonly Row[],
  index: number,
): { key: CellProblem | 'field.cellTwice' | 'engine.uncheckable'; row?: number } | { text: string } | undefined {
  const row = rows[index] ?? {};
  const value = row[column.name];
  const key = cellProblem({ ...column, required: cellFacts(column, row, index).required }, value);
  if (key) return { key };
  const same = rowWithSame(column, rows, index);
  if (same !== undefined) return { key: 'field.cellTwice', row: same };
  const { check } = column;
  if (!check || isBlank(value)) return undefined;
  try {
    return check.require({ row, index }) ? undefined : { text: check.message };
  } catch (error) {
    console.error(`The check of the column ${column.name} cannot be computed:`, error);
    return { key: 'engine.uncheckable' };
  }
}

/** Place of a part of the list, such as `2.comment`. */
export function partAt(path: string): { index: number; name: string } | undefined {
  const [, index, name] = /^(\d+)\.(.+)$/.exec(path) ?? [];
  return index === undefined || name === undefined ? undefined : { index: Number(index), name };
}
