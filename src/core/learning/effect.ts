import { leastSquares, logisticRegression, product, type Rows } from './algebra.ts';
import { logistic } from './boosting.ts';
import type { Random } from './random.ts';
import type { Clock } from './table.ts';

/** An effect and the interval it lies in with a certainty of 95 % by the bootstrap. */
export interface Effect {
  effect: number;
  low: number;
  high: number;
}

/** Bounds of the chance of treatment: rows beyond get the weight of the bound. */
export const bounds = { low: 0.02, high: 0.98 };

/** One effect by each way, and each row's chance of treatment. */
export interface Estimate {
  difference: number;
  regression: number;
  weighting: number;
  doublyRobust: number;
  chances: Float64Array;
}

/** The effect in the rows that are used. */
export function estimate(design: Rows, treatment: Float64Array, outcome: Float64Array, used: Int32Array): Estimate {
  const propensity = logisticRegression(design, treatment, used);
  const treatedFit = leastSquares(
    design,
    outcome,
    used.filter((row) => treatment[row] === 1),
  );
  const otherFit = leastSquares(
    design,
    outcome,
    used.filter((row) => treatment[row] === 0),
  );
  const chances = new Float64Array(used.length);
  let [regression, robust, treatedSum, treatedWeight, otherSum, otherWeight] = [0, 0, 0, 0, 0, 0];
  used.forEach((row, at) => {
    const chance = logistic(product(design, row, propensity));
    chances[at] = chance;
    const bounded = Math.min(bounds.high, Math.max(bounds.low, chance));
    const [isTreated, own] = [treatment[row] === 1, outcome[row] as number];
    const [withIt, without] = [product(design, row, treatedFit), product(design, row, otherFit)];
    regression += withIt - without;
    robust += withIt - without + (isTreated ? (own - withIt) / bounded : -(own - without) / (1 - bounded));
    if (isTreated) {
      treatedSum += own / bounded;
      treatedWeight += 1 / bounded;
    } else {
      otherSum += own / (1 - bounded);
      otherWeight += 1 / (1 - bounded);
    }
  });
  return {
    difference: meanOf(outcome, used, (row) => treatment[row] === 1) - meanOf(outcome, used, (row) => treatment[row] === 0),
    regression: regression / used.length,
    weighting: treatedSum / treatedWeight - otherSum / otherWeight,
    doublyRobust: robust / used.length,
    chances,
  };
}

/** The effect in rows drawn anew, again and again: as often as wanted, or until the deadline. */
export function bootstrap(
  design: Rows,
  treatment: Float64Array,
  outcome: Float64Array,
  random: Random,
  wanted: number,
  clock: Clock,
  deadline: number,
): Estimate[] {
  const found: Estimate[] = [];
  for (let draw = 0; draw < wanted && (clock() < deadline || draw < 2); draw += 1) {
    const used = Int32Array.from({ length: treatment.length }, () => random.below(treatment.length));
    const treated = used.reduce((sum, row) => sum + (treatment[row] as number), 0);
    if (treated > 1 && treated < used.length - 1) found.push(estimate(design, treatment, outcome, used));
  }
  return found;
}

/** What lies between the outer 2.5 % on both sides. */
export function intervalOf(values: readonly number[]): { low: number; high: number } {
  const sorted = Float64Array.from(values).sort();
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.max(0, Math.round(share * (sorted.length - 1))))] ?? Number.NaN;
  return { low: at(0.025), high: at(0.975) };
}

export function meanOf(values: Float64Array, used: Int32Array, isUsed: (row: number) => boolean): number {
  let [sum, count] = [0, 0];
  for (const row of used) {
    if (!isUsed(row)) continue;
    sum += values[row] as number;
    count += 1;
  }
  return sum / Math.max(1, count);
}
