import { areaUnderCurve, type Metrics } from './metrics.ts';
import type { LeftOut, Preparation } from './prepare.ts';
import type { Matrix, Targets, Task } from './table.ts';
import type { Worth } from './worth.ts';

/** What people should know before they trust a model. */
export type Warning =
  | { kind: 'leak'; column: string; score: number }
  | { kind: 'fewRows'; rows: number }
  | { kind: 'rareClass'; label: string; rows: number }
  | { kind: 'oneClass'; label: string }
  | { kind: 'leftOut'; column: string; reason: LeftOut['reason'] }
  | { kind: 'missingTarget'; rows: number }
  /** Rows of classes that are rarer than the `most` that are told apart. */
  | { kind: 'rareClassesLeft'; rows: number; classes: number; most: number }
  | { kind: 'sampled'; rows: number }
  | { kind: 'noFeature' }
  /** Of versions that were measured before what they are worth was kept by itself. */
  | { kind: 'notBetter' }
  | { kind: 'poorChances' }
  | { kind: 'timeUp'; tried: number; planned: number };

const enoughRows = 200;
const enoughOfClass = 20;

export function warningsOfRows(targets: Targets, task: Task): Warning[] {
  const few: Warning[] = targets.length < enoughRows ? [{ kind: 'fewRows', rows: targets.length }] : [];
  if (task.kind === 'number') return few;
  const counts = task.classes.map((label, index) => ({ label, rows: targets.reduce((sum, value) => sum + Number(value === index), 0) }));
  if (counts.length < 2) return [...few, { kind: 'oneClass', label: counts[0]?.label ?? '' }];
  const rare = counts.filter(({ rows }) => rows < enoughOfClass).slice(0, 5);
  return [...few, ...rare.map((one): Warning => ({ kind: 'rareClass', ...one }))];
}

/** Two classes are compared by how well rows are ranked: a model that ranks better than the baseline may still say worse probabilities. */
export function warningsOfWorth(metrics: Metrics, baseline: Metrics, { verdict }: Worth): Warning[] {
  if (verdict === 'notBetter') return [];
  return metrics.logLoss !== undefined && metrics.logLoss >= (baseline.logLoss ?? 0) ? [{ kind: 'poorChances' }] : [];
}

/** From this score on a column alone tells the target: it was probably filled in afterwards. */
const suspicious = { auc: 0.985, r2: 0.98 };
const groups = 40;

/** Columns that tell the target by themselves, the plainest first. */
export function leaksIn(matrix: Matrix, preparation: Preparation, targets: Targets, task: Task): Warning[] {
  const scores = new Map<string, number>();
  matrix.columns.forEach((column, at) => {
    const source = preparation.sources[at] as string;
    const score = task.kind === 'number' ? explainedBy(column, targets) : separatedBy(column, targets, task.classes.length);
    if (score >= (task.kind === 'number' ? suspicious.r2 : suspicious.auc)) scores.set(source, Math.max(score, scores.get(source) ?? 0));
  });
  return [...scores]
    .sort((one, other) => other[1] - one[1])
    .slice(0, 5)
    .map(([column, score]): Warning => ({ kind: 'leak', column, score }));
}

/** Least area under the curve of all classes, by the order of the values alone. */
function separatedBy(column: Float64Array, targets: Targets, classes: number): number {
  const scores = column.map((value) => (Number.isNaN(value) ? Number.NEGATIVE_INFINITY : value));
  let least = 1;
  for (let index = classes === 2 ? 1 : 0; index < classes; index += 1) {
    const area = areaUnderCurve(scores, (row) => targets[row] === index);
    if (!Number.isNaN(area)) least = Math.min(least, Math.max(area, 1 - area));
  }
  return least;
}

/** Share of the spread that is gone within groups of neighbouring values. */
function explainedBy(column: Float64Array, targets: Targets): number {
  if (column.length < 4 * groups) return 0;
  const order = Int32Array.from(column, (_, row) => row).sort(
    (one, other) =>
      (Number.isNaN(column[one] as number) ? -1 : (column[one] as number)) -
      (Number.isNaN(column[other] as number) ? -1 : (column[other] as number)),
  );
  const spread = (rows: Int32Array) => {
    const middle = rows.reduce((sum, row) => sum + (targets[row] as number), 0) / rows.length;
    return rows.reduce((sum, row) => sum + ((targets[row] as number) - middle) ** 2, 0);
  };
  let within = 0;
  for (let group = 0; group < groups; group += 1)
    within += spread(order.subarray(Math.floor((group * order.length) / groups), Math.floor(((group + 1) * order.length) / groups)));
  const whole = spread(order);
  return whole > 0 ? 1 - within / whole : 0;
}
