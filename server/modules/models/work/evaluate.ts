import { readFileSync } from 'node:fs';
import { type Measured, measure, takeColumns, takeValues, targetsFor } from '../../../../src/core/learning/index.ts';
import { type FileColumn, readRows } from './csv.ts';
import { unpack } from './packed.ts';
import { outputsOf } from './predict.ts';

export interface EvaluateJob {
  kind: 'evaluate';
  model: Uint8Array;
  file: string;
  columns: FileColumn[];
  target: string;
}

export interface Evaluation extends Measured {
  /** Rows whose target the model does not know, or has none. */
  leftOut: number;
}

/** Measures a model on the rows of a file. */
export function evaluate({ model: content, file, columns, target }: EvaluateJob): Evaluation {
  const model = unpack(content);
  const all = readRows(readFileSync(file), columns);
  const wanted = all.find(({ name }) => name === target);
  if (!wanted) throw new Error('The rows lack the target');
  const values = targetsFor(wanted, model.task);
  const rows = Int32Array.from(values.keys()).filter((row) => !Number.isNaN(values[row] as number));
  const features = takeColumns(
    all.filter(({ name }) => name !== target),
    rows,
  );
  const measured = measure(outputsOf(model, features), takeValues(values, rows), model.task, model.threshold);
  return { ...measured, leftOut: values.length - rows.length };
}
