/** Field types of DATA-07. */
export type FieldType = 'integer' | 'float' | 'boolean' | 'string' | 'date' | 'timestamp' | 'time' | 'number';

/** A value as answers carry it: integers beyond 2^53 and decimals a number cannot hold are text; dates, times and timestamps ISO text without a zone. */
export type Cell = string | number | boolean | null;
/** A parameter of a statement. Text for everything that is neither number nor truth: cast it in the statement. */
export type Value = string | number | boolean | null;

interface AnswerColumn {
  name: string;
  type: FieldType;
  /** As the engine calls it: DECIMAL(24,6). */
  duckType: string;
}
export interface Answer {
  columns: AnswerColumn[];
  rows: Cell[][];
  /** Rows a statement wrote. */
  changed: number;
  /** There are more rows than were asked for, or than an answer holds (16 MB). */
  more: boolean;
}

/** What a database of the engine may use. */
export interface Opening {
  /** The only files it may read. */
  files: readonly string[];
  /** The only folder it may write, read and spill to; without one it writes nothing. */
  folder?: string | undefined;
  memoryMb: number;
  threads: number;
}
export interface Statement {
  sql: string;
  parameters?: readonly Value[] | undefined;
  /** Most rows that are answered. Default 1000. */
  most?: number | undefined;
}

/** What a process of the engine is asked; it answers each in turn with the same number. */
export type Request = { id: number } & ({ ask: Opening & Statement } | { open: Opening } | { query: Statement });
export type Reply = { id: number } & ({ answer: Answer } | { failed: { message: string; isMemory: boolean } });
