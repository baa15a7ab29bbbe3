import type { TruthWords } from '../../../../src/core/index.ts';
import type { Cell, FieldType } from '../../../data-engine/types.ts';

/** A column as rows have it that go into a script or come out of it. */
export interface ScriptField {
  name: string;
  fieldType: FieldType;
}

/** What the interpreter is given: the text of a script, and everything its result depends on. */
export interface ScriptText {
  code: string;
  /** What its rows must be. */
  columns: ScriptField[];
  parameters: Record<string, Cell>;
  /** Of `Math.random`. */
  seed: number;
  /** What `Date` calls now: milliseconds. */
  now: number;
  /** Texts that are yes or no. */
  words: TruthWords;
}

/** Why a script ended before its end. */
export type ProblemKind = 'syntax' | 'threw' | 'noRow' | 'time' | 'memory' | 'depth' | 'output' | 'rows';
export interface Problem {
  kind: ProblemKind;
  /** As the interpreter says it, or empty. */
  message: string;
  line: number | null;
  column: number | null;
  /** The row it was at. */
  row: number | null;
}

/** What is wrong with a row: the script threw, gave no row, or a value is not of the type of its column. */
export type FaultKind = 'threw' | 'shape' | 'tooLong' | FieldType;
export interface RowFault {
  /** Number of the row that went in, from 1; 0: what `finish` gave. */
  row: number;
  column: string | null;
  kind: FaultKind;
  /** The value, or what was thrown. */
  value: string;
  line: number | null;
}

/** A line of the log: what `console` was given while a row was worked on. */
export interface LogLine {
  row: number | null;
  level: 'log' | 'warn' | 'error';
  text: string;
}

export interface Outcome {
  /** Rows that went in and came out, and that were left out for what is wrong with them. */
  taken: number;
  given: number;
  rejected: number;
  faults: RowFault[];
  log: LogLine[];
  /** Lines that were said beyond those. */
  moreLog: number;
  /** Names that rows had which are not among the declared columns. */
  unknown: string[];
  /** Milliseconds the script took. */
  milliseconds: number;
  problem: Problem | null;
}
export interface TryOutcome extends Outcome {
  rows: Cell[][];
  more: boolean;
}

/** What a process is asked: is this a script, what does it give for these rows, or for those of a file. */
export type Task =
  | { kind: 'check'; code: string }
  | { kind: 'try'; script: ScriptText; fields: ScriptField[]; rows: Cell[][]; milliseconds: number }
  | { kind: 'run'; script: ScriptText; fields: ScriptField[]; from: string; to: string; milliseconds: number };
export interface Outcomes {
  check: Problem | null;
  try: TryOutcome;
  run: Outcome;
}

/** What it says: how far it is, or what came of it. */
export type Said = { rows: number } | { done: Outcomes[keyof Outcomes] } | { broke: string };
