import { logistic } from './boosting.ts';

/** Rows of numbers one after the other, `width` a row. */
export interface Rows {
  width: number;
  values: Float64Array;
}

/** Solves the symmetric positive system `matrix * x = right` by Cholesky; `matrix` is row by row and is written over. */
function solve(matrix: Float64Array, right: Float64Array): Float64Array {
  const size = right.length;
  for (let row = 0; row < size; row += 1)
    for (let column = 0; column <= row; column += 1) {
      let sum = matrix[row * size + column] as number;
      for (let at = 0; at < column; at += 1) sum -= (matrix[row * size + at] as number) * (matrix[column * size + at] as number);
      matrix[row * size + column] = row === column ? Math.sqrt(Math.max(sum, 1e-12)) : sum / (matrix[column * size + column] as number);
    }
  const result = right.slice();
  for (let row = 0; row < size; row += 1) {
    for (let at = 0; at < row; at += 1)
      result[row] = (result[row] as number) - (matrix[row * size + at] as number) * (result[at] as number);
    result[row] = (result[row] as number) / (matrix[row * size + row] as number);
  }
  for (let row = size - 1; row >= 0; row -= 1) {
    for (let at = row + 1; at < size; at += 1)
      result[row] = (result[row] as number) - (matrix[at * size + row] as number) * (result[at] as number);
    result[row] = (result[row] as number) / (matrix[row * size + row] as number);
  }
  return result;
}

/** Weight of the penalty that keeps coefficients finite where columns say the same or tell the outcome; the first column, the constant, has none. */
const ridge = 1e-3;

function normal(design: Rows, used: Int32Array, weight: (row: number) => number, target: (row: number) => number): Float64Array {
  const { width, values } = design;
  const matrix = new Float64Array(width * width);
  const right = new Float64Array(width);
  for (const row of used) {
    const start = row * width;
    const own = weight(row);
    const wanted = own * target(row);
    for (let one = 0; one < width; one += 1) {
      const value = values[start + one] as number;
      if (value === 0) continue;
      right[one] = (right[one] as number) + value * wanted;
      const times = value * own;
      for (let other = 0; other <= one; other += 1) {
        const place = one * width + other;
        matrix[place] = (matrix[place] as number) + times * (values[start + other] as number);
      }
    }
  }
  for (let one = 1; one < width; one += 1) matrix[one * width + one] = (matrix[one * width + one] as number) + ridge * used.length * 0.01;
  return solve(matrix, right);
}

/** Coefficients of least squares over the used rows, which may be named more than once. */
export function leastSquares(design: Rows, targets: Float64Array, used: Int32Array): Float64Array {
  return normal(
    design,
    used,
    () => 1,
    (row) => targets[row] as number,
  );
}

/** Coefficients of a logistic regression over the used rows. */
export function logisticRegression(design: Rows, targets: Float64Array, used: Int32Array): Float64Array {
  let coefficients: Float64Array = new Float64Array(design.width);
  const sums = new Float64Array(targets.length);
  for (let turn = 0; turn < 12; turn += 1) {
    const before = coefficients;
    for (const row of used) sums[row] = product(design, row, before);
    const weight = (row: number) => {
      const chance = logistic(sums[row] as number);
      return Math.max(1e-6, chance * (1 - chance));
    };
    const aim = (row: number) => (sums[row] as number) + ((targets[row] as number) - logistic(sums[row] as number)) / weight(row);
    coefficients = normal(design, used, weight, aim);
    let moved = 0;
    for (let at = 0; at < coefficients.length; at += 1)
      moved = Math.max(moved, Math.abs((coefficients[at] as number) - (before[at] as number)));
    if (moved < 1e-6) break;
  }
  return coefficients;
}

export function product({ width, values }: Rows, row: number, coefficients: Float64Array): number {
  let sum = 0;
  for (let at = 0; at < width; at += 1) sum += (values[row * width + at] as number) * (coefficients[at] as number);
  return sum;
}
