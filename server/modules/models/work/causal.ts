import { readFileSync } from 'node:fs';
import { type CausalResult, estimateEffect, labelAt, lengthOf, takeColumns, takeValues } from '../../../../src/core/learning/index.ts';
import { clock } from '../../work/clock.ts';
import { type FileColumn, readRows } from './csv.ts';

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

export type CausalAnswer = { result: CausalResult; leftOut: number } | { failure: 'treatment' | 'outcome' | 'good' | 'fewRows' };

const leastRows = 30;
const leastOfSide = 5;

/** Estimates an effect from the rows of a file that have a treatment and an outcome. */
export function causal(job: CausalJob): CausalAnswer {
  const deadline = clock() + job.milliseconds;
  const all = readRows(readFileSync(job.file), job.columns);
  const find = (name: string) => all.find((column) => column.name === name);
  const [treatment, outcome] = [find(job.treatment), find(job.outcome)];
  if (!treatment || !outcome) throw new Error('The rows lack a column');
  const values =
    'numbers' in outcome
      ? outcome.numbers
      : Float64Array.from(outcome.texts, (text) => (text === null ? Number.NaN : Number(text === job.good)));
  const count = lengthOf(treatment);
  const rows = Int32Array.from({ length: count }, (_, row) => row).filter(
    (row) => labelAt(treatment, row) !== null && !Number.isNaN(values[row] as number),
  );
  if (rows.length < leastRows) return { failure: 'fewRows' };
  const treated = Float64Array.from(rows, (row) => Number(labelAt(treatment, row) === job.treated));
  const sum = treated.reduce((total, value) => total + value, 0);
  if (sum < leastOfSide || sum > rows.length - leastOfSide) return { failure: 'treatment' };
  const own = takeValues(values, rows);
  if (own.every((value) => value === own[0])) return { failure: 'texts' in outcome && own[0] === 0 ? 'good' : 'outcome' };
  const confounders = takeColumns(
    all.filter(({ name }) => name !== job.treatment && name !== job.outcome),
    rows,
  );
  return {
    result: estimateEffect({ treatment: treated, outcome: own, confounders }, { seed: job.seed, deadline, clock }),
    leftOut: count - rows.length,
  };
}
