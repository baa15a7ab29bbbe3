/** Analysis types of columns (DATA-08). */
export type Analysis = 'id' | 'numeric' | 'boolean' | 'text' | 'date' | 'timestamp' | 'category';

/** A column of numbers: booleans are 0 and 1, days and moments milliseconds of UTC; what is missing is NaN. */
export interface NumberColumn {
  name: string;
  analysis: 'numeric' | 'boolean' | 'date' | 'timestamp';
  numbers: Float64Array;
}

/** A column of texts; what is missing is null. */
export interface TextColumn {
  name: string;
  analysis: 'category' | 'text' | 'id';
  texts: readonly (string | null)[];
}

/** Columns of equal length to learn from or to predict for. */
export type LearningColumn = NumberColumn | TextColumn;

/** Numbers that a learner reads, column by column. What is missing is NaN. */
export interface Matrix {
  rows: number;
  columns: Float64Array[];
}

/** What is learned: the class of a row, or a number. Classes are in a fixed order; of two, the second is the one asked about. */
export type Task = { kind: 'classes'; classes: readonly string[] } | { kind: 'number' };

/** Values a task asks for: the index of the class, or the number itself. */
export type Targets = Float64Array;

/** Says how late it is, in milliseconds of any beginning. */
export type Clock = () => number;

export function isNumbers(column: LearningColumn): column is NumberColumn {
  return 'numbers' in column;
}

export function lengthOf(column: LearningColumn): number {
  return isNumbers(column) ? column.numbers.length : column.texts.length;
}

/** Outputs a row has: a probability for each class, or one number. */
export function outputsOf(task: Task): number {
  return task.kind === 'number' ? 1 : task.classes.length;
}

/** The same columns with the given rows only. */
export function takeRows(matrix: Matrix, rows: Int32Array): Matrix {
  return { rows: rows.length, columns: matrix.columns.map((column) => takeValues(column, rows)) };
}

export function takeValues(values: Float64Array, rows: Int32Array): Float64Array {
  const taken = new Float64Array(rows.length);
  for (let at = 0; at < rows.length; at += 1) taken[at] = values[rows[at] as number] as number;
  return taken;
}

/** The same columns with the given rows only. */
export function takeColumns(columns: readonly LearningColumn[], rows: Int32Array): LearningColumn[] {
  return columns.map((column) =>
    isNumbers(column)
      ? { ...column, numbers: takeValues(column.numbers, rows) }
      : { ...column, texts: Array.from(rows, (row) => column.texts[row] ?? null) },
  );
}
