import { Random } from './random.ts';
import type { Targets, Task } from './table.ts';

/** Rows to learn from and rows that are kept apart. */
export interface Split {
  learn: Int32Array;
  apart: Int32Array;
}

/**
 * Puts the rows into `parts` parts of equal size in which every class has its share (numbers: every tenth of their range). The same seed gives the same
 * parts.
 */
export function stratify(targets: Targets, task: Task, parts: number, seed: number): Int32Array {
  const random = new Random(seed);
  const order = random.shuffle(Int32Array.from(targets, (_, row) => row));
  const stratum = strataOf(targets, task);
  const sorted = order.sort((one, other) => (stratum[one] as number) - (stratum[other] as number));
  const part = new Int32Array(targets.length);
  for (let at = 0; at < sorted.length; at += 1) part[sorted[at] as number] = at % parts;
  return part;
}

function strataOf(targets: Targets, task: Task): Float64Array {
  if (task.kind === 'classes') return targets;
  const order = Int32Array.from(targets, (_, row) => row).sort((one, other) => (targets[one] as number) - (targets[other] as number));
  const stratum = new Float64Array(targets.length);
  for (let at = 0; at < order.length; at += 1) stratum[order[at] as number] = Math.floor((10 * at) / order.length);
  return stratum;
}

/** The rows of one part apart, those of the others to learn from. */
export function splitBy(part: Int32Array, apart: number): Split {
  const learn: number[] = [];
  const kept: number[] = [];
  for (let row = 0; row < part.length; row += 1) (part[row] === apart ? kept : learn).push(row);
  return { learn: Int32Array.from(learn), apart: Int32Array.from(kept) };
}

/** At most so many rows of those given, with every class in its share. */
export function thin(rows: Int32Array, targets: Targets, task: Task, most: number, seed: number): Int32Array {
  if (rows.length <= most) return rows;
  const own = Float64Array.from(rows, (row) => targets[row] as number);
  const parts = rows.length / most;
  const part = stratify(own, task, Math.max(2, Math.round(parts * 8)), seed);
  return rows.filter((_, at) => (part[at] as number) < 8);
}
