import type { Matrix } from './table.ts';

/** A matrix in coarse steps: bin 0 is what is missing, bin b the values up to threshold b - 1, the last bin the rest. */
export interface Bins {
  rows: number;
  codes: Uint8Array[];
  thresholds: Float64Array[];
}

/** Rows whose values the steps are chosen by. */
const sampled = 20_000;

/** Steps of about equal rows for each column, at most `most` (255). */
export function binsOf(matrix: Matrix, most: number): Bins {
  const thresholds = matrix.columns.map((column) => thresholdsOf(column, Math.min(254, most)));
  return { rows: matrix.rows, thresholds, codes: matrix.columns.map((column, at) => codesOf(column, thresholds[at] as Float64Array)) };
}

/** Another matrix in the steps of the first. */
export function binnedLike(bins: Bins, matrix: Matrix): Bins {
  const codes = matrix.columns.map((column, at) => codesOf(column, bins.thresholds[at] as Float64Array));
  return { rows: matrix.rows, thresholds: bins.thresholds, codes };
}

function thresholdsOf(column: Float64Array, most: number): Float64Array {
  const step = Math.max(1, Math.floor(column.length / sampled));
  const values = column.filter((value, at) => at % step === 0 && !Number.isNaN(value)).sort();
  const found: number[] = [];
  const wanted = values.length / (most + 1);
  let [since, distinct] = [0, 0];
  for (let at = 1; at < values.length; at += 1) if (values[at] !== values[at - 1]) distinct += 1;
  const isFew = distinct <= most;
  for (let at = 1; at < values.length; at += 1) {
    const [before, value] = [values[at - 1] as number, values[at] as number];
    since += 1;
    if (value === before || (!isFew && since < wanted)) continue;
    found.push(before + (value - before) / 2);
    since = 0;
  }
  return Float64Array.from(found.slice(0, 254));
}

function codesOf(column: Float64Array, thresholds: Float64Array): Uint8Array {
  const codes = new Uint8Array(column.length);
  for (let row = 0; row < column.length; row += 1) {
    const value = column[row] as number;
    if (Number.isNaN(value)) continue;
    let [low, high] = [0, thresholds.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (value <= (thresholds[middle] as number)) high = middle;
      else low = middle + 1;
    }
    codes[row] = low + 1;
  }
  return codes;
}
