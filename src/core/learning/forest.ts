import { binsOf } from './bins.ts';
import { Random } from './random.ts';
import { type Clock, type Matrix, outputsOf, type Targets, type Task } from './table.ts';
import { addTree, growTree, type Tree } from './tree.ts';

export interface ForestSettings {
  trees: number;
  depth: number;
  minRows: number;
  /** Share of the features looked at for each split. */
  featureShare: number;
}

export interface ForestModel {
  kind: 'forest';
  /** Members: a tree, or with more than two classes one a class. */
  members: Tree[][];
}

const mostLeaves = 512;

/**
 * Random forest: trees on rows drawn with repetition, each split by the best of a few features, the mean of all. Splits lower the variance of the indicator
 * of the class, which is the Gini measure. At the deadline it keeps the trees it has, at least one.
 */
export function fitForest(
  matrix: Matrix,
  targets: Targets,
  task: Task,
  settings: ForestSettings,
  { seed, deadline, clock }: { seed: number; deadline: number; clock: Clock },
): ForestModel {
  const random = new Random(seed);
  const bins = binsOf(matrix, matrix.rows < 10_000 ? 64 : 254);
  const ones = new Float64Array(matrix.rows).fill(1);
  const asked = outputsOf(task) <= 2 ? [1] : Array.from({ length: outputsOf(task) }, (_, index) => index);
  const gradients = asked.map((index) => targets.map((target) => -(task.kind === 'number' ? target : Number(target === index))));
  const growth = {
    order: 'leaf' as const,
    leaves: mostLeaves,
    depth: settings.depth,
    minRows: settings.minRows,
    minWeight: 0,
    lambda: 0,
    gamma: 0,
    perSplit: Math.max(1, Math.round(matrix.columns.length * settings.featureShare)),
  };
  const members: Tree[][] = [];
  while (members.length < settings.trees && (members.length === 0 || clock() < deadline)) {
    const drawn = Int32Array.from({ length: matrix.rows }, () => random.below(matrix.rows));
    members.push(gradients.map((gradient) => growTree(bins, gradient, ones, drawn.slice(), growth, random)));
  }
  return { kind: 'forest', members };
}

/** Probabilities of each class, or the number. */
export function predictForest(model: ForestModel, matrix: Matrix, task: Task): Float64Array[] {
  const sums = (model.members[0] ?? []).map(() => new Float64Array(matrix.rows));
  for (const trees of model.members)
    trees.forEach((tree, index) => {
      addTree(tree, matrix, 1 / model.members.length, sums[index] as Float64Array);
    });
  if (task.kind === 'number') return sums;
  if (sums.length === 1) {
    const second = (sums[0] as Float64Array).map((value) => Math.min(1, Math.max(0, value)));
    return [second.map((value) => 1 - value), second];
  }
  for (let row = 0; row < matrix.rows; row += 1) {
    let whole = 0;
    for (const sum of sums) whole += sum[row] as number;
    for (const sum of sums) sum[row] = whole > 0 ? (sum[row] as number) / whole : 1 / sums.length;
  }
  return sums;
}
