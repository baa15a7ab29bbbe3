import type { Recorder } from './changes.ts';
import type { ColumnRule } from './document.ts';

/** A cell somebody gives a value. */
export interface Choice {
  cell: number;
  value: number;
}

/**
 * Writes what a person chose for cells of one column, and what the rules of the column make of its other cells (RISK-10, RISK-11). What was chosen
 * stands, whatever they say. A rule about choosing a value asks that all of them hold it: a mixed block says nothing about the rest of the column.
 */
export function choose(
  recorder: Recorder,
  values: Int8Array,
  rules: readonly ColumnRule[],
  columns: number,
  choices: readonly Choice[],
): void {
  const changed = choices.filter(({ cell, value }) => values[cell] !== value);
  // A block over itself changes nothing; who chooses one cell once more means the rule.
  if (changed.length === 0 && choices.length !== 1) return;
  const [first] = choices;
  const chosen = choices.every(({ value }) => value === first?.value) ? first?.value : undefined;
  const left = new Set(changed.map(({ cell }) => values[cell]));
  for (const { cell, value } of changed) recorder.write(cell, value);
  const own = new Set(choices.map(({ cell }) => cell));
  for (const rule of rules) {
    if ('whenChosen' in rule) {
      if (rule.whenChosen === chosen) writeOthers(recorder, values, own, columns, rule.fillColumn);
    } else if (left.has(rule.whenLeaving)) writeOthers(recorder, values, own, columns, rule.resetColumn, rule.whenLeaving);
  }
}

/** Every other cell of the column, or those that hold `only`. */
function writeOthers(recorder: Recorder, values: Int8Array, own: ReadonlySet<number>, columns: number, value: number, only?: number): void {
  const [cell = 0] = own;
  for (let other = cell % columns; other < values.length; other += columns) {
    if (!own.has(other) && (only === undefined || values[other] === only)) recorder.write(other, value);
  }
}
