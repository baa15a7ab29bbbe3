import { readFileSync } from 'node:fs';
import type { TruthWords } from '../../../../src/core/index.ts';
import {
  type Estimator,
  type Fitted,
  fitAutomatically,
  fitTexts,
  type LearningColumn,
  lacksPositive,
  type Metrics,
  mostClasses,
  type Task,
  type TextFitted,
  takeColumns,
  targetOf,
  type Warning,
  type Worth,
} from '../../../../src/core/learning/index.ts';
import { clock } from '../../work/clock.ts';
import { mostLabels } from '../labels.ts';
import { type FileColumn, readRows } from './csv.ts';
import { pack } from './packed.ts';

export interface FitJob {
  kind: 'fit' | 'fitText';
  file: string;
  columns: FileColumn[];
  target: string;
  positive: string | undefined;
  /** Of two classes the one that says yes is asked about, unless another one is wished for. */
  words: TruthWords;
  estimators: readonly Estimator[];
  seed: number;
  milliseconds: number;
}

/** What a form for one row shows of a column: how often used labels are called, or a value in the middle. */
export interface InputHint {
  name: string;
  labels?: string[];
  example?: string;
}

export interface FitResult {
  /** Undefined where it is too large to be written. */
  model: Uint8Array | undefined;
  estimator: string;
  task: Task;
  metrics: Metrics;
  baseline: Metrics;
  worth: Worth;
  confusion: number[][] | undefined;
  roc: Fitted['roc'];
  importance: Fitted['importance'];
  leaderboard: {
    estimator: string;
    settings: Record<string, unknown>;
    rows: number;
    metrics: Metrics;
    baseline: number | undefined;
    milliseconds: number;
  }[];
  telling: TextFitted['telling'];
  warnings: Warning[];
  rows: { learned: number; apart: number };
  threshold: number;
  inputs: InputHint[];
}

/** The two classes there are, where none is the one that is wished for. */
export interface UnknownPositive {
  unknown: readonly string[];
}

const mostTries = 20;

/** Learns from the rows of a file. Of two classes none is learned in place of one that is not there. */
export function fitModel(job: FitJob): FitResult | UnknownPositive {
  const deadline = clock() + job.milliseconds;
  const all = readRows(readFileSync(job.file), job.columns);
  const target = all.find(({ name }) => name === job.target);
  if (!target) throw new Error('The rows lack the target');
  const { task, rows, targets, missing, rare } = targetOf(target, job);
  if (lacksPositive(task, job.positive)) return { unknown: task.classes };
  const features = takeColumns(
    all.filter(({ name }) => name !== job.target),
    rows,
  );
  const warnings: Warning[] = [
    ...(missing > 0 ? [{ kind: 'missingTarget' as const, rows: missing }] : []),
    ...(rare.rows > 0 ? [{ kind: 'rareClassesLeft' as const, ...rare, most: mostClasses }] : []),
  ];
  const found =
    job.kind === 'fitText' ? fitText(job, features, targets, task, deadline) : fitColumns(job, features, targets, task, deadline);
  return { ...found, task, warnings: [...warnings, ...found.warnings], inputs: features.map(hintOf) };
}

type Found = Omit<FitResult, 'task' | 'inputs'>;

function fitText({ seed }: FitJob, [text]: readonly LearningColumn[], targets: Float64Array, task: Task, deadline: number): Found {
  if (task.kind !== 'classes' || !text || 'numbers' in text) throw new Error('Texts are classified by classes');
  const { model, leaderboard, ...found } = fitTexts(text.texts, targets, task, { seed, deadline, clock });
  return {
    ...found,
    model: pack(model),
    estimator: 'text',
    roc: undefined,
    importance: [],
    leaderboard: leaderboard.map(({ penalty, ...rest }) => ({
      ...rest,
      estimator: 'text',
      settings: { penalty },
      rows: found.rows.learned,
    })),
    threshold: model.threshold,
  };
}

function fitColumns(
  { target, estimators, seed }: FitJob,
  features: readonly LearningColumn[],
  targets: Float64Array,
  task: Task,
  deadline: number,
): Found {
  const { model, leaderboard, ...found } = fitAutomatically(features, targets, { target, task, estimators, seed, deadline, clock });
  // The baseline stands last.
  const tries = [...leaderboard.slice(0, -1).slice(0, mostTries), ...leaderboard.slice(-1)];
  return {
    ...found,
    model: pack(model),
    estimator: model.estimator,
    leaderboard: tries.map(({ candidate, ...rest }) => ({
      ...rest,
      estimator: candidate.estimator,
      settings: 'settings' in candidate ? { ...candidate.settings } : {},
    })),
    telling: [],
    threshold: model.threshold,
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
