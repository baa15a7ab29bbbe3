import { logistic } from './boosting.ts';
import { type Clock, type Matrix, outputsOf, type Targets, type Task } from './table.ts';

export interface LinearSettings {
  /** Strength of the penalty, as a share of the least one under which every coefficient is 0. */
  penalty: number;
}

export interface LinearModel {
  kind: 'linear';
  /** Middle and width of each column: columns are measured in widths from their middle, and what is missing stands in the middle. */
  middle: number[];
  width: number[];
  /** Columns that get a second one which says whether the value is missing. */
  flagged: number[];
  /** One, or one a class: the coefficients that are not 0, by place. */
  outputs: { intercept: number; places: number[]; coefficients: number[] }[];
}

/** A column by its places that are not 0; without `rows` every row has its value. */
export interface SparseColumn {
  rows: Int32Array | undefined;
  values: Float64Array;
}

/** Regression with an L1 penalty: logistic for classes (each against the rest), least squares for numbers. At the deadline it keeps what it has. */
export function fitLinear(
  matrix: Matrix,
  targets: Targets,
  task: Task,
  settings: LinearSettings,
  { deadline, clock }: { deadline: number; clock: Clock },
): LinearModel {
  const { columns, ...scale } = scaled(matrix);
  const asked = outputsOf(task) <= 2 ? [1] : Array.from({ length: outputsOf(task) }, (_, index) => index);
  const outputs = asked.map((index) => {
    const own = task.kind === 'number' ? targets : targets.map((target) => Number(target === index));
    return descend(columns, own, { isLogistic: task.kind === 'classes', penalty: settings.penalty, deadline, clock });
  });
  return { kind: 'linear', ...scale, outputs };
}

function scaled(matrix: Matrix): { columns: SparseColumn[]; middle: number[]; width: number[]; flagged: number[] } {
  const columns: SparseColumn[] = [];
  const [middle, width, flagged]: number[][] = [[], [], []];
  const flags: SparseColumn[] = [];
  matrix.columns.forEach((column, at) => {
    let [count, sum, squares] = [0, 0, 0];
    for (const value of column) {
      if (Number.isNaN(value)) continue;
      count += 1;
      sum += value;
    }
    const center = count > 0 ? sum / count : 0;
    for (const value of column) if (!Number.isNaN(value)) squares += (value - center) ** 2;
    const spread = Math.sqrt(squares / Math.max(1, count)) || 1;
    middle?.push(center);
    width?.push(spread);
    columns.push({ rows: undefined, values: column.map((value) => (Number.isNaN(value) ? 0 : (value - center) / spread)) });
    if (count === column.length || count === 0) return;
    flagged?.push(at);
    flags.push({ rows: undefined, values: column.map((value) => (Number.isNaN(value) ? 1 : 0)) });
  });
  return { columns: [...columns, ...flags], middle: middle ?? [], width: width ?? [], flagged: flagged ?? [] };
}

/** Probabilities of each class, or the number. */
export function predictLinear(model: LinearModel, matrix: Matrix, task: Task): Float64Array[] {
  const { middle, width, flagged } = model;
  const sums = model.outputs.map(({ intercept, places, coefficients }) => {
    const sum = new Float64Array(matrix.rows).fill(intercept);
    places.forEach((place, at) => {
      const coefficient = coefficients[at] as number;
      const isFlag = place >= middle.length;
      const column = matrix.columns[isFlag ? (flagged[place - middle.length] as number) : place] as Float64Array;
      for (let row = 0; row < matrix.rows; row += 1) {
        const value = column[row] as number;
        const own = isFlag
          ? Number(Number.isNaN(value))
          : Number.isNaN(value)
            ? 0
            : (value - (middle[place] as number)) / (width[place] as number);
        sum[row] = (sum[row] as number) + coefficient * own;
      }
    });
    return sum;
  });
  return probabilitiesFrom(sums, task);
}

/** Sums of each class against the rest as probabilities that add up to 1; of a number the sum itself. */
export function probabilitiesFrom(sums: Float64Array[], task: Task): Float64Array[] {
  if (task.kind === 'number') return sums;
  const chances = sums.map((sum) => sum.map(logistic));
  if (chances.length === 1) {
    const second = chances[0] as Float64Array;
    return [second.map((value) => 1 - value), second];
  }
  for (let row = 0; row < (chances[0]?.length ?? 0); row += 1) {
    let whole = 0;
    for (const chance of chances) whole += chance[row] as number;
    for (const chance of chances) chance[row] = whole > 0 ? (chance[row] as number) / whole : 1 / chances.length;
  }
  return chances;
}

const mostTurns = 25;
const mostSweeps = 60;

/**
 * Coordinate descent on the loss and its quadratic approximations. Targets of a logistic one are 0 and 1. With a `mix` below 1 the rest of the penalty is of
 * the second kind (L2), which lets columns that say the same share their weight.
 */
export function descend(
  columns: readonly SparseColumn[],
  targets: Targets,
  { isLogistic, penalty, mix = 1, deadline, clock }: { isLogistic: boolean; penalty: number; mix?: number; deadline: number; clock: Clock },
): { intercept: number; places: number[]; coefficients: number[] } {
  const rows = targets.length;
  const share = targets.reduce((sum, target) => sum + target, 0) / Math.max(1, rows);
  const bounded = Math.min(1 - 1e-6, Math.max(1e-6, share));
  let intercept = isLogistic ? Math.log(bounded / (1 - bounded)) : share;
  const coefficients = new Float64Array(columns.length);
  const state = new Float64Array(rows).fill(intercept);
  const least =
    leastPenalty(
      columns,
      targets.map((target) => target - share),
    ) || 1;
  const [weights, rest, curvature] = [new Float64Array(rows), new Float64Array(rows), new Float64Array(columns.length)];
  // The penalty falls in steps: each start is near its end.
  const steps = isLogistic ? [Math.sqrt(penalty), penalty] : [penalty];
  for (const step of steps.filter((value) => value <= 1)) {
    const bound = least * step;
    for (let turn = 0; turn < mostTurns && clock() < deadline; turn += 1) {
      for (let row = 0; row < rows; row += 1) {
        const chance = isLogistic ? logistic(state[row] as number) : 0;
        const weight = isLogistic ? Math.max(1e-5, chance * (1 - chance)) : 1;
        weights[row] = weight;
        rest[row] = ((targets[row] as number) - (isLogistic ? chance : (state[row] as number))) / weight;
      }
      columns.forEach((column, at) => {
        curvature[at] = curvatureOf(column, weights) / rows;
      });
      let largest = 0;
      let isWhole = true;
      for (let sweep = 0; sweep < mostSweeps && clock() < deadline; sweep += 1) {
        let moved = 0;
        for (let at = 0; at < columns.length; at += 1) {
          const before = coefficients[at] as number;
          const curve = curvature[at] as number;
          if (curve < 1e-12 || (!isWhole && before === 0)) continue;
          const column = columns[at] as SparseColumn;
          const pull = slopeOf(column, weights, rest) / rows + curve * before;
          const after = (Math.sign(pull) * Math.max(0, Math.abs(pull) - mix * bound)) / (curve + (1 - mix) * bound);
          if (after === before) continue;
          coefficients[at] = after;
          shift(column, after - before, state, rest);
          moved = Math.max(moved, Math.abs(after - before) * Math.sqrt(curve));
        }
        const step = meanRest(weights, rest);
        intercept += step;
        for (let row = 0; row < rows; row += 1) {
          state[row] = (state[row] as number) + step;
          rest[row] = (rest[row] as number) - step;
        }
        moved = Math.max(moved, Math.abs(step));
        largest = Math.max(largest, moved);
        // First all columns, then those in use until they stand, then all once more.
        if (moved < 1e-5 && isWhole) break;
        isWhole = moved < 1e-5;
      }
      if (!isLogistic || largest < 1e-4) break;
    }
  }
  const places = Array.from(coefficients.keys()).filter((at) => coefficients[at] !== 0);
  return { intercept, places, coefficients: places.map((at) => coefficients[at] as number) };
}

function leastPenalty(columns: readonly SparseColumn[], rest: Float64Array): number {
  const ones = new Float64Array(rest.length).fill(1);
  let most = 0;
  for (const column of columns) most = Math.max(most, Math.abs(slopeOf(column, ones, rest)));
  return most / Math.max(1, rest.length);
}

function slopeOf({ rows, values }: SparseColumn, weights: Float64Array, rest: Float64Array): number {
  let sum = 0;
  if (rows)
    for (let at = 0; at < rows.length; at += 1) {
      const row = rows[at] as number;
      sum += (values[at] as number) * (weights[row] as number) * (rest[row] as number);
    }
  else for (let row = 0; row < values.length; row += 1) sum += (values[row] as number) * (weights[row] as number) * (rest[row] as number);
  return sum;
}

function curvatureOf({ rows, values }: SparseColumn, weights: Float64Array): number {
  let sum = 0;
  for (let at = 0; at < values.length; at += 1) sum += (values[at] as number) ** 2 * (weights[rows ? (rows[at] as number) : at] as number);
  return sum;
}

function shift({ rows, values }: SparseColumn, step: number, state: Float64Array, rest: Float64Array): void {
  for (let at = 0; at < values.length; at += 1) {
    const row = rows ? (rows[at] as number) : at;
    const change = step * (values[at] as number);
    state[row] = (state[row] as number) + change;
    rest[row] = (rest[row] as number) - change;
  }
}

function meanRest(weights: Float64Array, rest: Float64Array): number {
  let [sum, whole] = [0, 0];
  for (let row = 0; row < rest.length; row += 1) {
    sum += (weights[row] as number) * (rest[row] as number);
    whole += weights[row] as number;
  }
  return whole > 0 ? sum / whole : 0;
}
