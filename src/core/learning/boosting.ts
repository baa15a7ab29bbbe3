import { type Bins, binsOf } from './bins.ts';
import { Random } from './random.ts';
import { type Clock, type Matrix, outputsOf, type Targets, type Task } from './table.ts';
import { addTree, type Growth, growTree, type Tree } from './tree.ts';

export interface BoostingSettings extends Growth {
  rounds: number;
  rate: number;
  /** Shares of the rows and of the features each tree sees. */
  rowShare: number;
  featureShare: number;
}

export interface BoostedModel {
  kind: 'boosted';
  start: number[];
  rate: number;
  /** Trees of each round: one, or one a class. */
  rounds: Tree[][];
}

/** Rounds without a better result on the rows kept apart after which no more are made. */
const patience = 30;

interface Apart {
  matrix: Matrix;
  targets: Targets;
}

/**
 * Gradient boosting over histograms with second derivatives. With rows kept apart it keeps the rounds that are best for them. At the deadline it keeps what it
 * has.
 */
export function fitBoosting(
  matrix: Matrix,
  targets: Targets,
  task: Task,
  settings: BoostingSettings,
  { seed, deadline, clock, apart }: { seed: number; deadline: number; clock: Clock; apart?: Apart | undefined },
): BoostedModel {
  const random = new Random(seed);
  const bins = binsOf(matrix, matrix.rows < 10_000 ? 64 : 254);
  const margins = marginsOf(task);
  const start = startOf(targets, task);
  const state = start.map((value) => new Float64Array(matrix.rows).fill(value));
  const apartState = apart && start.map((value) => new Float64Array(apart.matrix.rows).fill(value));
  const model: BoostedModel = { kind: 'boosted', start, rate: settings.rate, rounds: [] };
  const gradients = start.map(() => new Float64Array(matrix.rows));
  const hessians = start.map(() => new Float64Array(matrix.rows));
  let [best, bestRounds] = [Number.POSITIVE_INFINITY, 0];
  for (let round = 0; round < settings.rounds && clock() < deadline; round += 1) {
    derivatives(state, targets, task, gradients, hessians);
    const trees: Tree[] = [];
    for (let output = 0; output < margins; output += 1) {
      if (output > 0 && clock() >= deadline) break;
      const tree = oneTree(bins, gradients[output] as Float64Array, hessians[output] as Float64Array, settings, random);
      trees.push(tree);
      addTree(tree, matrix, settings.rate, state[output] as Float64Array);
      if (apart && apartState) addTree(tree, apart.matrix, settings.rate, apartState[output] as Float64Array);
    }
    if (trees.length < margins) break;
    model.rounds.push(trees);
    if (!apart || !apartState) continue;
    const loss = lossOf(apartState, apart.targets, task);
    if (loss < best - 1e-9) [best, bestRounds] = [loss, round + 1];
    else if (round + 1 - bestRounds >= patience) break;
  }
  if (apart) model.rounds.length = bestRounds;
  return model;
}

function oneTree(bins: Bins, gradients: Float64Array, hessians: Float64Array, settings: BoostingSettings, random: Random): Tree {
  const rows =
    settings.rowShare < 1
      ? random.choose(bins.rows, Math.max(1, Math.round(bins.rows * settings.rowShare)))
      : Int32Array.from({ length: bins.rows }, (_, row) => row);
  const count = bins.codes.length;
  const features = settings.featureShare < 1 ? random.choose(count, Math.max(1, Math.round(count * settings.featureShare))) : undefined;
  return growTree(bins, gradients, hessians, rows, { ...settings, ...(features && { features }) }, random);
}

/** Numbers a row adds up: one, or one a class where there are more than two. */
function marginsOf(task: Task): number {
  return task.kind === 'classes' && task.classes.length > 2 ? task.classes.length : 1;
}

function startOf(targets: Targets, task: Task): number[] {
  const rows = Math.max(1, targets.length);
  if (task.kind === 'number') return [targets.reduce((sum, value) => sum + value, 0) / rows];
  const shares = task.classes.map((_, index) => (targets.reduce((sum, value) => sum + (value === index ? 1 : 0), 0) + 0.5) / (rows + 1));
  if (shares.length > 2) return shares.map((share) => Math.log(share));
  return [Math.log((shares[1] ?? 0.5) / (shares[0] ?? 0.5))];
}

function derivatives(state: Float64Array[], targets: Targets, task: Task, gradients: Float64Array[], hessians: Float64Array[]): void {
  const [only, gradient, hessian] = [state[0] as Float64Array, gradients[0] as Float64Array, hessians[0] as Float64Array];
  if (state.length === 1) {
    for (let row = 0; row < targets.length; row += 1) {
      const probability = task.kind === 'number' ? 0 : logistic(only[row] as number);
      gradient[row] = (task.kind === 'number' ? (only[row] as number) : probability) - (targets[row] as number);
      hessian[row] = task.kind === 'number' ? 1 : Math.max(1e-9, probability * (1 - probability));
    }
    return;
  }
  const probabilities = softmax(state);
  for (let output = 0; output < state.length; output += 1)
    for (let row = 0; row < targets.length; row += 1) {
      const probability = probabilities[output]?.[row] as number;
      (gradients[output] as Float64Array)[row] = probability - (targets[row] === output ? 1 : 0);
      (hessians[output] as Float64Array)[row] = Math.max(1e-9, 2 * probability * (1 - probability));
    }
}

function lossOf(state: Float64Array[], targets: Targets, task: Task): number {
  const outputs = outputsFrom(state, task);
  let sum = 0;
  for (let row = 0; row < targets.length; row += 1)
    sum +=
      task.kind === 'number'
        ? ((outputs[0]?.[row] as number) - (targets[row] as number)) ** 2
        : -Math.log(Math.max(1e-15, outputs[targets[row] as number]?.[row] as number));
  return sum / Math.max(1, targets.length);
}

function outputsFrom(state: Float64Array[], task: Task): Float64Array[] {
  if (task.kind === 'number') return state;
  if (state.length > 1) return softmax(state);
  const second = (state[0] as Float64Array).map(logistic);
  return [second.map((value) => 1 - value), second];
}

/** Probabilities of each class, or the number. */
export function predictBoosted(model: BoostedModel, matrix: Matrix, task: Task): Float64Array[] {
  const state = model.start.map((value) => new Float64Array(matrix.rows).fill(value));
  for (const trees of model.rounds)
    trees.forEach((tree, output) => {
      addTree(tree, matrix, model.rate, state[output] as Float64Array);
    });
  return outputsFrom(state, task).slice(0, outputsOf(task));
}

export function logistic(value: number): number {
  return 1 / (1 + Math.exp(-value));
}

function softmax(state: readonly Float64Array[]): Float64Array[] {
  const result = state.map((one) => new Float64Array(one.length));
  const rows = state[0]?.length ?? 0;
  for (let row = 0; row < rows; row += 1) {
    let [top, sum] = [Number.NEGATIVE_INFINITY, 0];
    for (const one of state) top = Math.max(top, one[row] as number);
    for (let output = 0; output < state.length; output += 1) {
      const power = Math.exp((state[output]?.[row] as number) - top);
      (result[output] as Float64Array)[row] = power;
      sum += power;
    }
    for (const one of result) one[row] = (one[row] as number) / sum;
  }
  return result;
}
