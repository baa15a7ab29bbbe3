import type { Recorder } from './changes.ts';
import type { ColumnRule } from './document.ts';

/** Writes what a person chose for one cell, and what the rules of its column make of it (RISK-10, RISK-11). */
export function choose(
  recorder: Recorder,
  values: Int8Array,
  rules: readonly ColumnRule[],
  cell: number,
  columns: number,
  value: number,
): void {
  const old = values[cell] ?? 0;
  recorder.write(cell, value);
  for (const rule of rules) {
    if ('whenChosen' in rule) {
      if (rule.whenChosen === value) writeColumn(recorder, values, cell, columns, rule.fillColumn);
    } else if (rule.whenLeaving === old && old !== value) writeColumn(recorder, values, cell, columns, rule.resetColumn, old);
  }
}

/** Every other cell of the column, or those that hold `only`. */
function writeColumn(recorder: Recorder, values: Int8Array, cell: number, columns: number, value: number, only?: number): void {
  for (let other = cell % columns; other < values.length; other += columns) {
    if (other !== cell && (only === undefined || values[other] === only)) recorder.write(other, value);
  }
}
