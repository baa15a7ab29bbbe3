import type { Metrics } from './metrics.ts';
import type { Targets, Task } from './table.ts';

/** What models of a task are compared by. */
export type MetricName = 'auc' | 'logLoss' | 'rmse';

/** How a model stands beside the baseline on the same rows: `unsure` is better by less than chance alone may make it. */
export type Verdict = 'better' | 'unsure' | 'notBetter';

export interface Worth {
  verdict: Verdict;
  metric: MetricName;
  /** By how much the model is better, in terms of the metric; below 0 it is worse. */
  gain: number;
  /** Standard error of the gain. Of versions measured before it was kept there is none. */
  error?: number;
}

/** Numbers are compared by their error, two classes by how well rows are ranked where both are among them, otherwise by probabilities. */
export function comparedBy(metrics: Metrics, task: Task): MetricName {
  if (task.kind === 'number') return 'rmse';
  return task.classes.length === 2 && metrics.auc !== undefined ? 'auc' : 'logLoss';
}

/** What is said of a model by its metrics and those of the baseline alone. */
export function worthByMetrics(metrics: Metrics, baseline: Metrics, task: Task): Worth {
  const metric = comparedBy(metrics, task);
  const [own, other] = [metrics[metric] ?? Number.NaN, baseline[metric] ?? Number.NaN];
  const gain = metric === 'auc' ? own - other : other - own;
  return Number.isNaN(gain) ? { verdict: 'notBetter', metric, gain: 0 } : { verdict: gain > 0 ? 'better' : 'notBetter', metric, gain };
}

/** What was predicted for the same rows by the model and by what always says the same. */
interface Compared {
  outputs: readonly Float64Array[];
  constant: readonly Float64Array[];
  targets: Targets;
}

/**
 * Compares a model with the baseline on rows nothing was learned from. A gain within its standard error is `unsure`: of areas under the curve that of a model
 * that ranks by chance (Mann and Whitney), otherwise that of the differences row by row.
 */
export function worthOf(metrics: Metrics, baseline: Metrics, task: Task, compared: Compared): Worth {
  const found = worthByMetrics(metrics, baseline, task);
  const error = found.metric === 'auc' ? errorOfChance(compared.targets) : errorOfMean(gainsOf(found, metrics, baseline, compared));
  if (!Number.isFinite(error)) return found;
  return { ...found, error, verdict: found.gain > 0 && found.gain <= error ? 'unsure' : found.verdict };
}

function errorOfChance(targets: Targets): number {
  const inside = targets.reduce((sum, target) => sum + target, 0);
  return Math.sqrt((targets.length + 1) / (12 * inside * (targets.length - inside)));
}

/** By how much the model is better in each row, so that their mean is the gain. Of roots of mean squares the gain is a mean near both. */
function gainsOf({ metric }: Worth, metrics: Metrics, baseline: Metrics, { outputs, constant, targets }: Compared): Float64Array {
  if (metric === 'logLoss') return targets.map((target, row) => lossAt(constant, target, row) - lossAt(outputs, target, row));
  const scale = (metrics.rmse ?? 0) + (baseline.rmse ?? 0);
  const squareAt = (list: readonly Float64Array[], target: number, row: number) => ((list[0]?.[row] as number) - target) ** 2;
  return targets.map((target, row) => (squareAt(constant, target, row) - squareAt(outputs, target, row)) / scale);
}

function lossAt(outputs: readonly Float64Array[], target: number, row: number): number {
  return -Math.log(Math.min(1, Math.max(1e-15, outputs[target]?.[row] as number)));
}

/** Of a single row its own size: it says nothing. */
function errorOfMean(values: Float64Array): number {
  const rows = values.length;
  const middle = values.reduce((sum, value) => sum + value, 0) / rows;
  if (rows < 2) return Math.abs(middle);
  return Math.sqrt(values.reduce((sum, value) => sum + (value - middle) ** 2, 0) / (rows - 1) / rows);
}
