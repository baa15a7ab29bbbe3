import { logLoss, metricsOf } from './metrics.ts';
import { type Learned, predict } from './model.ts';
import type { Preparation } from './prepare.ts';
import { Random } from './random.ts';
import { type Clock, type Matrix, type Targets, type Task, takeRows, takeValues } from './table.ts';

/** How much worse a model gets when the values of a column are dealt to other rows: log loss of classes, RMSE of numbers. */
export interface Importance {
  column: string;
  loss: number;
}

const mostRows = 2_000;
const repeats = 3;

/** Importance by permutation, the largest first. Columns that the time does not suffice for are left out. */
export function importances(
  learned: Learned,
  matrix: Matrix,
  targets: Targets,
  { sources }: Preparation,
  { task, seed, deadline, clock }: { task: Task; seed: number; deadline: number; clock: Clock },
): Importance[] {
  if (learned.kind === 'constant' || matrix.rows < 2) return [];
  const random = new Random(seed);
  const rows = matrix.rows > mostRows ? random.choose(matrix.rows, mostRows) : Int32Array.from({ length: matrix.rows }, (_, row) => row);
  const [own, ownTargets] = [takeRows(matrix, rows), takeValues(targets, rows)];
  const before = lossOf(predict(learned, own, task), ownTargets, task);
  const found: Importance[] = [];
  for (const column of new Set(sources)) {
    if (clock() >= deadline) break;
    let sum = 0;
    for (let repeat = 0; repeat < repeats; repeat += 1) {
      const dealt = random.shuffle(Int32Array.from(rows, (_, row) => row));
      const columns = own.columns.map((values, at) => (sources[at] === column ? takeValues(values, dealt) : values));
      sum += lossOf(predict(learned, { rows: own.rows, columns }, task), ownTargets, task) - before;
    }
    found.push({ column, loss: sum / repeats });
  }
  return found.sort((one, other) => other.loss - one.loss);
}

function lossOf(outputs: readonly Float64Array[], targets: Targets, task: Task): number {
  return task.kind === 'classes' ? logLoss(outputs, targets) : (metricsOf(outputs, targets, task).rmse ?? 0);
}
