import type { Targets, Task } from './table.ts';

/** What the rows kept apart say of a model. Shares are from 0 to 1. */
export interface Metrics {
  rows: number;
  auc?: number;
  logLoss?: number;
  accuracy?: number;
  precision?: number;
  recall?: number;
  f1?: number;
  rmse?: number;
  mae?: number;
  r2?: number;
}

/** Rows of a class (first index) that were taken for a class (second index). */
export type Confusion = number[][];

/** Share of pairs of a row of the class and another row in which the first has the higher score; equal scores count half. NaN where one side is missing. */
export function areaUnderCurve(scores: ArrayLike<number>, isOfClass: (row: number) => boolean): number {
  const order = Int32Array.from(scores, (_, row) => row).sort((one, other) => (scores[one] as number) - (scores[other] as number));
  let [rankSum, inside] = [0, 0];
  for (let start = 0; start < order.length; ) {
    let end = start + 1;
    while (end < order.length && scores[order[end] as number] === scores[order[start] as number]) end += 1;
    const rank = (start + 1 + end) / 2;
    for (let at = start; at < end; at += 1) {
      if (!isOfClass(order[at] as number)) continue;
      rankSum += rank;
      inside += 1;
    }
    start = end;
  }
  return (rankSum - (inside * (inside + 1)) / 2) / (inside * (order.length - inside));
}

/** A point of the ROC curve: share of the other rows that are taken for the class, share of its own. */
export interface RocPoint {
  threshold: number;
  falsePositive: number;
  truePositive: number;
}

/** The curve from (0, 0) to (1, 1), at most about a hundred points; none where one side is missing. */
export function rocCurve(scores: ArrayLike<number>, isOfClass: (row: number) => boolean, most = 100): RocPoint[] {
  const order = Int32Array.from(scores, (_, row) => row).sort((one, other) => (scores[other] as number) - (scores[one] as number));
  let inside = 0;
  for (let row = 0; row < order.length; row += 1) if (isOfClass(row)) inside += 1;
  const outside = order.length - inside;
  if (inside === 0 || outside === 0) return [];
  const points: RocPoint[] = [{ threshold: 1, falsePositive: 0, truePositive: 0 }];
  let [hit, missed] = [0, 0];
  for (let at = 0; at < order.length; at += 1) {
    const row = order[at] as number;
    if (isOfClass(row)) hit += 1;
    else missed += 1;
    if (at + 1 < order.length && scores[order[at + 1] as number] === scores[row]) continue;
    points.push({ threshold: scores[row] as number, falsePositive: missed / outside, truePositive: hit / inside });
  }
  const step = Math.ceil(points.length / most);
  return points.filter((_, at) => at % step === 0 || at === points.length - 1);
}

/** Class of a row by its probabilities: of two classes the second where it reaches the threshold, of more the likeliest. */
export function classOf(probabilities: readonly Float64Array[], row: number, threshold = 0.5): number {
  if (probabilities.length === 2) return (probabilities[1]?.[row] as number) >= threshold ? 1 : 0;
  let best = 0;
  for (let index = 1; index < probabilities.length; index += 1)
    if ((probabilities[index]?.[row] as number) > (probabilities[best]?.[row] as number)) best = index;
  return best;
}

export function confusionOf(outputs: readonly Float64Array[], targets: Targets, threshold?: number): Confusion {
  const counts = outputs.map(() => outputs.map(() => 0));
  for (let row = 0; row < targets.length; row += 1) {
    const own = counts[targets[row] as number] as number[];
    const taken = classOf(outputs, row, threshold);
    own[taken] = (own[taken] as number) + 1;
  }
  return counts;
}

/**
 * All metrics of a task; none of no rows. With more than two classes precision, recall and F1 are the mean of the classes that have one, AUC that of each class
 * against the rest. Of two classes there is none of these where no row is of the class asked about.
 */
export function metricsOf(outputs: readonly Float64Array[], targets: Targets, task: Task, threshold?: number): Metrics {
  if (targets.length === 0) return { rows: 0 };
  if (task.kind === 'number') return { rows: targets.length, ...numberMetrics(outputs[0] as Float64Array, targets) };
  const counts = confusionOf(outputs, targets, threshold);
  const asked = outputs.length === 2 ? [1] : outputs.map((_, index) => index);
  const areas = asked
    .map((index) => areaUnderCurve(outputs[index] as Float64Array, (row) => targets[row] === index))
    .filter((area) => !Number.isNaN(area));
  const each = asked.map((index) => ratesOf(counts, index)).filter(({ own }) => own > 0 || asked.length > 1);
  let right = 0;
  for (let index = 0; index < counts.length; index += 1) right += counts[index]?.[index] as number;
  return {
    rows: targets.length,
    ...(areas.length > 0 && { auc: mean(areas) }),
    logLoss: logLoss(outputs, targets),
    accuracy: right / Math.max(1, targets.length),
    ...meanRates(each),
  };
}

/** What rows say of a model: its metrics, and where it took which class for which. */
export interface Measured {
  metrics: Metrics;
  /** Of classes. */
  confusion: Confusion | undefined;
  /** Of two classes. */
  roc: RocPoint[] | undefined;
}

export function measure(outputs: readonly Float64Array[], targets: Targets, task: Task, threshold?: number): Measured {
  const isPair = task.kind === 'classes' && task.classes.length === 2;
  return {
    metrics: metricsOf(outputs, targets, task, threshold),
    confusion: task.kind === 'classes' ? confusionOf(outputs, targets, threshold) : undefined,
    roc: isPair ? rocCurve(outputs[1] as Float64Array, (row) => targets[row] === 1) : undefined,
  };
}

/** What models of a task are compared by; more is better. */
export function scoreOf(metrics: Metrics, task: Task): number {
  if (task.kind === 'number') return -(metrics.rmse ?? Number.POSITIVE_INFINITY);
  return task.classes.length === 2 ? (metrics.auc ?? 0.5) : -(metrics.logLoss ?? Number.POSITIVE_INFINITY);
}

export function logLoss(outputs: readonly Float64Array[], targets: Targets): number {
  let sum = 0;
  for (let row = 0; row < targets.length; row += 1)
    sum -= Math.log(Math.min(1, Math.max(1e-15, outputs[targets[row] as number]?.[row] as number)));
  return sum / Math.max(1, targets.length);
}

/** The threshold of two classes with the best F1: for classes that are rare, of which 0.5 finds hardly any. */
export function bestThreshold(scores: Float64Array, targets: Targets): number {
  const order = Int32Array.from(scores, (_, row) => row).sort((one, other) => (scores[other] as number) - (scores[one] as number));
  const inside = targets.reduce((sum, target) => sum + target, 0);
  let [best, threshold, hit] = [-1, 0.5, 0];
  for (let at = 0; at < order.length; at += 1) {
    const row = order[at] as number;
    hit += targets[row] as number;
    const next = at + 1 < order.length ? (scores[order[at + 1] as number] as number) : 0;
    if (next === scores[row]) continue;
    const f1 = (2 * hit) / (at + 1 + inside);
    if (f1 > best) [best, threshold] = [f1, ((scores[row] as number) + next) / 2];
  }
  return threshold;
}

/** Rows of a class, and how well they are found. NaN where there is nothing to count: nothing taken for it has no precision, none of its rows no recall. */
interface Rates {
  own: number;
  precision: number;
  recall: number;
  f1: number;
}

function ratesOf(counts: Confusion, index: number): Rates {
  const hit = counts[index]?.[index] as number;
  let [own, taken] = [0, 0];
  for (let other = 0; other < counts.length; other += 1) {
    own += counts[index]?.[other] as number;
    taken += counts[other]?.[index] as number;
  }
  return { own, precision: hit / taken, recall: hit / own, f1: (2 * hit) / (own + taken) };
}

function meanRates(each: readonly Rates[]): Pick<Metrics, 'precision' | 'recall' | 'f1'> {
  const known = (['precision', 'recall', 'f1'] as const).map((name) => {
    const values = each.map((rates) => rates[name]).filter((value) => !Number.isNaN(value));
    return values.length > 0 ? { [name]: mean(values) } : {};
  });
  return Object.assign({}, ...known);
}

function numberMetrics(predicted: Float64Array, targets: Targets): Pick<Metrics, 'rmse' | 'mae' | 'r2'> {
  const middle = mean(targets);
  let [squares, sizes, spread] = [0, 0, 0];
  for (let row = 0; row < targets.length; row += 1) {
    const error = (predicted[row] as number) - (targets[row] as number);
    squares += error * error;
    sizes += Math.abs(error);
    spread += ((targets[row] as number) - middle) ** 2;
  }
  const rows = Math.max(1, targets.length);
  return { rmse: Math.sqrt(squares / rows), mae: sizes / rows, ...(spread > 0 && { r2: 1 - squares / spread }) };
}

export function mean(values: ArrayLike<number>): number {
  let sum = 0;
  for (let at = 0; at < values.length; at += 1) sum += values[at] as number;
  return sum / Math.max(1, values.length);
}
