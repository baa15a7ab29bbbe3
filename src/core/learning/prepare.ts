import { Random } from './random.ts';
import { isNumbers, type LearningColumn, lengthOf, type Matrix, type Targets, type Task } from './table.ts';

/** Labels of a category that get a column of their own, and how often one must be there. */
const mostLabels = 20;
const leastUses = 2;
/** Weight of the overall mean in the mean of a label, in rows. */
const smoothing = 20;
const day = 86_400_000;

/** How one column becomes numbers. */
type Step =
  | { column: string; kind: 'number' }
  | { column: string; kind: 'moment'; hasTime: boolean }
  | { column: string; kind: 'labels'; labels: string[] }
  /** The mean of the target for each label of a category that has too many for columns of their own. */
  | { column: string; kind: 'means'; labels: string[]; means: number[]; overall: number };

/** How the columns of a table become the numbers learners read. Plain data: it is kept with the model. */
export interface Preparation {
  steps: Step[];
  /** Names of the numbers, for people: `city = Oslo`, `day: month`. */
  features: string[];
  /** Column of the table each of the numbers comes from. */
  sources: string[];
}

/** A column that is not learned from, and why. */
export interface LeftOut {
  column: string;
  reason: 'identifier' | 'text' | 'constant' | 'empty';
}

/**
 * Chooses the numbers by analysis type: numbers as they are, days and moments as day, month, weekday and hour, categories as one column a label or as the mean
 * of the target, booleans as 0 and 1. Identifiers, free texts and columns with one value only are left out.
 */
export function prepare(
  columns: readonly LearningColumn[],
  targets: Targets,
  task: Task,
): { preparation: Preparation; leftOut: LeftOut[] } {
  const steps: Step[] = [];
  const leftOut: LeftOut[] = [];
  for (const column of columns) {
    const reason = reasonToLeaveOut(column);
    if (reason) leftOut.push({ column: column.name, reason });
    else steps.push(...stepsOf(column, targets, task));
  }
  const named = steps.flatMap((step) => featuresOf(step).map((feature) => ({ feature, source: step.column })));
  const preparation = { steps, features: named.map(({ feature }) => feature), sources: named.map(({ source }) => source) };
  return { preparation, leftOut };
}

function reasonToLeaveOut(column: LearningColumn): LeftOut['reason'] | undefined {
  if (column.analysis === 'id') return 'identifier';
  if (column.analysis === 'text') return 'text';
  const values = isNumbers(column) ? column.numbers : column.texts;
  const distinct = new Set<number | string>();
  for (const value of values) {
    if (value === null || Number.isNaN(value)) continue;
    distinct.add(value);
    if (distinct.size > 1) return undefined;
  }
  if (distinct.size === 0) return 'empty';
  // One value and gaps: the gaps may say something.
  return values.length > 0 && [...values].some((value) => value === null || Number.isNaN(value)) ? undefined : 'constant';
}

function stepsOf(column: LearningColumn, targets: Targets, task: Task): Step[] {
  const { name } = column;
  if (isNumbers(column)) {
    const isMoment = column.analysis === 'date' || column.analysis === 'timestamp';
    return [isMoment ? { column: name, kind: 'moment', hasTime: column.analysis === 'timestamp' } : { column: name, kind: 'number' }];
  }
  const uses = new Map<string, number>();
  for (const text of column.texts) if (text !== null) uses.set(text, (uses.get(text) ?? 0) + 1);
  const labels = [...uses]
    .filter(([, count]) => count >= leastUses)
    .sort((one, other) => other[1] - one[1] || (one[0] < other[0] ? -1 : 1))
    .slice(0, mostLabels)
    .map(([label]) => label);
  const columnsOfOwn: Step = { column: name, kind: 'labels', labels };
  // The mean of a class says something where there are two; of more classes it would be a number without sense.
  if (uses.size <= mostLabels || (task.kind === 'classes' && task.classes.length > 2)) return [columnsOfOwn];
  return [columnsOfOwn, meansOf(column.name, column.texts, targets)];
}

function meansOf(
  name: string,
  texts: readonly (string | null)[],
  targets: Targets,
  isUsed?: (row: number) => boolean,
): Step & { kind: 'means' } {
  const sums = new Map<string, { sum: number; count: number }>();
  let [whole, rows] = [0, 0];
  texts.forEach((text, row) => {
    if (isUsed && !isUsed(row)) return;
    whole += targets[row] as number;
    rows += 1;
    if (text === null) return;
    const own = sums.get(text) ?? { sum: 0, count: 0 };
    sums.set(text, { sum: own.sum + (targets[row] as number), count: own.count + 1 });
  });
  const overall = rows > 0 ? whole / rows : 0;
  const labels = [...sums.keys()].filter((label) => (sums.get(label)?.count ?? 0) >= leastUses);
  const means = labels.map((label) => {
    const { sum, count } = sums.get(label) ?? { sum: 0, count: 0 };
    return (sum + smoothing * overall) / (count + smoothing);
  });
  return { column: name, kind: 'means', labels, means, overall };
}

function featuresOf(step: Step): string[] {
  if (step.kind === 'labels') return step.labels.map((label) => `${step.column} = ${label}`);
  if (step.kind === 'moment') return momentParts(step.hasTime).map((part) => `${step.column}: ${part}`);
  return [step.kind === 'means' ? `${step.column}: mean` : step.column];
}

function momentParts(hasTime: boolean): string[] {
  return ['day', 'month', 'weekday', ...(hasTime ? ['hour'] : [])];
}

/** The numbers of a table. Columns it lacks are missing everywhere. */
export function toMatrix(preparation: Preparation, columns: readonly LearningColumn[]): Matrix {
  const rows = columns[0] ? lengthOf(columns[0]) : 0;
  const byName = new Map(columns.map((column) => [column.name, column]));
  return { rows, columns: preparation.steps.flatMap((step) => numbersOf(step, byName.get(step.column), rows)) };
}

/**
 * The numbers of the table a preparation was made of. Means of the target are those of the other four fifths of the rows: a row must not see its own target.
 */
export function toTrainingMatrix(preparation: Preparation, columns: readonly LearningColumn[], targets: Targets, seed: number): Matrix {
  const matrix = toMatrix(preparation, columns);
  const part = new Int32Array(matrix.rows);
  const random = new Random(seed);
  for (let row = 0; row < matrix.rows; row += 1) part[row] = random.below(5);
  let at = 0;
  for (const step of preparation.steps) {
    const column = columns.find(({ name }) => name === step.column);
    if (step.kind === 'means' && column && !isNumbers(column)) {
      const values = matrix.columns[at] as Float64Array;
      for (let fold = 0; fold < 5; fold += 1) {
        const others = meansOf(step.column, column.texts, targets, (row) => part[row] !== fold);
        const means = numbersOf(others, column, matrix.rows)[0] as Float64Array;
        for (let row = 0; row < matrix.rows; row += 1) if (part[row] === fold) values[row] = means[row] as number;
      }
    }
    at += featuresOf(step).length;
  }
  return matrix;
}

function numbersOf(step: Step, column: LearningColumn | undefined, rows: number): Float64Array[] {
  if (step.kind === 'number') return [column && isNumbers(column) ? column.numbers : new Float64Array(rows).fill(Number.NaN)];
  if (step.kind === 'moment') {
    const moments = column && isNumbers(column) ? column.numbers : new Float64Array(rows).fill(Number.NaN);
    const parts = [
      moments.map((moment) => Math.floor(moment / day)),
      moments.map((moment) => (Number.isNaN(moment) ? moment : new Date(moment).getUTCMonth() + 1)),
      moments.map((moment) => (Number.isNaN(moment) ? moment : new Date(moment).getUTCDay())),
    ];
    return step.hasTime ? [...parts, moments.map((moment) => (Number.isNaN(moment) ? moment : new Date(moment).getUTCHours()))] : parts;
  }
  const texts = column && !isNumbers(column) ? column.texts : Array.from({ length: rows }, () => null);
  const places = new Map(step.labels.map((label, index) => [label, index]));
  if (step.kind === 'means') {
    const place = (text: string | null) => (text === null ? undefined : places.get(text));
    return [Float64Array.from(texts, (text) => step.means[place(text) ?? -1] ?? step.overall)];
  }
  const columns = step.labels.map(() => new Float64Array(rows));
  texts.forEach((text, row) => {
    const own = text === null ? undefined : columns[places.get(text) ?? -1];
    if (own) own[row] = 1;
  });
  return columns;
}
