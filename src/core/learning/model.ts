import { type BoostedModel, type BoostingSettings, fitBoosting, predictBoosted } from './boosting.ts';
import { type ForestModel, type ForestSettings, fitForest, predictForest } from './forest.ts';
import { fitLinear, type LinearModel, type LinearSettings, predictLinear } from './linear.ts';
import { type Preparation, toMatrix } from './prepare.ts';
import { type Clock, type LearningColumn, type Matrix, outputsOf, type Targets, type Task } from './table.ts';

/** Kinds of learners people choose from (DATA-21). `lightgbm` and `xgboost` are our own implementations of these methods. */
export const estimators = ['lrl1', 'rf', 'lgbm', 'xgboost'] as const;
export type Estimator = (typeof estimators)[number];

/** What always predicts the same: shares of the classes, or the mean. What every model is compared with. */
interface ConstantModel {
  kind: 'constant';
  outputs: number[];
}

export type Learned = ConstantModel | LinearModel | ForestModel | BoostedModel;

/** Settings of one try of an estimator. */
export type Candidate =
  | { estimator: 'baseline' }
  | { estimator: 'lrl1'; settings: LinearSettings }
  | { estimator: 'rf'; settings: ForestSettings }
  | { estimator: 'lgbm' | 'xgboost'; settings: BoostingSettings };

export interface Effort {
  seed: number;
  deadline: number;
  clock: Clock;
  /** Rows that decide how many rounds are best. */
  apart?: { matrix: Matrix; targets: Targets } | undefined;
}

/** Learns with one candidate. It ends at the deadline with what it has. */
export function learn(candidate: Candidate, matrix: Matrix, targets: Targets, task: Task, effort: Effort): Learned {
  switch (candidate.estimator) {
    case 'baseline':
      return { kind: 'constant', outputs: sharesOf(targets, task) };
    case 'lrl1':
      return fitLinear(matrix, targets, task, candidate.settings, effort);
    case 'rf':
      return fitForest(matrix, targets, task, candidate.settings, effort);
    default:
      return fitBoosting(matrix, targets, task, candidate.settings, effort);
  }
}

function sharesOf(targets: Targets, task: Task): number[] {
  const rows = Math.max(1, targets.length);
  if (task.kind === 'number') return [targets.reduce((sum, target) => sum + target, 0) / rows];
  return task.classes.map((_, index) => targets.reduce((sum, target) => sum + Number(target === index), 0) / rows);
}

/** Probabilities of each class of every row, or its number. */
export function predict(learned: Learned, matrix: Matrix, task: Task): Float64Array[] {
  switch (learned.kind) {
    case 'constant':
      return Array.from({ length: outputsOf(task) }, (_, index) => new Float64Array(matrix.rows).fill(learned.outputs[index] ?? 0));
    case 'linear':
      return predictLinear(learned, matrix, task);
    case 'forest':
      return predictForest(learned, matrix, task);
    case 'boosted':
      return predictBoosted(learned, matrix, task);
  }
}

/** A model as it is kept: plain data that predicts by itself. */
export interface KeptModel {
  version: 1;
  task: Task;
  target: string;
  estimator: Estimator | 'baseline';
  preparation: Preparation;
  learned: Learned;
  /** Probability from which on a row belongs to the second of two classes. */
  threshold: number;
}

/** What a kept model says of rows. */
export function predictColumns(model: KeptModel, columns: readonly LearningColumn[]): Float64Array[] {
  return predict(model.learned, toMatrix(model.preparation, columns), model.task);
}
