import type { Rows } from './algebra.ts';
import { bootstrap, bounds, type Effect, estimate, intervalOf, meanOf } from './effect.ts';
import { type LeftOut, prepare, toMatrix } from './prepare.ts';
import { Random } from './random.ts';
import { type Refutation, refute } from './refute.ts';
import type { Clock, LearningColumn, Matrix } from './table.ts';

/** How alike the treated and the others are in one column, in standard deviations: as they are, and after weighting. */
export interface Balance {
  feature: string;
  before: number;
  after: number;
}

export interface CausalResult {
  rows: number;
  treated: number;
  /** Mean outcome with and without the treatment, as they are in the table. */
  treatedMean: number;
  otherMean: number;
  /** Plain difference of the means, and the effect by three ways. `doublyRobust` is the answer. */
  difference: Effect;
  regression: Effect;
  weighting: Effect;
  doublyRobust: Effect;
  balance: Balance[];
  refutations: Refutation[];
  /** Rows hardly comparable with any of the other side: their chance of treatment is below 2 % or above 98 %. */
  incomparable: number;
  draws: number;
  leftOut: LeftOut[];
  verdict: 'raises' | 'lowers' | 'none';
  warnings: CausalWarning[];
}

export type CausalWarning =
  | 'fewRows'
  | 'poorOverlap'
  | 'notBalanced'
  | 'refuted'
  | 'fewDraws'
  | 'noConfounder'
  | 'tooManyFeatures'
  | 'waysDiffer';

export interface CausalQuestion {
  /** 1 treated, 0 not. */
  treatment: Float64Array;
  /** A number, or 0 and 1. */
  outcome: Float64Array;
  confounders: readonly LearningColumn[];
}

const draws = 200;
const leastDraws = 50;
const mostFeatures = 60;

/**
 * The average effect of a treatment on an outcome, if the confounders are all that influences both: by regression adjustment, by inverse-probability weighting
 * and doubly robust, with intervals by the bootstrap, and attempts to refute it. Ends at the deadline with the draws it has.
 */
export function estimateEffect(
  question: CausalQuestion,
  { seed, deadline, clock }: { seed: number; deadline: number; clock: Clock },
): CausalResult {
  const { treatment, outcome, confounders } = question;
  const { preparation, leftOut } = prepare(confounders, outcome, { kind: 'classes', classes: ['', '', ''] });
  const { design, places } = designOf(toMatrix(preparation, confounders));
  const random = new Random(seed);
  const all = Int32Array.from(treatment, (_, row) => row);
  const begun = clock();
  const point = estimate(design, treatment, outcome, all);
  const drawn = bootstrap(design, treatment, outcome, random, draws, clock, begun + 0.6 * (deadline - begun));
  const effectOf = (way: 'difference' | 'regression' | 'weighting' | 'doublyRobust') => ({
    effect: point[way],
    ...intervalOf(drawn.map((one) => one[way])),
  });
  const doublyRobust = effectOf('doublyRobust');
  const balance = balanceOf(design, preparation.features, places, treatment, point.chances);
  const incomparable = point.chances.filter((chance) => chance < bounds.low || chance > bounds.high).length;
  const refutations = (['placebo', 'randomCause', 'subset'] as const).map((refuter, at) =>
    refute(refuter, { design, treatment, outcome, point: doublyRobust, random, clock, end: clock() + (deadline - clock()) / (3 - at) }),
  );
  const verdict = doublyRobust.low > 0 ? 'raises' : doublyRobust.high < 0 ? 'lowers' : 'none';
  const treated = treatment.reduce((sum, value) => sum + value, 0);
  const result = {
    rows: treatment.length,
    treated,
    treatedMean: meanOf(outcome, all, (row) => treatment[row] === 1),
    otherMean: meanOf(outcome, all, (row) => treatment[row] === 0),
    difference: effectOf('difference'),
    regression: effectOf('regression'),
    weighting: effectOf('weighting'),
    doublyRobust,
    balance,
    refutations,
    incomparable,
    draws: drawn.length,
    leftOut,
    verdict,
  } as const;
  return { ...result, warnings: warningsOf(result, preparation.features.length) };
}

function warningsOf(result: Omit<CausalResult, 'warnings'>, features: number): CausalWarning[] {
  const { rows, treated, incomparable, balance, refutations, doublyRobust, regression, weighting } = result;
  const width = (doublyRobust.high - doublyRobust.low) / 2;
  const differ = Math.max(Math.abs(regression.effect - doublyRobust.effect), Math.abs(weighting.effect - doublyRobust.effect));
  return [
    ...(Math.min(treated, rows - treated) < 50 ? (['fewRows'] as const) : []),
    ...(features === 0 ? (['noConfounder'] as const) : []),
    ...(features > mostFeatures ? (['tooManyFeatures'] as const) : []),
    ...(incomparable > 0.05 * rows ? (['poorOverlap'] as const) : []),
    ...(balance.some(({ after }) => Math.abs(after) > 0.1) ? (['notBalanced'] as const) : []),
    ...(differ > 2 * width ? (['waysDiffer'] as const) : []),
    ...(refutations.some(({ isPassed }) => !isPassed) ? (['refuted'] as const) : []),
    ...(result.draws < leastDraws ? (['fewDraws'] as const) : []),
  ];
}

/**
 * A constant and the confounders, measured in standard deviations from their mean; what is missing stands in the middle and has a column that says so. `places`
 * are those of the confounders.
 */
function designOf(matrix: Matrix): { design: Rows; places: number[] } {
  const columns = [new Float64Array(matrix.rows).fill(1)];
  const places: number[] = [];
  for (const column of matrix.columns.slice(0, mostFeatures)) {
    places.push(columns.length);
    const known = column.filter((value) => !Number.isNaN(value));
    const middle = known.reduce((sum, value) => sum + value, 0) / Math.max(1, known.length);
    const spread = Math.sqrt(known.reduce((sum, value) => sum + (value - middle) ** 2, 0) / Math.max(1, known.length)) || 1;
    columns.push(column.map((value) => (Number.isNaN(value) ? 0 : (value - middle) / spread)));
    if (known.length < column.length) columns.push(column.map((value) => Number(Number.isNaN(value))));
  }
  return { design: rowsOf(columns, matrix.rows), places };
}

function rowsOf(columns: readonly Float64Array[], rows: number): Rows {
  const width = columns.length;
  const values = new Float64Array(width * rows);
  columns.forEach((column, at) => {
    for (let row = 0; row < rows; row += 1) values[row * width + at] = column[row] as number;
  });
  return { width, values };
}

function balanceOf(
  design: Rows,
  features: readonly string[],
  places: readonly number[],
  treatment: Float64Array,
  chances: Float64Array,
): Balance[] {
  const weight = (row: number) => {
    const bounded = Math.min(bounds.high, Math.max(bounds.low, chances[row] as number));
    return treatment[row] === 1 ? 1 / bounded : 1 / (1 - bounded);
  };
  const difference = (at: number, weightOf: (row: number) => number) => {
    const [sums, wholes] = [
      [0, 0],
      [0, 0],
    ] as [[number, number], [number, number]];
    for (let row = 0; row < treatment.length; row += 1) {
      const side = treatment[row] === 1 ? 1 : 0;
      sums[side] += weightOf(row) * (design.values[row * design.width + at] as number);
      wholes[side] += weightOf(row);
    }
    return sums[1] / wholes[1] - sums[0] / wholes[0];
  };
  return places
    .map((place, at) => ({ feature: features[at] as string, before: difference(place, () => 1), after: difference(place, weight) }))
    .sort((one, other) => Math.abs(other.before) - Math.abs(one.before));
}
