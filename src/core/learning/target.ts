import { type TruthWords, truthIn } from '../truth-words.ts';
import { isNumbers, type LearningColumn, lengthOf, type Targets, type Task } from './table.ts';

/** Most classes a model tells apart; rows of rarer ones are left out, and said to be. */
export const mostClasses = 30;

/** A value as the label of a class; null where there is none. */
export function labelAt(column: LearningColumn, row: number): string | null {
  if (!isNumbers(column)) return column.texts[row] ?? null;
  const value = column.numbers[row] as number;
  if (Number.isNaN(value)) return null;
  return column.analysis === 'boolean' ? String(value === 1) : String(value);
}

/** The values of a column in the terms of a task that was learned from another one; NaN where there is none it knows. */
export function targetsFor(column: LearningColumn, task: Task): Targets {
  if (task.kind === 'number')
    return isNumbers(column) ? column.numbers : Float64Array.from(column.texts, (text) => (text === null ? Number.NaN : Number(text)));
  const places = new Map(task.classes.map((label, index) => [label, index]));
  return Float64Array.from({ length: lengthOf(column) }, (_, row) => places.get(labelAt(column, row) ?? '') ?? Number.NaN);
}

/** Which of two classes is asked about, and what says yes; nothing does where it makes no difference. */
interface Asked {
  positive?: string | undefined;
  words?: TruthWords | undefined;
}

/** What is learned, of which rows, and how many rows of how many rarer classes are left out beside those without a target. */
export interface FoundTarget {
  task: Task;
  rows: Int32Array;
  targets: Targets;
  missing: number;
  rare: { rows: number; classes: number };
}

/**
 * What is learned of a column: numbers are predicted as numbers unless they are two, everything else as classes. Of two classes the second is the one asked
 * about: the one that is wished for, else the one that says yes, else the rarer one. Rows without the target are left out.
 */
export function targetOf(column: LearningColumn, asked: Asked): FoundTarget {
  const all = lengthOf(column);
  if (isNumbers(column) && column.analysis === 'numeric' && new Set(column.numbers.filter((value) => !Number.isNaN(value))).size > 2) {
    const rows = Int32Array.from(column.numbers.keys()).filter((row) => !Number.isNaN(column.numbers[row] as number));
    const targets = Float64Array.from(rows, (row) => column.numbers[row] as number);
    return { task: { kind: 'number' }, rows, targets, missing: all - rows.length, rare: { rows: 0, classes: 0 } };
  }
  const counts = new Map<string, number>();
  for (let row = 0; row < all; row += 1) {
    const label = labelAt(column, row);
    if (label !== null && label !== '') counts.set(label, (counts.get(label) ?? 0) + 1);
  }
  const ordered = [...counts].sort((one, other) => other[1] - one[1] || (one[0] < other[0] ? -1 : 1));
  const frequent = ordered.slice(0, mostClasses);
  const classes = frequent.length === 2 ? pairOf(frequent, asked) : frequent.map(([label]) => label).sort();
  const places = new Map(classes.map((label, index) => [label, index]));
  const kept = Int32Array.from({ length: all }, (_, row) => row).filter((row) => places.has(labelAt(column, row) ?? ''));
  const targets = Float64Array.from(kept, (row) => places.get(labelAt(column, row) ?? '') ?? 0);
  const rare = { rows: ordered.slice(mostClasses).reduce((sum, [, count]) => sum + count, 0), classes: ordered.length - frequent.length };
  return { task: { kind: 'classes', classes }, rows: kept, targets, missing: all - kept.length - rare.rows, rare };
}

function pairOf(frequent: readonly [string, number][], { positive, words }: Asked): string[] {
  const [common, rare] = frequent.map(([label]) => label) as [string, string];
  const asked =
    [common, rare].find((label) => label === positive) ??
    [common, rare].find((label) => label.trim() === positive) ??
    [rare, common].find((label) => words !== undefined && truthIn(label, words) === true) ??
    rare;
  return asked === rare ? [common, rare] : [rare, common];
}

/** Whether a task has two classes and neither is the one that is wished for, see `targetOf`. */
export function lacksPositive(task: Task, positive: string | undefined): task is Task & { kind: 'classes' } {
  return task.kind === 'classes' && task.classes.length === 2 && positive !== undefined && task.classes[1]?.trim() !== positive.trim();
}
