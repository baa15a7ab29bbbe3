import { readFileSync, writeFileSync } from 'node:fs';
import {
  type CausalResult,
  classOf,
  confusionOf,
  type Estimator,
  estimateEffect,
  type Fitted,
  fitAutomatically,
  fitTexts,
  type KeptModel,
  type LearningColumn,
  type Metrics,
  metricsOf,
  predictColumns,
  predictTexts,
  rocCurve,
  type Task,
  type TextFitted,
  type TextModel,
  takeColumns,
  targetOf,
  type Warning,
} from '../../../../src/core/learning/index.ts';
import { type FileColumn, readRows } from './csv.ts';

/** A kept model as it is parsed: of columns or of texts. */
export type AnyModel = KeptModel | TextModel;

export interface FitJob {
  kind: 'fit' | 'fitText';
  file: string;
  columns: FileColumn[];
  target: string;
  positive: string | undefined;
  estimators: readonly Estimator[];
  seed: number;
  milliseconds: number;
}
export interface PredictJob {
  kind: 'predict';
  model: string;
  columns: FileColumn[];
  files: { from: string; to: string }[];
}
export interface EvaluateJob {
  kind: 'evaluate';
  model: string;
  file: string;
  columns: FileColumn[];
  target: string;
}
export interface CausalJob {
  kind: 'causal';
  file: string;
  columns: FileColumn[];
  treatment: string;
  treated: string;
  outcome: string;
  good: string | undefined;
  seed: number;
  milliseconds: number;
}
export type Job = FitJob | PredictJob | EvaluateJob | CausalJob;

/** What a form for one row shows of a column: how often used labels are called, or a value in the middle. */
export interface InputHint {
  name: string;
  labels?: string[];
  example?: string;
}
export interface FitResult {
  model: string;
  estimator: string;
  task: Task;
  metrics: Metrics;
  baseline: Metrics;
  confusion: number[][] | undefined;
  roc: Fitted['roc'];
  importance: Fitted['importance'];
  leaderboard: { estimator: string; settings: Record<string, unknown>; rows: number; metrics: Metrics; milliseconds: number }[];
  telling: TextFitted['telling'];
  warnings: Warning[];
  rows: { learned: number; apart: number };
  threshold: number;
  inputs: InputHint[];
}
export interface Evaluation {
  metrics: Metrics;
  confusion: number[][] | undefined;
  roc: Fitted['roc'];
  /** Rows whose target the model does not know, or has none. */
  leftOut: number;
}
export type CausalAnswer = { result: CausalResult; leftOut: number } | { failure: 'treatment' | 'outcome' | 'fewRows' };

export interface Results {
  fit: FitResult;
  fitText: FitResult;
  predict: { rows: number };
  evaluate: Evaluation;
  causal: CausalAnswer;
}

const clock = () => performance.now();
const mostLabels = 50;
const mostTries = 20;

export function perform(job: Job): Results[Job['kind']] {
  switch (job.kind) {
    case 'fit':
    case 'fitText':
      return fitModel(job);
    case 'predict':
      return predictFiles(job);
    case 'evaluate':
      return evaluate(job);
    case 'causal':
      return causal(job);
  }
}

function fitModel(job: FitJob): FitResult {
  const deadline = clock() + job.milliseconds;
  const all = readRows(readFileSync(job.file), job.columns);
  const target = all.find(({ name }) => name === job.target);
  if (!target) throw new Error('The rows lack the target');
  const { task, rows, targets } = targetOf(target, job.positive);
  const features = takeColumns(
    all.filter(({ name }) => name !== job.target),
    rows,
  );
  const missing = ('numbers' in target ? target.numbers.length : target.texts.length) - rows.length;
  const warnings: Warning[] = missing > 0 ? [{ kind: 'missingTarget', rows: missing }] : [];
  const inputs = features.map(hintOf);
  if (job.kind === 'fitText') {
    const text = features[0];
    if (task.kind !== 'classes' || !text || 'numbers' in text) throw new Error('Texts are classified by classes');
    const found = fitTexts(text.texts, targets, task, { seed: job.seed, deadline, clock });
    const { model, leaderboard, ...rest } = found;
    return {
      ...rest,
      model: JSON.stringify(model),
      estimator: 'text',
      task,
      roc: undefined,
      importance: [],
      leaderboard: leaderboard.map(({ penalty, metrics, milliseconds }) => ({
        estimator: 'text',
        settings: { penalty },
        rows: found.rows.learned,
        metrics,
        milliseconds,
      })),
      warnings: [...warnings, ...found.warnings],
      threshold: 0.5,
      inputs,
    };
  }
  const found = fitAutomatically(features, targets, {
    target: job.target,
    task,
    estimators: job.estimators,
    seed: job.seed,
    deadline,
    clock,
  });
  return {
    model: JSON.stringify(found.model),
    estimator: found.model.estimator,
    task,
    metrics: found.metrics,
    baseline: found.baseline,
    confusion: found.confusion,
    roc: found.roc,
    importance: found.importance,
    // The baseline stands last.
    leaderboard: [...found.leaderboard.slice(0, -1).slice(0, mostTries), ...found.leaderboard.slice(-1)].map(({ candidate, ...rest }) => ({
      ...rest,
      estimator: candidate.estimator,
      settings: 'settings' in candidate ? { ...candidate.settings } : {},
    })),
    telling: [],
    warnings: [...warnings, ...found.warnings],
    rows: found.rows,
    threshold: found.model.threshold,
    inputs,
  };
}

function hintOf(column: LearningColumn): InputHint {
  if ('numbers' in column) {
    const known = column.numbers.filter((value) => !Number.isNaN(value)).sort();
    const middle = known[known.length >> 1];
    if (middle === undefined) return { name: column.name };
    if (column.analysis === 'boolean') return { name: column.name, labels: ['true', 'false'] };
    if (column.analysis === 'date') return { name: column.name, example: new Date(middle).toISOString().slice(0, 10) };
    if (column.analysis === 'timestamp')
      return { name: column.name, example: new Date(middle).toISOString().slice(0, 16).replace('T', ' ') };
    return { name: column.name, example: String(Number(middle.toPrecision(6))) };
  }
  if (column.analysis !== 'category') return { name: column.name };
  const uses = new Map<string, number>();
  for (const text of column.texts) if (text !== null) uses.set(text, (uses.get(text) ?? 0) + 1);
  const labels = [...uses].sort((one, other) => other[1] - one[1]).map(([label]) => label);
  return { name: column.name, labels: labels.slice(0, mostLabels) };
}

/** What a model says of rows: the label or number, and how probable it is. */
export function outputsOfRows(
  model: AnyModel,
  columns: readonly LearningColumn[],
): { task: Task; outputs: Float64Array[]; threshold: number } {
  if ('kind' in model) {
    const text = columns[0];
    const texts = text && !('numbers' in text) ? text.texts : [];
    return { task: model.task, outputs: predictTexts(model, texts), threshold: model.threshold };
  }
  return { task: model.task, outputs: predictColumns(model, columns), threshold: model.threshold };
}

function predictFiles({ model: text, columns, files }: PredictJob): Results['predict'] {
  const model = JSON.parse(text) as AnyModel;
  let count = 0;
  for (const { from, to } of files) {
    // The first column is the number of the row.
    const [numbers, ...features] = readRows(readFileSync(from), [{ name: '', analysis: 'numeric' }, ...columns]);
    const ids = numbers && 'numbers' in numbers ? numbers.numbers : new Float64Array(0);
    const { task, outputs, threshold } = outputsOfRows(model, features);
    const lines: string[] = [];
    for (let row = 0; row < ids.length; row += 1) {
      if (task.kind === 'number') {
        lines.push(`${ids[row]},${outputs[0]?.[row]}\n`);
        continue;
      }
      const index = classOf(outputs, row, threshold);
      const chance = outputs[outputs.length === 2 ? 1 : index]?.[row];
      lines.push(`${ids[row]},"${(task.classes[index] ?? '').replaceAll('"', '""')}",${chance}\n`);
    }
    writeFileSync(to, lines.join(''), { mode: 0o600 });
    count += ids.length;
  }
  return { rows: count };
}

function evaluate({ model: text, file, columns, target }: EvaluateJob): Evaluation {
  const model = JSON.parse(text) as AnyModel;
  const all = readRows(readFileSync(file), columns);
  const wanted = all.find(({ name }) => name === target);
  if (!wanted) throw new Error('The rows lack the target');
  const { task } = model;
  const values = valuesOf(wanted, task);
  const rows = Int32Array.from(values.keys()).filter((row) => !Number.isNaN(values[row] as number));
  const features = takeColumns(
    all.filter(({ name }) => name !== target),
    rows,
  );
  const targets = Float64Array.from(rows, (row) => values[row] as number);
  const { outputs, threshold } = outputsOfRows(model, features);
  return {
    metrics: metricsOf(outputs, targets, task, threshold),
    confusion: task.kind === 'classes' ? confusionOf(outputs, targets, threshold) : undefined,
    roc:
      task.kind === 'classes' && task.classes.length === 2 ? rocCurve(outputs[1] as Float64Array, (row) => targets[row] === 1) : undefined,
    leftOut: values.length - rows.length,
  };
}

/** Targets of a table in the terms of a model; NaN where there is none it knows. */
function valuesOf(column: LearningColumn, task: Task): Float64Array {
  if (task.kind === 'number')
    return 'numbers' in column ? column.numbers : Float64Array.from(column.texts, (text) => (text === null ? Number.NaN : Number(text)));
  const places = new Map(task.classes.map((label, index) => [label, index]));
  const label = (row: number): string => {
    if (!('numbers' in column)) return column.texts[row] ?? '';
    const value = column.numbers[row] as number;
    return column.analysis === 'boolean' && !Number.isNaN(value) ? String(value === 1) : String(value);
  };
  const count = 'numbers' in column ? column.numbers.length : column.texts.length;
  return Float64Array.from({ length: count }, (_, row) => places.get(label(row)) ?? Number.NaN);
}

const leastRows = 30;

function causal(job: CausalJob): CausalAnswer {
  const deadline = clock() + job.milliseconds;
  const all = readRows(readFileSync(job.file), job.columns);
  const find = (name: string) => all.find((column) => column.name === name);
  const [treatmentColumn, outcomeColumn] = [find(job.treatment), find(job.outcome)];
  if (!treatmentColumn || !outcomeColumn) throw new Error('The rows lack a column');
  const treatment = valuesOf(treatmentColumn, { kind: 'classes', classes: [job.treated] });
  const count = treatment.length;
  const isKnown = (row: number) =>
    'numbers' in treatmentColumn ? !Number.isNaN(treatmentColumn.numbers[row] as number) : treatmentColumn.texts[row] !== null;
  let outcome: Float64Array;
  if ('numbers' in outcomeColumn) outcome = outcomeColumn.numbers;
  else {
    const { good } = job;
    if (good === undefined) return { failure: 'outcome' };
    outcome = Float64Array.from(outcomeColumn.texts, (text) => (text === null ? Number.NaN : Number(text === good)));
  }
  const rows = Int32Array.from({ length: count }, (_, row) => row).filter((row) => isKnown(row) && !Number.isNaN(outcome[row] as number));
  if (rows.length < leastRows) return { failure: 'fewRows' };
  const treated = Float64Array.from(rows, (row) => (treatment[row] === 0 ? 1 : 0));
  const sum = treated.reduce((total, value) => total + value, 0);
  if (sum < 5 || sum > rows.length - 5) return { failure: 'treatment' };
  const confounders = takeColumns(
    all.filter(({ name }) => name !== job.treatment && name !== job.outcome),
    rows,
  );
  const own = Float64Array.from(rows, (row) => outcome[row] as number);
  if (own.every((value) => value === own[0])) return { failure: 'outcome' };
  return {
    result: estimateEffect({ treatment: treated, outcome: own, confounders }, { seed: job.seed, deadline, clock }),
    leftOut: count - rows.length,
  };
}
