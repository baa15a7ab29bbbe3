import { readFileSync, writeFileSync } from 'node:fs';
import { classOf, type LearningColumn, predictColumns, predictTexts, reasonsFor } from '../../../../src/core/learning/index.ts';
import { type FileColumn, readRows } from './csv.ts';
import { type AnyModel, unpack } from './packed.ts';

export interface PredictJob {
  kind: 'predict';
  model: Uint8Array;
  columns: FileColumn[];
  files: { from: string; to: string }[];
}

/** One row that was typed, as columns of one value. */
export interface PredictOneJob {
  kind: 'predictOne';
  model: Uint8Array;
  columns: LearningColumn[];
}

export interface Said {
  /** Of a number: what is predicted. */
  number: number | null;
  label: string | null;
  probability: number | null;
  /** The likeliest first. */
  classes: { label: string; probability: number }[];
  /** Runs of a text that spoke for its class. */
  reasons: { gram: string; weight: number }[];
}

/** What a model says of rows: numbers, or the probabilities of each class. */
export function outputsOf(model: AnyModel, columns: readonly LearningColumn[]): Float64Array[] {
  return 'kind' in model ? predictTexts(model, textsOf(columns)) : predictColumns(model, columns);
}

function textsOf([column]: readonly LearningColumn[]): readonly (string | null)[] {
  return column && !('numbers' in column) ? column.texts : [];
}

/** Predicts for files of rows; beside the number of a row stands the label or number, and how probable it is. */
export function predictFiles({ model: content, columns, files }: PredictJob): { rows: number } {
  const model = unpack(content);
  const { task, threshold } = model;
  let count = 0;
  for (const { from, to } of files) {
    // The first column is the number of the row.
    const [numbers, ...features] = readRows(readFileSync(from), [{ name: '', analysis: 'numeric' }, ...columns]);
    const ids = numbers && 'numbers' in numbers ? numbers.numbers : new Float64Array(0);
    const outputs = outputsOf(model, features);
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

export function predictOne({ model: content, columns }: PredictOneJob): Said {
  const model = unpack(content);
  const { task, threshold } = model;
  const outputs = outputsOf(model, columns);
  if (task.kind === 'number') return { number: outputs[0]?.[0] ?? null, label: null, probability: null, classes: [], reasons: [] };
  const index = classOf(outputs, 0, threshold);
  const classes = task.classes.map((label, at) => ({ label, probability: outputs[at]?.[0] ?? 0 }));
  return {
    number: null,
    label: task.classes[index] ?? '',
    probability: classes[index]?.probability ?? 0,
    classes: classes.sort((one, other) => other.probability - one.probability),
    reasons: 'kind' in model ? reasonsFor(model, textsOf(columns)[0] ?? '', index) : [],
  };
}
